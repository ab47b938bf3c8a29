package dev.lintel.controller.time;

/// How long something that counts up, such as the time at which a thread last went round, has stood still while
/// somebody looked. Whoever looks says how much time each look counts for: that in which nobody looked (a suspended
/// machine, a debugger) accuses nobody. Not safe for several threads.
public final class Silence {
    /// Of something that cannot hang just now.
    public static final long NONE = Long.MAX_VALUE;

    private long seenNs = NONE;
    private long silentNs;

    /// One look, `passedNs` after the last. Returns how long it has stood still.
    public long look(long aliveNs, long passedNs) {
        silentNs = aliveNs == seenNs && aliveNs != NONE ? silentNs + passedNs : 0;
        seenNs = aliveNs;
        return silentNs;
    }

    /// What the last look returned.
    public long silentNs() {
        return silentNs;
    }
}
