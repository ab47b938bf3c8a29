package dev.lintel.tools.simulation;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// How people enter by a door: the other people they need, and the effect of a double tap. Immutable.
///
/// @param twoPerson only two persons together
/// @param tap what a double tap does, or null for nothing
/// @param approval when an operator is asked, or null for never
record Entry(boolean twoPerson, @Nullable Tap tap, @Nullable Approval approval) {
    /// Each person alone.
    static final Entry ALONE = new Entry(false, null, null);

    boolean isAlone() {
        return equals(ALONE);
    }

    /// With neither of the two: until the next double tap.
    ///
    /// @param until the time of the day at which the door locks again, or null
    /// @param minutes for which it is unlocked, or 0
    record Tap(@Nullable LocalTime until, int minutes) {
        /// When a door locks again that is unlocked now, in milliseconds since 1970, or null.
        @Nullable
        Long relockAtMs(Instant now, ZoneId zone) {
            if (minutes > 0) return now.toEpochMilli() + minutes * 60_000L;
            if (until == null) return null;
            return end(until, now, zone);
        }

        /// Whether it unlocks a door now: not from its time to midnight.
        boolean unlocks(Instant now, ZoneId zone) {
            return minutes > 0 || until == null || now.toEpochMilli() < end(until, now, zone);
        }

        /// Midnight is at the end of the day.
        private static long end(LocalTime until, Instant now, ZoneId zone) {
            LocalDate day = now.atZone(zone).toLocalDate();
            if (until.toSecondOfDay() == 0) day = day.plusDays(1);
            return day.atTime(until).atZone(zone).toInstant().toEpochMilli();
        }
    }

    /// @param shift null for always
    record Approval(@Nullable Integer shift) {}
}
