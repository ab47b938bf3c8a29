package dev.lintel.tools.simulation;

/// Until when one of two bounds holds a strike released: the one that the log explains at most, or the one that the
/// door owes to people at least. An admission while the leaf is open outlasts the closing of the leaf.
final class Released {
    private static final long NEVER = Long.MIN_VALUE;

    private long untilNs = NEVER;
    private long nextUntilNs = NEVER; // of those who were admitted while the leaf was open

    long untilNs() {
        return untilNs;
    }

    void nothing() {
        untilNs = NEVER;
        nextUntilNs = NEVER;
    }

    /// A person may pass until then, where the leaf is open or closed.
    void set(long atNs, boolean leafOpen) {
        untilNs = atNs;
        if (leafOpen) nextUntilNs = atNs;
    }

    /// As [#set], where another person's time may be longer.
    void extend(long atNs, boolean leafOpen) {
        untilNs = Math.max(untilNs, atNs);
        if (leafOpen) nextUntilNs = Math.max(nextUntilNs, atNs);
    }

    /// At least until then, whatever the leaf does.
    void atLeast(long atNs) {
        untilNs = Math.max(untilNs, atNs);
        nextUntilNs = Math.max(nextUntilNs, atNs);
    }

    /// The leaf moved at that time.
    ///
    /// @param relocks whether the strike relocks by this move
    /// @param othersNs until when others may pass
    void moved(boolean opens, boolean relocks, long atNs, long othersNs) {
        if (opens) nextUntilNs = othersNs;
        if (relocks) untilNs = Math.min(untilNs, Math.max(atNs, nextUntilNs));
    }
}
