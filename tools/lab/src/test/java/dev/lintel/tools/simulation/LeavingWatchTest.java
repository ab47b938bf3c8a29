package dev.lintel.tools.simulation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventKind;
import org.junit.jupiter.api.Test;

/// Openings that nobody may take for free: a leaf that bounces, a person who follows another one out, and a leaf that
/// is wedged open behind a button.
class LeavingWatchTest {
    private final Stage stage = Stage.at(door -> !door.byBox()
            && !door.times().alarms().latch()
            && !door.times().alarms().preAlarm()
            && door.times().warning() < door.times().extendedOpen());

    private void leaf(boolean open) {
        stage.door().leaf(open, false, stage.time.nowNs());
    }

    @Test
    void aForcedLeafThatBouncesIsForcedAgain() {
        stage.pass(1_000);
        leaf(true);
        stage.told(EventKind.FORCED_OPEN);
        stage.door().alarms.sounds(true, stage.time.nowNs());
        stage.settle();
        stage.pass(500);
        leaf(false);
        stage.told(EventKind.DOOR_NORMAL);
        stage.door().alarms.sounds(false, stage.time.nowNs());
        stage.settle();
        stage.pass(200);
        leaf(true);
        assertThatThrownBy(stage::settle).hasMessageContaining("a forced opening that the log does not tell of");
    }

    private void exit() {
        stage.door().strike(true, stage.time.nowNs());
        stage.door().exits.moves(true, true, stage.time.nowNs());
        stage.door().exits.pressed(true, stage.time.nowNs());
        stage.told(EventKind.REX_PRESSED);
        stage.told(EventKind.ADMITTED_REQUEST_EXIT);
        stage.settle();
    }

    /// Opens, closes, and is secured.
    private void passes() {
        leaf(true);
        stage.door().strike(false, stage.time.nowNs());
        stage.settle();
        stage.pass(1_000);
        leaf(false);
        stage.settle();
        stage.pass(1_000);
    }

    @Test
    void anExitThatIsActiveExcusesOpeningsForThirtySeconds() {
        stage.door().retimed(stage.door().times().with(false, new Premises.Delays(0, 0)));
        stage.pass(1_000);
        exit();
        passes();
        stage.pass(24_000);
        assertThatCode(this::passes).doesNotThrowAnyException();
        stage.pass(5_000);
        leaf(true);
        assertThatThrownBy(stage::settle).hasMessageContaining("a forced opening that the log does not tell of");
    }

    @Test
    void anExitThatIsNotActiveAnyMoreExcusesOneOpening() {
        stage.door().retimed(stage.door().times().with(false, new Premises.Delays(0, 0)));
        stage.pass(1_000);
        exit();
        leaf(true);
        stage.door().strike(false, stage.time.nowNs());
        stage.settle();
        stage.door().exits.moves(true, false, stage.time.nowNs());
        stage.pass(100);
        exit(); // while the leaf is open
        stage.door().exits.moves(true, false, stage.time.nowNs());
        leaf(false);
        stage.door().strike(false, stage.time.nowNs());
        stage.settle();
        stage.pass(500);
        assertThatCode(() -> {
                    leaf(true);
                    stage.settle();
                })
                .doesNotThrowAnyException();
        leaf(false);
        stage.settle();
        stage.pass(500);
        leaf(true);
        assertThatThrownBy(stage::settle).hasMessageContaining("a forced opening that the log does not tell of");
    }

    /// Presses of a button do not switch the alarm off.
    @Test
    void anExitAtAnOpenLeafDoesNotRestartItsTimes() {
        stage.pass(1_000);
        stage.door().strike(true, stage.time.nowNs());
        stage.door().releasedWith(false, Turns.Owner.ANYBODY, Turns.Way.IN, stage.time.nowNs());
        stage.door().leaf(true, false, stage.time.nowNs());
        stage.pass(stage.door().times().warning() * 1_000L - 100);
        stage.door().exits.moves(true, true, stage.time.nowNs());
        stage.door().exits.pressed(true, stage.time.nowNs());
        stage.told(EventKind.REX_PRESSED);
        stage.told(EventKind.ADMITTED_REQUEST_EXIT);
        stage.pass(200);
        stage.settle();
        stage.pass(1_200);
        assertThatThrownBy(stage::settle).hasMessageContaining("without a warning");
        assertThatCode(() -> stage.told(EventKind.DOOR_EXTENDED_WARNING)).doesNotThrowAnyException();
    }
}
