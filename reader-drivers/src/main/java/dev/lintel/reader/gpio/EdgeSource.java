package dev.lintel.reader.gpio;

/// Where a request's edges come from. Callable from any thread.
@FunctionalInterface
public interface EdgeSource {
    /// The monotonic time up to which every edge has been handed to the listener. However late the chip's thread
    /// runs, no edge of an earlier time comes after this was asked: only so can silence on the line be told from
    /// a thread that was held up, and a card not be cut in two.
    long settledNs();

    /// Which lines are low right now: bit 0 for D0, bit 1 for D1. A line that is low whenever one looks is stuck. A
    /// source that cannot tell says none.
    default int low() {
        return 0;
    }
}
