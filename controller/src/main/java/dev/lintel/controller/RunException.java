package dev.lintel.controller;

import java.util.List;

/// The box cannot start; each line is a sentence for the person at the terminal.
public final class RunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RunException(List<String> lines) {
        super(String.join("\n", lines));
    }

    public RunException(String line) {
        super(line);
    }

    RunException(String line, Throwable cause) {
        super(line, cause);
    }

    public List<String> lines() {
        return String.valueOf(getMessage()).lines().toList();
    }
}
