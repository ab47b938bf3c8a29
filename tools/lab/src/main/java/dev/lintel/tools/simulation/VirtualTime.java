package dev.lintel.tools.simulation;

import dev.lintel.controller.time.Time;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Clocks that the simulation moves. Read from any thread, moved by one.
final class VirtualTime implements Time {
    private volatile long nowNs = TimeUnit.SECONDS.toNanos(1);
    private final AtomicLong wallOffsetMs;

    VirtualTime(Instant start) {
        wallOffsetMs = new AtomicLong(start.toEpochMilli() - TimeUnit.NANOSECONDS.toMillis(nowNs));
    }

    @Override
    public long nowNs() {
        return nowNs;
    }

    @Override
    public Instant now() {
        return Instant.ofEpochMilli(wallOffsetMs.get() + TimeUnit.NANOSECONDS.toMillis(nowNs));
    }

    /// Returns at once: the simulation alone moves the clocks.
    @Override
    public void pause(long ns) {}

    /// Lets time pass on both clocks; it never goes back.
    void moveTo(long atNs) {
        if (atNs < nowNs) throw new IllegalArgumentException("time goes back by " + (nowNs - atNs) + " ns");
        nowNs = atNs;
    }

    /// The same wall beside a monotonic clock that stands: for a disk whose time is not this one, so that how long
    /// something waits for it means nothing.
    Time wallAlone() {
        return new Time() {
            @Override
            public long nowNs() {
                return 0;
            }

            @Override
            public Instant now() {
                return VirtualTime.this.now();
            }

            @Override
            public void pause(long ns) {}
        };
    }

    /// Steps the wall clock alone, either way.
    void stepWall(long byMs) {
        wallOffsetMs.addAndGet(byMs);
    }
}
