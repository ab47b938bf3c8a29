package dev.lintel.sync;

/// The hub cannot be reached, does not answer, or says no. The message is for people.
public final class UpstreamException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int TOO_MANY = 429;
    private static final int SERVER_FAULTS = 500;

    private final int status;
    private final String code;
    private final long retryAfterMs;
    private final boolean wrong;

    /// No answer came.
    public UpstreamException(String message) {
        this(message, 0, "", 0);
    }

    /// As above, because of `cause`.
    public UpstreamException(String message, Throwable cause) {
        this(message, 0, "", 0);
        initCause(cause);
    }

    /// The hub answered.
    ///
    /// @param status of HTTP
    /// @param code the hub's own, such as `dismissed`; empty: none
    /// @param retryAfterMs as the hub asked; 0: it did not
    public UpstreamException(String message, int status, String code, long retryAfterMs) {
        this(message, status, code, retryAfterMs, false);
    }

    private UpstreamException(String message, int status, String code, long retryAfterMs, boolean wrong) {
        super(message);
        this.status = status;
        this.code = code;
        this.retryAfterMs = retryAfterMs;
        this.wrong = wrong;
    }

    /// What answered is not what was asked for, and will not be another time: no hub, or not this one.
    public static UpstreamException wrong(String message) {
        return new UpstreamException(message, 0, "", 0, true);
    }

    /// As above, because of `cause`.
    public static UpstreamException wrong(String message, Throwable cause) {
        UpstreamException made = wrong(message);
        made.initCause(cause);
        return made;
    }

    /// Whether the very same may be answered otherwise another time: nobody was there, or the hub is busy,
    /// or in trouble.
    public boolean isForNow() {
        return status == 0 ? !wrong : status == TOO_MANY || status >= SERVER_FAULTS;
    }

    /// Of HTTP; 0: no answer came.
    public int status() {
        return status;
    }

    /// The hub's word for what is wrong, such as `invalid_code`; empty where it gave none.
    public String code() {
        return code;
    }

    /// How long the hub asked to be left alone, bounded; 0: it did not.
    public long retryAfterMs() {
        return retryAfterMs;
    }

    /// The hub has turned this box away, or let it go: there is nothing to be tried again.
    public boolean isDismissal() {
        return status == 403 && code.equals("dismissed");
    }

    /// By the hub's clock this box's certificate has ended: it is only good to be renewed.
    public boolean isCertificateEnded() {
        return status == 401 && code.equals("certificate_ended");
    }

    /// The hub does not know the cursor: a snapshot is needed.
    public boolean isCursorUnknown() {
        return status == 410;
    }
}
