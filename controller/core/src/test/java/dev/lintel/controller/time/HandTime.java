package dev.lintel.controller.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// Clocks that a test moves by hand.
public final class HandTime implements Time {
    private final AtomicLong ns = new AtomicLong(1_000_000_000L);
    private final AtomicReference<Instant> wall;

    public HandTime(String start) {
        wall = new AtomicReference<>(Instant.parse(start));
    }

    @Override
    public long nowNs() {
        return ns.get();
    }

    @Override
    public Instant now() {
        return wall.get();
    }

    /// Returns at once, that much later.
    @Override
    public void pause(long ns) {
        advance(Duration.ofNanos(ns));
    }

    /// Moves both clocks on.
    public void advance(Duration by) {
        ns.addAndGet(by.toNanos());
        wall.updateAndGet(now -> now.plus(by));
    }

    /// Steps the wall clock alone, as a person or NTP does.
    public void setWall(String instant) {
        wall.set(Instant.parse(instant));
    }
}
