package dev.lintel.controller.api;

import dev.lintel.controller.policy.Shift.Range;
import dev.lintel.controller.policy.Shift.Span;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A shift's times as the API shows them: one object a day and range, by day and then by start. Each has both
/// forms that clients read: `start_time` and `end_time` with the zone of the site's wall, and `shift_time`.
/// Pure.
///
/// ```
///   {"day": "Friday", "description": "range", "start_time": "22:00 Europe/London", "end_time": "06:00 Europe/London",
///    "shift_time": "22:00-06:00"}                        an end at or before its start is on the next day
/// ```
final class ShiftForm {
    private ShiftForm() {}

    static List<Map<String, Object>> of(List<Range> ranges, ZoneId zone) {
        var list = new ArrayList<Map<String, Object>>();
        for (DayOfWeek day : DayOfWeek.values()) {
            ranges.stream()
                    .filter(range -> range.days().contains(day))
                    .map(Range::span)
                    .sorted(Comparator.comparingInt(Span::fromMinute).thenComparingInt(Span::toMinute))
                    .forEach(span -> list.add(one(day, span, zone)));
        }
        return list;
    }

    private static Map<String, Object> one(DayOfWeek day, Span span, ZoneId zone) {
        String start = time(span.fromMinute());
        String end = time(span.toMinute());
        var json = new LinkedHashMap<String, Object>();
        json.put("day", day.getDisplayName(TextStyle.FULL, Locale.ENGLISH));
        json.put("description", "range");
        json.put("start_time", start + " " + zone.getId());
        json.put("end_time", end + " " + zone.getId());
        json.put("shift_time", start + "-" + end);
        return json;
    }

    /// `00:00` to `24:00`.
    private static String time(int minute) {
        return "%02d:%02d".formatted(minute / 60, minute % 60);
    }
}
