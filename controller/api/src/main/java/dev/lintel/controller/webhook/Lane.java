package dev.lintel.controller.webhook;

import dev.lintel.controller.store.DeliveryStore;
import dev.lintel.controller.store.EndpointStore;
import dev.lintel.controller.store.EndpointStore.Endpoint;
import dev.lintel.controller.store.EndpointStore.Standing;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One endpoint's queue, as far as it is in memory: how much waits, and when something is to be done. What waits is in
/// the database. The outbox's thread.
///
/// ```
///   well ── 3 failures in a row ──► outage: one attempt at a time, held in between ── 5 days ──► paused: none
///     ^──────────────── a success: all that waits may go at once ───────────┴──────── a success, sent by hand ─┘
/// ```
final class Lane {
    /// What comes within this time goes together.
    static final long WINDOW_NS = TimeUnit.MILLISECONDS.toNanos(250);
    /// In one delivery.
    static final int BATCH_MAX = 100;
    /// One failure may be a slip, a third in a row is none.
    static final int OUTAGE_FAILURES = 3;
    /// No time is set.
    static final long NEVER = Long.MAX_VALUE;

    private final long id;
    private final EndpointStore.Key key;
    private Standing standing;
    private long fresh;
    private long formed;
    private long windowEndNs;
    private long dueAtMs = NEVER;
    private boolean blocked;
    private int flying;
    private boolean everFailed;
    private long lastFailureNs;

    /// @param fresh items in no delivery yet
    /// @param formed items in deliveries that wait
    Lane(Endpoint endpoint, long fresh, long formed, long nowNs) {
        this.id = endpoint.id();
        this.key = endpoint.key();
        this.standing = endpoint.standing();
        this.fresh = fresh;
        this.formed = formed;
        this.windowEndNs = nowNs;
    }

    long id() {
        return id;
    }

    EndpointStore.Key key() {
        return key;
    }

    Standing standing() {
        return standing;
    }

    /// Items that wait, in deliveries or not.
    long waiting() {
        return fresh + formed;
    }

    long fresh() {
        return fresh;
    }

    int flying() {
        return flying;
    }

    void flying(int deliveries) {
        flying = deliveries;
    }

    boolean isPaused() {
        return standing.pausedAtMs() != null;
    }

    boolean isOut() {
        return standing.failures() >= OUTAGE_FAILURES;
    }

    boolean isHeld(long nowMs) {
        Long until = standing.heldUntilMs();
        return until != null && nowMs < until;
    }

    /// Something was noted for it.
    void noted(int items, long nowNs) {
        if (fresh == 0) windowEndNs = nowNs + WINDOW_NS;
        fresh += items;
        blocked = false;
    }

    /// Items that were never in a delivery will never be.
    void gone(int items) {
        fresh -= items;
    }

    /// Items went into a delivery.
    void formed(int items) {
        fresh -= items;
        formed += items;
    }

    /// A delivery with so many items waits no more.
    void ended(int items) {
        formed -= items;
        blocked = false;
    }

    /// Nothing of what is fresh may go before something else has ended or come.
    void blocked() {
        blocked = true;
    }

    /// What kept it may have ended: it is looked again.
    void unblock() {
        blocked = false;
    }

    /// When the first waiting delivery that is not under way is due.
    void due(long atMs) {
        dueAtMs = atMs;
    }

    /// Whether the next delivery was sent by hand: neither a hold nor a pause keeps it.
    boolean isByHand() {
        return dueAtMs == DeliveryStore.BY_HAND;
    }

    boolean isDue(long nowMs) {
        return dueAtMs <= nowMs;
    }

    /// How long nothing need be done, in nanoseconds; [#NEVER] when nothing waits.
    long restNs(Moment now) {
        if (isByHand()) return 0;
        if (isPaused()) return NEVER;
        long rest = NEVER;
        if (fresh > 0 && !blocked) rest = fresh >= BATCH_MAX ? 0 : Math.max(0, windowEndNs - now.ns());
        if (dueAtMs != NEVER) {
            rest = Math.min(rest, isDue(now.ms()) ? 0 : TimeUnit.MILLISECONDS.toNanos(dueAtMs - now.ms()));
        }
        Long until = standing.heldUntilMs();
        if (rest == NEVER || until == null || !isHeld(now.ms())) return rest;
        return Math.max(rest, TimeUnit.MILLISECONDS.toNanos(until - now.ms()));
    }

    /// Something arrived that was sent then. Returns whether what waits is to be let go at once. What the receiver has
    /// asked for meanwhile, on another connection, holds.
    boolean succeeded(long begunNs, long nowMs) {
        boolean back = isOut() || isPaused();
        boolean askedSince = everFailed && lastFailureNs - begunNs >= 0;
        standing = new Standing(0, null, askedSince ? standing.heldUntilMs() : null, null, nowMs);
        return back;
    }

    /// An attempt failed that was begun then: those under way at the same time tell the same thing.
    ///
    /// @param askedMs how long the receiver asks to be left alone; null: it does not
    void failed(long begunNs, Moment now, @Nullable Long askedMs, RetryPlan plan) {
        boolean another = !everFailed || begunNs - lastFailureNs >= 0;
        everFailed = true;
        lastFailureNs = now.ns();
        int failures = standing.failures() + (another ? 1 : 0);
        long holdMs = Math.max(plan.hold(failures), askedMs == null ? 0 : RetryPlan.asked(askedMs));
        Long since = standing.failingAtMs();
        Long held = standing.heldUntilMs();
        long until = holdMs == 0 ? 0 : now.ms() + holdMs;
        if (held != null && isHeld(now.ms())) until = Math.max(until, held);
        standing = new Standing(
                failures,
                since == null ? (Long) now.ms() : since,
                until == 0 ? null : (Long) until,
                standing.pausedAtMs(),
                standing.succeededAtMs());
    }

    /// One moment by both clocks.
    ///
    /// @param ns rises evenly
    /// @param ms wall time
    record Moment(long ns, long ms) {}

    void pause(long nowMs) {
        standing = new Standing(standing.failures(), standing.failingAtMs(), null, nowMs, standing.succeededAtMs());
    }
}
