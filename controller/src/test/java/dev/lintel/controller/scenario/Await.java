package dev.lintel.controller.scenario;

import dev.lintel.controller.time.SystemTime;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for what other threads do.
final class Await {
    /// Generous: the machine that tests may be busy with others.
    private static final long DEADLINE_NS = 60_000_000_000L;

    private Await() {}

    /// Until it is so.
    static void until(String what, BooleanSupplier so) {
        var clock = new SystemTime();
        long end = clock.nowNs() + DEADLINE_NS;
        while (!so.getAsBoolean()) {
            if (clock.nowNs() - end > 0) throw new AssertionError("it did not come to be: " + what);
            LockSupport.parkNanos(5_000_000);
        }
    }
}
