package dev.lintel.reader.osdp;

/// A PD did not do what it was asked for. The message says why, in words for the installer.
public final class OrderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OrderException(String message) {
        super(message);
    }
}
