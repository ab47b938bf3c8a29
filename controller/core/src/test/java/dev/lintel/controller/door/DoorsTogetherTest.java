package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorMemory.Alarm;
import dev.lintel.controller.door.DoorMemory.RaisedAlarm;
import dev.lintel.controller.event.EventKind;
import dev.lintel.reader.gpio.GpioException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// What a door tells and what then stands at it reach the disk in one piece, so that a kill at any time makes the
/// next start tell nothing twice.
class DoorsTogetherTest {
    private static final long A = 1;

    private final DoorRig rig = new DoorRig();
    private final DoorRig.Wired door = rig.door(A);

    private DoorRig.Piece piece(EventKind told) {
        return rig.pieces.stream()
                .filter(piece -> piece.told().contains(told))
                .findFirst()
                .orElseThrow(() -> new AssertionError(told + " is in no piece"));
    }

    @Test
    void fireThatALookFindsIsToldWithWhatStands() {
        door.strike.fire(true);
        rig.lane().lookAgain();
        assertThat(piece(EventKind.FIRE_RELEASE_ON).kept())
                .anyMatch(kept -> kept.standing().fire());
    }

    @Test
    void anAlarmThatEndsInARebuildIsToldWithWhatStands() {
        rig.advance(Duration.ofSeconds(1));
        rig.leaf(A, true);
        assertThat(piece(EventKind.FORCED_OPEN).kept())
                .anyMatch(kept -> new RaisedAlarm(Alarm.FORCED).equals(kept.alarm()));
        door.leafOpen = false;
        rig.lane().rebuild();
        assertThat(piece(EventKind.DOOR_NORMAL).kept()).anyMatch(kept -> kept.alarm() == null);
    }

    @Test
    void whatAnEndTellsIsOnePiece() {
        rig.present(A, "entry");
        rig.lane().stop();
        assertThat(piece(EventKind.CHANNEL_STOPPED).told()).contains(EventKind.REJECTED_NOT_READY);
    }

    @Test
    void fireWhoseStrikeCannotBeDrivenIsToldWithWhatStands() {
        door.strike.burns(true);
        door.output.throwing = true;
        var fire = new LaneInput.FireMoved(A, rig.time.nowNs(), true);
        assertThatThrownBy(() -> rig.on(fire)).isInstanceOf(GpioException.class);
        assertThat(piece(EventKind.FIRE_RELEASE_ON).kept())
                .anyMatch(kept -> kept.standing().fire());
    }

    @Test
    void fireAndTamperingThatBeganDuringAFaultAreNoticed() {
        door.strike.burns(true);
        door.tamper = true;
        rig.lane().rebuild();
        assertThat(rig.log.kinds()).contains(EventKind.FIRE_RELEASE_ON, EventKind.TAMPER);
    }
}
