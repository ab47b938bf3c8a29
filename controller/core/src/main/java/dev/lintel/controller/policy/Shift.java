package dev.lintel.controller.policy;

import java.time.DayOfWeek;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Times of the week, by the wall clock of a site, and other times on holidays. Immutable; judged as [ShiftTimes].
///
/// ```
///   days [fri]  from 22:00  to 06:00      Friday |......................22====|====06..................| Saturday
///   days [mon]  from 00:00  to 24:00      Monday |============================|
/// ```
///
/// @param times empty covers nothing
/// @param holidays the holidays that the shift names, by name; each once
public record Shift(long id, String name, String notes, List<Range> times, List<HolidayTimes> holidays) {
    public static final int MINUTES_OF_DAY = 1440;
    private static final int DAYS = 7;

    public Shift {
        times = List.copyOf(times);
        holidays = holidays.stream()
                .sorted(Comparator.comparing(HolidayTimes::holiday))
                .toList();
    }

    /// A shift that knows no holidays.
    public Shift(long id, String name, String notes, List<Range> times) {
        this(id, name, notes, times, List.of());
    }

    /// Minutes of a day, or of that day and the next.
    ///
    /// @param fromMinute 0 to 1439
    /// @param toMinute 0 to 1440; at or before `fromMinute` it is of the next day, and the same minute is 24 hours
    /// later
    public record Span(int fromMinute, int toMinute) {
        public Span {
            if (fromMinute < 0 || fromMinute >= MINUTES_OF_DAY || toMinute < 0 || toMinute > MINUTES_OF_DAY) {
                throw new IllegalArgumentException("from minute " + fromMinute + " to " + toMinute);
            }
        }

        public boolean overMidnight() {
            return toMinute <= fromMinute;
        }
    }

    /// One span on some days of the week.
    ///
    /// @param days those on which it begins; not empty
    public record Range(Set<DayOfWeek> days, Span span) {
        public Range {
            if (days.isEmpty()) throw new IllegalArgumentException("a range on no day");
            days = Set.copyOf(days);
        }

        public Range(Set<DayOfWeek> days, int fromMinute, int toMinute) {
            this(days, new Span(fromMinute, toMinute));
        }

        /// From the store's bit set: Monday is 1, Sunday 64.
        public static Range ofBits(int bits, int fromMinute, int toMinute) {
            Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
            for (DayOfWeek day : DayOfWeek.values()) if ((bits & bit(day)) != 0) days.add(day);
            return new Range(days, fromMinute, toMinute);
        }

        /// The store's bit set.
        public int dayBits() {
            int bits = 0;
            for (DayOfWeek day : days) bits |= bit(day);
            return bits;
        }

        /// For people: `mon-fri 09:00-17:00`, `sat, sun 08:00-12:00`.
        public String words() {
            var runs = new ArrayList<String>();
            for (int first = 1; first <= DAYS; first++) {
                int last = first;
                while (last <= DAYS && days.contains(DayOfWeek.of(last))) last++;
                if (last - first > 2) runs.add(day(first) + "-" + day(last - 1));
                else for (int one = first; one < last; one++) runs.add(day(one));
                first = Math.max(first, last);
            }
            return String.join(", ", runs) + " " + clock(span.fromMinute) + "-" + clock(span.toMinute);
        }

        private static String day(int number) {
            return DayOfWeek.of(number)
                    .getDisplayName(TextStyle.SHORT, Locale.ENGLISH)
                    .toLowerCase(Locale.ROOT);
        }

        private static String clock(int minute) {
            return String.format(Locale.ROOT, "%02d:%02d", minute / 60, minute % 60);
        }

        private static int bit(DayOfWeek day) {
            return 1 << (day.getValue() - 1);
        }
    }

    /// What the shift covers from a holiday's date on, in place of the ranges that begin on that weekday.
    ///
    /// @param times empty: closed
    public record HolidayTimes(String holiday, List<Span> times) {
        public HolidayTimes {
            times = List.copyOf(times);
        }
    }
}
