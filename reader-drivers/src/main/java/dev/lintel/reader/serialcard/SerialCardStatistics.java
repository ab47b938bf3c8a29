package dev.lintel.reader.serialcard;

/// How a serial reader is doing since it was started. A snapshot, safe to share.
///
/// @param open whether the port is open now
/// @param port the port's path as opened last, or the reader's name before
/// @param openings how often the port was opened
/// @param presented cards and texts that were told of
/// @param repeats frames of a card that still lay there
/// @param ghosts frames of zeros, and frames that came once where they must come twice
/// @param lineError why the port was lost or could not be opened last; empty when it never failed
public record SerialCardStatistics(
        boolean open,
        String port,
        long openings,
        long presented,
        long repeats,
        long ghosts,
        FrameCounters frames,
        String lineError) {}
