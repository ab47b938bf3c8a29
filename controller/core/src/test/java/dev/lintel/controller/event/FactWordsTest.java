package dev.lintel.controller.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Events that report no decision on a person, in words.
class FactWordsTest {
    private static String how(EventKind kind, Map<String, Object> facts) {
        var event = new EventDraft(kind, 0, 0, EventDraft.Subject.NOBODY, facts);
        return new TraceWords(TraceWords.Names.NONE).how(event);
    }

    @Test
    void modesSayByWhomAndUntilWhen() {
        assertThat(how(EventKind.MODE_UNLOCK, Map.of("by", "card of Ada", "relock_at", "2026-03-02T18:00:00Z")))
                .isEqualTo("until 2026-03-02 18:00 UTC, by card of Ada");
        assertThat(how(EventKind.MODE_SECURE, Map.of("by", "ops@example.com", "until", "soon")))
                .isEqualTo("until soon, by ops@example.com");
        assertThat(how(EventKind.MODE_NORMAL, Map.of())).isEmpty();
    }

    @Test
    void ordersSayByWhomAndTheNote() {
        var order = Map.<String, Object>of("by", "ops@example.com", "note", "Smoke\nin B", "suspended", "evacuation");
        assertThat(how(EventKind.LOCKDOWN_ON, order))
                .isEqualTo("by ops@example.com, Smoke in B, takes effect when the evacuation ends");
        assertThat(how(EventKind.EVACUATION_ENDED, Map.of("by", "evacuation switch Gate")))
                .isEqualTo("by evacuation switch Gate");
    }

    @Test
    void longestNoteIsWhole() {
        String note = "n".repeat(500);
        assertThat(how(EventKind.LOCKDOWN_ON, Map.of("note", note))).isEqualTo(note);
    }

    @Test
    void areaSaysHowManyPeopleAreThere() {
        assertThat(how(EventKind.AREA_FULL, Map.of("area", "lab", "people", 3L)))
                .isEqualTo("Area lab is full: 3 people");
    }

    @Test
    void levelsAreasAndZonesAreNamed() {
        var change = Map.<String, Object>of("site", "Yard", "old", 0, "new", 3, "by", "threat switch Desk");
        assertThat(how(EventKind.THREAT_LEVEL_CHANGED, change)).isEqualTo("Yard, from 0 to 3, by threat switch Desk");
        assertThat(how(EventKind.PASSBACK_FORGIVEN, Map.of("areas", List.of("hall", "lab"), "cause", "fire")))
                .isEqualTo("in hall, lab, after fire");
        assertThat(how(EventKind.FIRE_RELEASE_ON, Map.of("zones", List.of("East"))))
                .isEqualTo("fire zone East");
        assertThat(how(EventKind.LINE_FAULT, Map.of("output", "siren", "wanted", "on")))
                .isEqualTo("output siren");
    }

    @Test
    void changesSayWhatWasAndWhatIs() {
        var change = Map.<String, Object>of("what", "pin", "action", "limit", "old", "1", "new", "x".repeat(600));
        assertThat(how(EventKind.CONFIGURATION_CHANGED, change))
                .isEqualTo("pin, limit, before: 1, now: " + "x".repeat(500) + "…");
    }

    @Test
    void refusalAfterAWaitDoesNotSayThatSomethingIsAwaited() {
        assertThat(how(EventKind.REJECTED_NOT_APPROVED, Map.of("awaits", "operator", "reason", "approval_denied")))
                .isEqualTo("refused: an operator denied it");
        assertThat(how(EventKind.APPROVAL_REQUESTED, Map.of("awaits", "operator")))
                .isEqualTo("an operator's approval is awaited");
    }
}
