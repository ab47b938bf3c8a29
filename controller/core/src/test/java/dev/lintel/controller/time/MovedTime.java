package dev.lintel.controller.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/// The machine's clocks, which run, and can be moved on by hand as if time had passed.
public final class MovedTime implements Time {
    private final SystemTime machine = new SystemTime();
    private final AtomicLong passedNs = new AtomicLong();
    private final AtomicLong wallMs = new AtomicLong();

    @Override
    public long nowNs() {
        return machine.nowNs() + passedNs.get();
    }

    @Override
    public Instant now() {
        return machine.now().plusMillis(wallMs.get());
    }

    @Override
    public void pause(long ns) {
        machine.pause(ns);
    }

    /// Moves both clocks on.
    public void pass(Duration time) {
        passedNs.addAndGet(time.toNanos());
        wallMs.addAndGet(time.toMillis());
    }

    /// Has the wall clock show something else, as a person or an empty battery does.
    public void setWall(Instant to) {
        wallMs.set(Duration.between(machine.now(), to).toMillis());
    }

    /// Has the wall clock be right.
    public void right() {
        wallMs.set(0);
    }
}
