package dev.lintel.controller.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RetryPlanTest {
    private static final long BEGUN_MS = 1_795_000_000_000L;
    private static final long LIFE_MS = RetryPlan.LIFE.toMillis();

    /// The design's figures, and the last attempt at the very end.
    @Test
    void aReceiverThatIsAwayIsAskedLessAndLessForFiveDays() {
        var plan = new RetryPlan(() -> 0.5);
        List<Duration> waits = new ArrayList<>();
        long at = BEGUN_MS;
        for (int tries = 1; ; tries++) {
            Long next = plan.next(tries, BEGUN_MS, at, null);
            if (next == null) break;
            waits.add(Duration.ofMillis(next - at));
            at = next;
        }
        assertThat(waits.subList(0, 8).toString()).isEqualTo("[PT5S, PT30S, PT5M, PT30M, PT2H, PT5H, PT10H, PT10H]");
        assertThat(waits.subList(8, waits.size() - 1))
                .containsOnly(Duration.ofHours(24))
                .hasSize(3);
        assertThat(at).isEqualTo(BEGUN_MS + LIFE_MS);
    }

    @Property
    void eachWaitIsAFifthLongerOrShorterAtMost(
            @ForAll @DoubleRange(min = 0, max = 0.99) double random, @ForAll @IntRange(min = 1, max = 12) int tries) {
        long even = wait(new RetryPlan(() -> 0.5), tries, null);
        assertThat((double) wait(new RetryPlan(() -> random), tries, null)).isBetween(even * 0.8 - 1, even * 1.2 + 1);
    }

    @Property
    void whatAReceiverAsksForIsHonouredUpToADay(@ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long askedMs) {
        long wait = wait(new RetryPlan(() -> 0.5), 1, askedMs);
        assertThat(wait).isEqualTo(Math.clamp(askedMs, 5_000, RetryPlan.ASKED_MAX.toMillis()));
    }

    private static long wait(RetryPlan plan, int tries, @org.jspecify.annotations.Nullable Long askedMs) {
        return Objects.requireNonNull(plan.next(tries, BEGUN_MS, BEGUN_MS, askedMs)) - BEGUN_MS;
    }

    @Property
    void noAttemptIsAfterTheEnd(
            @ForAll @IntRange(min = 1, max = 30) int tries, @ForAll @LongRange(min = 0, max = 600_000_000) long ageMs) {
        Long next = new RetryPlan(() -> 0.9).next(tries, BEGUN_MS, BEGUN_MS + ageMs, null);
        if (ageMs >= LIFE_MS) assertThat(next).isNull();
        else assertThat(next).isBetween(BEGUN_MS + ageMs, BEGUN_MS + LIFE_MS);
    }

    @Test
    void anEndpointIsHeldFromItsThirdFailureOnFiveMinutesAtMost() {
        var plan = new RetryPlan(() -> 0.5);
        assertThat(plan.hold(0)).isZero();
        assertThat(plan.hold(2)).isZero();
        assertThat(plan.hold(3)).isEqualTo(10_000);
        assertThat(plan.hold(6)).isEqualTo(300_000);
        assertThat(plan.hold(10_000)).isEqualTo(300_000);
    }
}
