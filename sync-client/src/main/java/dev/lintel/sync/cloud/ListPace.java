package dev.lintel.sync.cloud;

/// How long after a full listing the next one begins, for [Poller]: soon where a listing takes few requests, so that a
/// deleted person is found within a minute, and at the latest after [Limits#listNs()]. A service that asks to be left
/// alone (429, 503) is listed half as often each time. Durations in nanoseconds. One thread.
final class ListPace {
    private static final long MINUTE_NS = 60_000_000_000L;

    private final Limits limits;
    private final Budget budget;
    private long sent;
    private long rests;
    private long leastNs;

    ListPace(Limits limits, Budget budget) {
        this.limits = limits;
        this.budget = budget;
        this.leastNs = limits.soonNs();
    }

    /// A listing begins.
    void begin() {
        sent = budget.sent();
    }

    /// It has ended well. Returns how long after it the next one is due.
    long gapNs() {
        long requests = budget.sent() - sent;
        boolean rested = budget.rests() > rests;
        rests = budget.rests();
        leastNs = Math.clamp(rested ? leastNs * 2 : leastNs / 2, limits.soonNs(), limits.listNs());
        long perMinute = Math.max(1, limits.perMinute() / Limits.LISTING_SHARE);
        return Math.clamp(requests * MINUTE_NS / perMinute, leastNs, limits.listNs());
    }
}
