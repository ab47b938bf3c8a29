package dev.lintel.controller.door;

/// The way to the door lane. Any thread; never blocks.
@FunctionalInterface
public interface Lane {
    /// Hands an input over; returns whether there was room for it. What exits, contacts and readers say is told later
    /// where there was none; all else is the caller's to say again.
    boolean offer(LaneInput input);
}
