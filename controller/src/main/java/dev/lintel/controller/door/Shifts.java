package dev.lintel.controller.door;

/// The times of the week, as doors ask for them: now, by a clock that may be believed. Implemented outside, in
/// memory; called on the door lane.
@FunctionalInterface
public interface Shifts {
    /// A box without hours.
    Shifts NONE = (_, _) -> false;

    /// Whether `shiftId` covers this moment at the channel's site. Never while the clock is certainly wrong.
    boolean coverNow(long shiftId, long channelId);

    /// Whether it has covered every minute from `sinceMs` (milliseconds since 1970) until now: asked once at a
    /// start. Who cannot tell says no.
    default boolean coveredSince(long shiftId, long channelId, long sinceMs) {
        return false;
    }
}
