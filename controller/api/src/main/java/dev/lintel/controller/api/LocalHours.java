package dev.lintel.controller.api;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Arrays;

/// Hours as a zone's clocks show them. A day has 23 of them or 25 where the clocks are set; where they are set within
/// an hour (by 30 minutes on Lord Howe Island) that hour is in two parts. Immutable.
///
/// ```
///   Berlin, 29 March 2026   00+01  01+01  03+02  04+02 ..        23 hours
///   Berlin, 25 October      00+02  01+02  02+02  02+01  03+01 .. 25 hours
/// ```
final class LocalHours {
    private final long[] startsMs;
    private final int count;

    /// Every hour of which a part lies from `fromMs` on and before `beforeMs`; the first begins at `fromMs` or earlier.
    LocalHours(ZoneId zone, long fromMs, long beforeMs) {
        ZoneRules rules = zone.getRules();
        long[] starts = new long[64];
        int found = 0;
        long at = start(rules, fromMs);
        while (at < beforeMs) {
            if (found + 1 == starts.length) starts = Arrays.copyOf(starts, 2 * starts.length);
            starts[found++] = at;
            at = end(rules, at);
        }
        starts[found] = at;
        this.startsMs = starts;
        this.count = found;
    }

    int count() {
        return count;
    }

    /// The first millisecond of the hour at `place`, counted from 0; at [#count], that after the last hour.
    long startMs(int place) {
        return startsMs[place];
    }

    private static long start(ZoneRules rules, long ms) {
        Instant at = Instant.ofEpochMilli(ms);
        ZoneOffset offset = rules.getOffset(at);
        Instant full = at.atOffset(offset).truncatedTo(ChronoUnit.HOURS).toInstant();
        ZoneOffsetTransition set = rules.previousTransition(at.plusMillis(1));
        return (set != null && set.getInstant().isAfter(full) ? set.getInstant() : full).toEpochMilli();
    }

    private static long end(ZoneRules rules, long startMs) {
        Instant at = Instant.ofEpochMilli(startMs);
        ZoneOffset offset = rules.getOffset(at);
        Instant full =
                at.atOffset(offset).truncatedTo(ChronoUnit.HOURS).plusHours(1).toInstant();
        ZoneOffsetTransition set = rules.nextTransition(at);
        return (set != null && set.getInstant().isBefore(full) ? set.getInstant() : full).toEpochMilli();
    }
}
