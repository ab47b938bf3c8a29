package dev.lintel.controller.reference;

import java.util.List;
import java.util.Set;

/// The reasons of docs/events.md in their order.
final class ReferenceOrder {
    static final List<String> ALL = List.of(
            "lockdown",
            "tamper",
            "pin_locked",
            "unknown_card",
            "unknown_pin",
            "credential_disabled",
            "credential_not_yet_valid",
            "credential_expired",
            "credential_suspended",
            "credential_used_up",
            "credential_unused",
            "not_accepted_here",
            "person_disabled",
            "person_not_yet_valid",
            "person_expired",
            "no_permission",
            "reservation_expired",
            "clock",
            "out_of_hours",
            "threat_level",
            "role_stale",
            "passback",
            "area_full",
            "wrong_factor");

    private ReferenceOrder() {}

    /// The one that counts of those that apply.
    static String first(Set<String> applies) {
        for (String reason : ALL) if (applies.contains(reason)) return reason;
        throw new IllegalStateException("no known reason among " + applies);
    }
}
