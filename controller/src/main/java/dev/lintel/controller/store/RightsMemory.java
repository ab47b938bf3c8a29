package dev.lintel.controller.store;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What decisions read last, for a disk that gives nothing any more. An answer is good while nobody changed what
/// decisions read: `generation` counts those changes. [RightsStore] keeps and recalls, housekeeping reads again what a
/// change made old. Any thread.
final class RightsMemory {
    /// At some 300 bytes each 2.5 MB: a heap of 64 MB has room for them. The one that was asked for longest ago goes.
    static final int ENTRIES_MAX = 8_000;

    private final Map<Asked, Known> entries = new LinkedHashMap<>(16, 0.75f, true);

    /// A query of [RightsStore] with its arguments.
    ///
    /// @param second 0 where it has one argument
    record Asked(String query, long first, long second) {}

    /// @param value null: there is nobody
    record Known(@Nullable Object value, long generation) {}

    synchronized void keep(Asked asked, Known known) {
        Known before = entries.get(asked);
        if (before != null && before.generation > known.generation) return; // read meanwhile, and newer
        entries.put(asked, known);
        if (entries.size() > ENTRIES_MAX)
            entries.remove(entries.keySet().iterator().next());
    }

    /// Null where nothing is known, or it is older than the newest change.
    synchronized @Nullable Known recall(Asked asked, long generation) {
        Known known = entries.get(asked);
        return known == null || known.generation < generation ? null : known;
    }

    synchronized boolean hasRoom() {
        return entries.size() < ENTRIES_MAX;
    }

    synchronized boolean has(Asked asked) {
        return entries.containsKey(asked);
    }

    /// What a change has made old.
    synchronized List<Asked> olderThan(long generation) {
        return entries.entrySet().stream()
                .filter(entry -> entry.getValue().generation < generation)
                .map(Map.Entry::getKey)
                .toList();
    }
}
