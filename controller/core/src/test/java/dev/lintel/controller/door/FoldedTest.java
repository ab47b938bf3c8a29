package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.TraceWords;
import dev.lintel.reader.ReaderSignal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Presentations that have no answer of their own.
class FoldedTest {
    private static final long A = 1;

    private final DoorRig rig = new DoorRig();

    private void folded(long id, @Nullable Long first) {
        rig.on(new LaneInput.Folded(A, rig.time.nowNs(), id, "entry", first));
    }

    private long awaited() {
        long id = rig.present(A, "entry");
        rig.on(new LaneInput.SecondAwaited(
                A,
                rig.time.nowNs(),
                id,
                "entry",
                rig.draft(A, EventKind.MFA_STARTED),
                rig.draft(A, EventKind.REJECTED_TIMEOUT),
                rig.time.nowNs() + Duration.ofSeconds(10).toNanos()));
        return id;
    }

    private List<EventKind> answers() {
        return rig.log.kinds().stream().filter(EventKind::isActivity).toList();
    }

    @Test
    void aCardAgainWhosePinIsAwaited_sharesItsAnswer() {
        var door = rig.door(A);
        long first = awaited();
        rig.advance(Duration.ofSeconds(4));
        folded(rig.present(A, "entry"), first);
        rig.advance(Duration.ofSeconds(5));
        assertThat(answers()).isEmpty();
        assertThat(door.shown.getLast()).isEqualTo(ReaderSignal.WAITING_FOR_PIN);
        rig.advance(Duration.ofSeconds(2));
        assertThat(answers()).containsExactly(EventKind.REJECTED_TIMEOUT);
    }

    @Test
    void aCardAgainWhoseWaitHasEndedMeanwhile_isTurnedAway() {
        rig.door(A);
        long first = awaited();
        rig.advance(Duration.ofSeconds(9));
        long again = rig.present(A, "entry");
        rig.advance(Duration.ofSeconds(4)); // no decision: the one answer is to both
        assertThat(answers()).containsExactly(EventKind.REJECTED_NOT_READY);
        folded(again, first);
        assertThat(answers()).containsExactly(EventKind.REJECTED_NOT_READY);
        folded(rig.present(A, "entry"), first);
        assertThat(answers()).containsExactly(EventKind.REJECTED_NOT_READY, EventKind.REJECTED_NOT_READY);
    }

    @Test
    void oneOfManyUnknownCards_hasNoAnswer() {
        rig.door(A);
        folded(rig.present(A, "entry"), null);
        rig.advance(Duration.ofSeconds(30));
        assertThat(answers()).isEmpty();
    }

    /// A later start of the box would answer the wait again, if it could not see that this answer has ended it.
    @Test
    void refusalByTheDoorOfAPersonWhoHasWaitedForOthers_saysSo() {
        rig.door(A);
        long first = rig.present(A, "entry");
        EventDraft started = DoorLog.as(
                EventKind.MFA_STARTED, rig.draft(A, EventKind.MFA_STARTED), Map.of(TraceWords.AWAITS, "person"));
        rig.on(new LaneInput.SecondAwaited(
                A,
                rig.time.nowNs(),
                first,
                "entry",
                started,
                rig.draft(A, EventKind.REJECTED_ALONE),
                rig.time.nowNs() + Duration.ofSeconds(10).toNanos()));
        rig.lockdown(A);
        long again = rig.present(A, "entry");
        rig.answer(A, "entry", again, EventKind.ADMITTED_CARD, Passage.USUAL.withFirst(first));
        EventDraft refused = rig.log.drafts().getLast();
        assertThat(refused.kind()).isEqualTo(EventKind.REJECTED_LOCKDOWN);
        assertThat(refused.additional()).containsEntry(TraceWords.WAITED, "person");
    }
}
