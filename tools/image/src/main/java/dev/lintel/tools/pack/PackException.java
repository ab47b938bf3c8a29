package dev.lintel.tools.pack;

/// Something cannot be made; the message is for whoever asked for it.
public final class PackException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PackException(String message) {
        super(message);
    }

    PackException(String message, Throwable cause) {
        super(message, cause);
    }
}
