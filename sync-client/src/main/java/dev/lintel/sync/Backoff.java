package dev.lintel.sync;

/// How long to wait after a failure: from a first wait, doubling to a longest, each half as long to half as
/// long again, so that a thousand boxes do not come back at one moment. Pure; one thread.
public final class Backoff {
    /// What a hub may ask for; a wrong header is not to keep a box away for days.
    public static final long RETRY_AFTER_MAX_MS = 900_000;

    private final long firstMs;
    private final long maxMs;
    private long nextMs;

    public Backoff(long firstMs, long maxMs) {
        this.firstMs = firstMs;
        this.maxMs = maxMs;
        nextMs = firstMs;
    }

    /// The wait before the next try, ms.
    ///
    /// @param random at least 0, below 1
    /// @param retryAfterMs what the hub asked for; 0: nothing
    public long failed(double random, long retryAfterMs) {
        long waitMs = Math.round(nextMs * (0.5 + random));
        nextMs = Math.min(maxMs, nextMs * 2);
        return Math.max(waitMs, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS));
    }

    public void succeeded() {
        nextMs = firstMs;
    }
}
