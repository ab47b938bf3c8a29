package dev.lintel.sync.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);

    @Property(tries = 100)
    void noMinuteHasMore(@ForAll @IntRange(min = 1, max = 70) int perMinute, @ForAll @IntRange(max = 5) int stepS)
            throws InterruptedException {
        var pace = new FakePace();
        var budget = new Budget(perMinute, pace, pace);
        var sent = new long[perMinute * 4];
        for (int i = 0; i < sent.length; i++) {
            pace.advanceS(stepS);
            budget.takeForReading();
            sent[i] = pace.nowNs();
            if (i >= perMinute) assertThat(sent[i] - sent[i - perMinute]).isGreaterThanOrEqualTo(MINUTE_NS);
        }
    }

    /// A listing of many pages leaves some of the minute to who waits for an answer.
    @Test
    void aListingLeavesRoomForWrites() throws InterruptedException {
        var pace = new FakePace();
        var budget = new Budget(60, pace, pace);
        for (int i = 0; i < 50; i++) budget.takeForReading();
        for (int i = 0; i < 10; i++) {
            long beforeNs = pace.nowNs();
            assertThat(budget.take(0)).isTrue();
            assertThat(pace.nowNs()).isEqualTo(beforeNs);
        }
        assertThat(budget.take(MINUTE_NS - 1)).as("all of the minute is used").isFalse();
        long fromNs = pace.nowNs();
        budget.takeForReading();
        assertThat(pace.nowNs() - fromNs).isEqualTo(MINUTE_NS);
    }

    @Test
    void aRestIsARest() throws InterruptedException {
        var pace = new FakePace();
        var budget = new Budget(60, pace, pace);
        long until = pace.nowNs() + 5 * MINUTE_NS;
        budget.rest(until);
        budget.rest(until - MINUTE_NS); // a shorter one takes nothing off it
        budget.takeForReading();
        assertThat(pace.nowNs()).isEqualTo(until);
        budget.takeForReading();
        assertThat(pace.nowNs()).isEqualTo(until);
    }

    @Property
    void failuresInARowWaitLongerUpToFiveMinutes(@ForAll @DoubleRange(max = 1, maxIncluded = false) double random) {
        var backoff = new Backoff();
        double usual = 1;
        for (int i = 0; i < 100; i++) {
            double seconds = backoff.nextNs(random) / 1e9;
            assertThat(seconds).isBetween(usual * 0.5 - 1e-6, usual * 1.5 + 1e-6);
            usual = Math.min(300, usual * 2);
        }
        backoff.reset();
        assertThat(backoff.nextNs(random)).isLessThanOrEqualTo(1_500_000_000L);
    }
}
