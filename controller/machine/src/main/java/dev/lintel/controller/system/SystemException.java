package dev.lintel.controller.system;

import java.io.Serial;

/// Something is not done to the system: a sentence for the one who asked.
public final class SystemException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /// `message` says what is not done, and why.
    public SystemException(String message) {
        super(message);
    }

    /// As above, with what was thrown.
    public SystemException(String message, Throwable cause) {
        super(message, cause);
    }
}
