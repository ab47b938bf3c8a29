package dev.lintel.controller.policy;

import static java.time.DayOfWeek.FRIDAY;
import static java.time.DayOfWeek.MONDAY;
import static java.time.DayOfWeek.SATURDAY;
import static java.time.DayOfWeek.SUNDAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.policy.Shift.Range;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ShiftTest {
    private static final ZoneId LONDON = ZoneId.of("Europe/London");
    private static final Shift OFFICE = shift(new Range(EnumSet.range(MONDAY, FRIDAY), 540, 1020));
    private static final Shift NIGHT = shift(new Range(Set.of(FRIDAY), 22 * 60, 6 * 60));

    @Test
    void officeHoursBeginOnTheirMinuteAndEndBeforeTheirLast() {
        assertThat(times(OFFICE).covers(Instant.parse("2026-01-05T08:59:59.999Z"), LONDON))
                .isFalse();
        assertThat(times(OFFICE).covers(Instant.parse("2026-01-05T09:00:00Z"), LONDON))
                .isTrue();
        assertThat(times(OFFICE).covers(Instant.parse("2026-01-05T16:59:59.999Z"), LONDON))
                .isTrue();
        assertThat(times(OFFICE).covers(Instant.parse("2026-01-05T17:00:00Z"), LONDON))
                .isFalse();
        assertThat(times(OFFICE).covers(Instant.parse("2026-01-04T12:00:00Z"), LONDON))
                .isFalse(); // a Sunday
    }

    @Test
    void theZoneDecidesTheHour() {
        Instant at = Instant.parse("2026-07-06T08:30:00Z"); // 09:30 in London, 17:30 in Tokyo
        assertThat(times(OFFICE).covers(at, LONDON)).isTrue();
        assertThat(times(OFFICE).covers(at, ZoneId.of("Asia/Tokyo"))).isFalse();
    }

    @Test
    void aNightBelongsToTheDayItBeginsOn() {
        assertThat(wall(NIGHT, "2026-01-09T21:59")).isFalse();
        assertThat(wall(NIGHT, "2026-01-09T22:00")).isTrue();
        assertThat(wall(NIGHT, "2026-01-10T05:59")).isTrue();
        assertThat(wall(NIGHT, "2026-01-10T06:00")).isFalse();
        assertThat(wall(NIGHT, "2026-01-09T05:59")).isFalse(); // Friday morning is Thursday's night
    }

    @Test
    void aNightOfSundayReachesIntoMonday() {
        Shift sunday = shift(new Range(Set.of(SUNDAY), 23 * 60, 60));
        assertThat(wall(sunday, "2026-01-12T00:59")).isTrue();
        assertThat(wall(sunday, "2026-01-11T00:59")).isFalse();
    }

    @Test
    void aWholeDayIsFromMidnightToMidnight() {
        Shift saturday = shift(new Range(Set.of(SATURDAY), 0, 1440));
        assertThat(wall(saturday, "2026-01-09T23:59")).isFalse();
        assertThat(wall(saturday, "2026-01-10T00:00")).isTrue();
        assertThat(wall(saturday, "2026-01-10T23:59")).isTrue();
        assertThat(wall(saturday, "2026-01-11T00:00")).isFalse();
    }

    @Test
    void severalRangesAreAddedUpAndNoneCoversNothing() {
        Shift split = shift(new Range(Set.of(MONDAY), 480, 720), new Range(Set.of(MONDAY), 780, 1020));
        assertThat(wall(split, "2026-01-05T11:59")).isTrue();
        assertThat(wall(split, "2026-01-05T12:30")).isFalse();
        assertThat(wall(split, "2026-01-05T13:00")).isTrue();
        assertThat(wall(shift(), "2026-01-05T13:00")).isFalse();
    }

    @Test
    void inSpringARangeInsideTheGapDoesNotComeAndALongerOneIsAnHourShorter() {
        Shift inGap = shift(new Range(Set.of(SUNDAY), 60, 120)); // 01:00 to 02:00 is leapt over on 29 March 2026
        assertThat(minutes(inGap, "2026-03-29")).isZero();
        assertThat(minutes(inGap, "2026-03-22")).isEqualTo(60);
        assertThat(minutes(shift(new Range(Set.of(SUNDAY), 0, 180)), "2026-03-29"))
                .isEqualTo(120);
    }

    @Test
    void inAutumnTheHourThatComesTwiceIsCoveredTwice() {
        Shift overlap = shift(new Range(Set.of(SUNDAY), 60, 120));
        assertThat(times(overlap).covers(Instant.parse("2026-10-25T00:30:00Z"), LONDON))
                .isTrue(); // 01:30 summer time
        assertThat(times(overlap).covers(Instant.parse("2026-10-25T01:30:00Z"), LONDON))
                .isTrue(); // 01:30 winter time
        assertThat(minutes(overlap, "2026-10-25")).isEqualTo(120);
    }

    @Property
    void anyShiftAgreesWithTheWallClock(@ForAll("ranges") List<Range> ranges, @ForAll("minutes") Instant at) {
        Shift shift = new Shift(1, "any", "", ranges);
        assertThat(times(shift).covers(at, LONDON)).isEqualTo(expected(shift, at.atZone(LONDON)));
    }

    @Property
    void theStoresBitsComeBackAsTheyWere(@ForAll("range") Range range) {
        assertThat(Range.ofBits(
                        range.dayBits(), range.span().fromMinute(), range.span().toMinute()))
                .isEqualTo(range);
    }

    @Provide
    Arbitrary<Range> range() {
        Arbitrary<Set<DayOfWeek>> days = Arbitraries.of(DayOfWeek.class).set().ofMinSize(1);
        return Combinators.combine(
                        days,
                        Arbitraries.integers().between(0, 1439),
                        Arbitraries.integers().between(0, 1440))
                .as(Range::new);
    }

    @Provide
    Arbitrary<List<Range>> ranges() {
        return range().list().ofMaxSize(4);
    }

    @Provide
    Arbitrary<Instant> minutes() {
        return Arbitraries.longs().between(1_767_225_600L, 1_830_297_600L).map(Instant::ofEpochSecond);
    }

    /// By dates: whether the wall clock is in the range that began today, or in the one that began yesterday.
    private static boolean expected(Shift shift, ZonedDateTime at) {
        LocalDateTime wall = at.toLocalDateTime();
        for (Range range : shift.times()) {
            for (LocalDate day : List.of(wall.toLocalDate(), wall.toLocalDate().minusDays(1))) {
                LocalDateTime from = day.atStartOfDay().plusMinutes(range.span().fromMinute());
                LocalDateTime to = day.atStartOfDay().plusMinutes(range.span().toMinute());
                if (!to.isAfter(from)) to = to.plusDays(1);
                if (range.days().contains(day.getDayOfWeek()) && !wall.isBefore(from) && wall.isBefore(to)) return true;
            }
        }
        return false;
    }

    private static long minutes(Shift shift, String day) {
        ZonedDateTime start = LocalDate.parse(day).atStartOfDay(LONDON);
        long count = 0;
        for (ZonedDateTime at = start; at.isBefore(start.plusDays(1)); at = at.plusMinutes(1)) {
            if (times(shift).covers(at.toInstant(), LONDON)) count++;
        }
        return count;
    }

    private static boolean wall(Shift shift, String local) {
        return times(shift).covers(LocalDateTime.parse(local).atZone(LONDON).toInstant(), LONDON);
    }

    private static ShiftTimes times(Shift shift) {
        return ShiftTimes.of(shift, List.of());
    }

    private static Shift shift(Range... ranges) {
        return new Shift(1, "a shift", "", List.of(ranges));
    }
}
