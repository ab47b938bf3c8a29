package dev.lintel.controller.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.policy.Shift.HolidayTimes;
import dev.lintel.controller.policy.Shift.Range;
import dev.lintel.controller.policy.Shift.Span;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.MonthDay;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every minute of two years, a leap year among them, against a wall calendar that is painted minute by minute: day
/// after day, each span from its first minute to its last. java.time says which of its minutes an instant shows.
class ShiftMinutesTest {
    private static final LocalDate FIRST = LocalDate.parse("2027-01-01");
    private static final LocalDate LAST = LocalDate.parse("2028-12-31");
    /// Painted from the day before on: its nights reach into the first.
    private static final LocalDateTime ORIGIN = FIRST.minusDays(2).atStartOfDay();

    private static final Span NIGHT = new Span(22 * 60, 6 * 60);
    private static final Set<DayOfWeek> EVERY_DAY = EnumSet.allOf(DayOfWeek.class);

    /// Clocks change in London on 28 March 2027 and 26 March 2028, in New York on 7 November 2027, on Lord Howe
    /// Island on 2 April 2028, in Cairo on 30 April 2027 at midnight.
    private static final List<Holiday> CALENDAR = List.of(
            new Holiday("christmas", LocalDate.parse("2020-12-25"), true),
            new Holiday("new year", LocalDate.parse("2027-01-01"), true),
            new Holiday("leap", LocalDate.parse("2024-02-29"), true),
            new Holiday("clocks", LocalDate.parse("2027-03-28"), false),
            new Holiday("clocks", LocalDate.parse("2027-11-07"), false),
            new Holiday("clocks", LocalDate.parse("2028-04-02"), false),
            new Holiday("clocks", LocalDate.parse("2027-04-30"), false),
            new Holiday("fair", LocalDate.parse("2028-12-25"), false),
            new Holiday("fair", LocalDate.parse("2028-02-29"), false));

    @ParameterizedTest
    @ValueSource(strings = {"Europe/London", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo"})
    void eachMinuteOfTwoYearsIsAsOnTheWall(String zone) {
        var shifts = new ArrayList<>(handMade());
        for (long seed = 1; seed <= 3; seed++) shifts.add(random(new Random(seed)));
        compare(shifts, ZoneId.of(zone));
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Europe/London",
                "America/New_York",
                "Australia/Lord_Howe",
                "Africa/Cairo",
                "Asia/Kolkata",
                "Asia/Kathmandu",
                "America/Santiago",
                "Pacific/Kiritimati",
                "UTC"
            })
    void twentyRandomShiftsAreAsOnTheWall(String zone) {
        var shifts = new ArrayList<Shift>();
        for (int i = 0; i < 20; i++) shifts.add(random(new Random(zone.hashCode() * 1_000L + i)));
        compare(shifts, ZoneId.of(zone));
    }

    private static List<Shift> handMade() {
        var office = new Range(EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY), 9 * 60, 17 * 60);
        var closed = new HolidayTimes("christmas", List.of());
        return List.of(
                new Shift(
                        1,
                        "office, shorter on holidays",
                        "",
                        List.of(office),
                        List.of(
                                closed,
                                new HolidayTimes("new year", List.of(new Span(600, 720), new Span(780, 840))),
                                new HolidayTimes("fair", List.of(new Span(1200, 120))))),
                new Shift(
                        2,
                        "nights, clocks closed",
                        "",
                        List.of(new Range(EVERY_DAY, NIGHT)),
                        List.of(
                                closed,
                                new HolidayTimes("clocks", List.of()),
                                new HolidayTimes("leap", List.of(new Span(0, 1440))),
                                new HolidayTimes("fair", List.of(new Span(5, 6))))),
                new Shift(
                        3,
                        "the hours at which clocks change",
                        "",
                        List.of(
                                new Range(EVERY_DAY, 0, 61),
                                new Range(EVERY_DAY, 90, 105),
                                new Range(Set.of(DayOfWeek.SUNDAY), 120, 180))),
                new Shift(
                        4,
                        "all but closed days",
                        "",
                        List.of(new Range(EVERY_DAY, 0, 1440)),
                        List.of(
                                closed,
                                new HolidayTimes("leap", List.of()),
                                new HolidayTimes("fair", List.of(new Span(0, 1440))),
                                new HolidayTimes("clocks", List.of(new Span(30, 150), new Span(1410, 45))))));
    }

    private static Shift random(Random random) {
        var ranges = new ArrayList<Range>();
        for (int i = random.nextInt(5); i > 0; i--) {
            Set<DayOfWeek> days = EnumSet.of(DayOfWeek.of(1 + random.nextInt(7)));
            for (DayOfWeek day : EVERY_DAY) if (random.nextBoolean()) days.add(day);
            ranges.add(new Range(days, span(random)));
        }
        var holidays = new ArrayList<HolidayTimes>();
        for (String name : List.of("christmas", "new year", "leap", "clocks", "fair")) {
            if (random.nextBoolean()) continue;
            var spans = new ArrayList<Span>();
            for (int i = random.nextInt(3); i > 0; i--) spans.add(span(random));
            holidays.add(new HolidayTimes(name, spans));
        }
        return new Shift(9, "random", "", ranges, holidays);
    }

    private static Span span(Random random) {
        return new Span(random.nextInt(1440), random.nextInt(1441));
    }

    private static void compare(List<Shift> shifts, ZoneId zone) {
        List<ShiftTimes> times =
                shifts.stream().map(shift -> ShiftTimes.of(shift, CALENDAR)).toList();
        List<BitSet> walls = shifts.stream().map(ShiftMinutesTest::painted).toList();
        var wrong = new ArrayList<String>();
        Instant end = LAST.plusDays(1).atStartOfDay(zone).toInstant();
        Instant begin = FIRST.atStartOfDay(zone).toInstant();
        for (Instant at = begin; at.isBefore(end); at = at.plusSeconds(60)) {
            LocalDateTime wall = LocalDateTime.ofInstant(at, zone);
            int minute = (int) ORIGIN.until(wall, ChronoUnit.MINUTES);
            for (int i = 0; i < times.size(); i++) {
                if (times.get(i).covers(at, zone) != walls.get(i).get(minute) && wrong.size() < 10) {
                    wrong.add(shifts.get(i).name() + " at " + wall);
                }
            }
        }
        assertThat(wrong).as(zone.toString()).isEmpty();
    }

    /// The shift's minutes since [#ORIGIN], by the wall.
    private static BitSet painted(Shift shift) {
        var wall = new BitSet();
        for (LocalDate day = FIRST.minusDays(1); !day.isAfter(LAST); day = day.plusDays(1)) {
            for (Span span : beginning(shift, day)) {
                LocalDateTime from = day.atStartOfDay().plusMinutes(span.fromMinute());
                LocalDateTime to = day.atStartOfDay().plusMinutes(span.toMinute());
                if (!to.isAfter(from)) to = to.plusDays(1);
                wall.set((int) ORIGIN.until(from, ChronoUnit.MINUTES), (int) ORIGIN.until(to, ChronoUnit.MINUTES));
            }
        }
        return wall;
    }

    private static List<Span> beginning(Shift shift, LocalDate day) {
        var spans = new ArrayList<Span>();
        boolean holiday = false;
        for (Holiday one : CALENDAR) {
            boolean today = one.yearly()
                    ? MonthDay.from(one.date()).equals(MonthDay.from(day))
                    : one.date().equals(day);
            for (HolidayTimes times : shift.holidays()) {
                if (!today || !times.holiday().equals(one.name())) continue;
                if (times.times().isEmpty()) return List.of();
                holiday = true;
                spans.addAll(times.times());
            }
        }
        if (holiday) return spans;
        for (Range range : shift.times()) if (range.days().contains(day.getDayOfWeek())) spans.add(range.span());
        return spans;
    }
}
