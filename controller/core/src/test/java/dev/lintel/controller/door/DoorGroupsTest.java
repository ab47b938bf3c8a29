package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorRules.Kind;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.reader.ReaderSignal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What concerns several doors (interlock, elevators), and presentations of two factors.
class DoorGroupsTest {
    private static final long A = 1;
    private static final long B = 2;
    private static final DoorRules WITH_B = new DoorRules(Kind.DOOR, null, List.of(B), List.of());

    private static final DoorCommand UNLOCK = new DoorCommand.Unlock(null);

    private final DoorRig rig = new DoorRig();

    private static Passage second(@Nullable Long first) {
        return new Passage(false, false, List.of(), first);
    }

    private List<EventKind> answers() {
        return rig.log.kinds().stream().filter(EventKind::isActivity).toList();
    }

    @Test
    void ofTwoInterlockedDoorsOneAdmitsWhileTheOtherCanBePassedWhicheverNamesTheOther() {
        var a = rig.door(A, WITH_B, false);
        var b = rig.door(B);
        rig.card(A);
        rig.card(B);
        assertThat(b.strike.released()).isFalse();
        assertThat(rig.last().additional()).containsEntry("reason", "interlock");
        rig.leaf(A, true);
        rig.advance(Duration.ofSeconds(6));
        rig.card(B);
        assertThat(answers())
                .as("released, then open")
                .containsExactly(EventKind.ADMITTED_CARD, EventKind.REJECTED_INTERLOCK, EventKind.REJECTED_INTERLOCK);
        rig.leaf(A, false);
        rig.card(B);
        rig.card(A);
        assertThat(answers()).endsWith(EventKind.ADMITTED_CARD, EventKind.REJECTED_INTERLOCK);
        assertThat(a.strike.released()).isFalse();
    }

    @Test
    void exitsAndFireOverrideTheInterlock() {
        var a = rig.door(A, WITH_B, false);
        rig.door(B);
        rig.leaf(B, true);
        a.strike.releaseForExit(rig.time.nowNs() + 1_000_000_000L);
        rig.on(new LaneInput.RexPressed(A, rig.time.nowNs()));
        assertThat(a.strike.released()).isTrue();
        rig.fire(B, true);
        rig.card(A);
        assertThat(rig.last().kind()).isEqualTo(EventKind.ADMITTED_CARD);
    }

    @Test
    void whoeverPassesADoorThatStandsUnlockedIsAdmittedWhateverItsPartnerDoes() {
        rig.door(A, WITH_B, false);
        rig.door(B);
        for (long door : new long[] {A, B})
            rig.on(new LaneInput.Commanded(door, rig.time.nowNs(), UNLOCK, "op", _ -> {}));
        rig.card(A);
        rig.card(B);
        assertThat(answers()).containsExactly(EventKind.ADMITTED_UNLOCKED, EventKind.ADMITTED_UNLOCKED);
        rig.on(new LaneInput.Commanded(A, rig.time.nowNs(), new DoorCommand.Normal(), "op", _ -> {}));
        rig.card(A);
        assertThat(answers()).as("its partner is open still").endsWith(EventKind.REJECTED_INTERLOCK);
    }

    @Test
    void noInterlockKeepsAnybodyInWhereLeavingDependsOnTheBox() {
        rig.door(A, WITH_B, true);
        rig.door(B);
        rig.leaf(B, true);
        rig.answer(A, "exit", rig.present(A, "exit"), EventKind.ADMITTED_CARD, Passage.USUAL);
        assertThat(rig.last().kind()).isEqualTo(EventKind.ADMITTED_CARD);
    }

    @Test
    void anElevatorLetsTheFloorsGoThatThePersonMayReach() {
        rig.door(A, new DoorRules(Kind.ELEVATOR, null, List.of(), List.of(11L, 12L, 13L)), false);
        var floor = new DoorRules(Kind.FLOOR, null, List.of(), List.of());
        var first = rig.door(11, floor, false);
        var second = rig.door(12, floor, false);
        var locked = rig.door(13, floor, false);
        var door = rig.door(B);
        rig.lockdown(13);
        rig.card(A, new Passage(false, false, List.of(12L, 13L, B, 99L), null));
        assertThat(first.strike.released()).isFalse();
        assertThat(second.strike.released()).isTrue();
        assertThat(locked.strike.released()).as("locked down").isFalse();
        assertThat(door.strike.released()).as("no floor").isFalse();
        assertThat(rig.view(12).strikeReleased()).isTrue();
        rig.advance(Duration.ofSeconds(5));
        assertThat(second.strike.released()).isFalse();
    }

    private long first(long untilInMs) {
        return first(untilInMs, rig.draft(A, EventKind.REJECTED_TIMEOUT));
    }

    private long first(long untilInMs, EventDraft timedOut) {
        long id = rig.present(A, "entry");
        rig.on(new LaneInput.SecondAwaited(
                A,
                rig.time.nowNs(),
                id,
                "entry",
                rig.draft(A, EventKind.MFA_STARTED),
                timedOut,
                rig.time.nowNs() + Duration.ofMillis(untilInMs).toNanos()));
        return id;
    }

    /// A log that is ahead of the clock makes the next start doubt it.
    @Test
    void noEventIsDatedInTheFutureWhenAnOrderlyStopAnswersWhoOwesASecondFactor() {
        rig.door(A);
        EventDraft draft = rig.draft(A, EventKind.REJECTED_TIMEOUT);
        var ahead = new EventDraft(
                draft.kind(), draft.occurredAtMs() + 10_000, draft.monotonicNs(), draft.subject(), draft.additional());
        first(10_000, ahead);
        rig.advance(Duration.ofSeconds(2));
        rig.lane().stop();
        assertThat(rig.log.drafts().stream().filter(event -> event.kind() == EventKind.REJECTED_TIMEOUT))
                .singleElement()
                .satisfies(event -> assertThat(event.occurredAtMs()).isEqualTo(rig.time.nowMs()));
    }

    @Test
    void twoFactorsGiveOneAnswer() {
        var door = rig.door(A);
        long first = first(10_000);
        assertThat(door.shown).endsWith(ReaderSignal.WAITING_FOR_PIN);
        rig.advance(Duration.ofSeconds(8));
        rig.answer(A, "entry", rig.present(A, "entry"), EventKind.ADMITTED_CARD, second(first));
        assertThat(door.shown).endsWith(ReaderSignal.UNLOCKED, ReaderSignal.ADMITTED);
        rig.advance(Duration.ofSeconds(30));
        assertThat(rig.log.kinds()).contains(EventKind.MFA_STARTED);
        assertThat(answers()).containsExactly(EventKind.ADMITTED_CARD);
    }

    @Test
    void wait_endsOnceTheLaneHasHeardOfCardsThatWereReadInTime() {
        rig.door(A);
        long first = first(10_000);
        rig.advance(Duration.ofSeconds(9));
        long readNs = rig.time.nowNs();
        rig.time.advance(Duration.ofSeconds(2)); // the lane is stuck meanwhile
        rig.lane().tick(readNs);
        assertThat(answers()).isEmpty();
        rig.on(new LaneInput.Presented(A, readNs, 99, "entry", rig.draft(A, EventKind.REJECTED_NOT_READY)));
        rig.lane().tick();
        rig.answer(A, "entry", 99, EventKind.ADMITTED_CARD, second(first));
        assertThat(answers()).containsExactly(EventKind.ADMITTED_CARD);
    }

    @Test
    void waitIsAnswered_alsoWhereTheNextCardOfThePersonIsTurnedAway() {
        rig.door(A);
        long first = first(10_000, rig.draft(A, EventKind.REJECTED_ALONE));
        rig.advance(Duration.ofSeconds(6));
        long second = rig.present(A, "entry");
        rig.advance(Duration.ofMillis(3_500)); // no decision comes in time
        var started = rig.draft(A, EventKind.MFA_STARTED);
        var inVain = rig.draft(A, EventKind.REJECTED_ALONE);
        long untilNs = rig.time.nowNs() + Duration.ofSeconds(10).toNanos();
        rig.on(new LaneInput.SecondAwaited(
                A, rig.time.nowNs(), second, "entry", started, inVain, untilNs, null, first));
        rig.advance(Duration.ofSeconds(11));
        assertThat(answers()).containsExactlyInAnyOrder(EventKind.REJECTED_NOT_READY, EventKind.REJECTED_ALONE);
    }

    @Test
    void aSecondFactorThatNeverComesIsToldOnceAndOneThatComesTooLateOpensNothing() {
        var door = rig.door(A);
        long first = first(10_000);
        rig.advance(Duration.ofSeconds(11));
        assertThat(answers()).containsExactly(EventKind.REJECTED_TIMEOUT);
        assertThat(door.shown).endsWith(ReaderSignal.IDLE, ReaderSignal.REJECTED);
        rig.answer(A, "entry", rig.present(A, "entry"), EventKind.ADMITTED_CARD, second(first));
        rig.advance(Duration.ofSeconds(11));
        assertThat(answers()).containsExactly(EventKind.REJECTED_TIMEOUT, EventKind.REJECTED_NOT_READY);
        assertThat(door.strike.released()).isFalse();
    }

    @Test
    void aSecondFactorReadInTimeIsWaitedForWhileItIsDecided() {
        rig.door(A);
        long first = first(10_000);
        rig.advance(Duration.ofMillis(9_900));
        long second = rig.present(A, "entry");
        rig.advance(Duration.ofSeconds(1));
        assertThat(answers()).isEmpty();
        rig.answer(A, "entry", second, EventKind.ADMITTED_CARD, second(first));
        rig.advance(Duration.ofSeconds(11));
        assertThat(answers()).containsExactly(EventKind.ADMITTED_CARD);
    }

    /// The simulation found it: the next person lost their answer, and the one before got two.
    @Test
    void aSecondFactorThatIsNotDecidedInTimeEndsNoWaitThatBeganAfterIt() {
        rig.door(A);
        first(10_000);
        rig.advance(Duration.ofSeconds(9));
        rig.present(A, "entry"); // never decided
        rig.advance(Duration.ofMillis(2_500));
        long next = first(10_000);
        rig.advance(Duration.ofMillis(600));
        assertThat(answers()).containsExactly(EventKind.REJECTED_NOT_READY);
        rig.answer(A, "entry", rig.present(A, "entry"), EventKind.ADMITTED_CARD, second(next));
        rig.advance(Duration.ofSeconds(30));
        assertThat(answers()).containsExactly(EventKind.REJECTED_NOT_READY, EventKind.ADMITTED_CARD);
    }

    @Test
    void aSecondFactorThatIsNotDecidedInTimeEndsTheWaitWithOneAnswer() {
        rig.door(A);
        first(10_000);
        rig.advance(Duration.ofSeconds(5));
        rig.present(A, "entry");
        rig.advance(Duration.ofSeconds(30));
        assertThat(answers()).containsExactly(EventKind.REJECTED_NOT_READY);
    }

    @Test
    void whoIsAwaitedWhenTheBoxStopsIsAnswered() {
        rig.door(A);
        first(10_000);
        rig.lane().stop();
        assertThat(answers()).containsExactly(EventKind.REJECTED_TIMEOUT);
    }

    /// It is nobody's second factor, also where the decision on it never comes: who stands there is waited for.
    @Test
    void aPhoneThatIsNotDecidedTakesNobodysTurn() {
        rig.door(A);
        first(10_000);
        rig.phone(A, Duration.ofSeconds(4)); // too late
        assertThat(answers()).containsExactly(EventKind.REJECTED_NOT_READY);
        rig.advance(Duration.ofSeconds(7));
        assertThat(answers()).containsExactly(EventKind.REJECTED_NOT_READY, EventKind.REJECTED_TIMEOUT);
    }

    @Test
    void aFirstFactorThatWasTurnedAwayMeanwhileIsNotAwaited() {
        rig.door(A);
        long id = rig.present(A, "entry");
        rig.advance(Duration.ofSeconds(4));
        rig.on(new LaneInput.SecondAwaited(
                A,
                rig.time.nowNs(),
                id,
                "entry",
                rig.draft(A, EventKind.MFA_STARTED),
                rig.draft(A, EventKind.REJECTED_TIMEOUT),
                rig.time.nowNs()));
        rig.advance(Duration.ofSeconds(30));
        assertThat(answers()).containsExactly(EventKind.REJECTED_NOT_READY);
        assertThat(rig.log.kinds()).doesNotContain(EventKind.MFA_STARTED);
    }

    @Test
    void picturesOfDoorsTellOfAnInterlockWhatTheLaneDoes() {
        rig.door(A, WITH_B, false);
        rig.door(B);
        assertThat(Interlock.holds(rig.view(A), "entry", rig.board.all())).isFalse();
        rig.card(A);
        assertThat(Interlock.holds(rig.view(B), "entry", rig.board.all())).isTrue();
        assertThat(Interlock.holds(rig.view(A), "entry", rig.board.all())).isFalse();
        rig.fire(A, true);
        assertThat(Interlock.holds(rig.view(B), "entry", rig.board.all())).isFalse();
    }

    @Test
    void theLogNamesTheFloorsThatLetGoAndALockdownOfAllTurnsAway() {
        rig.door(A, new DoorRules(Kind.ELEVATOR, null, List.of(), List.of(11L, 12L, 13L)), false);
        var eleven = rig.door(11, new DoorRules(Kind.FLOOR, null, List.of(), List.of()), false);
        rig.door(12, new DoorRules(Kind.FLOOR, null, List.of(), List.of()), false);
        rig.lockdown(12);
        var all = new Passage(false, false, List.of(11L, 12L, 13L), null); // 13 is not wired
        rig.card(A, all);
        assertThat(eleven.strike.released()).isTrue();
        assertThat(rig.last().additional()).containsEntry("floors", List.of(11L));
        rig.lockdown(11);
        rig.card(A, all);
        assertThat(rig.last().kind()).isEqualTo(EventKind.REJECTED_LOCKDOWN);
        assertThat(rig.last().additional()).containsEntry("reason", "lockdown").containsEntry("floors", List.of());
        assertThat(eleven.strike.released()).isFalse();
        rig.card(A, new Passage(false, true, List.of(12L), null));
        assertThat(rig.log.kinds()).contains(EventKind.ADMITTED_CARD);
        assertThat(rig.log.drafts().stream()
                        .filter(event -> event.kind() == EventKind.ADMITTED_CARD)
                        .toList()
                        .getLast()
                        .additional())
                .containsEntry("floors", List.of(12L));
    }
}
