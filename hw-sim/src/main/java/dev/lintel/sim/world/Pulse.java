package dev.lintel.sim.world;

/// One low pulse on a Wiegand line.
///
/// @param afterNs how long after the first pulse of its train it falls, nanoseconds
/// @param bit 0: on D0, 1: on D1
/// @param lost whether the kernel counts it but loses it, as when its interrupt thread runs late
record Pulse(long afterNs, int bit, boolean lost) {}
