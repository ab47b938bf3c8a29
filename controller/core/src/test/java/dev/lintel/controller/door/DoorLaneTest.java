package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorTimes.Relock;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.gpio.GpioException;
import dev.lintel.reader.gpio.OutputPoint;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class DoorLaneTest {
    /// On a busy machine the lane may hear of a press a second later, and a time that is over releases no strike.
    private static final Duration UNLOCK_TIME = Duration.ofSeconds(2);

    /// An output whose wire may fail.
    private static final class Wire implements OutputPoint {
        private final AtomicBoolean level = new AtomicBoolean();
        private final AtomicBoolean failsOnce = new AtomicBoolean();
        private volatile boolean neverReleases;
        private volatile CountDownLatch held = new CountDownLatch(0);
        private final CountDownLatch reached = new CountDownLatch(1);

        @Override
        public void set(boolean active) {
            if (active) {
                reached.countDown();
                awaitQuietly(held);
                if (neverReleases) throw new GpioException("line 17 cannot be driven");
            }
            if (failsOnce.compareAndSet(true, false)) throw new GpioException("line 17 cannot be driven");
            level.set(active);
        }

        @Override
        public boolean active() {
            return level.get();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final SystemTime time = new SystemTime();
    private final MemoryLog log = new MemoryLog();
    private final DoorBoard board = new DoorBoard();
    private final LinkedBlockingQueue<Throwable> faults = new LinkedBlockingQueue<>();
    private final Wire wire = new Wire();
    private final AtomicBoolean leafOpen = new AtomicBoolean();

    private Doors doors(Strike strike) {
        return doors(strike, time);
    }

    private Doors doors(Strike strike, Time time) {
        var times = new DoorTimes(
                UNLOCK_TIME, Duration.ofSeconds(15), Duration.ofSeconds(20), Duration.ofSeconds(30), Relock.OPEN, true);
        var doors = new Doors(time, log, board);
        doors.start(new DoorSettings(1, 1, times), new DoorParts(strike, Map.of(), leafOpen::get, () -> false));
        return doors;
    }

    private void awaitReleased(boolean released) throws InterruptedException {
        long deadlineNs = time.nowNs() + TimeUnit.SECONDS.toNanos(10);
        long revision = board.revision();
        while (board.all().getFirst().strikeReleased() != released) {
            assertThat(time.nowNs()).as("the strike in time").isLessThan(deadlineNs);
            revision = board.awaitChange(revision, 100);
        }
    }

    @Test
    void theLaneRelocksByItself() throws InterruptedException {
        var strike = new Strike(wire, time);
        try (var lane = new DoorLane(doors(strike), time, faults::add)) {
            assertThat(lane.offer(new LaneInput.AuxClosed(1, time.nowNs()))).isTrue();
            awaitReleased(true);
            awaitReleased(false);
        }
        assertThat(faults).isEmpty();
        assertThat(log.kinds())
                .containsExactly(EventKind.CHANNEL_STARTED, EventKind.ADMITTED_AUXILIARY, EventKind.CHANNEL_STOPPED);
    }

    @Test
    void aLineThatFailsOnceIsToldAndTheLaneGoesOn() throws InterruptedException {
        var strike = new Strike(wire, time);
        try (var lane = new DoorLane(doors(strike), time, faults::add)) {
            wire.failsOnce.set(true);
            assertThat(lane.offer(new LaneInput.AuxClosed(1, time.nowNs()))).isTrue();
            assertThat(faults.poll(10, TimeUnit.SECONDS)).isInstanceOf(GpioException.class);
            assertThat(lane.offer(new LaneInput.AuxClosed(1, time.nowNs()))).isTrue();
            awaitReleased(true);
            awaitReleased(false);
        }
        assertThat(log.kinds()).endsWith(EventKind.ADMITTED_AUXILIARY, EventKind.CHANNEL_STOPPED);
    }

    @Test
    void whatWaitsIsHeardBeforeAnybodyIsWarnedOfTheLeaf() throws InterruptedException {
        var hand = new HandTime("2026-03-02T10:00:00Z");
        var held = new CountDownLatch(1);
        var done = new CountDownLatch(1);
        wire.held = held;
        try (var lane = new DoorLane(doors(new Strike(wire, hand), hand), hand, faults::add)) {
            long nowNs = hand.nowNs();
            lane.offer(new LaneInput.AuxClosed(1, nowNs)); // nothing else passes while its strike is driven
            assertThat(wire.reached.await(10, TimeUnit.SECONDS)).isTrue();
            lane.offer(new LaneInput.LeafMoved(1, nowNs + 1, true));
            lane.offer(new LaneInput.LeafMoved(1, nowNs + TimeUnit.SECONDS.toNanos(4), false));
            hand.advance(Duration.ofMinutes(1));
            lane.offer(new LaneInput.Commanded(
                    1, hand.nowNs(), new DoorCommand.Normal(), "ada@example.com", _ -> done.countDown()));
            held.countDown();
            assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(faults).isEmpty();
        assertThat(log.kinds())
                .containsExactly(EventKind.CHANNEL_STARTED, EventKind.ADMITTED_AUXILIARY, EventKind.CHANNEL_STOPPED);
    }

    @Test
    void whoWasAdmittedAtAnotherDoorIsNotLockedOutByAFault() throws InterruptedException {
        var other = new Wire();
        var minute = new DoorTimes(
                Duration.ofMinutes(1),
                Duration.ofMinutes(1),
                Duration.ofMinutes(1),
                Duration.ofMinutes(2),
                Relock.OPEN,
                true);
        Doors doors = doors(new Strike(wire, time));
        doors.start(
                new DoorSettings(2, 2, minute),
                new DoorParts(new Strike(other, time), Map.of(), () -> false, () -> false));
        try (var lane = new DoorLane(doors, time, faults::add)) {
            assertThat(lane.offer(new LaneInput.AuxClosed(2, time.nowNs()))).isTrue();
            assertThat(other.reached.await(10, TimeUnit.SECONDS)).isTrue();
            wire.failsOnce.set(true);
            assertThat(lane.offer(new LaneInput.AuxClosed(1, time.nowNs()))).isTrue();
            assertThat(faults.poll(10, TimeUnit.SECONDS)).isInstanceOf(GpioException.class);
            assertThat(lane.offer(new LaneInput.AuxClosed(1, time.nowNs()))).isTrue();
            awaitReleased(true); // it has begun anew
            assertThat(other.active()).isTrue();
        }
        assertThat(other.active()).isFalse();
    }

    @Test
    void aDoorThatBreaksDownAgainAndAgainIsSecuredAndTheLaneEndsWithAnException() throws InterruptedException {
        var ended = new LinkedBlockingQueue<Throwable>();
        var before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((_, fault) -> ended.add(fault));
        try (var lane = new DoorLane(doors(new Strike(wire, time)), time, faults::add)) {
            wire.neverReleases = true;
            for (int i = 0; i < 21; i++)
                assertThat(lane.offer(new LaneInput.AuxClosed(1, time.nowNs()))).isTrue();
            assertThat(ended.poll(10, TimeUnit.SECONDS)).hasMessageContaining("again and again");
            assertThat(wire.active()).isFalse();
            assertThat(faults).hasSizeGreaterThan(20);
            assertThat(log.kinds()).endsWith(EventKind.CHANNEL_STOPPED);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void aLeafThatMovedWhileTheQueueWasFullIsNoticedOnceThereIsRoom() throws InterruptedException {
        try (var lane = new DoorLane(doors(new Strike(wire, time)), time, faults::add)) {
            wire.held = new CountDownLatch(1);
            lane.offer(new LaneInput.AuxClosed(1, time.nowNs()));
            assertThat(wire.reached.await(10, TimeUnit.SECONDS)).isTrue();
            long before = time.nowNs() - TimeUnit.MINUTES.toNanos(1);
            var closed = new LaneInput.LeafMoved(1, before, false); // says nothing new
            while (lane.offer(closed)) assertThat(faults).isEmpty();
            leafOpen.set(true);
            assertThat(lane.offer(new LaneInput.LeafMoved(1, time.nowNs(), true)))
                    .isFalse();
            wire.held.countDown();
            long deadlineNs = time.nowNs() + TimeUnit.SECONDS.toNanos(10);
            for (long seen = board.revision(); !board.all().getFirst().leafOpen(); ) {
                assertThat(time.nowNs()).as("the leaf in time").isLessThan(deadlineNs);
                seen = board.awaitChange(seen, 100);
            }
        }
    }

    @Test
    void anOrderlyEndWaitsForWhoeverIsLeavingAndThenSecures() {
        var strike = new Strike(wire, time);
        var lane = new DoorLane(doors(strike), time, faults::add);
        long untilNs = time.nowNs() + TimeUnit.MILLISECONDS.toNanos(300);
        strike.releaseForExit(untilNs);
        lane.close();
        assertThat(time.nowNs()).isGreaterThanOrEqualTo(untilNs);
        assertThat(strike.released()).isFalse();
    }

    @Test
    void whoPressesWhileAnotherIsWaitedForAtTheEndMayFinishToo() throws InterruptedException {
        var strike = new Strike(wire, time);
        var lane = new DoorLane(doors(strike), time, faults::add);
        long secondNs = time.nowNs() + TimeUnit.MILLISECONDS.toNanos(600);
        strike.releaseForExit(time.nowNs() + TimeUnit.MILLISECONDS.toNanos(300));
        Thread second = Thread.ofPlatform().start(() -> {
            while (!log.kinds().contains(EventKind.CHANNEL_STOPPED)) Thread.onSpinWait(); // the lane waits by now
            strike.releaseForExit(secondNs);
        });
        lane.close();
        second.join();
        assertThat(time.nowNs()).isGreaterThanOrEqualTo(secondNs);
        assertThat(wire.active()).isFalse();
        strike.releaseForExit(time.nowNs() + TimeUnit.MINUTES.toNanos(1));
        assertThat(wire.active()).as("nobody would secure it").isFalse();
    }

    @Test
    void whoLeavesWhileTheLaneEndsIsToldOf() throws InterruptedException {
        var strike = new Strike(wire, time);
        var lane = new DoorLane(doors(strike), time, faults::add);
        long untilNs = time.nowNs() + TimeUnit.MILLISECONDS.toNanos(400);
        strike.releaseForExit(untilNs);
        Thread second = Thread.ofPlatform().start(() -> {
            while (!log.kinds().contains(EventKind.CHANNEL_STOPPED)) Thread.onSpinWait(); // what waited is handled
            strike.releaseForExit(untilNs);
            lane.offer(new LaneInput.RexPressed(1, time.nowNs()));
        });
        lane.close();
        second.join();
        assertThat(log.kinds())
                .containsSubsequence(EventKind.CHANNEL_STOPPED, EventKind.REX_PRESSED, EventKind.ADMITTED_REQUEST_EXIT);
        assertThat(wire.active()).isFalse();
        assertThat(faults).isEmpty();
    }
}
