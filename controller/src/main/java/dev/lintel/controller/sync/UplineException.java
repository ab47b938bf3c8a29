package dev.lintel.controller.sync;

/// The hub is away, or refuses. The message is for people.
public final class UplineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UplineException(String message) {
        super(message);
    }

    public UplineException(String message, Throwable cause) {
        super(message, cause);
    }
}
