package dev.lintel.controller.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HousekeepingTest {
    private final Health health = new Health();

    @Test
    void whatFailsAtFirstIsToldAndTriedUntilItSucceeds() throws Exception {
        var attempts = new AtomicInteger();
        var third = new CountDownLatch(1);
        var after = new CountDownLatch(1);
        health.ready();
        try (var housekeeping = new Housekeeping(health)) {
            housekeeping.until("web", Duration.ofMillis(1), () -> {
                if (attempts.incrementAndGet() == 3) third.countDown();
                else throw new IllegalStateException("no room for the certificate");
            });
            assertThat(third.await(10, TimeUnit.SECONDS)).isTrue();
            housekeeping.every("after", Duration.ZERO, Duration.ofDays(1), after::countDown);
            assertThat(after.await(10, TimeUnit.SECONDS)).isTrue(); // on the same thread: the third has ended
            assertThat(health.report().reasons()).isEmpty();
            assertThat(attempts).hasValue(3);
        }
    }

    @Test
    void theReasonIsInTheHealthMeanwhile() {
        health.ready();
        try (var housekeeping = new Housekeeping(health)) {
            housekeeping.until("web", Duration.ofDays(1), () -> {
                throw new IllegalStateException("no room for the certificate");
            });
            assertThat(health.report().reasons()).containsExactly("web: no room for the certificate");
        }
    }

    @Test
    void aDailyJobThatFailedRunsAgainSoonAndTheReasonGoes() throws Exception {
        var attempts = new AtomicInteger();
        var second = new CountDownLatch(1);
        var after = new CountDownLatch(1);
        health.ready();
        try (var housekeeping = new Housekeeping(health, "test", Duration.ofMillis(1))) {
            housekeeping.every("look", Duration.ZERO, Duration.ofDays(1), () -> {
                if (attempts.incrementAndGet() == 1) throw new IllegalStateException("the disk fails");
                second.countDown();
            });
            assertThat(second.await(10, TimeUnit.SECONDS)).isTrue();
            housekeeping.every("after", Duration.ZERO, Duration.ofDays(1), after::countDown);
            assertThat(after.await(10, TimeUnit.SECONDS)).isTrue(); // on the same thread: the second has ended
            assertThat(health.report().reasons()).isEmpty();
        }
    }

    /// Before, the fault of a round was reported by the next one, and its end by the one after that.
    @Test
    void theFaultOfARoundIsReportedAtOnceAndGoesAtOnce() throws Exception {
        var fault = new AtomicReference<@Nullable String>();
        var begun = new CountDownLatch(1);
        health.ready();
        try (var housekeeping = new Housekeeping(health)) {
            housekeeping.rounds("phones", Duration.ZERO, Duration.ofDays(1), begun::countDown, fault::get);
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(health.report().reasons()).isEmpty();
            fault.set("not all phones are at their service");
            assertThat(health.report().reasons()).containsExactly("phones: not all phones are at their service");
            fault.set(null);
            assertThat(health.report().reasons()).isEmpty();
        }
    }
}
