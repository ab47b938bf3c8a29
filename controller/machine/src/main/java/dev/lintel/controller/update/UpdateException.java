package dev.lintel.controller.update;

import java.io.Serial;

/// A bundle, a key or a slot is not what it should be: a sentence for the one who asked.
public final class UpdateException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /// `message` says what is wrong, and with what.
    public UpdateException(String message) {
        super(message);
    }

    /// As above, with what was thrown.
    public UpdateException(String message, Throwable cause) {
        super(message, cause);
    }
}
