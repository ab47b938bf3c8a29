package dev.lintel.reader.osdp;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a bus is doing since it was started. A snapshot, safe to share.
///
/// @param open whether the port is open now
/// @param port the port's path as opened last, or as configured
/// @param openings how often the port was opened
/// @param badChecks frames whose CRC or checksum did not fit
/// @param noiseBytes bytes that belonged to no frame
/// @param strayFrames good frames nobody waited for: echoes, late replies, other masters
/// @param lineError why the port was lost or could not be opened last; empty when it never failed
public record BusStatistics(
        boolean open,
        String port,
        long openings,
        long badChecks,
        long noiseBytes,
        long strayFrames,
        String lineError,
        List<PdStatistics> pds) {
    public BusStatistics {
        pds = List.copyOf(pds);
    }

    /// One PD's share.
    ///
    /// @param exchanges commands that were answered
    /// @param retries commands that were sent again
    /// @param timeouts commands with no reply in time
    /// @param busy replies that asked to wait
    /// @param lastNak the code of the last refusal, 0 when there was none
    /// @param restarts bring-ups, the first included
    /// @param malformed replies whose data does not fit their code
    /// @param insecure handshakes that failed, and sessions that a wrong frame ended
    /// @param insecureWhy why the last of these failed or ended; empty when there was none
    /// @param offlineWhy why it is offline although it answers; empty when it is online or does not answer
    /// @param longestGapMs the longest time between two replies while it was online, milliseconds
    /// @param tampered whether the case or a reader in it is open, as it said last
    /// @param powerFailed whether its supply fails, as it said last
    /// @param identity as the PD tells it; null before
    public record PdStatistics(
            int address,
            boolean online,
            long exchanges,
            long retries,
            long timeouts,
            long busy,
            int lastNak,
            long restarts,
            long malformed,
            long insecure,
            String insecureWhy,
            String offlineWhy,
            long longestGapMs,
            boolean tampered,
            boolean powerFailed,
            Reply.@Nullable Identity identity) {}
}
