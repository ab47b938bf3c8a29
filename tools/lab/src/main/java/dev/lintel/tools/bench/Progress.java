package dev.lintel.tools.bench;

/// Told what is being done now: shown on a terminal, swallowed in a pipe. Main thread.
@FunctionalInterface
public interface Progress {
    void say(String what);
}
