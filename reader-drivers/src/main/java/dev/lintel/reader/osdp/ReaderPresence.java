package dev.lintel.reader.osdp;

/// Whether a PD has a reader connected to it, as its RSTATR replies say. Absence counts at once: no card can
/// be read. A reader is back only after it was connected for a steady time, so that a loose plug makes few events.
///
/// ```
///   RSTATR     1 0 1 0 1 0                   1 0
///   absent     ************** 2 s **........ ************ 4 s ************........   a relapse within a minute
/// ```
///
/// No clock; the bus's thread.
final class ReaderPresence {
    /// Longer than contacts bounce while a person plugs a reader in, shorter than that person waits for it.
    static final long STEADY_NS = 2_000_000_000;

    /// The limit of a steady time that doubles with each relapse: two events a minute, as for other faults that last.
    static final long STEADY_NS_MAX = 60_000_000_000L;

    private boolean absent;
    private boolean connected = true;
    private long steadyNs = STEADY_NS;
    private long sinceNs; // since when it is connected, or present
    private boolean returned; // it was absent before

    boolean absent() {
        return absent;
    }

    /// The PD says that a reader is connected, or shows it: a card was read.
    void connected(long nowNs) {
        if (absent && !connected) sinceNs = nowNs;
        connected = true;
    }

    /// The PD says that none of its readers is connected.
    void disconnected(long nowNs) {
        if (!absent) {
            boolean relapse = returned && nowNs - sinceNs < STEADY_NS_MAX;
            steadyNs = relapse ? Math.min(2 * steadyNs, STEADY_NS_MAX) : STEADY_NS;
        }
        absent = true;
        connected = false;
    }

    /// The PD has answered anything.
    void answered(long nowNs) {
        if (!absent || !connected || nowNs - sinceNs < steadyNs) return;
        absent = false;
        returned = true;
        sinceNs = nowNs;
    }
}
