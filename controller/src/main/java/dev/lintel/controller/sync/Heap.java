package dev.lintel.controller.sync;

/// Keeps the heap small while a snapshot goes through it. What a collection of young objects finds alive, and who has
/// come a moment later has done with, lies among the old ones until the heap is at its limit: a hundred thousand people
/// would make a box of 90 MB one of 180 MB, on a board that has 512 MB for everything. So between two transactions,
/// once
/// so much lies there, all of it is looked through, which takes as long as what is alive is large: 30 ms on a server's
/// core, a few tenths of a second on a small board, as long as a decision may wait.
final class Heap {
    /// Used, of which some 12 MB are alive in a box that does nothing else.
    private static final long USED_MAX = 26L << 20;

    private Heap() {}

    /// Collects where there is enough to collect.
    static void tidy() {
        Runtime runtime = Runtime.getRuntime();
        if (runtime.totalMemory() - runtime.freeMemory() > USED_MAX) System.gc();
    }
}
