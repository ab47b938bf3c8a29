package dev.lintel.sync.cloud;

import java.util.concurrent.TimeUnit;

/// Keeps within so many requests a minute, whatever happens, and leaves the service alone while it asks for
/// that. Any thread.
final class Budget {
    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);

    private final CloudPace pace;
    private final Waits waits;
    private final long[] sentNs;
    private int sent;
    private long restNs;
    private boolean resting;

    Budget(int perMinute, CloudPace pace, Waits waits) {
        this.pace = pace;
        this.waits = waits;
        this.sentNs = new long[perMinute];
    }

    /// Returns when one more request may be sent.
    void take() throws InterruptedException {
        waits.until(reserve());
    }

    /// As [#take()], when that is within `longestNs`; else returns false at once, and nothing is counted.
    boolean take(long longestNs) throws InterruptedException {
        long at;
        synchronized (this) {
            long now = pace.nowNs();
            at = earliest(now);
            if (at - now > longestNs) return false;
            count(at);
        }
        waits.until(at);
        return true;
    }

    private synchronized long reserve() {
        long at = earliest(pace.nowNs());
        count(at);
        return at;
    }

    private long earliest(long now) {
        long at = now;
        if (sent >= sentNs.length) at = later(at, sentNs[sent % sentNs.length] + MINUTE_NS);
        if (resting) {
            at = later(at, restNs);
            resting = restNs - now > 0;
        }
        return at;
    }

    private void count(long at) {
        sentNs[sent % sentNs.length] = at;
        sent++;
        if (sent == 2 * sentNs.length) sent = sentNs.length; // the slots go round, and never overflow
    }

    /// Nothing is sent before `ns`.
    synchronized void rest(long ns) {
        restNs = resting ? later(restNs, ns) : ns;
        resting = true;
    }

    private static long later(long one, long other) {
        return one - other > 0 ? one : other;
    }
}
