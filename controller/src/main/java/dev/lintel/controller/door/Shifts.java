package dev.lintel.controller.door;

/// The times of the week, as doors ask for them: now, by a clock that may be believed. Implemented outside, in
/// memory; called on the door lane.
@FunctionalInterface
public interface Shifts {
    /// Whether `shiftId` covers this moment at the channel's site. Never while the clock is certainly wrong.
    boolean coverNow(long shiftId, long channelId);
}
