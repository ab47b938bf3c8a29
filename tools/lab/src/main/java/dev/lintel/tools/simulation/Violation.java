package dev.lintel.tools.simulation;

/// Something happened that must never happen; the message says what, where and when.
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Violation(String message) {
        super(message);
    }

    Violation(String message, Throwable cause) {
        super(message, cause);
    }
}
