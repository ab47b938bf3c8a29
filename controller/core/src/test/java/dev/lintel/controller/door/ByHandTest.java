package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.DoorRules.Kind;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.gpio.GpioException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Somebody is let in by an operator: what the doors make of it.
class ByHandTest {
    private static final long A = 1;
    private static final long B = 2;

    private final DoorRig rig = new DoorRig();
    private int answered;

    private void let(Passage passage, boolean anybody) {
        let(A, rig.time.nowNs(), passage, anybody);
    }

    private void let(long channel, long atNs, Passage passage, boolean anybody) {
        EventDraft event = rig.draft(channel, EventKind.ADMITTED_MANUAL);
        rig.on(new LaneInput.ByHand(channel, atNs, event, passage, anybody, () -> answered++));
    }

    private void assertTold(EventKind kind, String reason) {
        assertThat(rig.last().kind()).isEqualTo(kind);
        assertThat(rig.last().additional())
                .containsEntry("reason", reason)
                .containsEntry("role_id", 1L)
                .doesNotContainKey("unlocked_by");
        assertThat(answered).isOne();
    }

    @Test
    void whoeverIsLetInHasTheUsualTimeAndTheReaderShowsIt() {
        var door = rig.door(A);
        let(Passage.USUAL, true);
        assertThat(door.strike.released()).isTrue();
        assertThat(door.shown).endsWith(ReaderSignal.UNLOCKED, ReaderSignal.ADMITTED);
        assertThat(rig.last().kind()).isEqualTo(EventKind.ADMITTED_MANUAL);
        assertThat(answered).isOne();
        rig.leaf(A, true);
        rig.leaf(A, false);
        assertThat(rig.log.kinds()).doesNotContain(EventKind.FORCED_OPEN);
        let(Passage.USUAL, true);
        rig.advance(Duration.ofMillis(4_999));
        assertThat(door.strike.released()).isTrue();
        rig.advance(Duration.ofMillis(1));
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void whoNeedsLongerHasLonger() {
        var door = rig.door(A);
        let(new Passage(true, false, List.of(), null), false);
        rig.advance(Duration.ofMillis(14_999));
        assertThat(door.strike.released()).isTrue();
        rig.advance(Duration.ofMillis(1));
        assertThat(door.strike.released()).isFalse();
    }

    /// Whoever stood there has gone; the time is the door's own, not the request's.
    @Test
    void theLaneLetsNobodyInWhoWasAskedForTooLongAgo() {
        var door = rig.door(A);
        long askedNs = rig.time.nowNs();
        rig.time.advance(Duration.ofNanos(Doors.DECISION_MAX_NS + 1));
        let(A, askedNs, Passage.USUAL, true);
        assertThat(door.strike.released()).isFalse();
        assertTold(EventKind.ADMISSION_OFFLINE, "late");
        let(A, rig.time.nowNs() - Doors.DECISION_MAX_NS, Passage.USUAL, true);
        assertThat(door.strike.released()).isTrue();
        assertThat(rig.last().monotonicNs()).isEqualTo(rig.time.nowNs());
    }

    @Test
    void anInterlockKeepsThemOut() {
        var door = rig.door(A, new DoorRules(Kind.DOOR, null, List.of(B), List.of()), false);
        rig.door(B);
        rig.leaf(B, true);
        let(Passage.USUAL, true);
        assertThat(door.strike.released()).isFalse();
        assertTold(EventKind.ADMISSION_DENIED, "interlock");
        assertThat(door.shown).doesNotContain(ReaderSignal.REJECTED);
        rig.leaf(B, false);
        let(Passage.USUAL, false);
        assertThat(door.strike.released()).isTrue();
    }

    @Test
    void aLockdownLetsInOnlyFirstResponders() {
        var door = rig.door(A);
        rig.lockdown(A);
        let(Passage.USUAL, false);
        assertThat(door.strike.released()).isFalse();
        assertTold(EventKind.ADMISSION_DENIED, "lockdown");
        let(new Passage(false, true, List.of(), null), false);
        assertThat(door.strike.released()).isTrue();
        assertThat(rig.log.kinds()).endsWith(EventKind.ADMITTED_MANUAL, EventKind.FIRST_RESPONDER);
    }

    @Test
    void aLockdownOfExitsKeepsNobodyOut() {
        var door = rig.door(A);
        rig.command(A, new DoorCommand.LockDown(new Lockdown(false, true, true)));
        let(Passage.USUAL, true);
        assertThat(rig.last().kind()).isEqualTo(EventKind.ADMITTED_MANUAL);
        assertThat(door.strike.released()).isTrue();
    }

    @Test
    void nobodyIsLetInUnnamedUnlessTheDoorIsInItsNormalMode() {
        var door = rig.door(A);
        rig.command(A, new DoorCommand.LockDown(new Lockdown(true, false, false)));
        let(Passage.USUAL, true);
        assertTold(EventKind.ADMISSION_DENIED, "lockdown");
        rig.command(A, new DoorCommand.Unlockdown());
        rig.command(A, new DoorCommand.Unlock(null));
        answered = 0;
        let(Passage.USUAL, true);
        assertTold(EventKind.ADMISSION_DENIED, "mode");
        let(Passage.USUAL, false);
        assertThat(rig.last().kind()).isEqualTo(EventKind.ADMITTED_MANUAL);
        assertThat(rig.last().additional()).containsEntry("unlocked_by", "mode");
        rig.command(A, new DoorCommand.Normal());
        let(Passage.USUAL, true);
        assertThat(rig.last().additional()).doesNotContainKey("unlocked_by");
        assertThat(door.strike.released()).isTrue();
    }

    @Test
    void hoursThatWaitForTheirFirstCardDoNotBeginWithIt() {
        rig.covered = true;
        var door = rig.door(A, new DoorRules(Kind.DOOR, new AutoUnlock(7, true), List.of(), List.of()), false);
        let(Passage.USUAL, true);
        let(Passage.USUAL, false);
        rig.advance(Duration.ofSeconds(6));
        assertThat(door.strike.released()).isFalse();
        assertThat(rig.log.kinds()).doesNotContain(EventKind.AUTO_UNLOCK_STARTED);
        rig.card(A);
        rig.leaf(A, true);
        assertThat(rig.log.kinds()).contains(EventKind.AUTO_UNLOCK_STARTED);
    }

    @Test
    void anElevatorLetsFloorsGoForWhoMayReachThemAndForNobodyElse() {
        var cabin = rig.door(A, new DoorRules(Kind.ELEVATOR, null, List.of(), List.of(11L, 12L)), false);
        var floor = new DoorRules(Kind.FLOOR, null, List.of(), List.of());
        var eleven = rig.door(11, floor, false);
        var twelve = rig.door(12, floor, false);
        let(Passage.USUAL, true);
        assertTold(EventKind.ADMISSION_DENIED, "elevator");
        assertThat(cabin.strike.released()).isFalse();
        rig.lockdown(12);
        var both = new Passage(false, false, List.of(11L, 12L), null);
        let(both, false);
        assertThat(rig.last().kind()).isEqualTo(EventKind.ADMITTED_MANUAL);
        assertThat(rig.last().additional()).containsEntry("floors", List.of(11L));
        assertThat(eleven.strike.released()).isTrue();
        assertThat(twelve.strike.released()).isFalse();
        rig.lockdown(11);
        let(both, false);
        assertThat(rig.last().kind()).isEqualTo(EventKind.ADMISSION_DENIED);
        assertThat(rig.last().additional()).containsEntry("floors", List.of()).containsEntry("reason", "lockdown");
        rig.command(11, new DoorCommand.Unlockdown());
        let(11, rig.time.nowNs(), Passage.USUAL, true);
        assertThat(eleven.strike.released()).as("a floor by itself").isTrue();
    }

    @Test
    void whereThereIsNoDoorTheLogSaysSo() {
        var door = rig.door(A);
        let(99, rig.time.nowNs(), Passage.USUAL, true);
        assertTold(EventKind.ADMISSION_OFFLINE, "no_door");
        assertThat(rig.last().subject().channelId()).isEqualTo(99);
        rig.on(new LaneInput.Removed(A, rig.time.nowNs()));
        answered = 0;
        let(Passage.USUAL, true);
        assertTold(EventKind.ADMISSION_OFFLINE, "channel_removed");
        rig.lane().stop();
        answered = 0;
        rig.lane()
                .tellLate(new LaneInput.ByHand(
                        A,
                        rig.time.nowNs(),
                        rig.draft(A, EventKind.ADMITTED_MANUAL),
                        Passage.USUAL,
                        true,
                        () -> answered++));
        assertTold(EventKind.ADMISSION_OFFLINE, "stopping");
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void whatALineThrowsIsForgottenByNobody() {
        var door = rig.door(A);
        door.output.throwing = true;
        assertThatThrownBy(() -> let(Passage.USUAL, true)).isInstanceOf(GpioException.class);
        assertThat(door.output.writes).isPositive();
        assertThat(rig.log.kinds()).contains(EventKind.ADMITTED_MANUAL);
        assertThat(answered).isOne();
    }
}
