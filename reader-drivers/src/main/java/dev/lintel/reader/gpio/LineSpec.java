package dev.lintel.reader.gpio;

/// A line of the chip and what its wire's level means.
///
/// @param line the chip's offset, 0 or more
/// @param activeHigh true when high on the wire is active
public record LineSpec(int line, boolean activeHigh) {}
