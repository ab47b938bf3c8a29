package dev.lintel.controller.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.time.Silence;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VitalsTest {
    private static final Duration EVERY = Duration.ofSeconds(20);

    private final HandTime time = new HandTime("2026-01-05T08:00:00Z");
    private final Vitals vitals = new Vitals(time);

    private @Nullable String look() {
        time.advance(EVERY);
        return vitals.look(2 * EVERY.toNanos());
    }

    @Test
    void whatGoesRoundIsAliveAndWhatStandsStillIsNotForLong() {
        var bus = new AtomicLong(1);
        var idle = new AtomicLong(Silence.NONE);
        vitals.add("bus a", bus::get, Duration.ofMinutes(1));
        vitals.add("decisions", idle::get, Duration.ofSeconds(40));
        for (int i = 0; i < 10; i++) {
            bus.incrementAndGet();
            assertThat(look()).isNull();
        }
        assertThat(look()).isNull(); // 20 s
        assertThat(look()).isNull();
        assertThat(look()).isEqualTo("bus a has not gone round for 60 s");
        assertThat(look()).isEqualTo("bus a has not gone round for 80 s");
        bus.incrementAndGet();
        assertThat(look()).isNull();
        idle.set(7);
        bus.incrementAndGet();
        assertThat(look()).isNull();
        bus.incrementAndGet();
        assertThat(look()).isNull();
        bus.incrementAndGet();
        assertThat(look()).isEqualTo("decisions has not gone round for 40 s");
        idle.set(Silence.NONE);
        bus.incrementAndGet();
        assertThat(look()).isNull();
    }

    @Test
    void timeInWhichNobodyLookedAccusesNobody() {
        vitals.add("bus a", () -> 1, Duration.ofMinutes(1));
        assertThat(look()).isNull();
        time.advance(Duration.ofDays(1)); // the machine slept
        assertThat(look()).as("40 s of it count").isNull();
        assertThat(look()).isEqualTo("bus a has not gone round for 60 s");
    }

    @Test
    void whatIsTriedHangsWhereItDoesAndNotWhereItFails() throws Exception {
        var begun = new SynchronousQueue<Boolean>();
        var free = new CountDownLatch(1);
        vitals.tries(
                "database",
                () -> {
                    try {
                        begun.put(true);
                        free.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    throw new IllegalStateException("damaged");
                },
                Duration.ofMinutes(1));
        assertThat(look()).isNull();
        assertThat(begun.take()).isTrue();
        assertThat(look()).isNull();
        assertThat(look()).isNull();
        assertThat(look()).isNull();
        assertThat(look()).isEqualTo("database has not gone round for 60 s");
        assertThat(begun.poll()).as("no second attempt beside it").isNull();
        free.countDown();
        // The attempt's thread ends: the next looks try again.
        while (begun.poll() == null)
            assertThat(vitals.look(1))
                    .satisfiesAnyOf(
                            said -> assertThat(said).isNull(),
                            said -> assertThat(said).startsWith("database"));
        assertThat(vitals.look(1)).isNull();
    }
}
