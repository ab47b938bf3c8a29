package dev.lintel.reader.gpio;

/// A line of the chip and what its wire's level means.
///
/// @param line the chip's offset, 0 or more
/// @param activeHigh true when high on the wire is active
/// @param bias what holds an input that nothing drives; means nothing for an output
public record LineSpec(int line, boolean activeHigh, Bias bias) {
    /// Held at its inactive level, so that a cut wire is no button pressed and no leaf closed.
    public LineSpec(int line, boolean activeHigh) {
        this(line, activeHigh, activeHigh ? Bias.PULL_DOWN : Bias.PULL_UP);
    }
}
