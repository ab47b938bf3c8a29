package dev.lintel.reader.wiegand;

/// The edges between two silences as they came, whatever became of them: what an installer wants to see. Pulse
/// widths are not known: only falling edges are asked for, because the kernel reads the level too late to tell
/// them apart.
///
/// @param bits in the order of the kernel's numbers, `0` for an edge on D0 and `1` for one on D1; at most
///     [dev.lintel.reader.CardBits#BITS_MAX]
/// @param edges how many there were, more than `bits` has where it was cut
/// @param firstNs monotonic time of the first edge
/// @param lastNs monotonic time of the last
/// @param intervals from edge to edge
public record WiegandBurst(String bits, long edges, long firstNs, long lastNs, Intervals intervals) {
    /// Nanoseconds from one edge to the next; all 0 where there is one edge only.
    public record Intervals(long minNs, long medianNs, long maxNs) {
        static final Intervals NONE = new Intervals(0, 0, 0);
    }

    /// Two bits follow each other much faster than this reader sends: one of them is likely to be a spike's.
    boolean uneven() {
        return edges > 2 && 2 * intervals.minNs() <= intervals.medianNs();
    }

    /// The same with 0 and 1 exchanged, as if D0 and D1 were.
    String inverted() {
        var text = new StringBuilder(bits.length());
        for (int i = 0; i < bits.length(); i++) text.append(bits.charAt(i) == '0' ? '1' : '0');
        return text.toString();
    }
}
