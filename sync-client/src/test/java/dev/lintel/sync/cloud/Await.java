package dev.lintel.sync.cloud;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for what another thread does, with a deadline.
final class Await {
    private static final long DEADLINE_NS = Duration.ofSeconds(20).toNanos();

    private Await() {}

    static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + DEADLINE_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) throw new AssertionError("it did not come about");
            LockSupport.parkNanos(2_000_000);
        }
    }
}
