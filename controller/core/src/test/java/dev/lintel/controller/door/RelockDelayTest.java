package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorTimes.Relock;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A motor lock is secured some time after the leaf has moved, and its bolt meets no open leaf.
class RelockDelayTest {
    private static final long A = 1;

    private final DoorRig rig = new DoorRig();

    private DoorRig.Wired door(Relock relock) {
        rig.delays(relock, Duration.ZERO, Duration.ofSeconds(2));
        return rig.door(A);
    }

    private void ms(long ms) {
        rig.advance(Duration.ofMillis(ms));
    }

    private boolean forced() {
        return rig.log.kinds().contains(EventKind.FORCED_OPEN);
    }

    private void admit(long person) {
        long id = rig.present(A, "entry");
        var subject = new Subject(A, person, "P" + person, null, null, false);
        var event = new EventDraft(EventKind.ADMITTED_CARD, rig.time.nowMs(), rig.time.nowNs(), subject, Map.of());
        rig.on(new LaneInput.Answered(A, rig.time.nowNs(), id, "entry", event, Passage.USUAL));
    }

    @Test
    void theDelayBeginsWithTheOpening() {
        var door = door(Relock.OPEN);
        rig.card(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(1_999);
        assertThat(door.strike.released()).isTrue();
        ms(1);
        assertThat(door.strike.released()).isFalse();
        ms(1_000);
        rig.leaf(A, false);
        ms(1_000);
        rig.leaf(A, true);
        assertThat(forced()).isTrue();
    }

    /// Fire ends while the lane has yet to hear that the leaf opened.
    @ParameterizedTest
    @ValueSource(ints = {600, 5_000})
    void boltMeetsNoLeafWhoseOpeningWaitsToBeHeard(int stuckMs) {
        var door = door(Relock.CLOSE);
        rig.fire(A, true);
        ms(5_500);
        long openedNs = rig.time.nowNs();
        door.leafOpen = true;
        door.strike.fire(false);
        rig.time.advance(Duration.ofMillis(stuckMs));
        rig.lane().tick(openedNs);
        assertThat(door.strike.released()).isTrue();
        rig.on(new LaneInput.LeafMoved(A, openedNs, true));
        rig.on(new LaneInput.FireMoved(A, openedNs, false));
        ms(60_000);
        assertThat(rig.log.kinds()).contains(EventKind.FIRE_RELEASE_OFF);
        assertThat(door.strike.released()).isTrue();
        rig.leaf(A, false);
        ms(2_001);
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void theDelayOutlastsTheUnlockTimeAndTheClosing() {
        var door = door(Relock.OPEN);
        rig.card(A);
        ms(4_900);
        rig.leaf(A, true);
        ms(500);
        rig.leaf(A, false);
        ms(1_499);
        assertThat(door.strike.released()).isTrue();
        rig.leaf(A, true);
        assertThat(forced()).as("nobody was admitted for it").isTrue();
        ms(1);
        assertThat(door.strike.released()).as("it does not delay again").isFalse();
    }

    @Test
    void theDelayBeginsWithTheClosing() {
        var door = door(Relock.CLOSE);
        rig.card(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(12_000);
        assertThat(door.strike.released())
                .as("the unlock time is over, and the leaf is open")
                .isTrue();
        rig.leaf(A, false);
        ms(1_999);
        assertThat(door.strike.released()).isTrue();
        ms(1);
        assertThat(door.strike.released()).isFalse();
        assertThat(rig.log.kinds()).doesNotContain(EventKind.ADMITTED_NOT_USED);
    }

    @Test
    void aLeafThatOpensAgainWithinTheDelayIsWaitedFor() {
        var door = door(Relock.CLOSE);
        rig.card(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(1_000);
        rig.leaf(A, false);
        ms(1_000);
        rig.leaf(A, true);
        ms(15_000);
        assertThat(door.strike.released()).isTrue();
        rig.leaf(A, false);
        ms(2_000);
        assertThat(door.strike.released()).isFalse();
        assertThat(alarms()).as("nobody was admitted for the second opening").isEqualTo(1);
        ms(100);
        rig.leaf(A, true);
        assertThat(alarms()).as("nor for this one").isEqualTo(2);
    }

    private long alarms() {
        return rig.log.kinds().stream().filter(EventKind.FORCED_OPEN::equals).count();
    }

    @ParameterizedTest
    @EnumSource(Relock.class)
    void aLeafThatReboundsWithinTheDelayIsNotForced(Relock relock) {
        door(relock);
        rig.card(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(500);
        rig.leaf(A, false);
        ms(300);
        rig.leaf(A, true);
        assertThat(forced()).isFalse();
    }

    /// The lane is stuck while the leaf opens again, and the delay is over as it hears of that.
    @ParameterizedTest
    @EnumSource(Relock.class)
    void anOpeningWithinTheDelayIsForcedHoweverLateItIsHeard(Relock relock) {
        door(relock);
        rig.card(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(500);
        rig.leaf(A, false);
        ms(400);
        long openedNs = rig.time.nowNs();
        rig.time.advance(Duration.ofSeconds(4));
        rig.lane().tick(openedNs);
        rig.on(new LaneInput.LeafMoved(A, openedNs, true));
        assertThat(forced()).isTrue();
    }

    /// B is admitted within the delay, with an unlock time that ends before it.
    @ParameterizedTest
    @EnumSource(Relock.class)
    void aPersonWhoIsAdmittedWithinTheDelayMayOpen_andNobodyAfterTheirTime(Relock relock) {
        rig.delays(relock, Duration.ZERO, Duration.ofSeconds(10));
        rig.door(A);
        rig.card(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(500);
        rig.leaf(A, false);
        ms(500);
        rig.card(A);
        ms(5_300);
        rig.leaf(A, true);
        assertThat(forced()).as("the contact lags").isFalse();
        rig.leaf(A, false);
        ms(500);
        rig.card(A);
        ms(5_301);
        rig.leaf(A, true);
        assertThat(forced()).isTrue();
    }

    @Test
    void anExitWithinTheDelayLetsOut() {
        door(Relock.CLOSE);
        rig.card(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(500);
        rig.leaf(A, false);
        ms(1_000);
        rig.rex(A);
        ms(1_000);
        rig.leaf(A, true);
        assertThat(forced()).isFalse();
    }

    @Test
    void aModeThatUnlocksWithinTheDelayLetsPass() {
        door(Relock.CLOSE);
        rig.card(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(500);
        rig.leaf(A, false);
        rig.command(A, new DoorCommand.Unlock(null));
        ms(1_000);
        rig.leaf(A, true);
        assertThat(forced()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Relock.class)
    void anExitHasTheSameDelay(Relock relock) {
        var door = door(relock);
        rig.rex(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(500);
        rig.leaf(A, false);
        ms(relock == Relock.OPEN ? 1_499 : 1_999);
        assertThat(door.strike.released()).isTrue();
        ms(1);
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void anUnopenedDoorHasNoDelay() {
        var door = door(Relock.CLOSE);
        admit(7);
        ms(5_000);
        assertThat(door.strike.released()).isFalse();
        ms(301);
        assertThat(rig.log.kinds()).contains(EventKind.ADMITTED_NOT_USED);
    }

    /// B is admitted within the delay of A, and does not open.
    @Test
    void whoIsAdmittedWithinTheDelayAndDoesNotOpenIsReported() {
        door(Relock.CLOSE);
        admit(7);
        ms(1_000);
        rig.leaf(A, true);
        ms(1_000);
        rig.leaf(A, false);
        ms(1_000);
        admit(8);
        assertThat(rig.passed).extracting(event -> event.subject().personId()).containsExactly(7L);
        ms(5_301);
        assertThat(rig.last().kind()).isEqualTo(EventKind.ADMITTED_NOT_USED);
        assertThat(rig.last().subject().personId()).isEqualTo(8);
        assertThat(rig.passed).hasSize(1);
    }

    @Test
    void aLockdownSecuresAShutDoorAtOnce() {
        var door = door(Relock.CLOSE);
        rig.card(A);
        ms(1_000);
        rig.leaf(A, true);
        ms(1_000);
        rig.leaf(A, false);
        rig.lockdown(A);
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void aLockdownWaitsForAnOpenLeaf() {
        var door = door(Relock.CLOSE);
        rig.card(A);
        ms(1_000);
        rig.leaf(A, true);
        rig.lockdown(A);
        ms(10_000);
        assertThat(door.strike.released()).isTrue();
        rig.leaf(A, false);
        ms(1_999);
        assertThat(door.strike.released()).isTrue();
        ms(1);
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void fireThatEndsWithTheLeafOpenWaitsForIt() {
        var door = door(Relock.CLOSE);
        rig.fire(A, true);
        rig.leaf(A, true);
        rig.fire(A, false);
        ms(1_000);
        assertThat(door.strike.released()).isTrue();
        rig.leaf(A, false);
        ms(2_000);
        assertThat(door.strike.released()).isFalse();
    }

    /// Nobody knows more than the contact says: an open leaf at a start keeps no strike released.
    @Test
    void aRestartSecuresAtOnce() {
        var door = door(Relock.CLOSE);
        rig.card(A);
        rig.leaf(A, true);
        rig.restart();
        rig.door(A);
        assertThat(door.strike.released()).isFalse();
        ms(10_000);
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void otherRulesWhileTheLeafIsOpenEndTheDelay() {
        var door = door(Relock.CLOSE);
        rig.card(A);
        rig.leaf(A, true);
        rig.on(new LaneInput.NewRules(A, rig.time.nowNs(), DoorRig.TIMES, DoorRules.PLAIN));
        ms(10_000);
        assertThat(door.strike.released()).isTrue();
        rig.leaf(A, false);
        assertThat(door.strike.released()).isFalse();
    }
}
