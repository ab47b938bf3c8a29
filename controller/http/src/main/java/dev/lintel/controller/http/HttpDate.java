package dev.lintel.controller.http;

import dev.lintel.controller.time.Time;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;

/// The `Date` of an answer (RFC 9110, 5.6.7), made anew once a second: clients and boxes measure by it how far their
/// clocks are off. Any thread.
public final class HttpDate {
    private static final List<String> DAYS = List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

    private final Time time;
    private volatile Made made = new Made(-1, "");

    private record Made(long second, String text) {}

    public HttpDate(Time time) {
        this.time = time;
    }

    public String now() {
        long second = Math.floorDiv(time.nowMs(), 1_000L);
        Made last = made;
        if (last.second == second) return last.text;
        var fresh = new Made(second, text(second));
        made = fresh;
        return fresh.text;
    }

    /// The text of a second since 1970.
    public static String text(long second) {
        ZonedDateTime at = Instant.ofEpochSecond(second).atZone(ZoneOffset.UTC);
        return String.format(
                Locale.ROOT,
                "%s, %02d %s %04d %02d:%02d:%02d GMT",
                DAYS.get(at.getDayOfWeek().getValue() - 1),
                at.getDayOfMonth(),
                MONTHS.get(at.getMonthValue() - 1),
                at.getYear(),
                at.getHour(),
                at.getMinute(),
                at.getSecond());
    }
}
