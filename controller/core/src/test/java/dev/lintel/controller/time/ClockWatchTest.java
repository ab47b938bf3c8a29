package dev.lintel.controller.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClockWatchTest {
    private static final Instant BUILT = Instant.parse("2026-01-01T00:00:00Z");

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final AtomicLong newest =
            new AtomicLong(Instant.parse("2026-03-02T09:00:00Z").toEpochMilli());
    private final AtomicBoolean synchronised = new AtomicBoolean();

    private ClockWatch watch(boolean battery) {
        return new ClockWatch(time, new ClockWatch.Sources(BUILT, newest::get, synchronised::get, battery));
    }

    @Test
    void aRestoredClockIsHeldUntilATimeServiceHasSetIt() {
        var watch = watch(false);
        watch.look();
        assertThat(watch.read().trust()).isEqualTo(ClockTrust.HELD);
        synchronised.set(true);
        assertThat(watch.read().trust()).isEqualTo(ClockTrust.HELD);
        watch.look();
        assertThat(watch.read().trust()).isEqualTo(ClockTrust.TRUSTED);
        synchronised.set(false); // the network is away: the clock runs on
        watch.look();
        assertThat(watch.read().trust()).isEqualTo(ClockTrust.TRUSTED);
    }

    @Test
    void aClockBehindTheNewestEventIsWrongUntilItIsSet() {
        var watch = watch(true);
        assertThat(watch.read().trust()).isEqualTo(ClockTrust.TRUSTED);
        time.setWall("2026-03-02T08:59:58Z");
        assertThat(watch.read().trust()).isEqualTo(ClockTrust.WRONG);
        assertThat(watch.read().bound()).isEqualTo(Instant.parse("2026-03-02T09:00:00Z"));
        time.setWall("2026-03-02T08:59:59Z"); // within what a time service steps
        assertThat(watch.read().trust()).isEqualTo(ClockTrust.TRUSTED);
        time.setWall("2026-03-01T00:00:00Z");
        synchronised.set(true); // so it was the newest event's clock that was wrong
        watch.look();
        assertThat(watch.read().trust()).isEqualTo(ClockTrust.TRUSTED);
        assertThat(watch.read().bound()).isEqualTo(time.now());
    }

    @Test
    void aClockEarlierThanTheProgramIsWrongWhateverSetIt() {
        var watch = watch(true);
        synchronised.set(true);
        watch.look();
        time.setWall("2025-12-31T23:59:59Z");
        assertThat(watch.read().trust()).isEqualTo(ClockTrust.WRONG);
    }

    @Test
    void whatItIsToldHoldsUntilItIsToldOtherwise() {
        var watch = watch(true);
        watch.tell(ClockTrust.HELD);
        assertThat(watch.read().trust()).isEqualTo(ClockTrust.HELD);
        watch.tell(null);
        assertThat(watch.read().trust()).isEqualTo(ClockTrust.TRUSTED);
    }
}
