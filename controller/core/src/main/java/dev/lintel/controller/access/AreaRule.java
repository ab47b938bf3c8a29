package dev.lintel.controller.access;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An area with a limit, and what of the policy decides who is counted there. Immutable.
///
/// @param connected the area with those that doors connect with it: a person has one place among them
/// @param forgets when doors of the area have places forgotten (`forgive_at`)
/// @param counted whether this box counts the people: doors of the area are its own
public record AreaRule(AreaLimit limit, AreaSet connected, List<Forget> forgets, boolean counted) {
    public AreaRule {
        forgets = List.copyOf(forgets);
    }

    /// A time of the day on the wall of a site.
    public record Forget(LocalTime at, ZoneId zone) {
        /// The last time that it was, at the latest `now`.
        Instant last(Instant now) {
            ZonedDateTime wall = now.atZone(zone);
            Instant today = wall.toLocalDate().atTime(at).atZone(zone).toInstant();
            if (!today.isAfter(now)) return today;
            return wall.toLocalDate().minusDays(1).atTime(at).atZone(zone).toInstant();
        }
    }

    public String name() {
        return limit.name();
    }

    /// Places that are older do not count; null: all count.
    public @Nullable Instant forgottenBefore(Instant now) {
        Instant latest = null;
        for (Forget forget : forgets) {
            Instant last = forget.last(now);
            if (latest == null || last.isAfter(latest)) latest = last;
        }
        return latest;
    }
}
