package dev.lintel.sync.cloud;

/// The service could not be asked, or did not answer as it must. The message is for people; it holds no secret.
final class CloudException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// What may be done about it.
    enum Kind {
        /// Not there just now: the same request may work later.
        AWAY,
        /// Answered, but not so that anything can be made of it.
        ODD,
        /// The list changed while it was read.
        MOVED,
        /// Nothing works until an operator has done something.
        STOPPED
    }

    /// HTTP's number for a request that took too long.
    private static final int LATE = 408;

    private final Kind kind;
    private final int status;

    CloudException(Kind kind, String message) {
        this(kind, 0, message);
    }

    /// @param status of HTTP; 0: there was no answer
    CloudException(Kind kind, int status, String message) {
        super(message);
        this.kind = kind;
        this.status = status;
    }

    /// Nothing came in time.
    static CloudException late(long seconds) {
        return new CloudException(Kind.AWAY, LATE, "it did not answer within " + seconds + " s");
    }

    boolean isLate() {
        return status == LATE;
    }

    Kind kind() {
        return kind;
    }

    int status() {
        return status;
    }

    /// Whether the service does not have what was asked for, or does not have this path at all.
    boolean isMissing() {
        return status == 404 || status == 405 || status == 410;
    }

    /// Whether the service is there and does not give it: asked again it answers the same.
    boolean isRefusal() {
        return isMissing() || status == 403;
    }
}
