package dev.lintel.sync.link;

import dev.lintel.sync.wire.Wire;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Whether an order arrives while somebody waits for it. A network may keep it for a minute and deliver it
/// then: the hub has long said `timeout`, and a door that opens after that opens for nobody. This box's own
/// clock does not say, for it may be wrong; how far the hub's is ahead of the time since this box's start is
/// measured instead. Any thread.
///
/// ```
///   box    asked ─────────┐                        ┌──► now
///   hub                   └─► 12:00:00 ── (kept) ──┘        ahead <= 12:00:00 - asked
///
///   an order of 12:00:07 is no older than  now + ahead - 12:00:07
/// ```
final class Freshness {
    /// Measured values are used for so long, and for so long again. A line that stands still is given up
    /// within 90 s, so that some of them are of before it did; and clocks drift apart by milliseconds
    /// meanwhile.
    private static final long PERIOD_NS = TimeUnit.MINUTES.toNanos(3);

    private static final long LATE_MS = TimeUnit.SECONDS.toMillis(Wire.ANSWER_S);

    private @Nullable Long aheadMs;
    private @Nullable Long aheadBeforeMs;
    private long fromNs;

    /// The hub's clock showed `hubMs` at some time between `askedNs` and `nowNs`.
    synchronized void heard(long hubMs, long askedNs, long nowNs) {
        long ahead = hubMs - TimeUnit.NANOSECONDS.toMillis(askedNs);
        Long least = aheadMs;
        if (least == null) fromNs = nowNs;
        else if (nowNs - fromNs >= PERIOD_NS) {
            aheadBeforeMs = least;
            aheadMs = ahead;
            fromNs = nowNs;
            return;
        }
        aheadMs = least == null ? ahead : Math.min(least, ahead);
    }

    /// Whether what was sent when the hub's clock showed `hubMs` is of no use any more; false where that is not known.
    synchronized boolean isLate(long hubMs, long nowNs) {
        Long least = aheadMs;
        if (least == null) return false;
        Long before = aheadBeforeMs;
        long ahead = before == null ? least : Math.min(least, before);
        return TimeUnit.NANOSECONDS.toMillis(nowNs) + ahead - hubMs > LATE_MS;
    }
}
