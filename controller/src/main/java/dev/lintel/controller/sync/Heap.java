package dev.lintel.controller.sync;

import java.util.concurrent.atomic.AtomicLong;

/// Keeps the heap small while a snapshot goes through it. What a collection of young objects finds alive, and who has
/// come a moment later has done with, lies among the old ones until the heap is at its limit: a hundred thousand people
/// would make a box of 95 MB one of 180 MB, on a board that has 512 MB for everything. So between two transactions,
/// once so much has come together, all of it is looked through. That takes as long as what is alive is large: 30 ms
/// on a server's core, a few tenths of a second on a small board.
final class Heap {
    /// Used; some 8 MB of it are alive in a box that does nothing else, 10 MB in one that takes a snapshot.
    private static final long USED_MAX = 16L << 20;
    /// What comes together at least between two collections, however much is alive: none is made for little.
    private static final long GROWN_MIN = 7L << 20;

    /// Used after the last collection that was made here.
    private static final AtomicLong ALIVE = new AtomicLong();

    private Heap() {}

    /// Collects where there is enough to collect. Any thread.
    static void tidy() {
        if (used() > Math.max(USED_MAX, ALIVE.get() + GROWN_MIN)) collect();
    }

    /// Collects, for something large comes now. Any thread.
    static void collect() {
        System.gc();
        ALIVE.set(used());
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
