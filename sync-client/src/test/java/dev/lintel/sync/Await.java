package dev.lintel.sync;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Waits for a condition, with a deadline.
public final class Await {
    private static final long DEADLINE_MS = 20_000;

    /// Between two looks, an eighth of the time since the first, within these limits: a look takes
    /// processor time, which what is waited for needs as well.
    private static final long LOOK_MS_MIN = 1;

    private static final long LOOK_MS_MAX = 10;
    private static final int LOOKS = 8;
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private Await() {}

    public static void until(String what, BooleanSupplier condition) {
        long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            long sinceMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs);
            if (sinceMs > DEADLINE_MS) throw new AssertionError("not in time: " + what);
            pause(Math.clamp(sinceMs / LOOKS, LOOK_MS_MIN, LOOK_MS_MAX));
        }
    }

    /// For faults that are slowness.
    static void pause(long ms) {
        try {
            boolean _ = NEVER.await(ms, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
