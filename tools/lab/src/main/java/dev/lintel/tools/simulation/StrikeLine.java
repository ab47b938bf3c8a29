package dev.lintel.tools.simulation;

import java.util.concurrent.TimeUnit;

/// Whether a strike's line works, so that the strike follows the lane, and what the log says about it.
final class StrikeLine {
    /// The lane drives an output that failed anew this soon after it works again.
    private static final long MENDED_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long NEVER = Long.MIN_VALUE;

    private long faultyUntilNs = NEVER;
    private long stuckUntilNs = NEVER;
    private boolean told;

    /// A process begins.
    void begins() {
        faultyUntilNs = NEVER;
        stuckUntilNs = NEVER;
        told = false;
    }

    /// The line works no more, or does so again.
    void faulty(boolean now, long nowNs) {
        faultyUntilNs = now ? Long.MAX_VALUE : Math.max(nowNs, stuckUntilNs) + MENDED_NS;
    }

    /// The lane is stuck until then: it drives late what works again.
    void stalls(long untilNs, long nowNs) {
        stuckUntilNs = Math.max(stuckUntilNs, untilNs);
        if (faulty(nowNs) && faultyUntilNs != Long.MAX_VALUE) faulty(false, nowNs);
    }

    boolean faulty(long nowNs) {
        return nowNs <= faultyUntilNs;
    }

    /// The log tells of a fault, or of its end. Returns whether that may be.
    boolean told(boolean fault, long nowNs) {
        boolean lawful = told != fault && (!fault || faulty(nowNs));
        told = fault;
        return lawful;
    }
}
