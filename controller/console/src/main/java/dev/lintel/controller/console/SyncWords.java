package dev.lintel.controller.console;

import dev.lintel.controller.fleet.HeldQueries.Told;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What pages say of boxes that follow and of the hub that is followed. Any thread.
final class SyncWords {
    /// From here on a clock is worth a look: events and shifts are off by as much.
    static final long SKEW_MS_WARN = 2_000;

    private static final Pattern FINGERPRINT = Pattern.compile("([0-9A-F]{2}:){31}[0-9A-F]{2}");
    private static final long SAME_MS = 50;
    private static final long SECOND_MS = 1_000;
    private static final long MINUTE_MS = 60 * SECOND_MS;
    private static final long HOUR_MS = 60 * MINUTE_MS;
    private static final long DAY_MS = 24 * HOUR_MS;

    private SyncWords() {}

    /// A line of a page.
    ///
    /// @param warn somebody should look at it
    record Fact(String name, String value, boolean warn) {
        static Fact of(String name, String value) {
            return new Fact(name, value, false);
        }

        /// The value in pieces between which a line may end: a fingerprint by its bytes.
        public List<String> pieces() {
            return FINGERPRINT.matcher(value).matches() ? List.of(value.split("(?<=:)", -1)) : List.of(value);
        }
    }

    /// How something is, at a glance.
    ///
    /// @param tone a class of style sheets: `good`, `warn`, `bad` or none
    record Chip(String words, String tone) {}

    static boolean isOff(@Nullable Long skewMs) {
        return skewMs != null && (skewMs >= SKEW_MS_WARN || skewMs <= -SKEW_MS_WARN);
    }

    /// A clock beside the hub's, such as `3.2 s behind the hub's`.
    static String clock(@Nullable Long skewMs) {
        return clock(skewMs, "hub");
    }

    /// A clock beside another one's, such as `3.2 s behind the service's`.
    static String clock(@Nullable Long skewMs, String whose) {
        if (skewMs == null) return "not compared yet";
        long off = Math.absExact(Math.max(skewMs, -Long.MAX_VALUE));
        if (off <= SAME_MS) return "as the " + whose + "'s";
        return span(off) + (skewMs > 0 ? " ahead of the " : " behind the ") + whose + "'s";
    }

    private static String span(long ms) {
        if (ms < 10 * SECOND_MS) return String.format(Locale.ROOT, "%.1f s", ms / (double) SECOND_MS);
        if (ms < 2 * MINUTE_MS) return ms / SECOND_MS + " s";
        if (ms < 2 * HOUR_MS) return ms / MINUTE_MS + " minutes";
        if (ms < 2 * DAY_MS) return ms / HOUR_MS + " hours";
        return count(ms / DAY_MS, "day", "days");
    }

    static String count(long number, String one, String many) {
        return number == 1 ? "1 " + one : String.format(Locale.ROOT, "%,d %s", number, many);
    }

    /// A message as a sentence of a page.
    static String sentence(String message) {
        if (message.isEmpty()) return message;
        int first = message.offsetByCodePoints(0, 1);
        String begun = message.substring(0, first).toUpperCase(Locale.ROOT) + message.substring(first);
        return begun.endsWith(".") ? begun : begun + ".";
    }

    /// What a snapshot that a box holds back would do. `told`: as the box told the log; null: it has not.
    static String taken(@Nullable Told told, ZoneId zone) {
        if (told == null) {
            return "It would remove or disable more people than may go at once; the box has not"
                    + " told yet how many that is.";
        }
        return "It would remove or disable " + String.format(Locale.ROOT, "%,d of %,d", told.people(), told.of())
                + " people who are enabled there, as was found on " + Moments.words(told.atMs(), zone) + ".";
    }
}
