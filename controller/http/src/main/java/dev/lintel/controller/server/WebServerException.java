package dev.lintel.controller.server;

import org.jspecify.annotations.Nullable;

/// The server cannot start or take its certificate; the message is a sentence for the person who started it.
public final class WebServerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WebServerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
