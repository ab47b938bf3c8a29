package dev.lintel.controller.time;

import java.time.Duration;

/// How far two clocks are apart, for people.
public final class ClockWords {
    private static final long DAYS_FROM_H = 48;
    private static final long HOURS_FROM_MIN = 120;
    private static final long MINUTES_FROM_S = 120;

    private ClockWords() {}

    /// A clock that is `ms` ahead of another one, such as `800 days ahead of`; of a negative one `800 days behind`.
    public static String off(long ms) {
        return span(Duration.ofMillis(ms).abs()) + (ms > 0 ? " ahead of" : " behind");
    }

    private static String span(Duration off) {
        if (off.toHours() >= DAYS_FROM_H) return off.toDays() + " days";
        if (off.toMinutes() >= HOURS_FROM_MIN) return off.toHours() + " hours";
        if (off.toSeconds() >= MINUTES_FROM_S) return off.toMinutes() + " minutes";
        return off.toSeconds() + " s";
    }
}
