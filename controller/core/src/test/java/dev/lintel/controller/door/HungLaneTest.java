package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// What happened while the lane stood still is told as it was once it goes on.
class HungLaneTest {
    private static final long A = 1;

    private final DoorRig rig = new DoorRig();

    private List<EventKind> told() {
        return rig.log.kinds().stream()
                .filter(kind -> kind != EventKind.CHANNEL_STARTED)
                .toList();
    }

    @Test
    void whoForcesALockBeforeTheWatchdogLetItGoIsTold() {
        var door = rig.failSafe(A);
        rig.advance(Duration.ofSeconds(1));
        long openedNs = rig.time.nowNs();
        door.leafOpen = true;
        rig.time.advance(Duration.ofSeconds(3));
        rig.lane().leave();
        rig.lane().settleUnattended();
        assertThat(door.strike.released()).isTrue();
        rig.time.advance(Duration.ofSeconds(3));
        rig.lane().attend();
        rig.on(new LaneInput.LeafMoved(A, openedNs, true));
        assertThat(told()).containsExactly(EventKind.FORCED_OPEN);
    }

    @Test
    void whoOpensALockThatTheWatchdogLetGoForcesNothing() {
        var door = rig.failSafe(A);
        rig.advance(Duration.ofSeconds(1));
        rig.lane().leave();
        rig.lane().settleUnattended();
        rig.time.advance(Duration.ofSeconds(3));
        long openedNs = rig.time.nowNs();
        door.leafOpen = true;
        rig.time.advance(Duration.ofSeconds(3));
        rig.lane().attend();
        rig.on(new LaneInput.LeafMoved(A, openedNs, true));
        assertThat(told()).isEmpty();
        assertThat(rig.view(A).state()).isEqualTo("open");
    }

    @Test
    void whoForcesALockBeforeAnExitIsPressedWhileTheLaneHangsIsTold() {
        var door = rig.door(A);
        rig.advance(Duration.ofSeconds(1));
        long forcedNs = rig.time.nowNs();
        door.leafOpen = true;
        rig.time.advance(Duration.ofSeconds(5));
        rig.lane().leave();
        rig.lane().settleUnattended();
        rig.time.advance(Duration.ofSeconds(1));
        long rexNs = rig.time.nowNs();
        door.strike.releaseForExit(rexNs + DoorRig.TIMES.unlock().toNanos());
        rig.time.advance(Duration.ofSeconds(6)); // past the promise
        rig.lane().settleUnattended();
        assertThat(door.strike.released()).isFalse();
        rig.lane().attend();
        rig.on(new LaneInput.LeafMoved(A, forcedNs, true));
        rig.on(new LaneInput.RexPressed(A, rexNs));
        assertThat(told())
                .containsExactly(EventKind.FORCED_OPEN, EventKind.REX_PRESSED, EventKind.ADMITTED_REQUEST_EXIT);
        assertThat(rig.view(A).state()).isEqualTo("forced");
    }

    @Test
    void leafThatIsForcedWhileAnUnlockedDoorHangs_isReportedAlsoAfterTwoBeginnings() {
        var door = rig.door(A);
        rig.command(A, new DoorCommand.Unlock(null));
        rig.lane().leave();
        rig.time.advance(Duration.ofSeconds(6));
        rig.lane().settleUnattended(); // secures the strike
        rig.time.advance(Duration.ofSeconds(1));
        long forcedNs = rig.time.nowNs();
        door.leafOpen = true;
        rig.time.advance(Duration.ofSeconds(1));
        rig.lane().attend();
        rig.lane().rebuild();
        rig.on(new LaneInput.LeafMoved(A, forcedNs, true));
        assertThat(told()).containsExactly(EventKind.MODE_UNLOCK, EventKind.FORCED_OPEN, EventKind.DOOR_NORMAL);
    }

    /// The leaf is forced, and only then is the door released, before the lane hears of it.
    private DoorRig.Wired forcedWhileItHangs(Consumer<DoorRig.Wired> then) {
        var door = rig.door(A);
        rig.advance(Duration.ofSeconds(1));
        long forcedNs = rig.time.nowNs();
        door.leafOpen = true;
        rig.time.advance(Duration.ofSeconds(6));
        rig.lane().leave();
        rig.lane().settleUnattended();
        then.accept(door);
        rig.lane().attend();
        rig.lane().tick(forcedNs);
        rig.on(new LaneInput.LeafMoved(A, forcedNs, true));
        return door;
    }

    @Test
    void whoForcesALockIsToldThoughAnExitIsHeldAsTheLaneIsBack() {
        var door = forcedWhileItHangs(leaves -> {
            leaves.exitHeld = true;
            leaves.strike.releaseForExit(
                    rig.time.nowNs() + DoorRig.TIMES.unlock().toNanos());
            rig.time.advance(Duration.ofSeconds(1));
        });
        assertThat(told()).containsExactly(EventKind.FORCED_OPEN);
        assertThat(door.strike.released()).as("who leaves does so").isTrue();
        assertThat(rig.view(A).state()).isEqualTo("forced");
    }

    @Test
    void whoForcesALockIsToldThoughFireCallsBeforeThatIsHeardAndFireIsToldByItsOwnTime() {
        forcedWhileItHangs(burns -> burns.strike.fire(true));
        assertThat(told())
                .containsExactlyInAnyOrder(EventKind.FIRE_RELEASE_ON, EventKind.FORCED_OPEN, EventKind.DOOR_NORMAL);
        long fireNs = rig.log.drafts().stream()
                .filter(draft -> draft.kind() == EventKind.FIRE_RELEASE_ON)
                .findFirst()
                .orElseThrow()
                .monotonicNs();
        assertThat(fireNs).isEqualTo(rig.time.nowNs());
    }

    @Test
    void whoForcesADoorThatStoodUnlockedUntilTheWatchdogSecuredItIsTold() {
        var door = rig.door(A);
        rig.command(A, new DoorCommand.Unlock(null));
        rig.advance(Duration.ofSeconds(1));
        rig.lane().leave();
        rig.lane().settleUnattended();
        assertThat(door.strike.released()).isFalse();
        rig.time.advance(Duration.ofSeconds(1));
        long forcedNs = rig.time.nowNs();
        rig.time.advance(Duration.ofSeconds(1));
        rig.lane().attend();
        rig.on(new LaneInput.LeafMoved(A, forcedNs, true));
        rig.on(new LaneInput.LeafMoved(A, forcedNs + 1, false));
        assertThat(told()).containsExactly(EventKind.MODE_UNLOCK, EventKind.FORCED_OPEN, EventKind.DOOR_NORMAL);
        assertThat(door.strike.released()).isTrue();
    }

    @Test
    void whoPressedAndOpenedWhileTheWholeProcessStoodStillForcesNothingAndHasTheirWholeTime() {
        var door = rig.door(A, DoorRules.PLAIN, true);
        rig.advance(Duration.ofSeconds(1));
        long pressedNs = rig.time.nowNs();
        rig.time.advance(Duration.ofSeconds(10));
        long backNs = rig.time.nowNs();
        door.strike.releaseForExit(pressedNs, backNs + DoorRig.TIMES.unlock().toNanos());
        rig.on(new LaneInput.RexPressed(A, pressedNs));
        rig.on(new LaneInput.LeafMoved(A, pressedNs + 300_000_000, true));
        rig.on(new LaneInput.LeafMoved(A, pressedNs + 600_000_000, false));
        assertThat(told()).containsExactly(EventKind.REX_PRESSED, EventKind.ADMITTED_REQUEST_EXIT);
        rig.advance(DoorRig.TIMES.unlock().minusMillis(1));
        assertThat(door.strike.released()).isTrue();
        rig.advance(Duration.ofMillis(2));
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void whoForcesALockAfterTheWatchdogSecuredItIsToldThoughSomebodyWasAdmittedBefore() {
        var door = rig.door(A);
        rig.card(A);
        rig.advance(Duration.ofSeconds(1));
        assertThat(door.strike.released()).isTrue();
        rig.time.advance(Duration.ofSeconds(5));
        rig.lane().leave();
        rig.lane().settleUnattended();
        assertThat(door.strike.released()).isFalse();
        rig.time.advance(Duration.ofSeconds(2));
        long forcedNs = rig.time.nowNs();
        door.leafOpen = true;
        rig.time.advance(Duration.ofSeconds(1));
        rig.lane().attend();
        rig.on(new LaneInput.LeafMoved(A, forcedNs, true));
        assertThat(told()).containsExactly(EventKind.ADMITTED_CARD, EventKind.FORCED_OPEN);
        rig.advance(Duration.ofSeconds(1));
        assertThat(told()).endsWith(EventKind.ADMITTED_NOT_USED);
    }

    @Test
    void nobodyIsWarnedOfALeafThatClosedInTimeThoughThatIsHeardLate() {
        var door = rig.door(A);
        rig.card(A);
        rig.leaf(A, true);
        long closedNs = rig.time.nowNs() + Duration.ofSeconds(4).toNanos();
        rig.time.advance(Duration.ofSeconds(60));
        assertThat(rig.lane().tick(closedNs)).isLessThan(rig.time.nowNs());
        rig.on(new LaneInput.LeafMoved(A, closedNs, false));
        // And once more, with both moves waiting.
        rig.time.advance(Duration.ofSeconds(30));
        long openNs = rig.time.nowNs();
        door.strike.releaseForExit(openNs + DoorRig.TIMES.unlock().toNanos());
        rig.time.advance(Duration.ofSeconds(30));
        rig.on(new LaneInput.AuxClosed(A, openNs));
        rig.on(new LaneInput.LeafMoved(A, openNs, true));
        rig.on(new LaneInput.LeafMoved(A, openNs + Duration.ofSeconds(4).toNanos(), false));
        rig.lane().tick();
        assertThat(told()).containsExactly(EventKind.ADMITTED_CARD, EventKind.ADMITTED_AUXILIARY);
    }

    @Test
    void fireThatTheLaneSawItselfIsNotToldAgainByWhatWaited() {
        long fireNs = rig.time.nowNs();
        var door = rig.doorInFire(A);
        rig.time.advance(Duration.ofMillis(500));
        door.strike.fire(false);
        long overNs = rig.time.nowNs();
        rig.time.advance(Duration.ofSeconds(1));
        rig.lane().tick(); // looks by itself
        rig.on(new LaneInput.FireMoved(A, fireNs, true));
        rig.on(new LaneInput.FireMoved(A, overNs, false));
        assertThat(told()).containsExactly(EventKind.FIRE_RELEASE_ON, EventKind.FIRE_RELEASE_OFF);
        long nextNs = rig.time.nowNs() + 1;
        rig.time.advance(Duration.ofSeconds(1));
        rig.on(new LaneInput.FireMoved(A, nextNs, true)); // another one, over before the lane looked
        rig.on(new LaneInput.FireMoved(A, nextNs + 1, false));
        assertThat(told()).hasSize(4).endsWith(EventKind.FIRE_RELEASE_ON, EventKind.FIRE_RELEASE_OFF);
    }

    @Test
    void aStrikeIsSecuredInTimeWhateverIsYetToBeHeard() {
        var door = rig.door(A);
        rig.card(A);
        rig.leaf(A, true);
        rig.card(A);
        long admittedNs = rig.time.nowNs();
        rig.time.advance(Duration.ofSeconds(25));
        assertThat(door.strike.released()).isTrue();
        rig.lane().tick(admittedNs);
        assertThat(door.strike.released()).isFalse();
        assertThat(told()).containsExactly(EventKind.ADMITTED_CARD, EventKind.ADMITTED_CARD);
        rig.lane().tick();
        assertThat(told()).endsWith(EventKind.DOOR_EXTENDED_WARNING);
    }

    @Test
    void whoLeavesWhileTheLaneHangsBreaksNothingAndWhoForcesTheDoorIsTold() {
        var door = rig.door(A);
        rig.advance(Duration.ofSeconds(1));
        rig.lane().leave();
        long rexNs = rig.time.nowNs();
        door.strike.releaseForExit(rexNs + 5_000_000_000L);
        rig.time.advance(Duration.ofSeconds(2));
        long openedNs = rig.time.nowNs();
        door.leafOpen = true;
        rig.time.advance(Duration.ofSeconds(9));
        rig.lane().settleUnattended();
        assertThat(door.strike.released()).isFalse();
        rig.lane().attend();
        rig.on(new LaneInput.RexPressed(A, rexNs));
        rig.on(new LaneInput.LeafMoved(A, openedNs, true));
        rig.lane().lookAgain();
        assertThat(told()).containsExactly(EventKind.REX_PRESSED, EventKind.ADMITTED_REQUEST_EXIT);
        assertThat(rig.view(A).state()).isEqualTo("open");
        rig.leaf(A, false);
        rig.advance(Duration.ofSeconds(1));
        rig.lane().leave();
        long forcedNs = rig.time.nowNs();
        rig.time.advance(Duration.ofSeconds(9)); // it was shut again meanwhile
        rig.lane().attend();
        rig.on(new LaneInput.LeafMoved(A, forcedNs, true));
        rig.on(new LaneInput.LeafMoved(A, forcedNs + 1, false));
        assertThat(told()).endsWith(EventKind.FORCED_OPEN, EventKind.DOOR_NORMAL);
    }

    @Test
    void whileTheLaneHangsAStrikeLetsGoForLongerAndFirePassesAndTheLogIsRight() {
        var door = rig.door(A);
        rig.advance(Duration.ofSeconds(1));
        long rexNs = rig.time.nowNs();
        door.strike.releaseForExit(rexNs + 1_000_000_000L);
        rig.time.advance(Duration.ofMillis(1_050)); // past the promise, and nobody secures it
        long openedNs = rig.time.nowNs();
        rig.lane().leave();
        rig.time.advance(Duration.ofSeconds(1));
        rig.lane().settleUnattended();
        long fireNs = rig.time.nowNs();
        door.strike.fire(true);
        door.strike.fire(false);
        rig.lane().settleUnattended();
        door.leafOpen = true;
        rig.lane().attend();
        rig.on(new LaneInput.AuxClosed(A, rexNs));
        rig.on(new LaneInput.LeafMoved(A, openedNs, true));
        rig.on(new LaneInput.FireMoved(A, fireNs, true));
        assertThat(door.strike.released()).isFalse();
        rig.on(new LaneInput.FireMoved(A, fireNs + 1, false));
        rig.lane().lookAgain();
        assertThat(told())
                .containsExactly(EventKind.ADMITTED_AUXILIARY, EventKind.FIRE_RELEASE_ON, EventKind.FIRE_RELEASE_OFF);
        assertThat(rig.view(A).state()).isEqualTo("open");
    }
}
