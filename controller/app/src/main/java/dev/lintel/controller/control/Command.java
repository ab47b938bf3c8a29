package dev.lintel.controller.control;

/// One thing the running process can be asked. Runs on its connection's virtual thread and may block; several may run
/// at once.
@FunctionalInterface
public interface Command {
    /// Answers by [Responses#send], none or more times. Throws [Refused] when it cannot be done.
    void run(Request request, Responses out) throws InterruptedException;
}
