package dev.lintel.controller.policy;

import dev.lintel.controller.policy.Shift.HolidayTimes;
import dev.lintel.controller.policy.Shift.Range;
import dev.lintel.controller.policy.Shift.Span;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A shift laid out day by day, with the holidays of its site's calendar: made once for a snapshot of the
/// policy, for it stands in the way of each decision. Immutable; any thread.
///
/// ```
///   date --> a holiday the shift names? --yes--> its spans, or none where it is closed
///                     '------------------no---> the spans that begin on this weekday
///
///   covered: inside a span that began today, or still inside one that began yesterday and runs over midnight
/// ```
///
/// So a night that began on the eve of a holiday runs to its end. Where two holidays that the shift names fall on
/// one date, closed wins, else both count.
///
/// An instant is judged by what the wall clock then shows: a span holds from its first minute up to, not including,
/// its last. When clocks go forward a span loses what the clock leaps over (one wholly in the gap does not come that
/// day), and when they go back the hour that comes twice is covered both times.
final class ShiftTimes {
    private static final int DAY_SECONDS = 86_400;
    /// 1 January 1970 was a Thursday: days since then plus this, modulo seven, are days since Monday.
    private static final int EPOCH_WEEKDAY = DayOfWeek.THURSDAY.getValue() - 1;

    private final List<List<Span>> week = new ArrayList<>();
    /// By day since 1970. A date that is a yearly holiday too has both in here.
    private final Map<Long, List<Span>> dates = new HashMap<>();
    /// By month × 100 + day of the month.
    private final Map<Integer, List<Span>> yearly = new HashMap<>();

    private ShiftTimes(Shift shift, List<Holiday> calendar) {
        Map<DayOfWeek, List<Span>> byDay = new EnumMap<>(DayOfWeek.class);
        for (DayOfWeek day : DayOfWeek.values()) byDay.put(day, new ArrayList<>());
        for (Range range : shift.times())
            byDay.forEach((day, spans) -> {
                if (range.days().contains(day)) spans.add(range.span());
            });
        week.addAll(byDay.values());
        Map<String, List<Span>> named = new HashMap<>();
        for (HolidayTimes holiday : shift.holidays()) named.put(holiday.holiday(), holiday.times());
        for (Holiday holiday : calendar) {
            List<Span> spans = named.get(holiday.name());
            if (spans == null) continue;
            LocalDate date = holiday.date();
            if (holiday.yearly()) yearly.merge(monthAndDay(date), spans, ShiftTimes::both);
            else dates.merge(date.toEpochDay(), spans, ShiftTimes::both);
        }
        dates.replaceAll((day, spans) -> {
            List<Span> everyYear = yearly.get(monthAndDay(LocalDate.ofEpochDay(day)));
            return everyYear == null ? spans : both(spans, everyYear);
        });
    }

    /// `shift` with those of `calendar` that it names.
    static ShiftTimes of(Shift shift, List<Holiday> calendar) {
        return new ShiftTimes(shift, calendar);
    }

    /// Whether `at` is inside the shift by the wall clock of `zone`.
    boolean covers(Instant at, ZoneId zone) {
        long wall = at.getEpochSecond() + zone.getRules().getOffset(at).getTotalSeconds();
        long day = Math.floorDiv(wall, DAY_SECONDS);
        int minute = Math.floorMod(wall, DAY_SECONDS) / 60;
        for (Span span : beginning(day)) {
            if (minute >= span.fromMinute() && (span.overMidnight() || minute < span.toMinute())) return true;
        }
        for (Span span : beginning(day - 1)) if (span.overMidnight() && minute < span.toMinute()) return true;
        return false;
    }

    private List<Span> beginning(long day) {
        List<Span> spans = dates.isEmpty() ? null : dates.get(day);
        if (spans == null && !yearly.isEmpty()) spans = yearly.get(monthAndDay(LocalDate.ofEpochDay(day)));
        return spans == null ? week.get((int) Math.floorMod(day + EPOCH_WEEKDAY, 7L)) : spans;
    }

    private static List<Span> both(List<Span> one, List<Span> other) {
        if (one.isEmpty() || other.isEmpty()) return List.of();
        var spans = new ArrayList<>(one);
        spans.addAll(other);
        return List.copyOf(spans);
    }

    private static int monthAndDay(LocalDate date) {
        return date.getMonthValue() * 100 + date.getDayOfMonth();
    }
}
