package dev.lintel.controller.policy;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Times of the week, by the wall clock of a site. Immutable and pure.
///
/// ```
///   days [fri]  from 22:00  to 06:00      Friday |......................22====|====06..................| Saturday
///   days [mon]  from 00:00  to 24:00      Monday |============================|
/// ```
///
/// A shift covers an instant when the wall clock then shows a time inside one of its ranges: from its first minute up
/// to, not including, its last. So when clocks go forward a range loses what the clock leaps over (one that lies wholly
/// in the gap does not come that day), and when they go back the hour that comes twice is covered both times.
///
/// @param times empty covers nothing
public record Shift(long id, String name, String notes, List<Range> times) {
    public static final int MINUTES_OF_DAY = 1440;

    public Shift {
        times = List.copyOf(times);
    }

    /// One range on some days of the week.
    ///
    /// @param days those on which it begins; not empty
    /// @param fromMinute 0 to 1439
    /// @param toMinute 0 to 1440; at or before `fromMinute` it is of the next day, and the same minute is 24 hours
    /// later
    public record Range(Set<DayOfWeek> days, int fromMinute, int toMinute) {
        public Range {
            if (fromMinute < 0 || fromMinute >= MINUTES_OF_DAY || toMinute < 0 || toMinute > MINUTES_OF_DAY) {
                throw new IllegalArgumentException("a range from minute " + fromMinute + " to " + toMinute);
            }
            if (days.isEmpty()) throw new IllegalArgumentException("a range on no day");
            days = Set.copyOf(days);
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

        public boolean overMidnight() {
            return toMinute <= fromMinute;
        }

        boolean covers(DayOfWeek day, int minute) {
            if (!overMidnight()) return minute >= fromMinute && minute < toMinute && days.contains(day);
            return (minute >= fromMinute && days.contains(day)) || (minute < toMinute && days.contains(day.minus(1)));
        }

        private static int bit(DayOfWeek day) {
            return 1 << (day.getValue() - 1);
        }
    }

    /// Whether `at` is inside the shift by the wall clock of `zone`.
    public boolean covers(Instant at, ZoneId zone) {
        LocalDateTime wall = LocalDateTime.ofInstant(at, zone);
        int minute = wall.getHour() * 60 + wall.getMinute();
        for (Range range : times) if (range.covers(wall.getDayOfWeek(), minute)) return true;
        return false;
    }
}
