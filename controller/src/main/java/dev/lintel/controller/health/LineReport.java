package dev.lintel.controller.health;

/// How a bus or a reader's wires are doing, for `doctor`.
///
/// @param name as an installer calls it: `bus main`, `channel 2, entry`
/// @param works whether anything can come over it now
/// @param found what it has seen since the start, in words
public record LineReport(String name, boolean works, String found) {}
