package dev.lintel.controller.config;

import java.util.List;

/// The box cannot start; each line is a sentence for the person at the terminal.
public final class RunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean ofWiring;

    public RunException(List<String> lines) {
        this(lines, false);
    }

    private RunException(List<String> lines, boolean ofWiring) {
        super(String.join("\n", lines));
        this.ofWiring = ofWiring;
    }

    /// What the wiring says, or what is wired, is no box to start with.
    public static RunException ofWiring(List<String> lines) {
        return new RunException(lines, true);
    }

    public RunException(String line) {
        super(line);
        this.ofWiring = false;
    }

    public RunException(String line, Throwable cause, boolean ofWiring) {
        super(line, cause);
        this.ofWiring = ofWiring;
    }

    /// Whether a start with other wiring may come to its end.
    public boolean isOfWiring() {
        return ofWiring;
    }

    public List<String> lines() {
        return String.valueOf(getMessage()).lines().toList();
    }
}
