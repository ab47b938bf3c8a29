package dev.lintel.controller.commission;

/// A piece of work on the wires was refused or failed: why, in words for the installer.
public final class CommissionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CommissionException(String message) {
        super(message);
    }

    CommissionException(String message, Throwable cause) {
        super(message, cause);
    }
}
