package dev.lintel.reader.osdp;

import dev.lintel.reader.osdp.BusStatistics.PdStatistics;
import org.jspecify.annotations.Nullable;

/// What is counted about one PD. Used on the bus's thread only.
final class PdTally {
    long exchanges;
    private long retries;
    long malformed;
    int lastNak;
    private long timeouts;
    private long busy;
    private long restarts;
    private long insecure;
    private String insecureWhy = "";
    private String refusal = ""; // why it has no session now, although it answers
    private long longestGapNs;
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

    /// No reply has come in time. `silent` is after several in a row.
    void missed(boolean silent) {
        timeouts++;
        if (silent) refusal = "";
    }

    /// A handshake has failed, or a wrong frame has ended a session.
    void insecure(String why) {
        insecure++;
        insecureWhy = why;
        refusal = why;
    }

    /// The PD was brought up, over its secure channel if it has a key.
    void broughtUp() {
        restarts++;
        refusal = "";
    }

    private String offlineWhy(boolean ready, boolean absent) {
        if (ready) return absent ? "it says that its reader is not connected" : "";
        return refusal;
    }

    /// `ready`: it was brought up, and has answered since within the limit.
    PdStatistics snapshot(int address, boolean ready, PdPoints points) {
        return new PdStatistics(
                address,
                ready && !points.absent(),
                exchanges,
                retries,
                timeouts,
                busy,
                lastNak,
                restarts,
                malformed,
                insecure,
                insecureWhy,
                offlineWhy(ready, points.absent()),
                longestGapNs / 1_000_000,
                points.tampered(),
                points.powerFailed(),
                identity);
    }
}
