package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.AreaLimit.State;
import dev.lintel.controller.access.Places.Pending;
import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.HandTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Events about the number of people in an area, and who counts there.
class AreaWatchTest {
    private static final AreaSet HOUSE = new AreaSet(Set.of("street", "lab"), List.of(1L));
    private static final AreaLimit LAB = new AreaLimit("lab", 4, 2);

    private final HandTime time = new HandTime("2026-03-02T12:00:00Z");
    private final MemoryLog log = new MemoryLog();
    private final TestPolicy policy = new TestPolicy();
    private final Map<Long, Pending> pending = new HashMap<>();
    private int people;
    private boolean suspended;
    private boolean observed = true;
    private AreaWatch watch;

    @BeforeEach
    void start() {
        policy.areaRules.add(new AreaRule(LAB, HOUSE, List.of(), true));
        watch = new AreaWatch(
                _ -> new Occupancy(LAB, new Crowd(people, Set.of(), observed), pending),
                _ -> suspended,
                log::append,
                time);
    }

    private void look(int now) {
        people = now;
        watch.look(policy);
    }

    private static Pending to(String area) {
        return new Pending(1, "entry", new Place(area, Instant.EPOCH));
    }

    @Test
    void eachChangeOfTheStateHasOneEvent() {
        watch.known("lab", null);
        for (int now : new int[] {0, 1, 1, 2, 3, 4, 4, 5, 3, 1, 0, 0}) look(now);
        assertThat(log.kinds())
                .containsExactly(
                        EventKind.AREA_BELOW_MINIMUM,
                        EventKind.AREA_NORMAL,
                        EventKind.AREA_FULL,
                        EventKind.AREA_NORMAL,
                        EventKind.AREA_BELOW_MINIMUM,
                        EventKind.AREA_EMPTY);
        assertThat(log.drafts().get(2).additional())
                .containsOnly(
                        Map.entry("area", "lab"), Map.entry("people", 4L), Map.entry("max", 4L), Map.entry("min", 2L));
    }

    @Test
    void nothingIsReportedBeforeTheLogIsKnown_andThenWhatItLacks() {
        look(4);
        assertThat(log.kinds()).isEmpty();
        watch.known("lab", State.FULL);
        look(4);
        assertThat(log.kinds()).as("the process before has reported it").isEmpty();
        look(3);
        assertThat(log.kinds()).containsExactly(EventKind.AREA_NORMAL);
        watch.known("lab", State.FULL); // a change of the policy reads the log again
        look(3);
        assertThat(log.kinds()).hasSize(1);
    }

    @Test
    void eventThatAKillHasLost_comesAtTheStart() {
        watch.known("lab", State.NORMAL);
        look(4);
        assertThat(log.kinds()).containsExactly(EventKind.AREA_FULL);
    }

    @Test
    void whilePeoplePassUnseenNothingIsReported() {
        watch.known("lab", null);
        suspended = true;
        look(4);
        assertThat(log.kinds()).isEmpty();
        suspended = false;
        look(0);
        assertThat(log.kinds()).isEmpty();
    }

    @Test
    void afterPlacesWereForgotten_areaIsReportedFromTheNextEntryOn() {
        watch.known("lab", State.NORMAL);
        observed = false;
        look(0);
        look(1);
        assertThat(log.kinds()).isEmpty();
        observed = true;
        look(1);
        look(0);
        assertThat(log.kinds()).containsExactly(EventKind.AREA_BELOW_MINIMUM, EventKind.AREA_EMPTY);
    }

    @Test
    void belowTheMinimumIsReportedOnceNobodyOfTheGroupIsStillToPass() {
        watch.known("lab", null);
        pending.put(8L, to("lab"));
        look(1);
        assertThat(log.kinds()).isEmpty();
        pending.clear();
        look(1);
        assertThat(log.kinds()).containsExactly(EventKind.AREA_BELOW_MINIMUM);
    }

    private Occupancy lab(int count, Long... there) {
        return new Occupancy(LAB, new Crowd(count, Set.of(there)), pending);
    }

    @Test
    void peopleWhoAreAboutToPassCountOnce() {
        pending.put(7L, to("lab"));
        pending.put(8L, to("lab"));
        pending.put(9L, to("street"));
        Occupancy occupancy = lab(3, 8L, 9L); // 8 was seen there already, 9 is about to leave
        assertThat(occupancy.people()).isEqualTo(3);
        assertThat(occupancy.counts(7)).isTrue();
        assertThat(occupancy.counts(9)).isFalse();
        assertThat(occupancy.isFullFor(List.of(1L))).as("9 may stay after all").isTrue();
        assertThat(occupancy.isFullFor(List.of(7L, 8L, 9L)))
                .as("they count already")
                .isFalse();
        pending.remove(7L);
        assertThat(occupancy.isFullFor(List.of(1L))).as("a picture of before").isTrue();
        assertThat(lab(3, 8L, 9L).isFullFor(List.of(1L))).isFalse();
        assertThat(lab(3, 8L, 9L).isFullFor(List.of(1L, 2L))).isTrue();
    }

    @Test
    void minimumHoldsForThoseWhoEnterAndThoseWhoStay() {
        assertThat(lab(0).isTooFewWith(List.of(1L))).isTrue();
        assertThat(lab(0).isTooFewWith(List.of(1L, 1L))).as("one person twice").isTrue();
        assertThat(lab(0).isTooFewWith(List.of(1L, 2L))).isFalse();
        assertThat(lab(1).isTooFewWith(List.of(1L))).isFalse();
        assertThat(lab(2, 1L).isTooFewWithout(List.of(1L))).isTrue();
        assertThat(lab(2, 1L, 2L).isTooFewWithout(List.of(1L, 2L))).isFalse();
        assertThat(lab(3, 1L).isTooFewWithout(List.of(1L))).isFalse();
        assertThat(lab(2).isTooFewWithout(List.of(1L)))
                .as("not known to be there")
                .isFalse();
        pending.put(2L, to("street"));
        assertThat(lab(3, 1L, 2L).isTooFewWithout(List.of(1L)))
                .as("2 is about to leave")
                .isTrue();
    }

    @Test
    void minimumCountsNobodyWhoIsOnlyAboutToEnter() {
        pending.put(3L, to("lab"));
        assertThat(lab(1, 1L).isTooFewWith(List.of(2L))).isFalse();
        assertThat(lab(0).isTooFewWith(List.of(2L))).as("3 may walk away").isTrue();
        assertThat(lab(0).isTooFewWith(List.of(3L)))
                .as("at another reader, too")
                .isTrue();
        assertThat(lab(0).isTooFewWith(List.of(2L, 3L))).as("together").isFalse();
        assertThat(lab(2, 1L).isTooFewWithout(List.of(1L)))
                .as("3 may walk away")
                .isTrue();
        assertThat(lab(3, 1L).isTooFewWithout(List.of(1L))).isFalse();
        assertThat(lab(2, 1L, 2L).isTooFewWithout(List.of(1L, 2L)))
                .as("3 would enter alone")
                .isTrue();
        assertThat(lab(2, 1L, 2L, 3L).isTooFewWithout(List.of(1L)))
                .as("seen there, and shows the card again")
                .isTrue();
        assertThat(lab(3, 1L, 2L, 3L).isTooFewWithout(List.of(1L)))
                .as("seen there, and shows the card again")
                .isFalse();
    }

    @Test
    void minimumCountsNobodyWhoWasAdmittedToLeave() {
        pending.put(3L, to("street"));
        assertThat(lab(2, 3L).isTooFewWith(List.of(2L))).isFalse();
        assertThat(lab(1, 3L).isTooFewWith(List.of(2L))).isTrue();
        assertThat(lab(2, 1L, 3L).isTooFewWithout(List.of(1L)))
                .as("nobody stays")
                .isFalse();
        assertThat(lab(3, 1L, 3L).isTooFewWithout(List.of(1L))).isTrue();
        assertThat(lab(3, 3L).isTooFewWithout(List.of(3L))).as("left already").isFalse();
    }
}
