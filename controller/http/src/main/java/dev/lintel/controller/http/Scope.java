package dev.lintel.controller.http;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a token may be good for. Where several of a family exist the ones that only read come first. Any thread.
public enum Scope {
    PERSON_READONLY("account.person.readonly", false, "See people, their cards and codes"),
    PERSON("account.person", true, "See, add, change and remove people, their cards and codes"),
    GROUP_RESERVATION_READONLY("account.group_reservation.readonly", false, "See reservations of groups"),
    GROUP_RESERVATION("account.group_reservation", false, "Make and cancel reservations of groups"),
    RESERVATION_READONLY("account.reservation.readonly", false, "See reservations of doors"),
    RESERVATION("account.reservation", false, "Make and cancel reservations of doors"),
    ROLE_READONLY("account.role.readonly", false, "See roles and groups"),
    GROUP_READONLY("account.group.readonly", false, "See groups"),
    SHIFT_READONLY("account.shift.readonly", false, "See opening hours and holidays"),
    SITE_READONLY("account.site.readonly", false, "See your sites"),
    SITE_THREAT_LEVEL("account.site.threat_level", true, "Change the threat level of your sites"),
    REPORTS_READONLY("account.reports.readonly", false, "Read reports: who went where and when, and who is in"),
    CHANNEL_READONLY("account.channel.readonly", false, "See doors and how they stand"),
    CHANNEL_ADMIT("account.channel.admit", true, "Open, unlock and lock down doors from afar, and evacuate sites"),
    CHANNEL_ADMIT_PERSON("account.channel.admit.person", true, "Open doors from afar for people who may pass"),
    EVENT_READONLY("account.event.readonly", false, "See everything that happens"),
    EVENT_GUARDING_READONLY(
            "account.event.guarding.readonly", false, "See everything that happens, to guard the doors"),
    EVENT_ACCESS_READONLY("account.event.access.readonly", false, "See who was let in and who was turned away"),
    EVENT_PERIMETERS_READONLY("account.event.perimeters.readonly", false, "See alarms and how doors open and shut"),
    /// One published list spells [#EVENT_PERIMETERS_READONLY] so; the two are the same.
    EVENT_PERIMETERS_READONLY_ALIAS(
            "account.event.perimeters_readonly", false, "See alarms and how doors open and shut"),
    CREDENTIAL_TYPE_READONLY("account.credential_type.readonly", false, "See which kinds of cards and codes there are"),
    NOTIFICATION_RULE_READONLY(
            "account.notification_rule.readonly", false, "See which events are sent, and to which hosts"),
    NOTIFICATION_RULE("account.notification_rule", true, "Have events sent to addresses that it chooses"),
    SYNC("account.sync", false, "Have changes sent to the doors");

    /// Every scope there is; unmodifiable, in no order.
    public static final Set<Scope> ALL = Set.of(values());

    private final String text;
    private final boolean sensitive;
    private final String plainWords;

    Scope(String text, boolean sensitive, String plainWords) {
        this.text = text;
        this.sensitive = sensitive;
        this.plainWords = plainWords;
    }

    /// The scope that is written so, or null when there is none.
    public static @Nullable Scope of(String text) {
        for (Scope scope : values()) if (scope.text.equals(text)) return scope;
        return null;
    }

    /// As it stands in requests and answers.
    public String text() {
        return text;
    }

    /// Whether an application needs the operator's approval for it.
    public boolean sensitive() {
        return sensitive;
    }

    /// What it allows, for who is asked to allow it; the middle of a sentence that stands alone, too.
    public String plainWords() {
        return plainWords;
    }
}
