package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.HandTime;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Which events of the log count as the answer to a first factor.
class InterruptedFactorsTest {
    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private long ids;

    private Event event(EventKind kind, long atMs, @Nullable Long person) {
        var subject = new EventDraft.Subject(1L, person, null, null, null, false);
        return new Event(++ids, new EventDraft(kind, atMs, atMs * 1_000_000, subject, Map.of("reader", "entry")), atMs);
    }

    private List<EventDraft> answers(Event... events) {
        return InterruptedFactors.answers(List.of(events), time);
    }

    @Test
    void personTurnedAwayWithTheSecondFactor_hasThatAnswer() {
        assertThat(answers(event(EventKind.MFA_STARTED, 1_000, 7L), event(EventKind.REJECTED_NOT_READY, 2_000, null)))
                .isEmpty();
    }

    @Test
    void presentationBeforeTheFirstFactor_isNoAnswerToIt() {
        List<EventDraft> answers =
                answers(event(EventKind.MFA_STARTED, 1_000, 7L), event(EventKind.REJECTED_NOT_READY, 900, null));
        assertThat(answers).extracting(EventDraft::kind).containsExactly(EventKind.REJECTED_TIMEOUT);
    }
}
