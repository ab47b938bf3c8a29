package dev.lintel.controller.store;

import dev.lintel.controller.access.Crowd;
import dev.lintel.controller.access.Places.Place;
import java.time.Instant;
import java.util.ArrayList;
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
    private @Nullable Map<String, AreaPeople> areas;
    private @Nullable List<Consumer<Map<String, AreaPeople>>> since; // changes while the table is read

    /// A move of a person.
    void moved(long personId, PersonPlaces.Move move) {
        Place place = move.place();
        apply(all -> {
            all.forEach((area, people) -> {
                if (place == null && move.concerns(area)) people.forget(personId);
                else if (move.concerns(area)) people.leaves(personId);
            });
            AreaPeople entered = place == null ? null : all.get(place.area());
            if (place != null && entered != null) entered.enters(personId, place.since());
        });
    }

    void forgotten(Set<String> which) {
        apply(all -> all.forEach((area, people) -> {
            if (which.contains(area)) people.clear();
        }));
    }

    void forgottenAll() {
        apply(all -> all.values().forEach(AreaPeople::clear));
    }

    private synchronized void apply(Consumer<Map<String, AreaPeople>> change) {
        if (areas != null) change.accept(areas);
        if (since != null) since.add(change);
    }

    /// The table is about to be read.
    synchronized void begin() {
        since = new ArrayList<>();
    }

    /// Replaces all counts.
    ///
    /// @param table one for each area that is counted; null: the table could not be read
    synchronized void fill(@Nullable Map<String, AreaPeople> table) {
        if (table != null && since != null) {
            for (var change : since) change.accept(table);
            Map<String, AreaPeople> before = areas == null ? Map.of() : areas;
            table.forEach((area, people) -> {
                AreaPeople same = before.get(area);
                if (same != null) people.observedAs(same);
            });
            areas = table;
        }
        since = null;
    }

    /// As [dev.lintel.controller.access.PlaceLog.Moves#crowd].
    synchronized @Nullable Crowd crowd(String area, Set<Long> asked, @Nullable Instant after) {
        AreaPeople people = areas == null ? null : areas.get(area);
        return people == null ? null : people.crowd(asked, after);
    }
}
