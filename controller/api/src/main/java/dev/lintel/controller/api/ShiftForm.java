package dev.lintel.controller.api;

import dev.lintel.controller.policy.Shift.Range;
import dev.lintel.controller.policy.Shift.Span;
import dev.lintel.controller.store.ShiftStore.OnHoliday;
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
/// forms that clients read: `start_time` and `end_time` with a zone, and `shift_time`. The zone is that of the site's
/// wall at a channel, and the account's where no site is meant. Pure.
///
/// ```
///   {"day": "Friday", "description": "range", "start_time": "22:00 Europe/London", "end_time": "06:00 Europe/London",
///    "shift_time": "22:00-06:00"}                        an end at or before its start is on the next day
///
///   {"name": "christmas", "date": "2026-12-25", "repeat": "yearly", "closed": true}          one object a date
///   {"name": "bank holiday", "date": "2026-05-04", "repeat": "once", "times": [ … as above, without a day ]}
/// ```
final class ShiftForm {
    private ShiftForm() {}

    static List<Map<String, Object>> of(List<Range> ranges, ZoneId zone) {
        var list = new ArrayList<Map<String, Object>>();
        for (DayOfWeek day : DayOfWeek.values()) {
            ranges.stream()
                    .filter(range -> range.days().contains(day))
                    .map(Range::span)
                    .sorted(byStart())
                    .forEach(span -> list.add(one(day, span, zone)));
        }
        return list;
    }

    /// What the shift does on holidays, in the order given: `closed`, or `times` by their start.
    static List<Map<String, Object>> holidays(List<OnHoliday> holidays, ZoneId zone) {
        return holidays.stream().map(one -> holiday(one, zone)).toList();
    }

    private static Map<String, Object> holiday(OnHoliday one, ZoneId zone) {
        var json = new LinkedHashMap<String, Object>();
        json.put("name", one.holiday().name());
        json.put("date", one.holiday().date().toString());
        json.put("repeat", one.holiday().yearly() ? "yearly" : "once");
        if (one.times().isEmpty()) json.put("closed", true);
        else json.put("times", spans(one.times(), zone));
        return json;
    }

    private static List<Map<String, Object>> spans(List<Span> spans, ZoneId zone) {
        var list = new ArrayList<Map<String, Object>>();
        spans.stream().sorted(byStart()).forEach(span -> {
            var json = new LinkedHashMap<String, Object>();
            put(json, span, zone);
            list.add(json);
        });
        return list;
    }

    private static Comparator<Span> byStart() {
        return Comparator.comparingInt(Span::fromMinute).thenComparingInt(Span::toMinute);
    }

    private static Map<String, Object> one(DayOfWeek day, Span span, ZoneId zone) {
        var json = new LinkedHashMap<String, Object>();
        json.put("day", day.getDisplayName(TextStyle.FULL, Locale.ENGLISH));
        put(json, span, zone);
        return json;
    }

    private static void put(Map<String, Object> json, Span span, ZoneId zone) {
        String start = time(span.fromMinute());
        String end = time(span.toMinute());
        json.put("description", "range");
        json.put("start_time", start + " " + zone.getId());
        json.put("end_time", end + " " + zone.getId());
        json.put("shift_time", start + "-" + end);
    }

    /// `00:00` to `24:00`.
    private static String time(int minute) {
        return "%02d:%02d".formatted(minute / 60, minute % 60);
    }
}
