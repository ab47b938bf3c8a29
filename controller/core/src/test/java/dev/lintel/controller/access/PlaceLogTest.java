package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.HandTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Events about areas, in the order in which their causes are logged.
class PlaceLogTest {
    private final HandTime time = new HandTime("2026-03-02T12:00:00Z");
    private final MemoryLog events = new MemoryLog();
    private final TestPolicy policy = new TestPolicy();
    private final Set<Long> inside = new HashSet<>();
    private final List<String> moves = new ArrayList<>();
    private final PlaceLog log = new PlaceLog(events, new Inside(), () -> policy, time);

    private final class Inside implements PlaceLog.Moves {
        @Override
        public void moved(long personId, Place place, Set<String> areas) {
            moves.add(personId + " to " + place.area());
            if (place.area().equals("inside")) inside.add(personId);
            else inside.remove(personId);
        }

        @Override
        public void forget(Set<String> areas) {
            moves.add("forgotten");
            inside.clear();
        }

        @Override
        public Crowd crowd(String area, Set<Long> asked, @Nullable Instant since) {
            var there = new HashSet<>(asked);
            there.retainAll(inside);
            return new Crowd(inside.size(), there);
        }
    }

    private static EventDraft event(EventKind kind, long personId) {
        var subject = new Subject(1L, personId, "Person " + personId, null, null, false);
        return new EventDraft(kind, 0, 5, subject, Map.of("reader", "entry", "area", "inside"));
    }

    @Test
    void belowMinimum_isLoggedAfterThePersonOfTheGroupWhoDoesNotPass() {
        var limit = new AreaLimit("inside", null, 2);
        policy.areaRules.add(new AreaRule(limit, policy.areas(1), List.of(), true));
        log.knownOf("inside", null);
        log.append(event(EventKind.ADMITTED_CARD, 7));
        log.append(event(EventKind.ADMITTED_CARD, 8));
        log.passed(event(EventKind.ADMITTED_CARD, 7));
        log.append(event(EventKind.ADMITTED_NOT_USED, 8));
        assertThat(events.kinds())
                .containsExactly(
                        EventKind.ADMITTED_CARD,
                        EventKind.ADMITTED_CARD,
                        EventKind.ADMITTED_NOT_USED,
                        EventKind.AREA_BELOW_MINIMUM);
    }

    private static EventDraft admission(long channel, String reader, String area) {
        var subject = new Subject(channel, 7L, "Person 7", null, null, false);
        return new EventDraft(EventKind.ADMITTED_CARD, 0, 5, subject, Map.of("reader", reader, "area", area));
    }

    @Test
    void personWhoMayHavePassedTogether_isThereOnceTheTimeIsOver() {
        EventDraft admission = admission(1, "entry", "inside");
        log.append(admission);
        log.shared(admission);
        assertThat(inside).isEmpty();
        log.passedTogether(admission);
        assertThat(inside).containsExactly(7L);
    }

    @Test
    void personWhoMayHavePassedTogether_isThereOnceAnotherReaderAdmitsThem() {
        EventDraft admission = admission(1, "entry", "inside");
        log.append(admission);
        log.shared(admission);
        EventDraft leaving = admission(2, "exit", "inside");
        log.append(leaving);
        assertThat(inside).containsExactly(7L);
        inside.clear();
        log.passedTogether(admission);
        assertThat(inside).as("the later admission counts").isEmpty();
    }

    @Test
    void personWhoMayHavePassedTogether_isNotThereWhereTheSameReaderAdmitsThemAgain() {
        EventDraft admission = admission(1, "entry", "inside");
        log.append(admission);
        log.shared(admission);
        log.append(admission(1, "entry", "inside"));
        log.append(event(EventKind.ADMITTED_NOT_USED, 7));
        assertThat(inside).isEmpty();
    }

    @Test
    void personWhoMayHavePassedTogether_isForgottenWithTheAreaAndNotPutThereAfterwards() {
        EventDraft admission = admission(1, "entry", "inside");
        log.append(admission);
        log.shared(admission);
        policy.passback = new Passback(Passback.Mode.HARD, "outside", "inside", null, null);
        log.stands(1, Standing.NORMAL.withFire(true));
        log.stands(1, Standing.NORMAL);
        log.passedTogether(admission);
        assertThat(inside).isEmpty();
        assertThat(moves).containsExactly("7 to inside", "forgotten");
    }

    @Test
    void personWhoMayHavePassedTogether_isThereAfterAnotherAreaIsForgotten() {
        EventDraft admission = admission(3, "entry", "lab");
        log.append(admission);
        log.shared(admission);
        policy.passback = new Passback(Passback.Mode.HARD, "outside", "inside", null, null);
        log.stands(1, Standing.NORMAL.withFire(true));
        log.stands(1, Standing.NORMAL);
        log.passedTogether(admission);
        assertThat(moves).containsExactly("forgotten", "7 to lab");
    }
}
