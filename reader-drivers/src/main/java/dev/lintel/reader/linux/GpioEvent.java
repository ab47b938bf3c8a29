package dev.lintel.reader.linux;

/// One edge, as the kernel saw it.
///
/// @param atNs CLOCK_MONOTONIC time of the interrupt, nanoseconds
/// @param rising whether the line became active (the logical level: what active-low turns round is turned round)
/// @param offset the chip's line
/// @param seqno sequence number over all lines of the request, unsigned 32 bits, it wraps
public record GpioEvent(long atNs, boolean rising, int offset, int seqno) {}
