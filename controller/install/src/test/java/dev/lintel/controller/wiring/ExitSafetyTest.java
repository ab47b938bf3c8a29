package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorMemory;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.SystemTime;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/// Exits and fire wait on nothing: whatever of the box stands still, the strike lets go, at once and by the input's
/// own thread. Real threads, simulated wires; the times go into the test's report.
class ExitSafetyTest {
    /// From the button's edge to the output. Generous: the machine that tests may be busy with others.
    private static final long RELEASE_MS_MAX = 1_000;

    @TempDir
    Path folder;

    private void rexReleases(DoorBench door, TestReporter report) throws InterruptedException {
        long pressedNs = door.time.nowNs();
        door.simulator.pressRex(1, 100);
        told(report, "REX to strike", door.awaitReleasedNs() - pressedNs);
    }

    private void fireReleases(DoorBench door, TestReporter report) throws InterruptedException {
        long calledNs = door.time.nowNs();
        door.simulator.fire(true);
        told(report, "fire to strike", door.awaitReleasedNs() - calledNs);
    }

    private static void told(TestReporter report, String what, long tookNs) {
        report.publishEntry(what, TimeUnit.NANOSECONDS.toMicros(tookNs) + " µs");
        assertThat(tookNs).isLessThan(TimeUnit.MILLISECONDS.toNanos(RELEASE_MS_MAX));
    }

    /// Waits until the lane has heard of the leaf: what it tells of that is told then.
    private static void awaitLeafOpen(DoorBench door) throws InterruptedException {
        long seen = door.board.revision();
        while (!door.board.all().getFirst().leafOpen()) {
            long now = door.board.awaitChange(seen, 10_000);
            assertThat(now).as("the lane goes on").isGreaterThan(seen);
            seen = now;
        }
    }

    @Test
    void rexReleasesWhileTheDiskStandsStill(TestReporter report) throws InterruptedException {
        onAStalledDisk(door -> rexReleases(door, report));
    }

    @Test
    void fireReleasesWhileTheDiskStandsStill(TestReporter report) throws InterruptedException {
        onAStalledDisk(door -> fireReleases(door, report));
    }

    @FunctionalInterface
    private interface Act {
        void on(DoorBench door) throws InterruptedException;
    }

    private void onAStalledDisk(Act act) throws InterruptedException {
        var clock = new SystemTime();
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, clock)) {
            var stalled = new CountDownLatch(1);
            var goOn = new CountDownLatch(1);
            database.writeLater(_ -> {
                stalled.countDown();
                DoorBench.awaitQuietly(goOn);
                return 0;
            });
            assertThat(stalled.await(10, TimeUnit.SECONDS)).isTrue();
            try (var door = new DoorBench(database.events(), database.doorStates(), null)) {
                act.on(door);
                goOn.countDown(); // the end of the door waits for nobody, that of the database for its writer
                door.simulator.fire(false);
            } finally {
                goOn.countDown();
            }
        }
    }

    @Test
    void bothReleaseWhileADecisionNeverComes(TestReporter report) throws InterruptedException {
        var log = new MemoryLog();
        try (var door = new DoorBench(log, DoorMemory.NONE, null)) {
            long nowNs = door.time.nowNs();
            var notReady = new EventDraft(
                    EventKind.REJECTED_NOT_READY, door.time.nowMs(), nowNs, Subject.channel(1), Map.of());
            assertThat(door.lane().offer(new LaneInput.Presented(1, nowNs, 1, "entry", notReady)))
                    .isTrue();
            rexReleases(door, report);
        }
        try (var door = new DoorBench(log, DoorMemory.NONE, null)) {
            fireReleases(door, report);
        }
    }

    @Test
    void rexReleasesWhileTheLaneIsStuckAndItsQueueIsFull(TestReporter report) throws InterruptedException {
        withAStuckLane(door -> rexReleases(door, report));
    }

    @Test
    void fireReleasesWhileTheLaneIsStuckAndItsQueueIsFull(TestReporter report) throws InterruptedException {
        withAStuckLane(door -> fireReleases(door, report));
    }

    private static void withAStuckLane(Act act) throws InterruptedException {
        var log = new MemoryLog();
        var stuck = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        try (var door = new DoorBench(log, DoorMemory.NONE, null)) {
            try {
                assertThat(door.lane().offer(new LaneInput.Commanded(1, 0, new DoorCommand.Normal(), "test", _ -> {
                            stuck.countDown();
                            DoorBench.awaitQuietly(goOn);
                        })))
                        .isTrue();
                assertThat(stuck.await(10, TimeUnit.SECONDS)).isTrue();
                var nothing = new LaneInput.ReaderLine(1, 0, "entry", true);
                int taken = 0;
                while (door.lane().offer(nothing)) taken++;
                assertThat(taken).isPositive();
                act.on(door);
            } finally {
                goOn.countDown();
            }
            // Once the lane goes on it knows what happened meanwhile: whoever leaves now breaks nothing open.
            door.simulator.moveLeaf(1, true);
            awaitLeafOpen(door);
            assertThat(log.kinds()).doesNotContain(EventKind.FORCED_OPEN);
        }
    }

    @Test
    void fireHoldsTheDoorForAsLongAsItLastsAndFromTheStart() throws InterruptedException {
        var log = new MemoryLog();
        try (var door = new DoorBench(log, DoorMemory.NONE, null)) {
            door.simulator.fire(true);
            door.awaitReleasedNs();
            long seen = door.board.revision();
            while (!door.board.all().getFirst().standing().fire()) seen = door.board.awaitChange(seen, 10_000);
            door.simulator.fire(false);
            while (door.board.all().getFirst().strikeReleased()) seen = door.board.awaitChange(seen, 10_000);
            assertThat(log.kinds()).containsSubsequence(EventKind.FIRE_RELEASE_ON, EventKind.FIRE_RELEASE_OFF);
        }
    }
}
