package dev.lintel.controller.tls;

import org.jspecify.annotations.Nullable;

/// The certificate files cannot be read, made or believed; the message is a sentence for the person at the terminal.
public final class TlsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TlsException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
