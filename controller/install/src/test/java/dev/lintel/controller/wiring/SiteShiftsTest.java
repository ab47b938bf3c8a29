package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorTimes;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicySnapshot;
import dev.lintel.controller.policy.Shift;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.HandTime;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SiteShiftsTest {
    private static final DoorTimes TIMES = DoorBench.TIMES;

    private static final Instant NEWEST = Instant.parse("2026-03-02T10:30:00Z");

    /// A Monday.
    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private ClockTrust trust = ClockTrust.TRUSTED;
    private final SiteShifts shifts = new SiteShifts(SiteShiftsTest::site, this::clock);

    private ClockReading clock() {
        return new ClockReading(time.now(), trust, NEWEST);
    }

    private static PolicySnapshot site() {
        var morning = new Shift.Range(Set.of(DayOfWeek.MONDAY), 9 * 60, 12 * 60);
        var afternoon = new Shift.Range(Set.of(DayOfWeek.MONDAY), 13 * 60, 17 * 60);
        return PolicySnapshot.of(new Policy(
                new Policy.Account("Site", "UTC"),
                List.of(new Policy.Site(1, "Site", "UTC", "")),
                List.of(),
                List.of(),
                List.of(new Shift(1, "Office", "", List.of(morning, afternoon))),
                List.of(),
                List.of(),
                List.of(new Policy.Channel(1, 1, "Door", 1, TIMES))));
    }

    private boolean since(String at) {
        return shifts.coveredSince(1, 1, Instant.parse(at).toEpochMilli());
    }

    @Test
    void hoursAreThoseOfTheClockOnTheWall() {
        assertThat(shifts.coverNow(1, 1)).isTrue();
        time.advance(Duration.ofHours(2));
        assertThat(shifts.coverNow(1, 1)).isFalse();
    }

    @Test
    void aClockThatIsBehindIsCorrectedByTheNewestEvent() {
        long nowMs = time.nowMs();
        assertThat(shifts.surelyMs(nowMs)).isEqualTo(nowMs);
        trust = ClockTrust.HELD;
        assertThat(shifts.surelyMs(nowMs)).isEqualTo(NEWEST.toEpochMilli());
    }

    @Test
    void aClockThatIsWrongUnlocksNothing() {
        trust = ClockTrust.HELD;
        assertThat(shifts.coverNow(1, 1)).isTrue();
        trust = ClockTrust.WRONG;
        assertThat(shifts.coverNow(1, 1)).isFalse();
        assertThat(since("2026-03-02T09:30:00Z")).isFalse();
    }

    @Test
    void aPauseBetweenTwoRangesEndsThem() {
        time.advance(Duration.ofHours(4));
        assertThat(since("2026-03-02T13:10:00Z")).isTrue();
        assertThat(since("2026-03-02T11:50:00Z")).isFalse();
        assertThat(since("2026-03-02T14:10:00Z")).as("the future").isFalse();
        assertThat(since("2026-02-23T13:10:00Z")).as("long ago").isFalse();
    }

    @Test
    void hoursAreOverOnlyByAClockThatIsBelieved() {
        assertThat(shifts.isOverNow(1, 1)).isFalse();
        time.setWall("2026-03-02T12:30:00Z");
        assertThat(shifts.isOverNow(1, 1)).isTrue();
        trust = ClockTrust.WRONG;
        assertThat(shifts.isOverNow(1, 1)).isFalse();
        assertThat(shifts.coverNow(1, 1)).isFalse();
    }

    @Test
    void hoursThatEndedSinceAreFoundAlsoWhereOthersRunNow() {
        long nine = Instant.parse("2026-03-02T09:30:00Z").toEpochMilli();
        assertThat(shifts.overSince(1, 1, nine)).isFalse();
        time.setWall("2026-03-02T14:00:00Z"); // after the pause at noon
        assertThat(shifts.overSince(1, 1, nine)).isTrue();
        assertThat(shifts.overSince(1, 1, Instant.parse("2026-03-02T13:30:00Z").toEpochMilli()))
                .isFalse();
        assertThat(shifts.overSince(1, 1, time.nowMs() + 60_000))
                .as("by a clock that was set back")
                .isFalse();
        trust = ClockTrust.WRONG;
        assertThat(shifts.overSince(1, 1, nine)).isFalse();
    }
}
