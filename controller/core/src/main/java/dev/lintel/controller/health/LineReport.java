package dev.lintel.controller.health;

import java.util.List;

/// How a bus or a reader's wires are doing, for `doctor`.
///
/// @param name as an installer calls it: `bus main`, `channel 2, entry`
/// @param works whether anything can come over it now
/// @param found what it has seen since the start, in words
/// @param hints what its wiring may be suffering from, for an installer to look at
public record LineReport(String name, boolean works, String found, List<Hint> hints) {
    public LineReport {
        hints = List.copyOf(hints);
    }

    /// Nothing gives cause for a hint.
    public LineReport(String name, boolean works, String found) {
        this(name, works, found, List.of());
    }

    /// Something that is not right, and what to do about it.
    public record Hint(String found, String advice) {}
}
