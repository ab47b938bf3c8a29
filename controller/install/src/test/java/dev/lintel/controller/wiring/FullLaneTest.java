package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorMemory;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// What happens at a door while its lane is stuck and the lane's queue is full is told once the lane goes on, with
/// the time at which it happened. Real threads, simulated wires.
class FullLaneTest {
    private final MemoryLog log = new MemoryLog();

    @FunctionalInterface
    private interface Act {
        void on(DoorBench door) throws InterruptedException;
    }

    /// Fills the lane of `door`, lets `act` happen meanwhile and the lane go on. Returns when it did so.
    private static long whileFull(DoorBench door, DoorCommand before, Act act) throws InterruptedException {
        var stuck = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        assertThat(door.lane().offer(new LaneInput.Commanded(1, 0, before, "test", _ -> {
                    stuck.countDown();
                    DoorBench.awaitQuietly(goOn);
                })))
                .isTrue();
        try {
            assertThat(stuck.await(10, TimeUnit.SECONDS)).isTrue();
            var nothing = new LaneInput.TamperMoved(1, 0, "door", false);
            int taken = 0;
            while (door.lane().offer(nothing)) taken++;
            assertThat(taken).isPositive();
            act.on(door);
            return door.time.nowNs();
        } finally {
            goOn.countDown();
        }
    }

    private EventDraft told(EventKind kind) throws InterruptedException {
        DoorBench.until(kind + " is told", () -> log.kinds().contains(kind));
        return log.drafts().stream()
                .filter(event -> event.kind() == kind)
                .findFirst()
                .orElseThrow();
    }

    private static void awaitRefused(DoorBench door, int inputs) throws InterruptedException {
        DoorBench.until(inputs + " inputs find no room", () -> door.refused.get() == inputs);
    }

    @Test
    void anExitOpensAtOnceAndIsToldLaterWithItsOwnTime() throws InterruptedException {
        try (var door = new DoorBench(log, DoorMemory.NONE, null)) {
            long pressedNs = door.time.nowNs();
            long goesOnNs = whileFull(door, new DoorCommand.Normal(), full -> {
                full.simulator.pressRex(1, 100);
                full.awaitReleasedNs();
                full.simulator.moveLeaf(1, true);
                awaitRefused(full, 2);
            });
            EventDraft exit = told(EventKind.ADMITTED_REQUEST_EXIT);
            assertThat(exit.monotonicNs()).isBetween(pressedNs, goesOnNs);
            assertThat(exit.additional()).doesNotContainKey("presses");
            DoorBench.until(
                    "the leaf is seen", () -> door.board.all().getFirst().leafOpen());
        }
        assertThat(log.kinds()).containsOnlyOnce(EventKind.REX_PRESSED).doesNotContain(EventKind.FORCED_OPEN);
    }

    @Test
    void aLeafThatIsForcedMeanwhileIsToldWithItsOwnTime() throws InterruptedException {
        try (var door = new DoorBench(log, DoorMemory.NONE, null)) {
            long secureNs = door.time.nowNs() + TimeUnit.SECONDS.toNanos(1); // in its first moments nothing is forced
            DoorBench.until("it holds", () -> door.time.nowNs() > secureNs);
            long goesOnNs = whileFull(door, new DoorCommand.Normal(), full -> {
                full.simulator.moveLeaf(1, true);
                awaitRefused(full, 1);
                full.simulator.moveLeaf(1, false); // no reason to say nothing
                awaitRefused(full, 2);
            });
            assertThat(told(EventKind.FORCED_OPEN).monotonicNs()).isLessThan(goesOnNs);
            told(EventKind.DOOR_NORMAL);
        }
    }

    @Test
    void anExitThatALockdownRefusesMeanwhileIsTold() throws InterruptedException {
        try (var door = new DoorBench(log, DoorMemory.NONE, null)) {
            var lockdown = new DoorCommand.LockDown(new Lockdown(false, true, false));
            long goesOnNs = whileFull(door, lockdown, full -> {
                full.simulator.pressRex(1, 50);
                awaitRefused(full, 1);
                DoorBench.until(
                        "let go",
                        () -> Boolean.FALSE.equals(full.simulator.state(1).get("rex")));
                full.simulator.pressRex(1, 50);
                awaitRefused(full, 2);
            });
            EventDraft refused = told(EventKind.REJECTED_LOCKDOWN);
            assertThat(refused.monotonicNs()).isLessThan(goesOnNs);
            assertThat(refused.additional()).containsEntry("presses", 2).containsEntry("input", "rex");
            assertThat(door.strikeReleased()).isFalse();
        }
    }
}
