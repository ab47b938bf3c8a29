package dev.lintel.controller.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Waits for what other threads do.
public final class Await {
    /// Generous: the machine that tests may be busy with others.
    private static final long DEADLINE_NS = 60_000_000_000L;

    /// Between two looks, an eighth of the time since the first, within these limits: a look takes
    /// processor time, which what is waited for needs as well.
    private static final long LOOK_NS_MIN = 1_000_000;

    private static final long LOOK_NS_MAX = 20_000_000;
    private static final int LOOKS = 8;

    private Await() {}

    /// Until it is so.
    public static void until(String what, BooleanSupplier so) {
        var clock = new SystemTime();
        long begin = clock.nowNs();
        while (!so.getAsBoolean()) {
            if (clock.nowNs() - begin > DEADLINE_NS) throw new AssertionError("it did not come to be: " + what);
            pause(clock.nowNs() - begin);
        }
    }

    /// Until both are the same; says how they differ when they do not come to be.
    public static <T> void same(String what, Supplier<T> one, Supplier<T> other) {
        var clock = new SystemTime();
        long begin = clock.nowNs();
        T now = one.get();
        T wanted = other.get();
        while (!now.equals(wanted) && clock.nowNs() - begin < DEADLINE_NS) {
            pause(clock.nowNs() - begin);
            now = one.get();
            wanted = other.get();
        }
        assertThat(now).as(what).isEqualTo(wanted);
    }

    /// Until the next look, where the first was so long ago.
    public static void pause(long sinceNs) {
        LockSupport.parkNanos(Math.clamp(sinceNs / LOOKS, LOOK_NS_MIN, LOOK_NS_MAX));
    }
}
