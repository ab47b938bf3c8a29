package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorTimes.Relock;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.Reader;
import dev.lintel.reader.ReaderSignal;
import dev.lintel.reader.gpio.OutputPoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A real lane that is stuck for real, real threads at the locks; only the time that passes is the test's.
class WatchdogTest {
    private static final long WAIT_NS_MAX = TimeUnit.SECONDS.toNanos(10);

    /// A strike's wire that can block whoever drives it.
    private static final class Wire implements OutputPoint {
        private final AtomicBoolean level = new AtomicBoolean();
        private final AtomicLong sets = new AtomicLong();
        private volatile CountDownLatch open = new CountDownLatch(0);
        private final CountDownLatch blocked = new CountDownLatch(1);

        @Override
        public void set(boolean active) {
            if (open.getCount() > 0) blocked.countDown();
            awaitQuietly(open);
            level.set(active);
            sets.incrementAndGet();
        }

        @Override
        public boolean active() {
            return level.get();
        }
    }

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final MemoryLog log = new MemoryLog();
    private final LinkedBlockingQueue<Throwable> faults = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Integer> halts = new LinkedBlockingQueue<>();
    private final AtomicBoolean exitHeld = new AtomicBoolean();
    private final AtomicLong inputsAliveNs = new AtomicLong(Long.MAX_VALUE);
    private final Wire secure = new Wire();
    private final Wire safe = new Wire();
    private final List<Strike> strikes = List.of(new Strike(secure, false, time), new Strike(safe, true, time));
    private final List<ReaderSignal> shown = new CopyOnWriteArrayList<>();
    private final Reader reader = new Reader() {
        @Override
        public void show(ReaderSignal signal, int holdMs) {
            shown.add(signal);
        }

        @Override
        public boolean online() {
            return true;
        }
    };
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final Doors doors = doors();
    private final DoorLane lane = new DoorLane(doors, time, faults::add);
    private final Watchdog watchdog = new Watchdog(
            new Watchdog.Parts(lane, doors, inputsAliveNs::get, log, halts::add), Watchdog.Limits.USUAL, time);

    private Doors doors() {
        var times = new DoorTimes(
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                Duration.ofSeconds(20),
                Duration.ofSeconds(30),
                Relock.CLOSE,
                true);
        var all = new Doors(time, log, new DoorBoard());
        for (int i = 0; i < strikes.size(); i++) {
            all.start(
                    new DoorSettings(i + 1, i + 1, times),
                    new DoorParts(strikes.get(i), Map.of("entry", reader), () -> false, exitHeld::get));
        }
        return all;
    }

    @AfterEach
    void close() {
        goOn.countDown();
        secure.open.countDown();
        safe.open.countDown();
        lane.close();
        watchdog.close();
        assertThat(faults).isEmpty();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits for what another thread does.
    private static void until(String what, BooleanSupplier holds) throws InterruptedException {
        var pause = new CountDownLatch(1);
        long deadlineNs = System.nanoTime() + WAIT_NS_MAX;
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadlineNs);
            assertThat(pause.await(2, TimeUnit.MILLISECONDS)).isFalse();
        }
    }

    /// Does `act` on the lane, which is stuck from then on until [#goOn].
    private void stick(LongConsumer act) throws InterruptedException {
        var stuck = new CountDownLatch(1);
        assertThat(lane.offer(new LaneInput.Commanded(1, time.nowNs(), new DoorCommand.Normal(), "test", _ -> {
                    act.accept(time.nowNs());
                    stuck.countDown();
                    awaitQuietly(goOn);
                })))
                .isTrue();
        assertThat(stuck.await(10, TimeUnit.SECONDS)).isTrue();
        watchdog.look(); // it has seen the lane's last round
    }

    private void admitted(long nowNs) {
        doors.on(new LaneInput.Presented(
                1, nowNs, 1, "entry", new EventDraft(EventKind.REJECTED_NOT_READY, 0, nowNs, channel(), Map.of())));
        doors.on(new LaneInput.Answered(
                1,
                nowNs,
                1,
                "entry",
                new EventDraft(EventKind.ADMITTED_CARD, 0, nowNs, channel(), Map.of()),
                Passage.USUAL));
    }

    private static EventDraft.Subject channel() {
        return EventDraft.Subject.channel(1);
    }

    /// Time passes, and the watchdog looks as often as it does by itself.
    private void pass(long ms) {
        for (long left = ms; left > 0; left -= 250) {
            time.advance(Duration.ofMillis(250));
            watchdog.look();
        }
    }

    private List<EventKind> told() {
        return log.kinds().stream()
                .filter(kind -> kind == EventKind.DOORS_HUNG || kind == EventKind.DOORS_GO_ON)
                .toList();
    }

    /// Waits until the lane has begun a round at the present time.
    private void awaitRound() throws InterruptedException {
        assertThat(lane.offer(new LaneInput.ReaderLine(1, 0, "entry", true))).isTrue();
        until("the lane's round", () -> lane.aliveNs() == time.nowNs());
    }

    @Test
    void aLaneThatGoesRoundIsLeftAlone() throws InterruptedException {
        for (int i = 0; i < 60; i++) {
            time.advance(Duration.ofSeconds(1));
            awaitRound();
            watchdog.look();
        }
        assertThat(watchdog.fault()).isNull();
        assertThat(told()).isEmpty();
        assertThat(lane.left()).isFalse();
    }

    @Test
    void whoWasAdmittedAsItHungIsLockedOutAndEveryLockRestsAfterFiveSeconds() throws InterruptedException {
        stick(this::admitted);
        assertThat(secure.active()).isTrue();
        pass(4_750);
        assertThat(secure.active()).isTrue();
        assertThat(safe.active()).isFalse();
        pass(250);
        until("fail secure is secured", () -> !secure.active());
        until("fail safe lets go", safe::active);
        until("it is told", () -> told().equals(List.of(EventKind.DOORS_HUNG)));
        assertThat(watchdog.fault()).contains("hangs");
        assertThat(log.drafts().getLast().additional()).containsEntry("silent_ms", 5_000L);
        assertThat(halts).isEmpty();
    }

    /// An error, unlike an exception, is not the door's alone: the lane's thread is gone.
    @Test
    void aLaneThatHasEndedIsAFaultAtOnceAndIsTreatedAsOneThatHangs() throws InterruptedException {
        assertThat(lane.offer(new LaneInput.Commanded(1, time.nowNs(), new DoorCommand.Normal(), "test", _ -> {
                    throw new OutOfMemoryError("of the test");
                })))
                .isTrue();
        until("the lane ends", lane::hasFailed);
        assertThat(watchdog.fault()).isEqualTo("the doors' thread has ended");
        watchdog.look();
        assertThat(safe.active()).as("no memory for an orderly end").isFalse();
        pass(5_000);
        until("fail safe lets go", safe::active);
        assertThat(secure.active()).isFalse();
        assertThat(halts).as("the process may end in order").isEmpty();
        pass(25_000);
        assertThat(halts.poll(10, TimeUnit.SECONDS)).isEqualTo(Watchdog.EXIT_CODE);
    }

    @Test
    void exitsReleaseMeanwhileForTheirTimeAndForAsLongAsTheyAreHeld() throws InterruptedException {
        stick(_ -> {});
        pass(5_000);
        until("fail safe lets go", safe::active);
        exitHeld.set(true);
        strikes.getFirst().releaseForExit(time.nowNs() + TimeUnit.SECONDS.toNanos(3)); // what an input's thread does
        assertThat(secure.active()).isTrue();
        pass(3_000); // the promise ends; the guard's next looks find the exit held
        awaitLooks(3);
        assertThat(secure.active()).isTrue();
        exitHeld.set(false);
        pass(2_000);
        until("secured behind whoever left", () -> !secure.active());
    }

    /// Waits until the lock's guard has driven the wire so many times more.
    private void awaitLooks(int looks) throws InterruptedException {
        long before = secure.sets.get();
        until("the guard looks", () -> secure.sets.get() >= before + looks);
    }

    @Test
    void fireReleasesMeanwhileAndHoldsUntilItClears() throws InterruptedException {
        stick(_ -> {});
        pass(5_000);
        until("fail safe lets go", safe::active);
        strikes.getFirst().fire(true);
        assertThat(secure.active()).isTrue();
        awaitLooks(3);
        assertThat(secure.active()).isTrue();
        strikes.getFirst().fire(false);
        until("secured when it clears", () -> !secure.active());
    }

    @Test
    void aLaneThatComesBackBeginsAnewAndSaysSo() throws InterruptedException {
        stick(this::admitted);
        pass(5_000);
        until("rest", () -> !secure.active() && safe.active());
        goOn.countDown();
        until("the lane has its doors again", () -> !lane.left());
        until("the lock that fails safe holds again", () -> !safe.active());
        assertThat(secure.active()).isFalse(); // who was admitted is gone
        until("it is told", () -> {
            watchdog.look(); // again and again: a reader that showed its signal late lets the lane begin anew once more
            return told().size() == 2;
        });
        assertThat(told()).containsExactlyInAnyOrder(EventKind.DOORS_HUNG, EventKind.DOORS_GO_ON);
        assertThat(watchdog.fault()).isNull();
        var answer = new LinkedBlockingQueue<String>();
        lane.offer(new LaneInput.Commanded(
                1, time.nowNs(), new DoorCommand.Unlock(null), "test", refusal -> answer.add(String.valueOf(refusal))));
        assertThat(answer.poll(10, TimeUnit.SECONDS)).isEqualTo("null");
        assertThat(secure.active()).isTrue();
        assertThat(halts).isEmpty();
    }

    @Test
    void readersShowThatNobodyAnswersUntilTheLaneIsBack() throws InterruptedException {
        stick(_ -> {});
        assertThat(shown).containsExactly(ReaderSignal.IDLE, ReaderSignal.IDLE); // one at each door
        pass(5_000);
        until("both say so", () -> Collections.frequency(shown, ReaderSignal.OFFLINE) == 2);
        goOn.countDown();
        until("both are idle", () -> shown.size() >= 6 && shown.getLast() == ReaderSignal.IDLE);
        assertThat(Collections.frequency(shown, ReaderSignal.OFFLINE)).isEqualTo(2);
    }

    @Test
    void aDoorThatStandsUnlockedDoesSoAgainAfterwards() throws InterruptedException {
        stick(nowNs -> doors.on(new LaneInput.Commanded(1, nowNs, new DoorCommand.Unlock(null), "test", _ -> {})));
        assertThat(secure.active()).isTrue();
        pass(5_000);
        until("rest", () -> !secure.active());
        goOn.countDown();
        until("unlocked as before", secure::active);
    }

    @Test
    void afterHalfAMinuteTheProcessEndsWithItsOwnCode() throws InterruptedException {
        stick(_ -> {});
        pass(29_750);
        assertThat(halts).isEmpty();
        until("the first event", () -> !told().isEmpty()); // each is written by a thread of its own
        pass(250);
        assertThat(halts.poll(10, TimeUnit.SECONDS)).isEqualTo(Watchdog.EXIT_CODE);
        assertThat(told()).containsExactly(EventKind.DOORS_HUNG, EventKind.DOORS_HUNG);
        assertThat(log.drafts().getLast().additional()).containsEntry("exit", 3);
    }

    @Test
    void aWireThatHoldsUpTheLaneHoldsUpNeitherTheOtherLocksNorTheEnd() throws InterruptedException {
        secure.open = new CountDownLatch(1);
        assertThat(lane.offer(new LaneInput.AuxClosed(1, time.nowNs()))).isTrue();
        assertThat(secure.blocked.await(10, TimeUnit.SECONDS)).isTrue();
        watchdog.look();
        pass(5_000);
        until("the other lock rests", safe::active);
        pass(25_000);
        assertThat(halts.poll(10, TimeUnit.SECONDS)).isEqualTo(Watchdog.EXIT_CODE);
    }

    @Test
    void inputsThatHangEndTheProcessSoonerWithEveryLockAtRest() throws InterruptedException {
        inputsAliveNs.set(time.nowNs());
        watchdog.look();
        for (int i = 0; i < 40; i++) {
            time.advance(Duration.ofMillis(250));
            awaitRound();
            assertThat(halts).isEmpty();
            watchdog.look();
        }
        assertThat(halts.poll(10, TimeUnit.SECONDS)).isEqualTo(Watchdog.EXIT_CODE);
        until("fail safe lets go", safe::active);
        assertThat(secure.active()).isFalse();
        assertThat(log.drafts().getLast().additional()).containsEntry("what", "the inputs' thread hangs");
    }

    @Test
    void aMachineThatStoodStillWholeAccusesNobody() throws InterruptedException {
        stick(_ -> {});
        time.advance(Duration.ofHours(1));
        watchdog.look();
        assertThat(watchdog.fault()).isNull();
        pass(4_250);
        assertThat(watchdog.fault()).isNull();
        pass(250);
        assertThat(watchdog.fault()).isNotNull();
    }

    @Test
    void anOrderlyEndIsNoHang() {
        goOn.countDown();
        lane.close();
        pass(60_000);
        assertThat(watchdog.fault()).isNull();
        assertThat(new ArrayList<>(halts)).isEmpty();
    }
}
