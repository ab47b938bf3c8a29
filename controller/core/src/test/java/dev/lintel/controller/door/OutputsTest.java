package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Writes to outputs that fail: what is wanted comes about as soon as the wire lets it, the lane does not spin, and
/// somebody is told.
class OutputsTest {
    private static final long A = 1;

    private final DoorRig rig = new DoorRig();
    private final DoorRig.Wired door = rig.door(A);

    private List<EventKind> outputs() {
        return rig.log.kinds().stream()
                .filter(kind -> kind == EventKind.LINE_FAULT || kind == EventKind.LINE_NORMAL)
                .toList();
    }

    @Test
    void fireReleasesAStrikeWhoseWireFailedAsItBegan() {
        door.output.broken = true;
        rig.fire(A, true);
        rig.advance(Duration.ofMillis(950));
        assertThat(door.output.active()).isFalse();
        door.output.broken = false;
        rig.advance(Duration.ofMillis(100));
        assertThat(door.output.active()).isTrue();
        assertThat(outputs()).as("a second of it is nobody's business").isEmpty();
    }

    @Test
    void anExitAndAnAdmissionAreTriedAgainForAsLongAsTheyLast() {
        door.output.broken = true;
        door.strike.releaseForExit(rig.time.nowNs() + Duration.ofSeconds(5).toNanos());
        rig.on(new LaneInput.RexPressed(A, rig.time.nowNs()));
        rig.advance(Duration.ofSeconds(3));
        door.output.broken = false;
        rig.advance(Duration.ofMillis(100));
        assertThat(door.output.active()).isTrue();
        rig.advance(Duration.ofSeconds(2));
        assertThat(door.output.active()).isFalse();

        door.output.broken = true;
        rig.card(A);
        rig.advance(Duration.ofSeconds(6));
        door.output.broken = false;
        rig.advance(Duration.ofSeconds(1));
        assertThat(door.output.active()).as("its time is over").isFalse();
    }

    @Test
    void aStrikeThatCannotBeSecuredIsTriedTenTimesASecondAndToldOnce() {
        rig.card(A);
        door.output.broken = true;
        rig.advance(Duration.ofSeconds(5));
        int before = door.output.writes;
        rig.advance(Duration.ofMinutes(1));
        assertThat(door.output.writes - before).isBetween(590, 610);
        assertThat(door.output.active()).isTrue();
        assertThat(outputs()).containsExactly(EventKind.LINE_FAULT);
        assertThat(rig.last().additional()).containsEntry("output", "strike").containsEntry("wanted", "secured");
        assertThat(rig.view(A).strikeReleased()).isTrue();
        door.output.broken = false;
        rig.advance(Duration.ofMillis(100));
        assertThat(door.output.active()).isFalse();
        assertThat(outputs()).containsExactly(EventKind.LINE_FAULT, EventKind.LINE_NORMAL);
    }

    @Test
    void aLaneWithAnOutputThatFailsSleepsBetweenTheTries() {
        rig.fire(A, true);
        door.output.broken = true;
        rig.fire(A, false);
        for (int turn = 0; turn < 10; turn++) {
            long dueNs = rig.lane().tick();
            assertThat(dueNs).isGreaterThan(rig.time.nowNs());
        }
    }

    @Test
    void aSounderThatFailsIsTriedAgainToo() {
        door.sounder.broken = true;
        rig.advance(Duration.ofSeconds(1));
        rig.leaf(A, true);
        rig.advance(Duration.ofSeconds(2));
        assertThat(door.sounder.active()).isFalse();
        assertThat(rig.last().additional()).containsEntry("output", "sounder").containsEntry("wanted", "on");
        door.sounder.broken = false;
        rig.advance(Duration.ofMillis(100));
        assertThat(door.sounder.active()).isTrue();
        rig.leaf(A, false);
        assertThat(door.sounder.active()).isFalse();
        assertThat(outputs()).containsExactly(EventKind.LINE_FAULT, EventKind.LINE_NORMAL);
    }
}
