package dev.lintel.controller.policy;

import static java.time.DayOfWeek.FRIDAY;
import static java.time.DayOfWeek.MONDAY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.policy.Shift.HolidayTimes;
import dev.lintel.controller.policy.Shift.Range;
import dev.lintel.controller.policy.Shift.Span;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Holidays: what a shift covers on their dates. In 2026 Christmas is a Friday, in 2027 a Saturday.
class ShiftTimesTest {
    private static final Holiday CHRISTMAS = new Holiday("christmas", LocalDate.parse("2026-12-25"), true);
    private static final Range OFFICE = new Range(EnumSet.range(MONDAY, FRIDAY), 9 * 60, 17 * 60);
    private static final Range NIGHT = new Range(EnumSet.allOf(DayOfWeek.class), 22 * 60, 6 * 60);

    @Test
    void aShiftIsClosedOnAHolidayAndOtherDaysAreAsEver() {
        ShiftTimes times = times(List.of(OFFICE), List.of(CHRISTMAS), new HolidayTimes("christmas", List.of()));
        assertThat(covers(times, "2026-12-25T10:00")).isFalse();
        assertThat(covers(times, "2026-12-24T10:00")).isTrue();
        assertThat(covers(times, "2026-12-28T10:00")).isTrue();
        assertThat(covers(times, "2028-12-25T10:00")).isFalse(); // a Monday, two years on
    }

    @Test
    void aShiftThatDoesNotNameAHolidayIsAsEver() {
        assertThat(covers(times(List.of(OFFICE), List.of(CHRISTMAS)), "2026-12-25T10:00"))
                .isTrue();
    }

    @Test
    void aHolidaysTimesStandInPlaceOfThoseOfItsWeekday() {
        ShiftTimes times = times(
                List.of(OFFICE),
                List.of(CHRISTMAS),
                new HolidayTimes("christmas", List.of(new Span(10 * 60, 14 * 60))));
        assertThat(covers(times, "2026-12-25T09:59")).isFalse();
        assertThat(covers(times, "2026-12-25T10:00")).isTrue();
        assertThat(covers(times, "2026-12-25T14:00")).isFalse();
        assertThat(covers(times, "2027-12-25T13:59")).isTrue(); // a Saturday, which has no times of its own
        assertThat(covers(times, "2027-12-18T13:59")).isFalse();
    }

    @Test
    void aNightThatBeganOnTheEveRunsToItsEndAndTheHolidaysOwnDoesNotCome() {
        ShiftTimes times = times(List.of(NIGHT), List.of(CHRISTMAS), new HolidayTimes("christmas", List.of()));
        assertThat(covers(times, "2026-12-25T05:59")).isTrue();
        assertThat(covers(times, "2026-12-25T22:00")).isFalse();
        assertThat(covers(times, "2026-12-26T05:59")).isFalse();
        assertThat(covers(times, "2026-12-26T22:00")).isTrue();
    }

    @Test
    void aHolidaysNightReachesIntoTheNextDay() {
        ShiftTimes times = times(
                List.of(OFFICE), List.of(CHRISTMAS), new HolidayTimes("christmas", List.of(new Span(20 * 60, 2 * 60))));
        assertThat(covers(times, "2026-12-25T10:00")).isFalse();
        assertThat(covers(times, "2026-12-26T01:59")).isTrue();
        assertThat(covers(times, "2026-12-26T02:00")).isFalse();
    }

    @Test
    void ofTwoHolidaysOnOneDateBothCountUnlessOneIsClosed() {
        var once = new Holiday("fair", LocalDate.parse("2026-12-25"), false);
        var calendar = List.of(CHRISTMAS, once);
        var morning = new HolidayTimes("christmas", List.of(new Span(8 * 60, 9 * 60)));
        var evening = new HolidayTimes("fair", List.of(new Span(18 * 60, 19 * 60)));
        ShiftTimes both = times(List.of(OFFICE), calendar, morning, evening);
        assertThat(covers(both, "2026-12-25T08:30")).isTrue();
        assertThat(covers(both, "2026-12-25T18:30")).isTrue();
        assertThat(covers(both, "2026-12-25T12:00")).isFalse();
        assertThat(covers(both, "2028-12-25T18:30")).isFalse(); // the fair was once
        ShiftTimes closed = times(List.of(OFFICE), calendar, morning, new HolidayTimes("fair", List.of()));
        assertThat(covers(closed, "2026-12-25T08:30")).isFalse();
        assertThat(covers(closed, "2028-12-25T08:30")).isTrue();
        ShiftTimes first = times(List.of(OFFICE), calendar, new HolidayTimes("christmas", List.of()), evening);
        assertThat(covers(first, "2026-12-25T18:30")).isFalse();
    }

    @Test
    void oneNameMayHaveManyDates() {
        var calendar = List.of(
                new Holiday("bank", LocalDate.parse("2026-05-04"), false),
                new Holiday("bank", LocalDate.parse("2027-05-03"), false),
                new Holiday("bank", LocalDate.parse("2020-01-01"), true));
        ShiftTimes times = times(List.of(OFFICE), calendar, new HolidayTimes("bank", List.of()));
        assertThat(covers(times, "2026-05-04T10:00")).isFalse();
        assertThat(covers(times, "2027-05-03T10:00")).isFalse();
        assertThat(covers(times, "2027-05-04T10:00")).isTrue();
        assertThat(covers(times, "2027-01-01T10:00")).isFalse();
    }

    @Test
    void aYearlyLeapDayComesInLeapYearsOnly() {
        var leap = new Holiday("leap", LocalDate.parse("2024-02-29"), true);
        ShiftTimes times = times(
                List.of(new Range(EnumSet.allOf(DayOfWeek.class), 0, 1440)),
                List.of(leap),
                new HolidayTimes("leap", List.of()));
        assertThat(covers(times, "2028-02-29T12:00")).isFalse();
        assertThat(covers(times, "2027-02-28T12:00")).isTrue();
        assertThat(covers(times, "2027-03-01T12:00")).isTrue();
    }

    @Test
    void theDateIsTheOneOnTheSitesWall() {
        ShiftTimes times = times(
                List.of(new Range(Set.of(FRIDAY), 0, 1440)),
                List.of(CHRISTMAS),
                new HolidayTimes("christmas", List.of()));
        var noonBefore = LocalDateTime.parse("2026-12-24T12:00").toInstant(ZoneOffset.UTC);
        assertThat(times.covers(noonBefore, ZoneId.of("Pacific/Kiritimati"))).isFalse(); // 02:00 on the 25th
        var ordinary = LocalDateTime.parse("2026-12-17T12:00").toInstant(ZoneOffset.UTC);
        assertThat(times.covers(ordinary, ZoneId.of("Pacific/Kiritimati"))).isTrue();
    }

    private static ShiftTimes times(List<Range> ranges, List<Holiday> calendar, HolidayTimes... holidays) {
        return ShiftTimes.of(new Shift(1, "any", "", ranges, List.of(holidays)), calendar);
    }

    private static boolean covers(ShiftTimes times, String wall) {
        return times.covers(LocalDateTime.parse(wall).toInstant(ZoneOffset.UTC), ZoneOffset.UTC);
    }
}
