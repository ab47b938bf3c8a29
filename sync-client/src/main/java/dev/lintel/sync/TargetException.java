package dev.lintel.sync;

/// The box cannot take or give what was asked of it, such as a full disk. The message is for people.
public final class TargetException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TargetException(String message) {
        super(message);
    }

    public TargetException(String message, Throwable cause) {
        super(message, cause);
    }
}
