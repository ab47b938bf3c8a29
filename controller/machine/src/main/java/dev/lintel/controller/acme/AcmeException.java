package dev.lintel.controller.acme;

import org.jspecify.annotations.Nullable;

/// Something did not come about with an authority; the message says what, in a phrase for a person.
public final class AcmeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final long waitS;

    /// What to make of it.
    public enum Kind {
        /// It cannot be reached, or says that it is not well: the order, where there is one, goes on later.
        AWAY,
        /// It said no: the order has ended.
        REFUSED,
        /// What the box remembers of it is not there any more: begun anew.
        GONE,
        /// The box itself could not.
        HERE
    }

    AcmeException(Kind kind, String why) {
        this(kind, why, 0, null);
    }

    /// `waitS`: seconds that it asks to be left alone for; 0: it does not ask.
    AcmeException(Kind kind, String why, long waitS, @Nullable Throwable cause) {
        super(why, cause);
        this.kind = kind;
        this.waitS = waitS;
    }

    public Kind kind() {
        return kind;
    }

    long waitS() {
        return waitS;
    }
}
