package dev.lintel.controller.health;

import dev.lintel.controller.time.Silence;
import dev.lintel.controller.time.Time;

/// Something that is tried now and then by a thread of its own, for it may hang where it is tried: reading the
/// database. One attempt at a time.
final class Pulse {
    private final String name;
    private final Runnable attempt;
    private final Time time;
    private volatile long begunNs = Silence.NONE;

    /// Tries nothing yet.
    ///
    /// @param name the thread's
    /// @param attempt whatever it throws shows that it does not hang
    Pulse(String name, Runnable attempt, Time time) {
        this.name = name;
        this.attempt = attempt;
        this.time = time;
    }

    /// Tries it, unless the last attempt is still under way.
    void beat() {
        if (begunNs != Silence.NONE) return;
        begunNs = time.nowNs();
        Thread.ofPlatform().name(name).daemon(true).start(() -> {
            try {
                attempt.run();
            } catch (RuntimeException e) { // it answered: what is wrong with it, its own probe tells
            } finally {
                begunNs = Silence.NONE;
            }
        });
    }

    /// When the attempt that is under way was begun; [Silence#NONE] while none is.
    long begunNs() {
        return begunNs;
    }
}
