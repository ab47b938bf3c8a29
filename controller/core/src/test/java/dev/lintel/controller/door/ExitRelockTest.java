package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorTimes.Relock;
import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// REX and the auxiliary input at a door that people can leave by its handle: the strike relocks as after an admission.
class ExitRelockTest {
    private static final long A = 1;
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final DoorRig rig = new DoorRig();

    private DoorRig.Wired door(Relock relock) {
        rig.times = new DoorTimes(
                DoorRig.TIMES.unlock(),
                DoorRig.TIMES.extendedUnlock(),
                DoorRig.TIMES.warning(),
                DoorRig.TIMES.extendedOpen(),
                relock,
                true);
        return rig.door(A);
    }

    private void press(DoorRig.Wired door) {
        door.strike.releaseForExit(rig.time.nowNs() + DoorRig.TIMES.unlock().toNanos());
        rig.on(new LaneInput.RexPressed(A, rig.time.nowNs()));
    }

    private long forced() {
        return rig.log.kinds().stream().filter(EventKind.FORCED_OPEN::equals).count();
    }

    /// An outsider who pulls at the leaf behind the person does not get in, and is noticed.
    @ParameterizedTest
    @EnumSource(Relock.class)
    void theStrikeRelocksAsConfigured(Relock relock) {
        var door = door(relock);
        press(door);
        rig.advance(SECOND);
        rig.leaf(A, true);
        assertThat(door.strike.released()).isEqualTo(relock == Relock.CLOSE);
        rig.advance(SECOND);
        rig.leaf(A, false);
        assertThat(door.strike.released()).isFalse();
        rig.advance(SECOND);
        rig.leaf(A, true);
        assertThat(forced()).isEqualTo(1);
    }

    @Test
    void theAuxiliaryInputDoesSo() {
        var door = door(Relock.OPEN);
        door.strike.releaseForExit(rig.time.nowNs() + DoorRig.TIMES.unlock().toNanos());
        rig.on(new LaneInput.AuxClosed(A, rig.time.nowNs()));
        rig.leaf(A, true);
        assertThat(door.strike.released()).isFalse();
    }

    /// A motion sensor stays active while several people leave: each after the first one uses the handle.
    @Test
    void anExitThatStaysActiveReleasesOnceAndExcusesTheNext() {
        var door = door(Relock.OPEN);
        door.exitHeld = true;
        press(door);
        rig.advance(Duration.ofSeconds(10));
        assertThat(door.strike.released()).as("nobody has passed").isTrue();
        for (int person = 0; person < 3; person++) {
            rig.leaf(A, true);
            assertThat(door.strike.released()).isFalse();
            rig.advance(SECOND);
            rig.leaf(A, false);
            rig.advance(Duration.ofSeconds(8));
            assertThat(door.strike.released()).isFalse();
        }
        assertThat(forced()).isZero();
        rig.leaf(A, true);
        assertThat(forced()).as("active for longer than 30 s").isEqualTo(1);
        rig.leaf(A, false);
        door.exitHeld = false;
        rig.advance(SECOND);
        rig.leaf(A, true);
        assertThat(forced()).isEqualTo(2);
        rig.leaf(A, false);
        rig.advance(SECOND);
        press(door);
        assertThat(door.strike.released()).as("the next press").isTrue();
    }

    /// The exit's own thread releases the strike before the lane hears of it.
    @Test
    void anExitThatIsHeardAfterTheOpeningReleasesNothingAgain() {
        var door = door(Relock.OPEN);
        long pressedNs = rig.time.nowNs();
        door.strike.releaseForExit(pressedNs + DoorRig.TIMES.unlock().toNanos());
        rig.advance(SECOND);
        rig.leaf(A, true);
        assertThat(door.strike.released()).isFalse();
        rig.on(new LaneInput.RexPressed(A, pressedNs));
        assertThat(door.strike.released()).isFalse();
        assertThat(forced()).isZero();
    }

    /// A motion sensor that sees a person who comes in would else leave the door unlocked behind them.
    @ParameterizedTest
    @EnumSource(Relock.class)
    void aPressWhileTheLeafIsOpenEndsWithItsClosing_andTheHandleLetsOut(Relock relock) {
        var door = door(relock);
        press(door);
        rig.leaf(A, true);
        rig.advance(SECOND);
        press(door);
        assertThat(door.strike.released()).isTrue();
        rig.leaf(A, false);
        assertThat(door.strike.released()).isFalse();
        rig.advance(SECOND);
        rig.leaf(A, true);
        assertThat(forced()).as("by the handle").isZero();
        rig.leaf(A, false);
        rig.advance(Duration.ofSeconds(10));
        rig.leaf(A, true);
        assertThat(forced()).isEqualTo(1);
    }

    /// The lane is stuck while the person goes through, and hears of it later.
    @ParameterizedTest
    @EnumSource(Relock.class)
    void anExitThatIsHeldWhileTheLaneIsStuckIsNoOtherPress(Relock relock) {
        var door = door(relock);
        door.exitHeld = true;
        press(door);
        long openedNs = rig.time.nowNs() + SECOND.toNanos();
        rig.time.advance(Duration.ofSeconds(8));
        rig.lane().tick(openedNs); // the unlock time is over, and the exit is held
        rig.on(new LaneInput.LeafMoved(A, openedNs, true));
        rig.on(new LaneInput.LeafMoved(A, openedNs + SECOND.toNanos(), false));
        assertThat(door.strike.released()).isFalse();
        assertThat(forced()).isZero();
    }

    /// A handle switch that is stuck, and another exit that is used all day.
    @Test
    void anotherExitDoesNotRenewTheExcuseOfAStuckOne() {
        var door = door(Relock.OPEN);
        door.leaving = true;
        rig.on(new LaneInput.RexPressed(A, rig.time.nowNs(), false));
        for (int i = 0; i < 2; i++) {
            rig.advance(Duration.ofMinutes(4));
            press(door);
            rig.leaf(A, true);
            rig.leaf(A, false);
        }
        rig.advance(Duration.ofSeconds(10));
        rig.leaf(A, true);
        assertThat(forced()).isEqualTo(1);
    }
}
