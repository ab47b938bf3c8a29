package dev.lintel.reader.hardware;

import org.jspecify.annotations.Nullable;

/// The hardware could not be opened; the message names the port or line and the reason.
public final class HardwareException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public HardwareException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
