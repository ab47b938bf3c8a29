package dev.lintel.controller.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft.Subject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceWordsTest {
    private static final TraceWords WORDS =
            new TraceWords(new TraceWords.Names(Map.of(1L, "Always"), Map.of(1L, "Staff"), Map.of(7L, "Office hours")));
    private static final Subject ADA = new Subject(1L, 1L, "Ada Demo", 10L, "1001", false);

    private static String sentence(EventKind kind, Map<String, Object> trace) {
        return WORDS.sentence(new EventDraft(kind, 0, 0, ADA, trace));
    }

    @Test
    void refusalByPassbackNamesTheAreaWhereThePersonCounts() {
        Map<String, Object> facts = Map.of("reason", "passback", "place", "Lobby");
        var event = new EventDraft(EventKind.REJECTED_PASSBACK, 0, 0, EventDraft.Subject.NOBODY, facts);
        assertThat(new TraceWords(TraceWords.Names.NONE).how(event))
                .isEqualTo("refused: passback: counts as in 'Lobby'");
    }

    @Test
    void anAdmissionSaysByWhat() {
        assertThat(sentence(
                        EventKind.ADMITTED_CARD,
                        Map.of("reader", "entry", "credential_type", "Card", "role_id", 1L, "group_id", 1L)))
                .isEqualTo("Ada Demo, card, by role Always (group Staff)");
        assertThat(sentence(
                        EventKind.ADMITTED_CARD,
                        Map.of("credential_type", "Card", "second_factor", "pin", "role_id", 9L, "shift_id", 7L)))
                .isEqualTo("Ada Demo, card and PIN, by role 9 in shift Office hours");
        assertThat(sentence(EventKind.ADMITTED_PIN, Map.of("credential_type", "PIN", "reservation_id", 4L)))
                .isEqualTo("Ada Demo, PIN, by reservation 4");
        assertThat(sentence(
                        EventKind.ADMITTED_PIN,
                        Map.of("role_id", 1L, "group_id", 1L, "reservation_id", 4L, "clock", "held")))
                .isEqualTo(
                        "Ada Demo, by role Always (group Staff, reservation 4), by a clock that nothing has confirmed");
    }

    @ParameterizedTest
    @CsvSource({
        "credential_not_yet_valid, this credential is not valid yet",
        "credential_expired, this credential is no longer valid",
        "credential_suspended, this credential is suspended",
        "credential_used_up, all entries by this credential are used",
        "credential_unused, this credential was not used for too long",
        "credential_disabled, this credential is disabled"
    })
    void rejectionSaysWhichLimitApplies(String reason, String words) {
        assertThat(sentence(EventKind.REJECTED_CREDENTIAL_DISABLED, Map.of("reason", reason, "uses_left", 0L)))
                .isEqualTo("Ada Demo, refused: " + words);
    }

    @Test
    void admissionSaysHowManyEntriesAreLeft() {
        assertThat(sentence(EventKind.ADMITTED_CARD, Map.of("uses_left", 2L))).isEqualTo("Ada Demo, 2 entries left");
        assertThat(sentence(EventKind.ADMITTED_CARD, Map.of("uses_left", 1L))).isEqualTo("Ada Demo, 1 entry left");
        assertThat(sentence(EventKind.ADMITTED_CARD, Map.of("uses_left", 0L))).isEqualTo("Ada Demo, the last entry");
    }

    @Test
    void pinsAndCardsThatAreTriedAreSaidInNumbers() {
        assertThat(sentence(EventKind.DURESS, Map.of("credential_type", "Card", "refused", "out_of_hours")))
                .isEqualTo("Ada Demo, card, refused: out of hours");
        assertThat(sentence(EventKind.PIN_GUESSING, Map.of("of", "person", "wrong", 5L, "rest_seconds", 60L)))
                .isEqualTo("Ada Demo, 5 wrong PINs, no PIN of this person is accepted for a minute");
        assertThat(sentence(EventKind.PIN_GUESSING, Map.of("of", "door", "wrong", 10L, "rest_seconds", 900L)))
                .isEqualTo("Ada Demo, 10 wrong PINs, no PIN at this door is accepted for 15 minutes");
        assertThat(sentence(EventKind.UNKNOWN_CARDS, Map.of("cards", 10L))).isEqualTo("Ada Demo, 10 within a minute");
        assertThat(sentence(EventKind.UNKNOWN_CARDS_OVER, Map.of("cards", 40L, "unreported", 3L)))
                .isEqualTo("Ada Demo, 40 in all, 3 more without an event");
        assertThat(sentence(EventKind.REJECTED_PIN_LOCKED, Map.of("credential_type", "PIN")))
                .isEqualTo("Ada Demo, PIN, refused: too many wrong PINs: no PIN is accepted for a while");
    }

    @Test
    void aRejectionSaysWhy() {
        assertThat(sentence(
                        EventKind.REJECTED_PERSON_DISABLED,
                        Map.of("credential_type", "Key fob", "reader", "exit", "reason", "person_expired")))
                .isEqualTo("Ada Demo, key fob, at the exit reader, refused: no longer valid");
        assertThat(WORDS.sentence(new EventDraft(
                        EventKind.REJECTED_UNKNOWN_CARD, 0, 0, Subject.channel(1), Map.of("reason", "unknown_card"))))
                .isEqualTo("nobody that is known, refused: nobody has this card");
    }

    @ParameterizedTest
    @CsvSource({
        "91000, 91 seconds",
        "120000, 2 minutes",
        "7199999, 119 minutes",
        "172799999, 47 hours",
        "172800000, 2 days"
    })
    void howLongThereWasNoContactIsSaid(long ms, String words) {
        assertThat(sentence(EventKind.ADMITTED_CARD, Map.of("sync", "offline", "contact_age_ms", ms)))
                .isEqualTo("Ada Demo, without contact with the hub for " + words);
    }

    private static Map<String, Object> with(Map<String, Object> trace, String key, Object value) {
        var all = new HashMap<>(trace);
        all.put(key, value);
        return all;
    }

    @Test
    void whatWasSeenBesideIsSaid() {
        assertThat(sentence(
                        EventKind.ADMITTED_CARD,
                        Map.of("passback", "violated", "not_enforced", List.of("lockdown", "pin_locked"))))
                .isEqualTo("Ada Demo, against passback, let out in spite of lockdown and PIN locked");
        assertThat(sentence(EventKind.ADMITTED_CARD, Map.of("passback", "suspended")))
                .isEqualTo("Ada Demo, passback suspended: people may have passed an unlocked door");
        assertThat(sentence(EventKind.ADMITTED_CARD, Map.of("lockdown", "first_responder")))
                .isEqualTo("Ada Demo, a first responder through lockdown");
        assertThat(sentence(
                        EventKind.ADMITTED_UNLOCKED, Map.of("mode", "unlock", "sync", "out_of_touch", "clock", "held")))
                .isEqualTo("Ada Demo, in mode unlock, sync: out of touch, by a clock that nothing has confirmed");
        assertThat(sentence(EventKind.REJECTED_NO_PERMISSION, Map.of("reason", "role_stale")))
                .isEqualTo(
                        "Ada Demo, refused: this box has had no contact with the hub for longer than the role allows");
        assertThat(sentence(EventKind.ADMITTED_CARD, Map.of("sync", "online"))).isEqualTo("Ada Demo");
        assertThat(sentence(EventKind.ADMITTED_UNLOCKED, Map.of("mode", "normal", "unlocked_by", "hours")))
                .isEqualTo("Ada Demo, the door unlocked by its hours");
        assertThat(sentence(EventKind.ADMITTED_UNLOCKED, Map.of("mode", "unlock", "unlocked_by", "fire")))
                .isEqualTo("Ada Demo, in mode unlock, the door released by fire");
        assertThat(sentence(EventKind.ADMITTED_UNLOCKED, Map.of("unlocked_by", "evacuation")))
                .isEqualTo("Ada Demo, the door unlocked by an evacuation");
        assertThat(sentence(EventKind.REJECTED_NOT_READY, Map.of("lockdown", "card")))
                .isEqualTo("Ada Demo, refused: no decision in time, in lockdown");
        Map<String, Object> full = Map.of("occupancy_area", "Lab", "occupancy", 2L, "occupancy_max", 2L);
        assertThat(sentence(EventKind.REJECTED_OCCUPANCY, with(full, "reason", "area_full")))
                .isEqualTo("Ada Demo, refused: the area 'Lab' is full (2 of 2)");
        assertThat(sentence(EventKind.ADMITTED_CARD, with(full, "first_responder", true)))
                .isEqualTo("Ada Demo, a first responder though 'Lab' is full, 2 people in 'Lab' before");
        assertThat(sentence(EventKind.REJECTED_NOT_READY, Map.of("occupancy_area", "Lab", "reason", "not_ready")))
                .isEqualTo("Ada Demo, refused: no decision in time, the number of people in 'Lab' is not known");
        Map<String, Object> few =
                Map.of("occupancy_area", "Lab", "occupancy", 1L, "occupancy_min", 3L, "awaits", "group");
        assertThat(sentence(EventKind.MFA_STARTED, few))
                .isEqualTo("Ada Demo, more people are awaited for the minimum of 3 people in 'Lab' (1 there)");
        assertThat(sentence(EventKind.REJECTED_OCCUPANCY, with(few, "reason", "area_minimum")))
                .isEqualTo("Ada Demo, refused: too few for the minimum of 3 people in 'Lab' (1 there)");
        assertThat(sentence(EventKind.ADMITTED_CARD, Map.of("double_tap", true)))
                .isEqualTo("Ada Demo, the card twice unlocks the door, or ends that");
        assertThat(sentence(EventKind.ADMITTED_CARD, Map.of("companion_names", List.of("Ben", "Cora"))))
                .isEqualTo("Ada Demo, together with Ben and Cora");
        assertThat(sentence(EventKind.REJECTED_LOCKDOWN, Map.of("lockdown", "card", "sync", "standalone")))
                .isEqualTo("Ada Demo, refused: the door is in lockdown");
    }
}
