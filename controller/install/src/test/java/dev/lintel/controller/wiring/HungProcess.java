package dev.lintel.controller.wiring;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorMemory;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Watchdog;
import dev.lintel.controller.event.MemoryLog;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A process of its own whose doors hang, and whose orderly end would hang as well: run by [HungBoxTest].
final class HungProcess {
    private HungProcess() {}

    public static void main(String[] arguments) {
        var never = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> DoorBench.awaitQuietly(never)));
        var limits = new Watchdog.Limits(
                TimeUnit.MILLISECONDS.toNanos(1_500), TimeUnit.MILLISECONDS.toNanos(2_500), Long.MAX_VALUE);
        var door = new DoorBench(new MemoryLog(), DoorMemory.NONE, null);
        door.watch(limits, Runtime.getRuntime()::halt);
        door.lane().offer(new LaneInput.Commanded(1, 0, new DoorCommand.Normal(), "test", _ -> {
            System.err.println("the lane hangs");
            DoorBench.awaitQuietly(never);
        }));
        DoorBench.awaitQuietly(never);
    }
}
