package dev.lintel.controller.backup;

import java.io.Serial;

/// A backup cannot be made, opened or put back: a sentence for the one who asked.
public final class BackupException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /// `message` says what is wrong, and with what.
    public BackupException(String message) {
        super(message);
    }

    /// As above, with what was thrown.
    public BackupException(String message, Throwable cause) {
        super(message, cause);
    }
}
