package dev.lintel.controller.webhook;

import java.time.Duration;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/// When a delivery that failed is tried again. Any thread.
///
/// ```
///   5 s  30 s  5 min  30 min  2 h  5 h  10 h  10 h  24 h  24 h  24 h  last: 5 days after it began
/// ```
final class RetryPlan {
    /// A receiver that is away for longer has lost track anyway: its developer sends again what it needs.
    static final Duration LIFE = Duration.ofDays(5);
    /// What a receiver may ask for at most: a slip of its must not silence it.
    static final Duration ASKED_MAX = Duration.ofHours(24);

    private static final List<Duration> DELAYS = List.of(
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(5),
            Duration.ofHours(10),
            Duration.ofHours(10));
    private static final Duration DAILY = Duration.ofHours(24);
    /// No wait is longer.
    static final Duration WAIT_MAX = Duration.ofHours(29);

    /// While nothing gets through an endpoint is asked no sooner than that, by no delivery.
    private static final List<Duration> HOLDS =
            List.of(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(1), Duration.ofMinutes(5));

    /// Either way: deliveries that failed together must not come back together.
    private static final double JITTER = 0.2;

    private final DoubleSupplier random;

    /// @param random numbers from 0 to below 1
    RetryPlan(DoubleSupplier random) {
        this.random = random;
    }

    /// When to try again; null: not any more.
    ///
    /// @param tries attempts so far, 1 or more
    /// @param askedMs how long the receiver asked to be left alone; null: it did not
    @Nullable
    Long next(int tries, long begunAtMs, long nowMs, @Nullable Long askedMs) {
        long endMs = begunAtMs + LIFE.toMillis();
        if (nowMs >= endMs) return null;
        Duration delay = tries <= DELAYS.size() ? DELAYS.get(tries - 1) : DAILY;
        long wantedMs = nowMs + jittered(delay);
        if (askedMs != null) wantedMs = Math.max(wantedMs, nowMs + asked(askedMs));
        return Math.min(wantedMs, endMs); // the last one at the very end
    }

    /// How long nothing is tried at an endpoint; 0: deliveries keep their own times.
    ///
    /// @param failures in a row
    long hold(int failures) {
        int beyond = failures - Lane.OUTAGE_FAILURES;
        if (beyond < 0) return 0;
        return jittered(HOLDS.get(Math.min(beyond, HOLDS.size() - 1)));
    }

    /// What a receiver asked for, as far as it is honoured.
    static long asked(long ms) {
        return Math.clamp(ms, 0, ASKED_MAX.toMillis());
    }

    private long jittered(Duration delay) {
        return Math.round(delay.toMillis() * (1 - JITTER + 2 * JITTER * random.getAsDouble()));
    }
}
