package dev.lintel.controller.store;

import dev.lintel.controller.access.Crowd;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The people in one area with a limit, for [AreaCounts]. People whose places no longer count since a time of the day
/// (`forgive_at`) are in a separate map, so that a count does not visit each person. Not thread-safe.
final class AreaPeople {
    private Map<Long, Long> counted = new HashMap<>(); // since when by person, Unix milliseconds
    private Map<Long, Long> forgotten = new HashMap<>(); // the same, of before `afterMs`
    private long afterMs = Long.MIN_VALUE;
    private @Nullable Long enteredMs; // the last entry; null: none since places were forgotten, or since a start

    void enters(long personId, Instant since) {
        leaves(personId);
        long ms = since.toEpochMilli();
        (ms < afterMs ? forgotten : counted).put(personId, ms);
        enteredMs = enteredMs == null ? ms : Math.max(enteredMs, ms);
    }

    void leaves(long personId) {
        counted.remove(personId);
        forgotten.remove(personId);
    }

    /// Takes over when a person entered last: counts that are read again do not change what was seen.
    void observedAs(AreaPeople before) {
        enteredMs = before.enteredMs;
    }

    /// The person may still be there.
    void forget(long personId) {
        if (counted.containsKey(personId) || forgotten.containsKey(personId)) enteredMs = null;
        leaves(personId);
    }

    /// All people may still be there.
    void clear() {
        counted.clear();
        forgotten.clear();
        enteredMs = null;
    }

    /// @param asked people about whom the answer says whether they are there
    /// @param after places that are older do not count; null: all count
    Crowd crowd(Set<Long> asked, @Nullable Instant after) {
        sort(after == null ? Long.MIN_VALUE : after.toEpochMilli());
        var there = new HashSet<Long>();
        for (Long person : asked) if (counted.containsKey(person)) there.add(person);
        return new Crowd(counted.size(), there, enteredMs != null && enteredMs >= afterMs);
    }

    /// Once a day, or after the clock was set.
    private void sort(long otherMs) {
        if (otherMs == afterMs) return;
        afterMs = otherMs;
        var all = new HashMap<>(counted);
        all.putAll(forgotten);
        counted = new HashMap<>();
        forgotten = new HashMap<>();
        all.forEach((person, ms) -> (ms < afterMs ? forgotten : counted).put(person, ms));
    }
}
