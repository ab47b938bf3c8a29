package dev.lintel.sync.cloud;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// A clock that is moved by hand, and by whoever waits for it.
final class FakePace implements CloudPace, Waits {
    private final AtomicLong ns = new AtomicLong(-5_000_000_000L); // monotonic time may be below zero
    private volatile long wallMs = 1_800_000_000_000L;

    @Override
    public long nowNs() {
        return ns.get();
    }

    @Override
    public long wallMs() {
        return wallMs + TimeUnit.NANOSECONDS.toMillis(ns.get());
    }

    @Override
    public double random() {
        return 0.5;
    }

    @Override
    public void until(long atNs) {
        ns.accumulateAndGet(atNs, Math::max);
    }

    void advanceS(long seconds) {
        ns.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    void wall(long ms) {
        wallMs = ms - TimeUnit.NANOSECONDS.toMillis(ns.get());
    }
}
