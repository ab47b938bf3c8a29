package dev.lintel.sync.wire;

/// What came over the wire is not what it must be. The message names what and where; it holds nothing secret.
public final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WireException(String message) {
        super(message);
    }

    public WireException(String message, Throwable cause) {
        super(message, cause);
    }
}
