package dev.lintel.controller.sync;

import java.util.concurrent.atomic.AtomicLong;

/// Keeps the heap small while a snapshot goes through it. What a collection of young objects finds alive, and who has
/// come a moment later has done with, lies among the old ones until the heap is at its limit: a hundred thousand people
/// would make a box of 95 MB one of 180 MB, on a board that has 512 MB for everything. So between two transactions,
/// once so much has come together, all of it is looked through. That takes as long as what is alive is large: 30 ms
/// on a server's core, a few tenths of a second on a small board. A larger limit is memory that may be used: with it
/// there are fewer collections.
final class Heap {
    /// Of the heap; 64 MB on a board.
    private static final long LIMIT = Runtime.getRuntime().maxMemory();
    /// Used: 16 MB on a board. Some 8 MB of it are alive in a box that does nothing else, 10 MB in one that takes a
    /// snapshot.
    private static final long USED_MAX = LIMIT / 4;
    /// What comes together at least between two collections, however much is alive: 7 MB on a board.
    private static final long GROWN_MIN = LIMIT / 9;
    /// The same where something large comes next: 2 MB on a board.
    private static final long GROWN_MIN_BEFORE_LARGE = LIMIT / 32;

    /// Used after the last collection that was made here.
    private static final AtomicLong ALIVE = new AtomicLong();

    private Heap() {}

    /// Collects where there is enough to collect. Any thread.
    static void tidy() {
        if (used() > Math.max(USED_MAX, ALIVE.get() + GROWN_MIN)) collectAll();
    }

    /// Collects where there is something to collect, for something large comes now. Any thread.
    static void collect() {
        if (used() > ALIVE.get() + GROWN_MIN_BEFORE_LARGE) collectAll();
    }

    private static void collectAll() {
        System.gc();
        ALIVE.set(used());
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
