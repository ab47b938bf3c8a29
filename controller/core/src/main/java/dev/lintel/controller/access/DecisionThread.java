package dev.lintel.controller.access;

import org.jspecify.annotations.Nullable;

/// The one thread that decides, in the order of reading.
public final class DecisionThread implements AutoCloseable {
    private final Decisions decisions;
    private final Thread thread;
    private volatile boolean closing;

    public DecisionThread(Decisions decisions) {
        this(decisions, Thread.ofPlatform().name("decision").daemon(true));
    }

    /// The same on a thread of another name, whose end may be another's matter than the process's.
    public DecisionThread(Decisions decisions, Thread.Builder thread) {
        this.decisions = decisions;
        this.thread = thread.start(this::loop);
    }

    /// What is wrong in a sentence while decisions fail; null from the next good one on. For /health.
    public @Nullable String fault() {
        if (!thread.isAlive() && !closing) return "the decision thread has ended";
        return decisions.fault();
    }

    /// When the decision that is under way was begun; [dev.lintel.controller.time.Silence#NONE] while none is.
    public long begunNs() {
        return decisions.begunNs();
    }

    @Override
    public void close() {
        closing = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void loop() {
        while (!closing) {
            try {
                decisions.awaitAndDecide();
            } catch (InterruptedException e) {
                closing = true; // only close() interrupts this thread
            }
        }
    }
}
