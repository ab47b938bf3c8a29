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

    private synchronized long reserve() {
        long at = pace.nowNs();
        int slot = sent % sentNs.length;
        if (sent >= sentNs.length) at = later(at, sentNs[slot] + MINUTE_NS);
        if (resting) {
            at = later(at, restNs);
            resting = restNs - pace.nowNs() > 0;
        }
        sentNs[slot] = at;
        sent++;
        if (sent == 2 * sentNs.length) sent = sentNs.length; // the slots go round, and never overflow
        return at;
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
