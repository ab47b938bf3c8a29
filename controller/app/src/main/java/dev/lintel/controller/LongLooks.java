package dev.lintel.controller;

import dev.lintel.controller.health.Health;
import dev.lintel.controller.health.Housekeeping;
import dev.lintel.controller.health.Vitals;
import dev.lintel.controller.time.Silence;
import dev.lintel.controller.time.Time;
import java.time.Duration;

/// Jobs that read or copy a whole database, one after the other on a thread of their own: of a large file they take
/// minutes, and [Housekeeping] has others that run each second. A look after an error has a second thread: it must not
/// wait for a snapshot or for the daily look. Begun and closed by [Lintel].
final class LongLooks implements AutoCloseable {
    private static final String NAME = "database-looks";
    private static final String DOUBTS = "database-doubts";
    /// A file of 100 GB on an SD card takes that long; no door waits for it.
    private static final Duration HANG_MAX = Duration.ofHours(6);

    private final Looks looks;
    private final Looks doubts;

    LongLooks(Health health, Time time) {
        this.looks = new Looks(new Housekeeping(health, NAME), time);
        this.doubts = new Looks(new Housekeeping(health, DOUBTS), time);
    }

    /// As [Housekeeping#every].
    void every(String name, Duration first, Duration every, Runnable job) {
        looks.every(name, first, every, job);
    }

    /// The same for looks that follow an error.
    void everyAfterError(String name, Duration first, Duration every, Runnable job) {
        doubts.every(name, first, every, job);
    }

    /// Has `vitals` report a job that does not end.
    void watch(Vitals vitals) {
        vitals.add("the look at the database", () -> looks.begunNs, HANG_MAX);
        vitals.add("the look at the database after an error", () -> doubts.begunNs, HANG_MAX);
    }

    @Override
    public void close() {
        doubts.thread.close();
        looks.thread.close();
    }

    /// One thread, and since when its job runs.
    private static final class Looks {
        private final Housekeeping thread;
        private final Time time;
        private volatile long begunNs = Silence.NONE;

        Looks(Housekeeping thread, Time time) {
            this.thread = thread;
            this.time = time;
        }

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
    }
}
