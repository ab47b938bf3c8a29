package dev.lintel.sync.cloud;

import dev.lintel.sync.Progress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The service's clock, from the `Date` of its answers and monotonic time since. This box's own clock is only
/// compared with it. Any thread.
final class ServiceClock {
    /// `Date` has whole seconds: the middle of one is at most this far off.
    private static final long HALF_SECOND_MS = 500;

    private final CloudPace pace;
    private @Nullable Long dateMs;
    private long atNs;
    private long skewMs;
    private long errorMs;
    private @Nullable Long rowMs;
    private long rowNs;

    ServiceClock(CloudPace pace) {
        this.pace = pace;
    }

    /// Takes what an answer tells; it may have no date.
    synchronized void heard(Http.Reply reply) {
        Long date = reply.dateMs();
        if (date == null) return;
        long now = pace.nowNs();
        long roundMs = TimeUnit.NANOSECONDS.toMillis(now - reply.sentNs());
        dateMs = date + HALF_SECOND_MS;
        atNs = now;
        skewMs = pace.wallMs() - dateMs;
        errorMs = HALF_SECOND_MS + roundMs / 2;
    }

    /// That the service is followed just now, with its clock where that is known.
    synchronized Progress contact() {
        Long now = known();
        return now == null ? new Progress.Reached() : new Progress.Contact(skewMs, now, errorMs);
    }

    /// Unix milliseconds; null: no answer had a date yet.
    synchronized @Nullable Long known() {
        return dateMs == null ? null : dateMs + TimeUnit.NANOSECONDS.toMillis(pace.nowNs() - atNs);
    }

    /// What a row says of when it last changed. Where no answer has a date, that is all there is to go by: the
    /// service's clock was at least there when the row was seen, and has gone on since as this box's has.
    synchronized void seen(long updatedAtMs) {
        Long least = atLeast(pace.nowNs());
        if (dateMs != null || (least != null && updatedAtMs <= least)) return;
        rowMs = updatedAtMs;
        rowNs = pace.nowNs();
    }

    /// What the service's clock had reached at `ns` of the pace's clock, or somewhat less; null: nothing tells.
    synchronized @Nullable Long atLeast(long ns) {
        Long base = dateMs == null ? rowMs : dateMs;
        return base == null ? null : base + TimeUnit.NANOSECONDS.toMillis(ns - (dateMs == null ? rowNs : atNs));
    }

    long nowNs() {
        return pace.nowNs();
    }

    /// As [#known()], else this box's own clock.
    long nowMs() {
        Long known = known();
        return known == null ? pace.wallMs() : known;
    }

    synchronized long skewMs() {
        return skewMs;
    }
}
