package dev.lintel.controller.door;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.lintel.controller.door.DoorTimes.Relock;
import dev.lintel.controller.event.MemoryLog;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.gpio.OutputPoint;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The end of a process that has no memory for an orderly one.
class EmergencyStopTest {
    private static final long WAIT_S = 10;

    /// A strike's wire that can block or fail.
    private static final class Wire implements OutputPoint {
        private volatile boolean level;
        private final AtomicInteger failures = new AtomicInteger();
        private final CountDownLatch driven = new CountDownLatch(1);
        private volatile CountDownLatch blocks = new CountDownLatch(0);

        @Override
        public void set(boolean active) {
            driven.countDown();
            if (failures.getAndDecrement() > 0) throw new OutOfMemoryError("of the test");
            try {
                blocks.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            level = active;
        }

        @Override
        public boolean active() {
            return level;
        }
    }

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final LinkedBlockingQueue<Integer> halts = new LinkedBlockingQueue<>();
    private final Wire first = new Wire();
    private final Wire secure = new Wire();
    private final Wire safe = new Wire();
    private final List<Strike> strikes =
            List.of(new Strike(first, false, time), new Strike(secure, false, time), new Strike(safe, true, time));
    private final Doors doors = new Doors(time, new MemoryLog(), new DoorBoard());
    private final EmergencyStop stop = started();

    /// As at a start: before the doors, so that it knows each lock before that is driven.
    private EmergencyStop started() {
        var made = new EmergencyStop(doors, time, halts::add);
        startDoors();
        return made;
    }

    private void startDoors() {
        var minute = Duration.ofSeconds(60);
        var times = new DoorTimes(minute, minute, Duration.ofSeconds(20), Duration.ofSeconds(30), Relock.CLOSE, true);
        for (int i = 0; i < strikes.size(); i++) {
            doors.start(
                    new DoorSettings(i + 1, i + 1, times),
                    new DoorParts(strikes.get(i), Map.of(), () -> false, () -> false));
        }
        for (Strike strike : strikes) strike.release(time.nowNs());
        safe.set(false);
    }

    @AfterEach
    void close() {
        first.blocks.countDown();
        stop.close();
    }

    @Test
    void locksRestBeforeTheProcessEnds() throws InterruptedException {
        assertThat(secure.active()).isTrue();
        stop.trigger();
        assertThat(halts.poll(WAIT_S, TimeUnit.SECONDS)).isEqualTo(3);
        assertThat(first.active()).isFalse();
        assertThat(secure.active()).isFalse();
        assertThat(safe.active()).as("a maglock is released").isTrue();
    }

    @Test
    void aLockThatFailsKeepsNoOtherFromResting() throws InterruptedException {
        first.failures.set(Integer.MAX_VALUE);
        stop.trigger();
        assertThat(halts.poll(WAIT_S, TimeUnit.SECONDS)).isEqualTo(3);
        assertThat(first.active()).isTrue();
        assertThat(secure.active()).isFalse();
        assertThat(safe.active()).isTrue();
    }

    /// Other threads take what the reserve was, and give it back.
    @Test
    void aLockThatFoundNoMemoryIsTriedAgain() throws InterruptedException {
        first.failures.set(20);
        stop.trigger();
        assertThat(halts.poll(WAIT_S, TimeUnit.SECONDS)).isEqualTo(3);
        assertThat(first.active()).isFalse();
        assertThat(secure.active()).isFalse();
        assertThat(halts).as("once").isEmpty();
    }

    @Test
    void aLineThatBlocksKeepsNoProcessAlive() throws InterruptedException {
        first.blocks = new CountDownLatch(1);
        stop.trigger();
        assertThat(first.driven.await(WAIT_S, TimeUnit.SECONDS)).isTrue();
        Integer code = null;
        for (int i = 0; code == null && i < 100; i++) {
            time.advance(Duration.ofMillis(100)); // its thread may begin to wait late
            code = halts.poll(100, TimeUnit.MILLISECONDS);
        }
        assertThat(code).isEqualTo(3);
        assertThat(secure.active()).as("behind the line that blocks").isTrue();
    }

    @Test
    void whoTriggersItNeedsNoMemory() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var other = new EmergencyStop(new Doors(time, new MemoryLog(), new DoorBoard()), time, _ -> {});
        other.trigger(); // its classes are loaded
        long before = threads.getCurrentThreadAllocatedBytes();
        long none = threads.getCurrentThreadAllocatedBytes() - before; // what asking costs
        before = threads.getCurrentThreadAllocatedBytes();
        stop.trigger();
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isEqualTo(none);
    }

    @Test
    void afterAnOrderlyEndOfTheDoorsTheProcessEndsAtOnce() {
        stop.close();
        assertThat(halts).isEmpty();
        stop.trigger();
        assertThat(halts).contains(3);
    }
}
