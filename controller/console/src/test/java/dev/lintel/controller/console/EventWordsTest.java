package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.TraceWords;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What the live page says of who is let in by hand, of what is tried at doors, and of forgiven passback.
class EventWordsTest {
    private final EventWords words = new EventWords(Map.of(1L, "Front Door"), TraceWords.Names.NONE);

    private String said(EventKind kind, @Nullable String person, Map<String, Object> trace) {
        var subject = new Subject(1L, person == null ? null : (Long) 7L, person, null, null, false);
        var json = words.json(new Event(1, new EventDraft(kind, 0, 0, subject, trace), 0));
        return json.get("title") + " | " + json.get("detail");
    }

    @Test
    void whoIsLetInByHandIsSaidWithTheOperatorAndTheReason() {
        assertThat(said(EventKind.ADMISSION_REQUESTED, null, Map.of("by", "olga@example.com")))
                .isEqualTo("Someone is to be admitted from a desk | Front Door · By olga@example.com");
        assertThat(said(EventKind.ADMITTED_MANUAL, "Ada Demo", Map.of("by", "olga@example.com")))
                .isEqualTo("Ada Demo admitted from a desk | Front Door · By olga@example.com");
        assertThat(said(
                        EventKind.ADMISSION_DENIED,
                        "Ada Demo",
                        Map.of("by", "olga@example.com", "reason", "no_permission")))
                .isEqualTo("Ada Demo not admitted from a desk | Front Door · No permission, by olga@example.com");
        assertThat(said(EventKind.ADMISSION_OFFLINE, "Ada Demo", Map.of("by", "olga@example.com", "reason", "busy")))
                .isEqualTo("Ada Demo not admitted from a desk: Front Door is offline | Busy, by olga@example.com");
    }

    @Test
    void pinsAndCardsThatAreTriedAreAlarmsWithTheirDoor() {
        Map<String, Object> rest = Map.of("of", "door", "wrong", 5L, "rest_seconds", 60L);
        assertThat(said(EventKind.PIN_GUESSING, null, rest))
                .isEqualTo("Too many wrong PINs at Front Door"
                        + " | 5 wrong PINs, no PIN at this door is accepted for a minute");
        assertThat(said(EventKind.PIN_GUESSING, "Ada Demo", Map.of()))
                .startsWith("Too many wrong PINs of Ada Demo at Front Door | ");
        assertThat(said(EventKind.UNKNOWN_CARDS, null, Map.of("cards", 10L)))
                .isEqualTo("Many unknown cards at Front Door | 10 within a minute");
        assertThat(EventWords.tone(EventKind.PIN_GUESSING)).isEqualTo("alarm");
        assertThat(EventWords.tone(EventKind.UNKNOWN_CARDS)).isEqualTo("warn");
    }

    @Test
    void evacuationNamesWhoOrderedItAndWhy() {
        Map<String, Object> order = Map.of("by", "olga@example.com", "note", "Gas leak");
        assertThat(said(EventKind.EVACUATION_STARTED, null, order))
                .isEqualTo("Front Door unlocked for an evacuation | By olga@example.com, Gas leak");
        assertThat(said(EventKind.EVACUATION_ENDED, null, Map.of("by", "command line")))
                .isEqualTo("Evacuation of Front Door ended | By command line");
        assertThat(said(EventKind.LOCKDOWN_ON, null, Map.of("by", "olga@example.com", "suspended", "evacuation")))
                .isEqualTo("Front Door in lockdown | By olga@example.com, takes effect when the evacuation ends");
        assertThat(EventWords.tone(EventKind.EVACUATION_STARTED)).isEqualTo("alarm");
    }

    @Test
    void forgivenPassbackNamesAreasAndCause() {
        assertThat(said(
                        EventKind.PASSBACK_FORGIVEN,
                        null,
                        Map.of("cause", "unlock", "areas", List.of("hall", "street"))))
                .isEqualTo("Passback forgiven | Front Door · In hall, street, after unlock");
    }
}
