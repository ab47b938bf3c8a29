package dev.lintel.controller.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.keypad.PinRules;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DecisionThreadTest {
    private static final ReaderInbox.Reading READING = new ReaderInbox.Reading(DecisionThreadTest::raw, PinRules.USUAL);
    private static final CardBits BITS = CardBits.of("1010");

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final MemoryLog log = new MemoryLog();
    private final LinkedBlockingQueue<LaneInput> lane = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<RuntimeException> faults = new LinkedBlockingQueue<>();
    private final CountDownLatch mayDecide = new CountDownLatch(1);

    private static final class DuplicateValues implements Rights {
        private @Nullable RuntimeException broken;
        private @Nullable CountDownLatch stuckUntil;

        @Override
        public @Nullable Holder card(long number) {
            if (broken != null) throw broken;
            if (stuckUntil != null) await(stuckUntil);
            return number == 10 ? TestRights.ada(TestRights.CARD) : null;
        }

        @Override
        public @Nullable Holder pin(long number) {
            return number == 4711 ? TestRights.responder(TestRights.ada(TestRights.PIN)) : null;
        }

        @Override
        public @Nullable Holder credential(long id) {
            return null;
        }

        @Override
        public @Nullable Holder person(long personId) {
            return null;
        }

        @Override
        public @Nullable SecondPin secondPin(long personId) {
            return null;
        }

        @Override
        public List<Right> at(long personId, long channelId) {
            return List.of(Right.byRole(1, null, 3L));
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts this test", e);
            }
        }
    }

    private final DuplicateValues rights = new DuplicateValues();

    private AccessFlow flow(Lane to) {
        return new AccessFlow(new AccessFlow.Parts(
                () -> ClockReading.trusted(time.now()),
                new AccessRules(rights),
                TestPolicy::new,
                (_, _) -> Gate.PLAIN,
                Places.NONE,
                to,
                log));
    }

    private final Decisions decisions = decisions(lane::offer);

    private Decisions decisions(Lane to) {
        return new Decisions(time, flow(to), to, log, faults::add);
    }

    private static CardNumber raw(CardBits bits) {
        long value = bits.number().longValueExact();
        return new CardNumber("raw", null, value, value);
    }

    private LaneInput.Answered answer() throws InterruptedException {
        assertThat(lane.poll(10, TimeUnit.SECONDS)).isInstanceOf(LaneInput.Presented.class);
        return (LaneInput.Answered) java.util.Objects.requireNonNull(lane.poll(10, TimeUnit.SECONDS));
    }

    @Test
    void aCardsBitsBecomeAnAnswerWithItsTrace() throws InterruptedException {
        try (var _ = new DecisionThread(decisions)) {
            new ReaderInbox(1, "entry", READING, decisions, lane::offer).on(new ReaderEvent.Card(BITS, 123));
            var event = answer().event();
            assertThat(event.kind()).isEqualTo(EventKind.ADMITTED_CARD);
            assertThat(event.subject().personName()).isEqualTo("Ada Demo");
            assertThat(event.subject().credentialsNumber()).isEqualTo("10");
            assertThat(event.additional()).containsEntry("role_id", 1L).containsEntry("group_id", 3L);
            assertThat(event.monotonicNs()).isEqualTo(123);
        }
    }

    @Test
    void anUnknownCardKeepsItsBits() throws InterruptedException {
        try (var _ = new DecisionThread(decisions)) {
            decisions.submit(1, "exit", new Shown.Card(CardBits.of("0011")), 5, DecisionThreadTest::raw);
            var event = answer().event();
            assertThat(event.kind()).isEqualTo(EventKind.REJECTED_UNKNOWN_CARD);
            assertThat(event.additional())
                    .containsEntry("reason", "unknown_card")
                    .containsEntry("bits", "0011")
                    .containsEntry("bit_count", 4L)
                    .containsEntry("reader", "exit");
        }
    }

    @Test
    void aPinIsTypedKeyByKeyAndNeverShown() throws InterruptedException {
        try (var _ = new DecisionThread(decisions)) {
            var inbox = new ReaderInbox(1, "entry", READING, decisions, lane::offer);
            for (char key : "4711#".toCharArray()) inbox.on(new ReaderEvent.Keys(String.valueOf(key), 5));
            var answer = answer();
            assertThat(answer.event().kind()).isEqualTo(EventKind.ADMITTED_PIN);
            assertThat(answer.event().subject().credentialsNumber()).isEqualTo("****");
            assertThat(answer.passage().longer()).isTrue();
            assertThat(answer.toString()).doesNotContain("4711");
        }
    }

    /// It lies near the reader while its holder types; another card is another person's.
    @Test
    void theSameCardAgainLeavesTheDigitsThatWereTyped() throws InterruptedException {
        try (var _ = new DecisionThread(decisions)) {
            for (String second : List.of("1010", "0011")) {
                var inbox = new ReaderInbox(1, "entry", READING, decisions, lane::offer);
                boolean same = second.equals("1010");
                long fromNs = same ? 0 : TimeUnit.SECONDS.toNanos(1);
                inbox.on(new ReaderEvent.Card(BITS, fromNs + 5));
                answer();
                inbox.on(new ReaderEvent.Keys("47", fromNs + 6));
                inbox.on(new ReaderEvent.Card(CardBits.of(second), fromNs + 7));
                assertThat(lane.take()).isInstanceOf(LaneInput.Presented.class);
                assertThat(lane.take()).isInstanceOf(same ? LaneInput.Folded.class : LaneInput.Answered.class);
                inbox.on(new ReaderEvent.Keys("11#", fromNs + 8));
                assertThat(answer().event().kind())
                        .isEqualTo(same ? EventKind.ADMITTED_PIN : EventKind.REJECTED_UNKNOWN_PIN);
            }
        }
    }

    @Test
    void aDatabaseThatFailsTurnsThePersonAwayAndTheNextOneIsTriedAfresh() throws InterruptedException {
        var thread = new DecisionThread(decisions);
        try (thread) {
            rights.broken = new IllegalArgumentException("disk");
            decisions.submit(1, "entry", new Shown.Card(BITS), 5, DecisionThreadTest::raw);
            assertThat(answer().event().kind()).isEqualTo(EventKind.REJECTED_NOT_READY);
            assertThat(faults.poll(10, TimeUnit.SECONDS)).hasMessage("disk");
            assertThat(thread.fault()).isEqualTo("1 in a row failed, the last one: disk");
            rights.broken = null;
            decisions.submit(1, "entry", new Shown.Card(BITS), 6, DecisionThreadTest::raw);
            assertThat(answer().event().kind()).isEqualTo(EventKind.ADMITTED_CARD);
        }
        assertThat(thread.fault()).isNull(); // its thread has ended: the good decision is through
    }

    @Test
    void whenTheQueueIsFullThePersonIsTurnedAwayAtOnceAndNothingIsLost() {
        rights.stuckUntil = mayDecide;
        try (var _ = new DecisionThread(decisions)) {
            int many = 300; // more than the queue holds
            for (int i = 0; i < many; i++)
                decisions.submit(1, "entry", new Shown.Card(BITS), i, DecisionThreadTest::raw);
            long told =
                    lane.stream().filter(LaneInput.Presented.class::isInstance).count();
            long turnedAway = lane.stream()
                    .filter(input ->
                            input instanceof LaneInput.Answered a && a.event().kind() == EventKind.REJECTED_NOT_READY)
                    .count();
            assertThat(told).isEqualTo(many);
            assertThat(turnedAway).isBetween(43L, 45L); // 256 wait, one is being decided or not yet taken
            mayDecide.countDown();
        }
    }

    @Test
    void whenTheLaneIsStuckTheLogStillKnowsWhoStoodThere() {
        var stuck = decisions(_ -> false);
        stuck.submit(1, "entry", new Shown.Card(BITS), 5, DecisionThreadTest::raw);
        assertThat(log.kinds()).containsExactly(EventKind.REJECTED_NOT_READY);
        assertThat(stuck.decideNext())
                .as("what is answered already is not decided")
                .isFalse();
    }
}
