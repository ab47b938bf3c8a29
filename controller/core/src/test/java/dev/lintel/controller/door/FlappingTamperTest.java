package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What the log and the door make of a reader's tamper switch and supply that flap.
class FlappingTamperTest {
    private static final long A = 1;

    private final DoorRig rig = new DoorRig();

    private List<EventKind> kinds() {
        return rig.log.kinds().stream()
                .filter(kind -> kind != EventKind.CHANNEL_STARTED)
                .toList();
    }

    /// Between two reports the door has the state, and the log does not.
    @Test
    void changesOfATamperSwitchThatFlapsAreInTheLogWithTheirNumber() {
        rig.door(A);
        rig.on(new LaneInput.TamperMoved(A, rig.time.nowNs(), "entry", true));
        rig.on(new LaneInput.TamperMoved(A, rig.time.nowNs(), "entry", false, 0));
        assertThat(rig.view(A).tampered("entry")).isFalse();
        assertThat(kinds()).containsExactly(EventKind.TAMPER);
        rig.on(new LaneInput.TamperMoved(A, rig.time.nowNs(), "entry", true, 0));
        rig.on(new LaneInput.TamperMoved(A, rig.time.nowNs(), "entry", true, 40));
        assertThat(kinds()).containsExactly(EventKind.TAMPER, EventKind.TAMPER);
        assertThat(rig.last().additional()).containsEntry("changes", 40);
        rig.on(new LaneInput.TamperMoved(A, rig.time.nowNs(), "entry", false, 1));
        rig.on(new LaneInput.TamperMoved(A, rig.time.nowNs(), "entry", false, 2));
        assertThat(kinds())
                .as("it opened and closed between two reports")
                .containsExactly(
                        EventKind.TAMPER,
                        EventKind.TAMPER,
                        EventKind.TAMPER_CLEARED,
                        EventKind.TAMPER,
                        EventKind.TAMPER_CLEARED);
        rig.on(new LaneInput.ReaderPower(A, rig.time.nowNs(), "entry", true, 1));
        rig.on(new LaneInput.ReaderPower(A, rig.time.nowNs(), "entry", false, 0));
        rig.on(new LaneInput.ReaderPower(A, rig.time.nowNs(), "entry", false, 7));
        assertThat(kinds().subList(5, kinds().size())).containsExactly(EventKind.POWER_FAIL, EventKind.POWER_RESTORED);
        rig.on(new LaneInput.ReaderPower(A, rig.time.nowNs(), "entry", false, 6));
        assertThat(kinds().subList(5, kinds().size()))
                .as("it failed and was back between two reports")
                .containsExactly(
                        EventKind.POWER_FAIL, EventKind.POWER_RESTORED, EventKind.POWER_FAIL, EventKind.POWER_RESTORED);
        assertThat(rig.last().additional()).isEqualTo(Map.of("reader", "entry"));
    }
}
