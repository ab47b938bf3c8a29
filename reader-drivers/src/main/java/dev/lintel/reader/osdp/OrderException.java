package dev.lintel.reader.osdp;

/// A PD did not do what it was asked for. The message says why, in words for the installer.
public final class OrderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean keyGiven;

    OrderException(String message) {
        this(message, false);
    }

    OrderException(String message, boolean keyGiven) {
        super(message);
        this.keyGiven = keyGiven;
    }

    /// Whether a pairing failed after the PD had been sent the new key: it may have taken it.
    public boolean keyGiven() {
        return keyGiven;
    }
}
