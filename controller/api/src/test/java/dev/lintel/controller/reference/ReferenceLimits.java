package dev.lintel.controller.reference;

import dev.lintel.controller.reference.World.Credential;
import dev.lintel.controller.reference.World.Limit;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.Set;

/// Limits of credentials a second time, for [ReferenceDecision].
///
/// @param judged by what times are judged
/// @param timeless times do not count
record ReferenceLimits(ZoneId zone, Instant judged, boolean timeless) {
    /// All limits that apply.
    ///
    /// @param enters whether the use counts as an entry
    Set<String> of(Limit limit, boolean enters) {
        Set<String> applies = timeless ? new HashSet<>() : times(limit);
        int used = limit.before() ? 0 : limit.used();
        if (enters && limit.entries() != null && used >= limit.entries()) applies.add("credential_used_up");
        if (timeless || limit.days() == null) return applies;
        Instant last = limit.last() != null && limit.last().isAfter(limit.since()) ? limit.last() : limit.since();
        if (!judged.isBefore(last.plusSeconds(86_400L * limit.days()))) applies.add("credential_unused");
        return applies;
    }

    boolean inTime(Credential second) {
        return timeless || times(second.limit()).isEmpty();
    }

    private Set<String> times(Limit limit) {
        Set<String> applies = new HashSet<>();
        LocalDate today = LocalDate.ofInstant(judged, zone);
        if (limit.from() != null && judged.isBefore(limit.from())) applies.add("credential_not_yet_valid");
        if (limit.until() != null && !judged.isBefore(limit.until())) applies.add("credential_expired");
        if (limit.away() == null && limit.back() == null) return applies;
        boolean before = limit.away() != null && today.isBefore(limit.away());
        boolean after = limit.back() != null && today.isAfter(limit.back());
        if (!before && !after) applies.add("credential_suspended");
        return applies;
    }
}
