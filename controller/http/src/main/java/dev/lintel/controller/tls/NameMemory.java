package dev.lintel.controller.tls;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which names the box's certificate is to carry, and how often it may be made anew for them. An address that comes and
/// goes (a lease, a cable, a container's bridge) must not have it made anew each minute. Confined to one thread.
///
/// ```
///   a new name     at once, as long as there were few of late
///   a name that is gone   stays for an hour, so that it may come back
/// ```
final class NameMemory {
    /// A cable is put back within that time, and a lease that changed is seldom asked for later.
    static final Duration GONE_AFTER = Duration.ofHours(1);
    /// Changes on end, as when a network is set up; then one in [#CHANGE_EVERY].
    static final int CHANGES_MAX = 6;

    static final Duration CHANGE_EVERY = Duration.ofMinutes(10);

    private final Map<String, Long> goneNs = new HashMap<>();
    private long changes;
    private long countedNs;

    /// `current` and of what is `carried` what has gone not long ago.
    SortedSet<String> wanted(SortedSet<String> current, Set<String> carried, long nowNs) {
        goneNs.keySet().retainAll(carried);
        goneNs.keySet().removeAll(current);
        var wanted = new TreeSet<>(current);
        for (String name : carried) {
            if (current.contains(name)) continue;
            long since = goneNs.computeIfAbsent(name, _ -> nowNs);
            if (nowNs - since < GONE_AFTER.toNanos() && wanted.size() < BoxNames.NAMES_MAX) wanted.add(name);
        }
        return wanted;
    }

    /// Whether the certificate may change now; counts it when it may.
    boolean mayChange(long nowNs) {
        long forgotten = (nowNs - countedNs) / CHANGE_EVERY.toNanos();
        if (forgotten > 0) {
            changes = Math.max(0, changes - forgotten);
            countedNs += forgotten * CHANGE_EVERY.toNanos();
        }
        if (changes >= CHANGES_MAX) return false;
        if (changes == 0) countedNs = nowNs;
        changes++;
        return true;
    }
}
