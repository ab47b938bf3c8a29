package dev.lintel.controller.time;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/// A time whose wall clock can be set by what a hub says, without setting the machine's. Any thread.
///
/// ```
///   now() = the machine's clock + offset        offset 0 until a hub says otherwise, and again once a time
///                                               service does
/// ```
public final class SetTime implements Time {
    private final Time machine;
    private final AtomicLong offsetMs = new AtomicLong();

    public SetTime(Time machine) {
        this.machine = machine;
    }

    @Override
    public long nowNs() {
        return machine.nowNs();
    }

    @Override
    public Instant now() {
        return machine.now().plusMillis(offsetMs.get());
    }

    @Override
    public void pause(long ns) {
        machine.pause(ns);
    }

    /// Has the wall clock show `wallMs` (Unix milliseconds) now, and go on from there.
    public void set(long wallMs) {
        offsetMs.set(wallMs - machine.nowMs());
    }

    /// Has it show the machine's clock again.
    public void reset() {
        offsetMs.set(0);
    }

    /// Milliseconds that the wall clock is ahead of the machine's.
    public long offsetMs() {
        return offsetMs.get();
    }
}
