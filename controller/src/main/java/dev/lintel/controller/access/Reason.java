package dev.lintel.controller.access;

import dev.lintel.controller.event.EventKind;
import java.util.Locale;

/// Why somebody was turned away, in the order in which reasons are looked for.
public enum Reason {
    UNKNOWN_CARD(EventKind.REJECTED_UNKNOWN_CARD),
    UNKNOWN_PIN(EventKind.REJECTED_UNKNOWN_PIN),
    CREDENTIAL_DISABLED(EventKind.REJECTED_CREDENTIAL_DISABLED),
    PERSON_DISABLED(EventKind.REJECTED_PERSON_DISABLED),
    PERSON_NOT_YET_VALID(EventKind.REJECTED_PERSON_DISABLED),
    PERSON_EXPIRED(EventKind.REJECTED_PERSON_DISABLED),
    NO_PERMISSION(EventKind.REJECTED_NO_PERMISSION),
    OUT_OF_HOURS(EventKind.REJECTED_OUT_OF_HOURS),
    NOT_READY(EventKind.REJECTED_NOT_READY);

    private final EventKind kind;

    Reason(EventKind kind) {
        this.kind = kind;
    }

    public EventKind kind() {
        return kind;
    }

    /// The word in events and on the command line, such as `no_permission`.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
