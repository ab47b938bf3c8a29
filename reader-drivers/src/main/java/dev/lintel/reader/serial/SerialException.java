package dev.lintel.reader.serial;

/// A line could not be opened or is gone; the message names the port and the reason.
public final class SerialException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SerialException(String message) {
        super(message);
    }

    public SerialException(String message, Throwable cause) {
        super(message, cause);
    }
}
