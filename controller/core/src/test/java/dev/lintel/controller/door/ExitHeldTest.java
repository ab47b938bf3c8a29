package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// An exit that is taped down leaves a door unlocked with its leaf shut: somebody is told, once.
class ExitHeldTest {
    private static final long A = 1;

    private final DoorRig rig = new DoorRig();
    private final DoorRig.Wired door = rig.door(A);

    private List<EventKind> told() {
        return rig.log.kinds().stream()
                .filter(kind -> kind == EventKind.EXIT_HELD || kind == EventKind.EXIT_LET_GO)
                .toList();
    }

    private void press() {
        door.exitHeld = true;
        door.strike.releaseForExit(rig.time.nowNs() + DoorRig.TIMES.unlock().toNanos());
        rig.on(new LaneInput.RexPressed(A, rig.time.nowNs()));
    }

    /// The simulation found it: for a moment the strike fell on who leans on the exit.
    @Test
    void whereTheLaneBeginsAnewTheStrikeDoesNotFallInBetween() {
        var door = rig.door(A);
        door.exitHeld = true;
        door.strike.releaseForExit(rig.time.nowNs() + Duration.ofSeconds(5).toNanos());
        rig.on(new LaneInput.RexPressed(A, rig.time.nowNs()));
        rig.time.advance(Duration.ofSeconds(10)); // the lane is stuck
        rig.lane().rebuild();
        assertThat(door.strike.released()).isTrue();
        assertThat(door.output.falls).isZero();
    }

    @Test
    void oneThatIsHeldForLongIsToldOnceAndSoIsItsEnd() {
        press();
        rig.advance(Duration.ofSeconds(299));
        assertThat(told()).isEmpty();
        rig.advance(Duration.ofSeconds(2));
        assertThat(told()).containsExactly(EventKind.EXIT_HELD);
        assertThat(rig.last().additional()).containsEntry("door", "unlocked");
        rig.advance(Duration.ofHours(1));
        assertThat(door.strike.released()).isTrue();
        door.exitHeld = false;
        rig.advance(Duration.ofSeconds(2));
        assertThat(door.strike.released()).isFalse();
        assertThat(told()).containsExactly(EventKind.EXIT_HELD, EventKind.EXIT_LET_GO);
    }

    private void pressHandle() {
        door.leaving = true;
        rig.on(new LaneInput.RexPressed(A, rig.time.nowNs(), false));
    }

    private long forced() {
        return rig.log.kinds().stream().filter(EventKind.FORCED_OPEN::equals).count();
    }

    /// A switch or a sensor that is stuck would else end the forced alarm of this door for ever.
    @Test
    void anExitThatReleasesNothingExcusesOpeningsForThirtySeconds() {
        pressHandle();
        for (int person = 0; person < 3; person++) {
            rig.advance(Duration.ofMillis(9_999));
            rig.leaf(A, true);
            rig.leaf(A, false);
        }
        assertThat(forced()).as("people stream through").isZero();
        rig.advance(Duration.ofSeconds(1));
        rig.leaf(A, true);
        rig.leaf(A, false);
        assertThat(forced()).isEqualTo(1);
        assertThat(told()).isEmpty();
        rig.advance(Duration.ofSeconds(270));
        assertThat(told()).containsExactly(EventKind.EXIT_HELD);
        rig.advance(Duration.ofHours(1));
        door.leaving = false;
        rig.advance(Duration.ofSeconds(70));
        assertThat(told()).containsExactly(EventKind.EXIT_HELD, EventKind.EXIT_LET_GO);
        pressHandle();
        rig.leaf(A, true);
        assertThat(forced()).as("it works again").isEqualTo(1);
    }

    @Test
    void anExitThatIsPressedAgainBetweenTwoLooksWasLetGo() {
        for (int i = 0; i < 100; i++) {
            pressHandle();
            rig.advance(Duration.ofSeconds(10));
        }
        assertThat(told()).isEmpty();
        rig.advance(Duration.ofSeconds(291));
        assertThat(told()).containsExactly(EventKind.EXIT_HELD);
        pressHandle();
        assertThat(told()).containsExactly(EventKind.EXIT_HELD, EventKind.EXIT_LET_GO);
    }

    @Test
    void whoeverStreamsThroughWithGapsHoldsNothing() {
        for (int i = 0; i < 4; i++) {
            press();
            rig.advance(Duration.ofMinutes(4));
            door.exitHeld = false;
            rig.advance(Duration.ofSeconds(2));
        }
        assertThat(told()).isEmpty();
    }

    @Test
    void afterARestartTheSameHoldingIsNotToldAgainButItsEndIs() {
        press();
        rig.advance(Duration.ofMinutes(6));
        rig.restart();
        rig.door(A);
        press();
        rig.advance(Duration.ofMinutes(20));
        assertThat(told()).containsExactly(EventKind.EXIT_HELD);
        door.exitHeld = false;
        rig.restart();
        rig.door(A);
        rig.advance(Duration.ofSeconds(1));
        rig.restart();
        rig.door(A);
        rig.advance(Duration.ofMinutes(10));
        assertThat(told()).containsExactly(EventKind.EXIT_HELD, EventKind.EXIT_LET_GO);
    }

    @Test
    void anExitThatIsHeldKeepsTheStrikeThoughTheLaneIsStuckPastItsTime() {
        door.exitHeld = true;
        door.strike.releaseForExit(rig.time.nowNs() + 5_000_000_000L);
        long pressedNs = rig.time.nowNs();
        rig.time.advance(Duration.ofSeconds(8));
        rig.lane().tick();
        assertThat(door.strike.released()).isTrue();
        rig.on(new LaneInput.RexPressed(A, pressedNs));
        rig.advance(Duration.ofSeconds(5));
        assertThat(door.strike.released()).isTrue();
        door.exitHeld = false;
        rig.advance(Duration.ofSeconds(3));
        assertThat(door.strike.released()).isFalse();
    }
}
