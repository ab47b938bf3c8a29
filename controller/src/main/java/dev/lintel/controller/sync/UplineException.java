package dev.lintel.controller.sync;

import org.jspecify.annotations.Nullable;

/// The hub is away, or refuses. The message is for people.
public final class UplineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean forNow;

    public UplineException(String message) {
        super(message);
        this.forNow = false;
    }

    public UplineException(String message, Throwable cause) {
        this(message, cause, false);
    }

    /// `forNow`: the very same may work another time, for nobody was there, or the hub was busy.
    public UplineException(String message, @Nullable Throwable cause, boolean forNow) {
        super(message, cause);
        this.forNow = forNow;
    }

    /// As above, without a cause.
    public static UplineException forNow(String message) {
        return new UplineException(message, null, true);
    }

    /// Whether the very same may work another time.
    public boolean isForNow() {
        return forNow;
    }
}
