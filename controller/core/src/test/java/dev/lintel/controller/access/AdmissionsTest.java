package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Admissions.Asked;
import dev.lintel.controller.access.Admissions.Named;
import dev.lintel.controller.access.Admissions.Weighed;
import dev.lintel.controller.access.ChannelAccess.Passback;
import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Operators who admit people by name into an area with room for one person, beside people with cards.
class AdmissionsTest {
    private static final long CHANNEL = 1;
    private static final long CARD = 10;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final TestRights rights = new TestRights();
    private final TestPolicy policy = new TestPolicy();
    private final AtomicReference<Runnable> amid = new AtomicReference<>(() -> {}); // in the next decision
    private final LinkedBlockingQueue<LaneInput> lane = new LinkedBlockingQueue<>();
    private final Decisions decisions;
    private final Admissions admissions;

    AdmissionsTest() {
        for (long id : new long[] {1, 2}) {
            rights.people.put(id, TestRights.holder(id, TestRights.CARD, TestRights.Validity.FULL));
        }
        rights.cards.put(CARD, TestRights.holder(2, TestRights.CARD, TestRights.Validity.FULL));
        rights.rights.put(CHANNEL, List.of(Right.byRole(1, null, null)));
        policy.passback = new Passback(Passback.Mode.OFF, "outside", "inside", null, null);
        policy.areaRules.add(new AreaRule(new AreaLimit("inside", 1, null), policy.areas(CHANNEL), List.of(), true));
        var log = new MemoryLog();
        var places = new PlaceLog(log, new Nobody(), () -> policy, time);
        var flow = new AccessFlow(new AccessFlow.Parts(
                () -> ClockReading.trusted(time.now()),
                new AccessRules(rights),
                this::policyAmid,
                (_, _) -> Gate.PLAIN,
                places.with(Places.NONE),
                lane::add,
                log));
        decisions = new Decisions(time, flow, lane::add, log, _ -> {});
        admissions = new Admissions(decisions, time);
    }

    private TestPolicy policyAmid() {
        amid.getAndSet(() -> {}).run();
        return policy;
    }

    /// No door has seen a person.
    private static final class Nobody implements PlaceLog.Moves {
        @Override
        public void moved(long personId, Place place, Set<String> areas) {}

        @Override
        public void forget(Set<String> areas) {}

        @Override
        public Crowd crowd(String area, Set<Long> asked, @Nullable Instant since) {
            return new Crowd(0, Set.of());
        }
    }

    private static CardNumber raw(CardBits bits) {
        return new CardNumber("raw", null, CARD, CARD);
    }

    private void present() {
        decisions.submit(CHANNEL, Gates.ENTRY, new Shown.Card(CardBits.of("1010")), time.nowNs(), AdmissionsTest::raw);
    }

    /// The answer to the card, from the door lane.
    private EventKind answer() throws InterruptedException {
        while (true) {
            LaneInput input = lane.poll(10, TimeUnit.SECONDS);
            if (input instanceof LaneInput.Answered answered)
                return answered.event().kind();
            if (input == null) throw new AssertionError("no answer came");
        }
    }

    private Weighed weigh(long personId) {
        return admissions.weigh(
                new Asked(CHANNEL, new Named(personId, "Person"), "operator", "session 1", time.nowNs()), personId);
    }

    @Test
    void admittedPerson_countsBeforeTheDoorActs() {
        try (var _ = new DecisionThread(decisions)) {
            admits();
        }
    }

    private void admits() {
        assertThat(weigh(1)).isInstanceOf(Weighed.Passes.class);
        assertThat(weigh(2)).isInstanceOf(Weighed.Denied.class);
        assertThat(weigh(1)).as("the same person again").isInstanceOf(Weighed.Passes.class);
    }

    @Test
    void cardDuringTheDecisionOfAnOperator_findsTheAreaFull() throws InterruptedException {
        try (var _ = new DecisionThread(decisions)) {
            amid.set(this::present);
            assertThat(weigh(1)).isInstanceOf(Weighed.Passes.class);
            assertThat(answer()).isEqualTo(EventKind.REJECTED_OCCUPANCY);
        }
    }

    @Test
    void operatorDuringTheDecisionOnACard_findsTheAreaFull() throws InterruptedException {
        var weighed = new AtomicReference<@Nullable Weighed>();
        Thread operator = Thread.ofPlatform().unstarted(() -> weighed.set(weigh(1)));
        amid.set(() -> {
            operator.start();
            while (operator.getState() != Thread.State.TIMED_WAITING && operator.isAlive()) Thread.onSpinWait();
        });
        try (var _ = new DecisionThread(decisions)) {
            present();
            assertThat(answer()).isEqualTo(EventKind.ADMITTED_CARD);
            operator.join();
        }
        assertThat(weighed.get()).isInstanceOf(Weighed.Denied.class);
    }

    /// No thread decides: the operator is answered within seconds, and nobody is admitted afterwards.
    @Test
    void admissionThatIsNotDecidedInTime_isNotDecidedLater() throws InterruptedException {
        assertThat(weigh(1))
                .isInstanceOfSatisfying(
                        Weighed.Denied.class,
                        denied -> assertThat(denied.event().kind()).isEqualTo(EventKind.ADMISSION_OFFLINE));
        present();
        while (decisions.decideNext()) Thread.onSpinWait();
        assertThat(answer()).as("the area has room").isEqualTo(EventKind.ADMITTED_CARD);
    }
}
