package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.AccessFlow;
import dev.lintel.controller.access.AccessPolicy;
import dev.lintel.controller.access.AccessRules;
import dev.lintel.controller.access.DecisionThread;
import dev.lintel.controller.access.Decisions;
import dev.lintel.controller.access.Gate;
import dev.lintel.controller.access.Holder;
import dev.lintel.controller.access.Places;
import dev.lintel.controller.access.Presentation.Shown;
import dev.lintel.controller.access.Right;
import dev.lintel.controller.access.Rights;
import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorMemory;
import dev.lintel.controller.door.Doors;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.PolicySnapshot;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.CardNumber;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/// The real decision thread, stuck in its read of the rights as in a disk that does not answer; real threads
/// beside it, simulated wires and the real clock.
class StuckDecisionTest {
    /// Of which the median counts: one may meet a machine that is busy.
    private static final int ROUNDS = 9;
    /// As where the lane hangs: nothing but the inputs' own thread can be so soon. What waits for the decision takes
    /// the 3 s after which it is given up, what waits for the lane's next look as much as a second.
    private static final long MEDIAN_NS_MAX = TimeUnit.MILLISECONDS.toNanos(3);

    private static final long SINGLE_NS_MAX = TimeUnit.SECONDS.toNanos(1);
    /// Beyond the 3 s. Generous: the machine that tests may be busy with others.
    private static final long LATE_NS_MAX = TimeUnit.SECONDS.toNanos(1);

    private static final CardBits CARD = CardBits.of("1010");

    /// Everybody holds a right to every door; it is known once the test says so.
    private static final class StuckRights implements Rights {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public Holder card(long number) {
            asked.countDown();
            DoorBench.awaitQuietly(goOn);
            return new Holder(number, true, "Card", 200, "", number, "Ada Demo", true, null, null, false, false);
        }

        @Override
        public @Nullable Holder pin(long number) {
            return null;
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
            return List.of(Right.byRole(1, null, null));
        }
    }

    private final MemoryLog log = new MemoryLog();
    private final StuckRights rights = new StuckRights();

    private Decisions decisions(DoorBench door) {
        AccessPolicy policy = PolicySnapshot.of(FirstSite.demo().policy());
        var flow = new AccessFlow(new AccessFlow.Parts(
                () -> ClockReading.trusted(door.time.now()),
                new AccessRules(rights),
                () -> policy,
                (_, _) -> Gate.PLAIN,
                Places.NONE,
                door.lane(),
                log));
        return new Decisions(door.time, flow, door.lane(), log, e -> {
            throw new AssertionError(e);
        });
    }

    private static long shows(DoorBench door, Decisions decisions) {
        long atNs = door.time.nowNs();
        decisions.submit(DoorBench.CHANNEL, "entry", new Shown.Card(CARD), atNs, bits -> {
            long value = bits.number().longValueExact();
            return new CardNumber("raw", null, value, value);
        });
        return atNs;
    }

    @Test
    void exitsAndFireReleaseMeanwhileAndWhoWaitsIsTurnedAwayInTimeAndForGood(TestReporter report)
            throws InterruptedException {
        try (var door = new DoorBench(log, DoorMemory.NONE, null)) {
            Decisions decisions = decisions(door);
            try (var thread = new DecisionThread(decisions)) {
                try {
                    shows(door, decisions);
                    assertThat(rights.asked.await(10, TimeUnit.SECONDS)).isTrue();
                    told(report, "fire to strike, median", fireMedianNs(door), MEDIAN_NS_MAX);
                    long pressedNs = door.time.nowNs();
                    door.simulator.pressRex(1, 100);
                    told(report, "REX to strike", door.awaitReleasedNs() - pressedNs, SINGLE_NS_MAX);
                    long shownNs = shows(door, decisions); // behind the one that is stuck
                    DoorBench.until("both have their answer", () -> turnedAway() == 2);
                    long waitedNs = door.time.nowNs() - shownNs;
                    told(report, "card to answer", waitedNs, Doors.DECISION_MAX_NS + LATE_NS_MAX);
                    assertThat(waitedNs).isGreaterThanOrEqualTo(Doors.DECISION_MAX_NS);
                } finally {
                    rights.goOn.countDown();
                }
                assertThat(thread.fault()).isNull();
            }
            // It has decided at last: nobody is admitted who was told to go.
            done(door);
            assertThat(turnedAway()).isEqualTo(2);
            assertThat(log.kinds()).doesNotContain(EventKind.ADMITTED_CARD, EventKind.ADMITTED_UNLOCKED);
        }
    }

    private int turnedAway() {
        return Collections.frequency(log.kinds(), EventKind.REJECTED_NOT_READY);
    }

    private static long fireMedianNs(DoorBench door) throws InterruptedException {
        long[] tookNs = new long[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long calledNs = door.time.nowNs();
            door.simulator.fire(true);
            tookNs[i] = door.awaitReleasedNs() - calledNs;
            door.simulator.fire(false);
            DoorBench.until("secured", () -> !door.strikeReleased());
        }
        Arrays.sort(tookNs);
        return tookNs[ROUNDS / 2];
    }

    private static void told(TestReporter report, String what, long tookNs, long maxNs) {
        report.publishEntry(what, TimeUnit.NANOSECONDS.toMicros(tookNs) + " µs");
        assertThat(tookNs).as(what).isLessThan(maxNs);
    }

    /// Waits until the lane has done all that it was told so far.
    private static void done(DoorBench door) throws InterruptedException {
        var done = new CountDownLatch(1);
        assertThat(door.lane()
                        .offer(new LaneInput.Commanded(
                                DoorBench.CHANNEL,
                                door.time.nowNs(),
                                new DoorCommand.Normal(),
                                "test",
                                _ -> done.countDown())))
                .isTrue();
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
    }
}
