package dev.lintel.reader.osdp;

import dev.lintel.reader.osdp.BusStatistics.PdStatistics;
import org.jspecify.annotations.Nullable;

/// What is counted about one PD. Used on the bus's thread only.
final class PdTally {
    long exchanges;
    long retries;
    long timeouts;
    long busy;
    long restarts;
    long malformed;
    long insecure;
    int lastNak;
    long longestGapNs;
    private boolean asked;
    private long heardNs;
    private boolean heard;
    Reply.@Nullable Identity identity;

    /// A valid reply has come. Only gaps of a PD that is online count: one that is switched off is no line's
    /// fault.
    void heard(long nowNs, boolean online) {
        if (online && heard) longestGapNs = Math.max(longestGapNs, nowNs - heardNs);
        heardNs = nowNs;
        heard = true;
    }

    /// The command goes out once more. Only what nobody asked for is a retry.
    void sentAgain() {
        if (!asked) retries++;
        asked = false;
    }

    /// The PD asks for the same later.
    void askedToWait() {
        busy++;
        asked = true;
    }

    PdStatistics snapshot(int address, boolean online, PdPoints points) {
        return new PdStatistics(
                address,
                online,
                exchanges,
                retries,
                timeouts,
                busy,
                lastNak,
                restarts,
                malformed,
                insecure,
                longestGapNs / 1_000_000,
                points.tampered(),
                points.powerFailed(),
                identity);
    }
}
