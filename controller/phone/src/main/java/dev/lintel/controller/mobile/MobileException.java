package dev.lintel.controller.mobile;

/// Why something is not done about a phone, in a sentence for whoever asked.
public final class MobileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /// What kind of fault it is.
    public enum Reason {
        /// Its person has no address that a letter could go to.
        NO_EMAIL,
        /// Too many letters wait already.
        MAIL_FULL,
        /// There is no such phone, or it is not one of which this can be asked.
        NOT_THERE,
        /// A code, a signature or a challenge that is not good: why is for the log alone.
        NOT_GOOD,
        /// The phone was revoked.
        REVOKED,
        /// Phones open no doors here.
        SWITCHED_OFF,
        /// People are changed elsewhere.
        ELSEWHERE,
        /// Something on this box keeps it from being done: the log has it.
        NOT_READY
    }

    public MobileException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
