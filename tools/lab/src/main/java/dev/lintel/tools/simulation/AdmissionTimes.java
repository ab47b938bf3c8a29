package dev.lintel.tools.simulation;

import dev.lintel.tools.simulation.Premises.Times;
import java.util.concurrent.TimeUnit;

/// For how long one door admits people. While the lane has yet to hear of other times, nobody knows which ones count.
final class AdmissionTimes {
    private static final long NEVER = Long.MIN_VALUE;

    private Times now;
    private Times before;
    private long doubtUntilNs = NEVER; // the end of an unlock of which nobody knows how long it is

    AdmissionTimes(Times times) {
        this.now = times;
        this.before = times;
    }

    Times now() {
        return now;
    }

    void change(Times fresh) {
        now = fresh;
    }

    /// The lane has heard of all changes.
    void settled() {
        before = now;
    }

    /// The end of an unlock that is given now, at the earliest.
    long leastUntilNs(boolean extended, long nowNs) {
        int seconds = extended
                ? Math.min(now.extendedUnlock(), before.extendedUnlock())
                : Math.min(now.unlock(), before.unlock());
        return nowNs + TimeUnit.SECONDS.toNanos(seconds);
    }

    /// The same at the latest.
    long mostUntilNs(boolean extended, long nowNs) {
        int seconds = extended
                ? Math.max(now.extendedUnlock(), before.extendedUnlock())
                : Math.max(now.unlock(), before.unlock());
        return nowNs + TimeUnit.SECONDS.toNanos(seconds);
    }

    /// Whether it is certain when an unlock ends that is given now. If not, no end is certain for that time.
    boolean given(boolean extended, long nowNs) {
        long mostNs = mostUntilNs(extended, nowNs);
        boolean certain = leastUntilNs(extended, nowNs) == mostNs;
        if (!certain) doubtUntilNs = Math.max(doubtUntilNs, mostNs + Turns.LAG_NS);
        return certain;
    }

    boolean isCertain(long nowNs) {
        return nowNs > doubtUntilNs;
    }
}
