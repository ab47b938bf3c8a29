package dev.lintel.controller.door;

/// The wall clock and the times of the week, as doors ask for them: now, by a clock that may be believed.
/// Implemented outside, in memory; called on the door lane.
@FunctionalInterface
public interface Shifts {
    /// A box without hours.
    Shifts NONE = (_, _) -> false;

    /// Whether `shiftId` covers this moment at the channel's site. Never while the clock is certainly wrong, nor
    /// while it is held and the channel denies what is bound to times then.
    boolean coverNow(long shiftId, long channelId);

    /// Whether `shiftId` certainly does not cover this moment: not where the clock may not be believed.
    default boolean isOverNow(long shiftId, long channelId) {
        return !coverNow(shiftId, channelId);
    }

    /// It is later than this for certain: `nowMs`, or the newest event where the clock is behind it. Milliseconds
    /// since 1970.
    default long surelyMs(long nowMs) {
        return nowMs;
    }

    /// Whether it has covered every minute from `sinceMs` (milliseconds since 1970) until now: asked once at a
    /// start. Who cannot tell says no.
    default boolean coveredSince(long shiftId, long channelId, long sinceMs) {
        return false;
    }

    /// Whether there was a moment from `sinceMs` (milliseconds since 1970) until now that it certainly did not
    /// cover: asked once at a start. Who cannot tell says no.
    default boolean overSince(long shiftId, long channelId, long sinceMs) {
        return false;
    }
}
