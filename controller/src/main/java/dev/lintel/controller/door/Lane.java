package dev.lintel.controller.door;

/// The way to the door lane. Any thread; never blocks.
@FunctionalInterface
public interface Lane {
    /// Hands an input over; returns whether there was room for it.
    boolean offer(LaneInput input);
}
