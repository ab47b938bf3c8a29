package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Exits while the door lane hangs.
class HungLaneExitTest {
    private final DoorRig rig = new DoorRig();

    @Test
    void exitThatIsUsedUp_doesNotHoldTheStrike() {
        var door = rig.door(1);
        door.exitHeld = true;
        door.strike.releaseForExit(rig.time.nowNs() + Duration.ofSeconds(5).toNanos());
        rig.on(new LaneInput.RexPressed(1, rig.time.nowNs()));
        rig.advance(Duration.ofSeconds(1));
        rig.leaf(1, true);
        rig.advance(Duration.ofSeconds(1));
        rig.leaf(1, false);
        rig.advance(Duration.ofSeconds(60));
        assertThat(door.strike.released()).as("used up").isFalse();
        rig.card(1);
        assertThat(door.strike.released()).isTrue();
        rig.time.advance(Duration.ofSeconds(4));
        rig.lane().leave();
        for (int i = 0; i < 120; i++) {
            rig.lane().settleUnattended();
            rig.time.advance(Duration.ofMillis(500));
        }
        assertThat(door.strike.released()).isFalse();
    }
}
