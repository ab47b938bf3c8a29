package dev.lintel.sync.cloud;

import java.util.concurrent.TimeUnit;

/// How long to wait after failures in a row: 1 s, doubled up to 5 min, ±50 % so that boxes do not come back
/// together. One thread.
final class Backoff {
    private static final long FIRST_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(5);
    /// Doubled so often it is beyond the longest.
    private static final int DOUBLINGS_MAX = 9;

    private int failures;

    /// After one more failure.
    ///
    /// @param random at least 0, below 1
    long nextNs(double random) {
        long usual = Math.min(LONGEST_NS, FIRST_NS << Math.min(failures, DOUBLINGS_MAX));
        failures++;
        return (long) (usual * (0.5 + random));
    }

    void reset() {
        failures = 0;
    }
}
