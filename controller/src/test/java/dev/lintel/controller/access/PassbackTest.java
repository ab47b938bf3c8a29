package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.ChannelAccess.Passback.Mode;
import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PassbackTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    private static boolean broken(Passback rule, String side, @Nullable Place place) {
        return PassbackRule.broken(rule, side, place, NOON, BERLIN);
    }

    private static Place place(String area, String since) {
        return new Place(area, Instant.parse(since));
    }

    @Test
    void whoIsNotWhereTheReaderHangsBreaksTheRule() {
        var rule = new Passback(Mode.HARD, "outside", "inside", null, null);
        var inside = place("inside", "2026-03-02T11:00:00Z");
        var outside = place("outside", "2026-03-02T11:00:00Z");
        assertThat(broken(rule, "entry", inside)).isTrue();
        assertThat(broken(rule, "exit", inside)).isFalse();
        assertThat(broken(rule, "entry", outside)).isFalse();
        assertThat(broken(rule, "exit", outside)).isTrue();
        assertThat(broken(rule, "entry", null)).isFalse();
        assertThat(broken(new Passback(Mode.OFF, "outside", "inside", null, null), "entry", inside))
                .isFalse();
    }

    @Test
    void timedPassbackLooksOnlyAtTheAreaJustEntered() {
        var rule = new Passback(Mode.TIMED, "outside", "inside", Duration.ofMinutes(5), null);
        assertThat(broken(rule, "entry", place("inside", "2026-03-02T11:55:01Z")))
                .isTrue();
        assertThat(broken(rule, "entry", place("inside", "2026-03-02T11:55:00Z")))
                .isFalse();
        assertThat(broken(rule, "exit", place("inside", "2026-03-02T11:59:00Z")))
                .isFalse();
        assertThat(broken(rule, "entry", place("inside", "2026-03-02T12:00:01Z")))
                .isFalse(); // a clock set back
    }

    @Test
    void placesAreForgottenAtTheSetHourOfTheSite() {
        var rule = new Passback(Mode.HARD, "outside", "inside", null, LocalTime.of(4, 0)); // 03:00 UTC in winter
        assertThat(broken(rule, "entry", place("inside", "2026-03-02T02:59:59Z")))
                .isFalse();
        assertThat(broken(rule, "entry", place("inside", "2026-03-02T03:00:00Z")))
                .isTrue();
        var evening =
                new Passback(Mode.HARD, "outside", "inside", null, LocalTime.of(22, 0)); // yesterday's is the last
        assertThat(broken(evening, "entry", place("inside", "2026-03-01T20:59:59Z")))
                .isFalse();
        assertThat(broken(evening, "entry", place("inside", "2026-03-01T21:00:00Z")))
                .isTrue();
    }

    @Test
    void onlyAnAdmissionMovesAPerson() {
        var moves = new ArrayList<String>();
        var log = new PlaceLog(new MemoryLog(), (person, area, at) -> moves.add(person + " " + area + " " + at));
        var ada = new Subject(1L, 7L, "Ada", 3L, "1001", false);
        log.append(new EventDraft(EventKind.REJECTED_LOCKDOWN, 0, 0, ada, Map.of("area", "inside")));
        log.append(new EventDraft(EventKind.ADMITTED_CARD, 0, 0, ada, Map.of()));
        log.append(new EventDraft(EventKind.ADMITTED_CARD, 0, 0, ada, Map.of("area", "inside")));
        assertThat(moves).isEqualTo(List.of("7 inside 1970-01-01T00:00:00Z"));
        assertThat(log.head()).isEqualTo(3);
    }
}
