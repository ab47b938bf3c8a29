package dev.lintel.controller.sync;

import org.jspecify.annotations.Nullable;

/// The hub is away, or refuses. The message is for people.
public final class UplineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean forNow;
    private final String refusal;

    public UplineException(String message) {
        this(message, null, false, "");
    }

    public UplineException(String message, Throwable cause) {
        this(message, cause, false);
    }

    /// `forNow`: the very same may work another time, for nobody was there, or the hub was busy.
    public UplineException(String message, @Nullable Throwable cause, boolean forNow) {
        this(message, cause, forNow, "");
    }

    private UplineException(String message, @Nullable Throwable cause, boolean forNow, String refusal) {
        super(message, cause);
        this.forNow = forNow;
        this.refusal = refusal;
    }

    /// The hub is there, and will not do it.
    ///
    /// @param code the hub's word, such as `read_only`
    public static UplineException refused(String message, String code, Throwable cause) {
        return new UplineException(message, cause, false, code);
    }

    /// As above, without a cause.
    public static UplineException forNow(String message) {
        return new UplineException(message, null, true);
    }

    /// The hub's word for why it will not do what was asked, such as `read_only`; empty: it did not refuse.
    public String refusal() {
        return refusal;
    }

    /// Whether the very same may work another time.
    public boolean isForNow() {
        return forNow;
    }
}
