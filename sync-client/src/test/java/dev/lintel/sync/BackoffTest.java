package dev.lintel.sync;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/// Waits after failures.
class BackoffTest {
    @Test
    void doublesToItsLimitAndBeginsAnewAfterASuccess() {
        var backoff = new Backoff(1_000, 60_000);
        long[] waits = {1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000};
        for (long wait : waits) assertThat(backoff.failed(0.5, 0)).isEqualTo(wait);
        backoff.succeeded();
        assertThat(backoff.failed(0.5, 0)).isEqualTo(1_000);
    }

    @Test
    void whatTheHubAsksForIsHonouredUpToALimit() {
        assertThat(new Backoff(1_000, 60_000).failed(0.5, 120_000)).isEqualTo(120_000);
        assertThat(new Backoff(1_000, 60_000).failed(0.5, Long.MAX_VALUE)).isEqualTo(Backoff.RETRY_AFTER_MAX_MS);
        assertThat(new Backoff(1_000, 60_000).failed(0.5, 1)).isEqualTo(1_000);
    }

    @Property
    void staysWithinHalfAsLongAndHalfAsLongAgain(
            @ForAll @IntRange(max = 200) int failures,
            @ForAll @DoubleRange(min = 0, max = 1, maxIncluded = false) double random) {
        var backoff = new Backoff(1_000, 60_000);
        for (int i = 0; i < failures; i++) {
            assertThat(backoff.failed(random, 0)).isBetween(500L, 90_000L);
        }
    }
}
