package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How long a leaf may stand open goes on over a restart: else a door at a box that restarts often would never be told
/// of. Times: 20 s to the pre-alarm, 30 s to the alarm.
class OpenLeafTest {
    private static final long A = 1;

    private final DoorRig rig = new DoorRig();

    private List<EventKind> alarms() {
        return rig.log.kinds().stream()
                .filter(kind -> !kind.isActivity() && kind != EventKind.CHANNEL_STARTED)
                .toList();
    }

    @Test
    void howLongALeafStandsOpenGoesOnOverARestart() {
        rig.door(A);
        rig.card(A);
        rig.leaf(A, true);
        rig.advance(Duration.ofSeconds(15)); // of 20 to the pre-alarm
        rig.restart();
        rig.door(A);
        rig.advance(Duration.ofSeconds(4));
        assertThat(alarms()).isEmpty();
        rig.advance(Duration.ofSeconds(1));
        assertThat(alarms()).containsExactly(EventKind.DOOR_EXTENDED_WARNING);
        rig.restart();
        rig.time.advance(Duration.ofSeconds(9));
        rig.door(A);
        rig.advance(Duration.ofSeconds(1)); // of 30 to the alarm
        assertThat(alarms()).containsExactly(EventKind.DOOR_EXTENDED_WARNING, EventKind.EXTENDED_OPEN);
    }

    @Test
    void aClockThatIsSetBackDuringARestartKeepsNoLeafOpenForLongerThanItsTimes() {
        rig.door(A);
        rig.card(A);
        rig.leaf(A, true);
        rig.time.setWall("2026-01-01T00:00:00Z");
        rig.restart();
        rig.door(A);
        rig.advance(Duration.ofSeconds(30));
        assertThat(alarms()).containsExactly(EventKind.DOOR_EXTENDED_WARNING, EventKind.EXTENDED_OPEN);
    }

    @Test
    void aLeafThatHasClosedMeanwhileIsToldOfNoMore() {
        var door = rig.door(A);
        rig.card(A);
        rig.leaf(A, true);
        door.leafOpen = false;
        rig.restart();
        rig.door(A);
        rig.advance(Duration.ofMinutes(2));
        assertThat(alarms()).isEmpty();
        assertThat(rig.kept.get(A)).isNotNull().matches(kept -> kept.leaf() == null);
    }
}
