package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ShiftsNowTest {
    private static final Instant MONDAY_10 = Instant.parse("2026-03-02T10:00:00Z");

    @Test
    void aShiftCoversNowUnlessTheClockIsWrong() {
        var policy = PolicySnapshot.of(FirstSite.demo().policy());
        var clock = new AtomicReference<>(ClockReading.trusted(MONDAY_10));
        var shifts = new ShiftsNow(clock::get, () -> policy);
        assertThat(shifts.coverNow(1, 1)).isTrue();
        assertThat(shifts.coverNow(9, 1)).isFalse();
        clock.set(ClockReading.trusted(Instant.parse("2026-03-02T18:00:00Z")));
        assertThat(shifts.coverNow(1, 1)).isFalse();
        clock.set(new ClockReading(MONDAY_10, ClockTrust.HELD, MONDAY_10));
        assertThat(shifts.coverNow(1, 1)).isTrue();
        clock.set(new ClockReading(MONDAY_10, ClockTrust.WRONG, MONDAY_10));
        assertThat(shifts.coverNow(1, 1)).isFalse();
    }
}
