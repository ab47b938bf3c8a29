package dev.lintel.reader.gpio;

/// One falling edge as the kernel saw it (gpio uAPI v2).
///
/// @param atNs CLOCK_MONOTONIC time of the interrupt, nanoseconds
/// @param bit 0 for D0, 1 for D1
/// @param seqno sequence number common to both lines, unsigned 32 bits, it wraps
public record Edge(long atNs, int bit, int seqno) {}
