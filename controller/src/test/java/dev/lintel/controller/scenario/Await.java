package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.SystemTime;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Waits for what other threads do.
public final class Await {
    /// Generous: the machine that tests may be busy with others.
    private static final long DEADLINE_NS = 60_000_000_000L;

    private Await() {}

    /// Until it is so.
    public static void until(String what, BooleanSupplier so) {
        var clock = new SystemTime();
        long end = clock.nowNs() + DEADLINE_NS;
        while (!so.getAsBoolean()) {
            if (clock.nowNs() - end > 0) throw new AssertionError("it did not come to be: " + what);
            LockSupport.parkNanos(5_000_000);
        }
    }

    /// Until both are the same; says how they differ when they do not come to be.
    static <T> void same(String what, Supplier<T> one, Supplier<T> other) {
        var clock = new SystemTime();
        long end = clock.nowNs() + DEADLINE_NS;
        T now = one.get();
        T wanted = other.get();
        while (!now.equals(wanted) && clock.nowNs() - end < 0) {
            LockSupport.parkNanos(5_000_000);
            now = one.get();
            wanted = other.get();
        }
        assertThat(now).as(what).isEqualTo(wanted);
    }
}
