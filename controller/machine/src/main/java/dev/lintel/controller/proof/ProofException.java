package dev.lintel.controller.proof;

import java.io.Serial;

/// The key of the log, an export or a witness cannot be used; the message says why, for people.
public final class ProofException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    ProofException(String message) {
        super(message);
    }

    ProofException(String message, Throwable cause) {
        super(message, cause);
    }
}
