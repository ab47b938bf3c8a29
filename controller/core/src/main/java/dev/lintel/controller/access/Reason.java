package dev.lintel.controller.access;

import dev.lintel.controller.event.EventKind;
import java.util.Locale;

/// Why somebody was turned away, in the order in which reasons are looked for: the first that applies is given.
public enum Reason {
    LOCKDOWN(EventKind.REJECTED_LOCKDOWN),
    TAMPER(EventKind.REJECTED_TAMPER),
    PIN_LOCKED(EventKind.REJECTED_PIN_LOCKED),
    UNKNOWN_CARD(EventKind.REJECTED_UNKNOWN_CARD),
    UNKNOWN_PIN(EventKind.REJECTED_UNKNOWN_PIN),
    CREDENTIAL_DISABLED(EventKind.REJECTED_CREDENTIAL_DISABLED),
    CREDENTIAL_NOT_YET_VALID(EventKind.REJECTED_CREDENTIAL_DISABLED),
    CREDENTIAL_EXPIRED(EventKind.REJECTED_CREDENTIAL_DISABLED),
    CREDENTIAL_SUSPENDED(EventKind.REJECTED_CREDENTIAL_DISABLED),
    /// All entries that it is good for were made.
    CREDENTIAL_USED_UP(EventKind.REJECTED_CREDENTIAL_DISABLED),
    /// It was not used for as many days as it may.
    CREDENTIAL_UNUSED(EventKind.REJECTED_CREDENTIAL_DISABLED),
    /// The reader does not take this kind of credential, or not now.
    NOT_ACCEPTED_HERE(EventKind.REJECTED_CREDENTIAL_DISABLED),
    PERSON_DISABLED(EventKind.REJECTED_PERSON_DISABLED),
    PERSON_NOT_YET_VALID(EventKind.REJECTED_PERSON_DISABLED),
    PERSON_EXPIRED(EventKind.REJECTED_PERSON_DISABLED),
    NO_PERMISSION(EventKind.REJECTED_NO_PERMISSION),
    RESERVATION_EXPIRED(EventKind.REJECTED_RESERVATION_EXPIRED),
    CLOCK(EventKind.REJECTED_CLOCK),
    OUT_OF_HOURS(EventKind.REJECTED_OUT_OF_HOURS),
    /// Only rights that hold now, but are not valid at the threat level of the site.
    THREAT_LEVEL(EventKind.REJECTED_THREAT_LEVEL),
    /// Nothing but a role that would hold now, had this box not been without contact with its hub for too long.
    ROLE_STALE(EventKind.REJECTED_NO_PERMISSION),
    PASSBACK(EventKind.REJECTED_PASSBACK),
    /// As many people are in the area as may be.
    AREA_FULL(EventKind.REJECTED_OCCUPANCY),
    WRONG_FACTOR(EventKind.REJECTED_WRONG_FACTOR),
    /// The person enters only together with another one, who did not come.
    ALONE(EventKind.REJECTED_ALONE),
    /// Fewer people than the minimum of an area would be there, and no more came.
    AREA_MINIMUM(EventKind.REJECTED_OCCUPANCY),
    /// An operator was asked and did not approve in time.
    NOT_APPROVED(EventKind.REJECTED_NOT_APPROVED),
    /// An operator has denied it.
    APPROVAL_DENIED(EventKind.REJECTED_NOT_APPROVED),
    TIMEOUT(EventKind.REJECTED_TIMEOUT),
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
