package dev.lintel.reader.wiegand;

import dev.lintel.reader.CardBits;

/// How one burst of edges ended. `atNs` is the monotonic time of its last edge.
public sealed interface WiegandOutcome {
    long atNs();

    /// A whole frame, in the order the reader sent it.
    record Frame(CardBits bits, long atNs) implements WiegandOutcome {}

    /// A burst that cannot be trusted. `edges` is how many arrived.
    record Rejected(Fault fault, int edges, long atNs) implements WiegandOutcome {}

    /// A burst shorter than any key or card: a stray pulse.
    record Ignored(int edges, long atNs) implements WiegandOutcome {}

    /// Why a burst was refused.
    enum Fault {
        /// A sequence number is missing or doubled: the kernel or a queue lost an edge.
        LOST_EDGE,
        /// Two edges nearer to each other than a reader can send: ringing or crosstalk.
        TOO_CLOSE,
        /// More bits than any card has.
        TOO_LONG,
        /// Edges that belong, by their time, to a frame that was handed on already.
        LATE,
        /// A frame as long as a key's that is no key of the configured keypad.
        NO_KEY
    }
}
