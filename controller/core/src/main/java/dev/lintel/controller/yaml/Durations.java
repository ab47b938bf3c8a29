package dev.lintel.controller.yaml;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Durations as people write them: `250ms`, `5s`, `2m`, `1h`, `365d`. A day is 24 hours.
public final class Durations {
    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");

    private Durations() {}

    /// Null when `text` is no such duration.
    public static @Nullable Duration parse(String text) {
        Matcher matcher = WRITTEN.matcher(text);
        if (!matcher.matches()) return null;
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    /// In the largest unit that loses nothing; [#parse] gives the same duration back.
    public static String format(Duration duration) {
        long ms = duration.toMillis();
        if (ms % 1000 != 0) return ms + "ms";
        long s = ms / 1000;
        if (s == 0 || s % 60 != 0) return s + "s";
        if (s % 3600 != 0) return s / 60 + "m";
        if (s % 86_400 != 0) return s / 3600 + "h";
        return s / 86_400 + "d";
    }
}
