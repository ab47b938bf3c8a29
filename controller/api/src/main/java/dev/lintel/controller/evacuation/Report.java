package dev.lintel.controller.evacuation;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The results of an order to the doors of a site. Immutable.
///
/// @param lines one for each door of the site, by channel id
public record Report(long siteId, String site, List<Line> lines) {
    public Report {
        lines = List.copyOf(lines);
    }

    /// The result at one door.
    ///
    /// @param door after the order
    /// @param why in words; null where there is nothing to say
    public record Line(
            SiteDoors.Door door, Result result, @Nullable String why) {}

    public enum Result {
        /// The door is unlocked by the evacuation, or no longer.
        DONE,
        /// The policy keeps the door as it is.
        OFF,
        /// The door, or its box, does not do it.
        REFUSED,
        /// The box of the door is not connected.
        NOT_CONNECTED,
        /// Whether the door has done it is not known.
        UNANSWERED;

        /// As answers have it.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// How many doors came to that.
    public long count(Result result) {
        return lines.stream().filter(line -> line.result == result).count();
    }

    /// Whether each door that takes part has done it.
    public boolean isComplete() {
        return count(Result.DONE) + count(Result.OFF) == lines.size();
    }
}
