package dev.lintel.controller.policy;

import dev.lintel.controller.door.DoorTimes.Relock;
import dev.lintel.controller.policy.Shift.Range;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The words that `site.yaml` has for days, times of the day and settings.
final class Words {
    private static final Pattern TIME = Pattern.compile("([01]?[0-9]|2[0-4]):([0-5][0-9])");

    private Words() {}

    /// `mon` to `sun`.
    static String day(DayOfWeek day) {
        return day.name().substring(0, 3).toLowerCase(Locale.ROOT);
    }

    static @Nullable DayOfWeek day(String word) {
        for (DayOfWeek day : DayOfWeek.values()) if (day(day).equals(word)) return day;
        return null;
    }

    /// Days in the week's order.
    static List<String> days(Range range) {
        var words = new ArrayList<String>();
        for (DayOfWeek day : DayOfWeek.values()) if (range.days().contains(day)) words.add(day(day));
        return words;
    }

    /// Minutes of the day for `HH:MM` up to `24:00`; null for anything else.
    static @Nullable Integer minute(String text) {
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) return null;
        int minute = Integer.parseInt(matcher.group(1)) * 60 + Integer.parseInt(matcher.group(2));
        return minute <= Shift.MINUTES_OF_DAY ? minute : null;
    }

    static String minute(int minute) {
        return "%02d:%02d".formatted(minute / 60, minute % 60);
    }

    static String range(Range range) {
        return String.join(", ", days(range)) + " " + minute(range.fromMinute()) + "-" + minute(range.toMinute());
    }

    static String relock(Relock relock) {
        return relock.name().toLowerCase(Locale.ROOT);
    }

    static Map<String, Relock> relocks() {
        Map<String, Relock> words = new LinkedHashMap<>();
        for (Relock relock : Relock.values()) words.put(relock(relock), relock);
        return words;
    }
}
