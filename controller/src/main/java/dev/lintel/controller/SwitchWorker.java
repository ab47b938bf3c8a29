package dev.lintel.controller;

/// Carries out the work of switches that waits for the database. Without threads the thread that looks at switches each
/// second does it, as in a simulation. Thread-safe.
final class SwitchWorker {
    private volatile boolean threads;

    /// From now on work has threads of its own, which end with it.
    void useThreads() {
        threads = true;
    }

    /// At once; without threads, at the next look.
    void soon(Runnable work) {
        if (threads) Thread.ofVirtual().name("threat switch").start(work);
    }

    /// From a look.
    void eachSecond(Runnable work) {
        if (threads) soon(work);
        else work.run();
    }
}
