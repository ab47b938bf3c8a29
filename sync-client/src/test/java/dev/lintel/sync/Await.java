package dev.lintel.sync;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Waits for a condition, with a deadline.
public final class Await {
    private static final long DEADLINE_S = 20;
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private Await() {}

    public static void until(String what, BooleanSupplier condition) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - endNs > 0) throw new AssertionError("not in time: " + what);
            pause(1);
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
