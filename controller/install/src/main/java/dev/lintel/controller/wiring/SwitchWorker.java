package dev.lintel.controller.wiring;

/// Runs the work of switches that blocks on the database: on threads of its own, or, in a simulation, on the thread
/// that looks at switches each second. Thread-safe.
final class SwitchWorker {
    private volatile boolean threads;

    /// Uses a virtual thread for each piece of work from now on.
    void useThreads() {
        threads = true;
    }

    /// Runs the work now on a new virtual thread. Without threads, does nothing: the next look runs it.
    void soon(Runnable work) {
        if (threads) Thread.ofVirtual().name("threat switch").start(work);
    }

    /// Runs the work of a look: on a new virtual thread, or, without threads, on the caller's.
    void eachSecond(Runnable work) {
        if (threads) soon(work);
        else work.run();
    }
}
