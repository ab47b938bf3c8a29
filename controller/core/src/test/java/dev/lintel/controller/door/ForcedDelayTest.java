package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorTimes.Relock;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The contact of a door reports a person who leaves before the switch in its handle does.
class ForcedDelayTest {
    private static final long A = 1;
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final DoorRig rig = new DoorRig();

    /// The exit that explains the opening.
    enum Exit {
        REX,
        HANDLE,
        AUX
    }

    @BeforeEach
    void aSwitchInTheHandle() {
        rig.exitSwitch = true;
    }

    private void press(Exit exit, long atNs) {
        switch (exit) {
            case REX -> rig.on(new LaneInput.RexPressed(A, atNs));
            case HANDLE -> rig.on(new LaneInput.RexPressed(A, atNs, false));
            case AUX -> rig.on(new LaneInput.AuxClosed(A, atNs));
        }
    }

    private List<EventDraft> alarms() {
        return rig.log.drafts().stream()
                .filter(event -> event.kind() == EventKind.FORCED_OPEN || event.kind() == EventKind.DOOR_NORMAL)
                .toList();
    }

    private List<EventKind> kinds() {
        return alarms().stream().map(EventDraft::kind).toList();
    }

    private void ms(long ms) {
        rig.advance(Duration.ofMillis(ms));
    }

    @ParameterizedTest
    @EnumSource(Exit.class)
    void anExitShortlyAfterTheContactIsNoAlarm(Exit exit) {
        rig.door(A);
        ms(1_000);
        rig.leaf(A, true);
        assertThat(rig.view(A).state()).isEqualTo("open");
        ms(300);
        press(exit, rig.time.nowNs());
        ms(5_000);
        rig.leaf(A, false);
        ms(5_000);
        assertThat(alarms()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Exit.class)
    void anExitThatComesTooLateIsNone(Exit exit) {
        var door = rig.door(A);
        ms(1_000);
        long openedNs = rig.time.nowNs();
        rig.leaf(A, true);
        ms(301);
        press(exit, rig.time.nowNs());
        assertThat(alarms()).as("an exit from before may wait").isEmpty();
        ms(19);
        assertThat(kinds()).containsExactly(EventKind.FORCED_OPEN);
        EventDraft alarm = alarms().getFirst();
        assertThat(alarm.monotonicNs()).isEqualTo(openedNs);
        assertThat(alarm.additional()).containsEntry("door", "forced");
        assertThat(door.sounder.active()).isTrue();
        assertThat(rig.view(A).state()).isEqualTo("forced");
    }

    /// The input's thread reports an exit some milliseconds after its time.
    @Test
    void anExitInTimeThatIsHeardAMomentLaterCounts() {
        rig.door(A);
        ms(1_000);
        long openedNs = rig.time.nowNs();
        rig.leaf(A, true);
        ms(315);
        press(Exit.HANDLE, openedNs + 300_000_000);
        ms(5_000);
        assertThat(alarms()).isEmpty();
    }

    @Test
    void withoutAnExitSwitchItIsAnAlarmAtOnce() {
        rig.exitSwitch = false;
        rig.door(A);
        ms(1_000);
        rig.leaf(A, true);
        assertThat(kinds()).containsExactly(EventKind.FORCED_OPEN);
    }

    @Test
    void theDelayOfTheSiteGoesBeforeThatOfTheWiring() {
        rig.delays(Relock.OPEN, SECOND, Duration.ZERO);
        rig.door(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(1_000);
        press(Exit.HANDLE, rig.time.nowNs());
        ms(5_000);
        assertThat(alarms()).isEmpty();
        rig.leaf(A, false);
        ms(10_000);
        var none = new DoorTimes(
                DoorRig.TIMES.unlock(),
                DoorRig.TIMES.extendedUnlock(),
                DoorRig.TIMES.warning(),
                DoorRig.TIMES.extendedOpen(),
                Relock.OPEN,
                true,
                DoorTimes.Longer.USUAL,
                new DoorTimes.Delays(Duration.ZERO, Duration.ZERO));
        rig.on(new LaneInput.NewRules(A, rig.time.nowNs(), none, DoorRules.PLAIN));
        rig.leaf(A, true);
        assertThat(kinds()).containsExactly(EventKind.FORCED_OPEN);
    }

    @Test
    void aLeafThatClosesBeforeAnExitWasForced() {
        rig.door(A);
        ms(1_000);
        long openedNs = rig.time.nowNs();
        rig.leaf(A, true);
        ms(100);
        rig.leaf(A, false);
        assertThat(kinds()).containsExactly(EventKind.FORCED_OPEN, EventKind.DOOR_NORMAL);
        assertThat(alarms().getFirst().monotonicNs()).isEqualTo(openedNs);
        assertThat(alarms().getLast().monotonicNs()).isEqualTo(openedNs + 100_000_000);
        ms(100);
        press(Exit.HANDLE, rig.time.nowNs());
        ms(5_000);
        assertThat(alarms()).hasSize(2);
    }

    @Test
    void aCardExplainsNothing() {
        var door = rig.door(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(100);
        rig.card(A);
        assertThat(door.strike.released()).isTrue();
        ms(300);
        assertThat(kinds()).containsExactly(EventKind.FORCED_OPEN);
        ms(1_000);
        rig.leaf(A, false);
        assertThat(door.strike.released()).as("the person who was admitted").isTrue();
    }

    /// The lane hears of a forced opening after the admission that follows it.
    @Test
    void whoWasAdmittedBeforeItIsHeardHasNotPassed() {
        rig.door(A);
        ms(1_000);
        long before = rig.time.nowNs();
        ms(1_000);
        long id = rig.present(A, "entry");
        var subject = new Subject(A, 7L, "P7", null, null, false);
        var event = new EventDraft(EventKind.ADMITTED_CARD, rig.time.nowMs(), rig.time.nowNs(), subject, Map.of());
        rig.on(new LaneInput.Answered(A, rig.time.nowNs(), id, "entry", event, Passage.USUAL));
        long openedNs = before;
        rig.on(new LaneInput.LeafMoved(A, openedNs, true));
        assertThat(rig.passed).isEmpty();
        rig.lane().tick(openedNs);
        assertThat(rig.passed).isEmpty();
        rig.lane().tick();
        assertThat(kinds()).containsExactly(EventKind.FORCED_OPEN);
        assertThat(rig.passed).isEmpty();
        rig.leaf(A, false);
        rig.leaf(A, true);
        assertThat(rig.passed).hasSize(1);
    }

    @Test
    void anExitThatIsLockedDownExplainsNothing() {
        rig.door(A);
        rig.command(A, new DoorCommand.LockDown(new Lockdown(true, true, true)));
        ms(1_000);
        rig.leaf(A, true);
        ms(100);
        rig.on(new LaneInput.ExitRefused(A, rig.time.nowNs(), true));
        rig.on(new LaneInput.ExitRefused(A, rig.time.nowNs(), false));
        ms(300);
        assertThat(kinds()).containsExactly(EventKind.FORCED_OPEN);
    }

    @Test
    void aLockdownInBetweenChangesNothing() {
        rig.door(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(100);
        rig.lockdown(A);
        ms(100);
        press(Exit.HANDLE, rig.time.nowNs());
        ms(1_000);
        assertThat(alarms()).isEmpty();
    }

    @Test
    void aDoorThatBeginsToStandUnlockedDecidesAtOnce() {
        rig.door(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(100);
        rig.fire(A, true);
        assertThat(kinds()).containsExactly(EventKind.FORCED_OPEN, EventKind.DOOR_NORMAL);
        press(Exit.HANDLE, rig.time.nowNs());
        ms(1_000);
        assertThat(alarms()).hasSize(2);
        rig.fire(A, false);
        ms(1_000);
        assertThat(alarms()).hasSize(2);
    }

    /// The lane is stuck meanwhile: what happened counts, and not when it is heard.
    @ParameterizedTest
    @ValueSource(longs = {1, 299, 300})
    void anExitInTimeExplainsItHoweverLateTheLaneHearsOfThem(long afterMs) {
        rig.door(A);
        ms(1_000);
        long openedNs = rig.time.nowNs();
        long pressedNs = openedNs + afterMs * 1_000_000;
        rig.time.advance(Duration.ofSeconds(8));
        rig.lane().tick(openedNs);
        rig.on(new LaneInput.LeafMoved(A, openedNs, true));
        rig.lane().tick(pressedNs);
        assertThat(alarms()).isEmpty();
        press(Exit.HANDLE, pressedNs);
        rig.lane().tick();
        assertThat(alarms()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Exit.class)
    void anExitThatIsHeardBeforeTheContactExplainsIt(Exit exit) {
        rig.door(A);
        ms(1_000);
        long openedNs = rig.time.nowNs();
        ms(200);
        press(exit, rig.time.nowNs());
        ms(50);
        rig.on(new LaneInput.LeafMoved(A, openedNs, true));
        ms(5_000);
        assertThat(alarms()).isEmpty();
    }

    /// A person has left by the handle; who pulls at the leaf behind them is noticed.
    @Test
    void aReleasingExitThatExplainsAnOpeningExcusesNoOther() {
        var door = rig.door(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(100);
        rig.rex(A);
        assertThat(door.strike.released()).isTrue();
        ms(900);
        rig.leaf(A, false);
        assertThat(door.strike.released()).isFalse();
        ms(1_000);
        rig.leaf(A, true);
        ms(1_000);
        assertThat(kinds()).containsExactly(EventKind.FORCED_OPEN);
    }

    @Test
    void aRestartDoesNotMakeItForced() {
        rig.door(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(100);
        rig.restart();
        rig.door(A);
        ms(1_000);
        assertThat(alarms()).isEmpty();
    }

    @Test
    void anOrderlyStopDecides() {
        rig.door(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(100);
        rig.lane().stop();
        assertThat(kinds()).containsExactly(EventKind.FORCED_OPEN);
        assertThat(rig.last().kind()).isEqualTo(EventKind.CHANNEL_STOPPED);
        assertThat(rig.kept.get(A))
                .isNotNull()
                .matches(kept -> kept.alarm() != null && kept.alarm().cause() == DoorMemory.Alarm.FORCED);
    }

    @Test
    void aLaneThatBeginsAnewWaitsStill() {
        var door = rig.door(A);
        ms(1_000);
        long openedNs = rig.time.nowNs();
        rig.leaf(A, true);
        ms(100);
        rig.lane().rebuild();
        ms(100);
        press(Exit.HANDLE, rig.time.nowNs());
        ms(1_000);
        assertThat(alarms()).isEmpty();
        rig.leaf(A, false);
        ms(10_000);
        rig.leaf(A, true);
        door.leafOpen = false; // and the lane has yet to hear of it
        ms(100);
        rig.lane().rebuild();
        assertThat(alarms()).isEmpty();
        rig.lane().lookAgain();
        assertThat(kinds()).containsExactly(EventKind.FORCED_OPEN, EventKind.DOOR_NORMAL);
        assertThat(alarms().getFirst().monotonicNs()).isGreaterThan(openedNs);
    }
}
