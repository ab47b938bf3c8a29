package dev.lintel.controller;

import dev.lintel.controller.health.Health;
import dev.lintel.controller.health.Vitals;
import dev.lintel.controller.time.Silence;
import dev.lintel.controller.time.Time;
import java.time.Duration;

/// Jobs that read or copy a whole database, one after the other on a thread of their own: of a large file they take
/// minutes, and [Housekeeping] has others that run each second. Begun and closed by [Lintel].
final class LongLooks implements AutoCloseable {
    private static final String NAME = "database-looks";
    /// A file of 100 GB on an SD card takes that long; no door waits for it.
    private static final Duration HANG_MAX = Duration.ofHours(6);

    private final Housekeeping thread;
    private final Time time;
    private volatile long begunNs = Silence.NONE;

    LongLooks(Health health, Time time) {
        this.thread = new Housekeeping(health, NAME);
        this.time = time;
    }

    /// As [Housekeeping#every].
    void every(String name, Duration first, Duration every, Runnable job) {
        thread.every(name, first, every, () -> {
            begunNs = time.nowNs();
            try {
                job.run();
            } finally {
                begunNs = Silence.NONE;
            }
        });
    }

    /// Has `vitals` report a job that does not end.
    void watch(Vitals vitals) {
        vitals.add("the look at the database", () -> begunNs, HANG_MAX);
    }

    @Override
    public void close() {
        thread.close();
    }
}
