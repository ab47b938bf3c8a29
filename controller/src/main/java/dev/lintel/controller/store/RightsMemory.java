package dev.lintel.controller.store;

import dev.lintel.controller.access.Holder;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What decisions read last, for a disk that gives nobody any more. An answer is good while nobody changed what
/// decisions read: `generation` counts those changes. [RightsStore] keeps and recalls, housekeeping reads again what a
/// change made old. Any thread.
///
/// That a number is nobody's has a small room of its own: anybody can show unknown numbers as often as they like, which
/// must not push out people.
final class RightsMemory {
    /// At some 300 bytes each 2.5 MB: a heap of 64 MB has room for them. The one that was asked for longest ago goes.
    static final int ENTRIES_MAX = 8_000;

    /// The numbers that were shown last: enough for who tries the same card again.
    static final int NOBODY_MAX = 500;

    private final Map<Asked, Known> entries = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Asked, Known> nobody = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<Long> suspended = new HashSet<>();
    private Filled filled = new Filled(0, 0, -1);

    /// A query of [RightsStore] with its arguments.
    ///
    /// @param second 0 where it has one argument
    record Asked(String query, long first, long second) {}

    record Known(@Nullable Object value, long generation) {}

    /// How many people the memory was filled with, and how many there were.
    record Filled(int people, int of, long generation) {}

    /// @param isNobody whether a number or an id is nobody's
    synchronized void keep(Asked asked, Known known, boolean isNobody) {
        Known before = find(asked);
        if (before != null && before.generation > known.generation) return; // read meanwhile, and newer
        (isNobody ? entries : nobody).remove(asked);
        put(isNobody ? nobody : entries, asked, known, isNobody ? NOBODY_MAX : ENTRIES_MAX);
    }

    private static void put(Map<Asked, Known> to, Asked asked, Known known, int most) {
        to.put(asked, known);
        if (to.size() > most) to.remove(to.keySet().iterator().next());
    }

    private @Nullable Known find(Asked asked) {
        Known known = entries.get(asked);
        return known == null ? nobody.get(asked) : known;
    }

    /// Null where nobody is known, or it is older than the newest change.
    synchronized @Nullable Known recall(Asked asked, long generation) {
        Known known = find(asked);
        return known == null || known.generation < generation ? null : known;
    }

    synchronized boolean hasRoom() {
        return entries.size() < ENTRIES_MAX;
    }

    synchronized boolean has(Asked asked) {
        return find(asked) != null;
    }

    /// What a change has made old, of people.
    synchronized List<Asked> olderThan(long generation) {
        nobody.values().removeIf(known -> known.generation < generation);
        return entries.entrySet().stream()
                .filter(entry -> entry.getValue().generation < generation)
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Forgets all that these people are known by, and their rights: they may have lost something that the disk did not
    /// take. Until it is read again the disk has to answer.
    synchronized void forget(Collection<Long> people) {
        Set<Long> gone = new HashSet<>(people);
        entries.entrySet().removeIf(entry -> gone.contains(person(entry.getKey(), entry.getValue())));
        nobody.clear();
    }

    /// More than a hub takes at once without an operator's word; beyond them lost contact alone ends rights.
    static final int SUSPENDED_MAX = 10_000;

    /// These people are nobody until [#resume].
    synchronized void suspend(Collection<Long> people) {
        for (long person : people) if (suspended.size() < SUSPENDED_MAX) suspended.add(person);
    }

    synchronized void resume(Collection<Long> people) {
        if (!suspended.isEmpty()) people.forEach(suspended::remove);
    }

    synchronized void resumeAll() {
        suspended.clear();
    }

    synchronized boolean isSuspended(long person) {
        return suspended.contains(person);
    }

    private static long person(Asked asked, Known known) {
        return known.value instanceof Holder holder ? holder.personId() : asked.first;
    }

    synchronized void filled(Filled now) {
        filled = now;
    }

    synchronized Filled filled() {
        return filled;
    }
}
