package dev.lintel.reader.gpio;

/// The two data lines of a Wiegand reader, both high while nothing is sent.
///
/// @param d0 the chip's offset of the line whose pulses are zeros
/// @param d1 the chip's offset of the line whose pulses are ones
/// @param bias what holds both lines; readers have open collectors, so something must pull up
public record WirePair(int d0, int d1, Bias bias) {
    /// Pulled up by the chip too: a wire that is cut off then makes no edges.
    public WirePair(int d0, int d1) {
        this(d0, d1, Bias.PULL_UP);
    }
}
