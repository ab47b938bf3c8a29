package dev.lintel.controller.store;

import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;

/// What a power cut could have cost is worth a line in the log, now and then. On the writer's thread.
final class LateWarning {
    /// A disk that takes longer risks events that a power cut loses.
    private static final long LAG_WARN_MS = 50;

    /// A start makes the disk busy by itself: that says nothing of the disk.
    private static final long START_NS = TimeUnit.SECONDS.toNanos(30);

    private static final long WARN_EVERY_NS = TimeUnit.MINUTES.toNanos(10);
    private static final Logger LOG = System.getLogger(SqliteEventLog.class.getName());

    private final Time time;
    private long nextNs;

    LateWarning(Time time) {
        this.time = time;
        this.nextNs = time.nowNs() + START_NS;
    }

    /// @param lagMs how long the oldest event has waited for the disk
    void warn(long lagMs) {
        long nowNs = time.nowNs();
        if (lagMs <= LAG_WARN_MS || nextNs - nowNs > 0) return;
        nextNs = nowNs + WARN_EVERY_NS;
        LOG.log(Level.WARNING, "events waited " + lagMs + " ms for the disk; a power cut would have lost them");
    }
}
