package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.ChannelAccess.Passback.Mode;
import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.HandTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

    private static final Subject ADA = new Subject(1L, 7L, "Ada", 3L, "1001", false);

    private final List<String> moves = new ArrayList<>();
    private final HandTime time = new HandTime("2026-03-02T12:00:00Z");
    private final MemoryLog events = new MemoryLog();
    private final TestPolicy policy = new TestPolicy();
    private final PlaceLog log = new PlaceLog(events, new Moved(), () -> policy, time);
    private final Places places = log.with(Places.NONE);
    private final AreaSet areas = policy.areas(1);

    private final class Moved implements PlaceLog.Moves {
        @Override
        public void moved(long personId, Place place, Set<String> left) {
            moves.add(personId + " " + place.area() + " " + place.since() + " of " + new TreeSet<>(left));
        }

        @Override
        public void forget(Set<String> forgotten) {
            moves.add("forget " + new TreeSet<>(forgotten));
        }
    }

    private static EventDraft event(EventKind kind, Map<String, Object> more) {
        var trace = new HashMap<String, Object>(Map.of("reader", "entry"));
        trace.putAll(more);
        return new EventDraft(kind, 0, 5, ADA, trace);
    }

    private static EventDraft admitted() {
        return event(EventKind.ADMITTED_CARD, Map.of("area", "inside"));
    }

    @Test
    void onlyAPassageMovesAPerson() {
        log.append(event(EventKind.REJECTED_LOCKDOWN, Map.of("area", "inside")));
        log.append(admitted());
        assertThat(moves).isEmpty();
        log.passed(event(EventKind.ADMITTED_CARD, Map.of()));
        assertThat(moves).isEmpty();
        log.passed(admitted());
        assertThat(moves).isEqualTo(List.of("7 inside 1970-01-01T00:00:00Z of [inside, outside]"));
        assertThat(log.head()).isEqualTo(2);
    }

    /// From the decision on, so that two readers do not admit one card.
    @Test
    void aPersonIsPendingFromTheDecisionUntilTheyPass() {
        assertThat(places.pending(7, areas)).isNull();
        places.decided(admitted());
        assertThat(places.pending(7, areas))
                .isEqualTo(new Places.Pending(1, "entry", new Place("inside", Instant.EPOCH)));
        time.advance(Duration.ofSeconds(8));
        log.append(admitted());
        time.advance(Duration.ofMinutes(10));
        assertThat(places.pending(7, areas))
                .as("as long as the strike is released")
                .isNotNull();
        log.passed(admitted());
        assertThat(places.pending(7, areas)).isNull();
    }

    @Test
    void aPersonWhoIsTurnedAwayOrDoesNotPassIsPendingNoMore() {
        places.decided(admitted());
        log.append(event(EventKind.REJECTED_INTERLOCK, Map.of("area", "inside")));
        assertThat(places.pending(7, areas)).as("turned away by the door").isNull();

        places.decided(admitted());
        var unknown = new Subject(1L, null, null, null, null, false);
        log.append(new EventDraft(EventKind.REJECTED_NOT_READY, 0, 5, unknown, Map.of()));
        assertThat(places.pending(7, areas)).as("the lane was late").isNull();

        places.decided(admitted());
        log.append(admitted());
        log.append(event(EventKind.ADMITTED_NOT_USED, Map.of("area", "inside")));
        assertThat(places.pending(7, areas)).as("the leaf did not open").isNull();

        places.decided(admitted());
        time.advance(Duration.ofSeconds(11));
        assertThat(places.pending(7, areas)).as("a lane that began again").isNull();
        assertThat(moves).isEmpty();
    }

    /// While the strike of one door is released for them, an interlock keeps another one shut.
    @Test
    void aMoveThatTheLaneTurnsAwayRestoresTheOneBefore() {
        places.decided(admitted());
        log.append(admitted());
        var there = new Subject(2L, 7L, "Ada", 3L, "1001", false);
        Map<String, Object> exit = Map.of("reader", "exit", "area", "outside");
        places.decided(new EventDraft(EventKind.ADMITTED_CARD, 0, 6, there, exit));
        assertThat(places.pending(7, areas))
                .extracting(Places.Pending::channelId)
                .isEqualTo(2L);
        log.append(new EventDraft(EventKind.REJECTED_INTERLOCK, 0, 6, there, exit));
        assertThat(places.pending(7, areas))
                .extracting(Places.Pending::channelId)
                .isEqualTo(1L);
        log.passed(admitted());
        assertThat(places.pending(7, areas)).isNull();
    }

    /// The lane has turned the person away after three seconds.
    @Test
    void aDecisionThatTookTooLongLeavesNobodyPending() {
        time.advance(Duration.ofSeconds(4));
        places.decided(admitted());
        assertThat(places.pending(7, areas)).isNull();
    }
}
