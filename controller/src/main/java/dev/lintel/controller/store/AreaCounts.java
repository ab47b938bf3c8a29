package dev.lintel.controller.store;

import dev.lintel.controller.access.Crowd;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The people in areas with a limit, in memory: a decision looks here, and reads no table. Some 80 bytes for each
/// person in such an area. Any thread; never waits.
///
/// ```
///   table `person_area` --[#fill], at a start and at a change of the policy--> counts <--[#apply]-- each move
/// ```
///
/// Changes that come while the table is read apply to what was read, too.
final class AreaCounts {
    private @Nullable Map<String, Map<Long, Long>> people; // by area and person: since when, Unix milliseconds
    private @Nullable List<Consumer<Map<String, Map<Long, Long>>>> since; // changes while the table is read

    /// A move of a person.
    void moved(long personId, PersonPlaces.Move move) {
        apply(areas -> {
            areas.forEach((area, there) -> {
                if (move.concerns(area)) there.remove(personId);
            });
            if (move.place() == null) return;
            Map<Long, Long> entered = areas.get(move.place().area());
            if (entered != null) entered.put(personId, move.place().since().toEpochMilli());
        });
    }

    void forgotten(Set<String> areas) {
        apply(all -> all.forEach((area, there) -> {
            if (areas.contains(area)) there.clear();
        }));
    }

    void forgottenAll() {
        apply(all -> all.values().forEach(Map::clear));
    }

    private synchronized void apply(Consumer<Map<String, Map<Long, Long>>> change) {
        if (people != null) change.accept(people);
        if (since != null) since.add(change);
    }

    /// The table is about to be read.
    synchronized void begin() {
        since = new ArrayList<>();
    }

    /// Replaces all counts.
    ///
    /// @param table maps that may be changed, one for each area that is counted; null: the table could not be read
    synchronized void fill(@Nullable Map<String, Map<Long, Long>> table) {
        if (table != null && since != null) {
            for (var change : since) change.accept(table);
            people = table;
        }
        since = null;
    }

    /// As [dev.lintel.controller.access.PlaceLog.Moves#crowd].
    synchronized @Nullable Crowd crowd(String area, Set<Long> asked, @Nullable Instant after) {
        Map<Long, Long> there = people == null ? null : people.get(area);
        if (there == null) return null;
        var known = new HashSet<Long>();
        for (Long person : asked) if (counts(there.get(person), after)) known.add(person);
        int count = there.size();
        if (after != null)
            count = (int)
                    there.values().stream().filter(ms -> counts(ms, after)).count();
        return new Crowd(count, known);
    }

    private static boolean counts(@Nullable Long sinceMs, @Nullable Instant after) {
        return sinceMs != null && (after == null || sinceMs >= after.toEpochMilli());
    }

    static Map<String, Map<Long, Long>> empty(Iterable<String> areas) {
        var table = new HashMap<String, Map<Long, Long>>();
        for (String area : areas) table.put(area, new HashMap<>());
        return table;
    }
}
