package dev.lintel.sync.cloud;

import java.util.concurrent.TimeUnit;

/// Keeps within so many requests a minute, whatever happens, and leaves the service alone while it asks for
/// that. Some of them are kept for writes: a listing of minutes uses up only the rest. Any thread.
final class Budget {
    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);
    /// Of the requests of a minute, one in so many is for writes alone.
    private static final int KEPT = 6;

    private final CloudPace pace;
    private final Waits waits;
    private final long[] sentNs;
    private final int reading;
    private long sent;
    private long restNs;
    private boolean resting;
    private long rests;

    Budget(int perMinute, CloudPace pace, Waits waits) {
        this.pace = pace;
        this.waits = waits;
        this.sentNs = new long[perMinute];
        this.reading = perMinute - perMinute / KEPT;
    }

    /// Returns when one more request may be sent that nobody waits for.
    void takeForReading() throws InterruptedException {
        long at;
        synchronized (this) {
            at = earliest(pace.nowNs(), reading);
            count(at);
        }
        waits.until(at);
    }

    /// Returns true when one more may be sent, when that is within `longestNs`; else returns false at once, and nothing
    /// is counted.
    boolean take(long longestNs) throws InterruptedException {
        long at;
        synchronized (this) {
            long now = pace.nowNs();
            at = earliest(now, sentNs.length);
            if (at - now > longestNs) return false;
            count(at);
        }
        waits.until(at);
        return true;
    }

    /// When one more leaves no minute with more than `most`.
    private long earliest(long now, int most) {
        long at = now;
        if (sent >= most) at = later(at, sentNs[slot(sent - most)] + MINUTE_NS);
        if (resting) {
            at = later(at, restNs);
            resting = restNs - now > 0;
        }
        return at;
    }

    private void count(long at) {
        sentNs[slot(sent)] = at;
        sent++;
    }

    private int slot(long number) {
        return (int) (number % sentNs.length);
    }

    /// Leaves the service alone for as long as an answer of 429 or 503 asks for. Returns whether it was such an answer.
    boolean rest(Http.Reply reply) {
        if (reply.status() != 429 && reply.status() != 503) return false;
        askedToRest();
        long seconds = reply.retryAfterS();
        if (seconds > 0) rest(pace.nowNs() + TimeUnit.SECONDS.toNanos(seconds));
        return true;
    }

    /// Nothing is sent before `ns`.
    synchronized void rest(long ns) {
        restNs = resting ? later(restNs, ns) : ns;
        resting = true;
    }

    private synchronized void askedToRest() {
        rests++;
    }

    /// Requests so far.
    synchronized long sent() {
        return sent;
    }

    /// How often the service asked to be left alone so far.
    synchronized long rests() {
        return rests;
    }

    /// How long nothing is sent yet because the service asked for that; 0: it did not, or that is over.
    synchronized long restsNs() {
        return resting ? Math.max(0, restNs - pace.nowNs()) : 0;
    }

    private static long later(long one, long other) {
        return one - other > 0 ? one : other;
    }
}
