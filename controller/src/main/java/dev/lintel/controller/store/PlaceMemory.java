package dev.lintel.controller.store;

import dev.lintel.controller.access.Places;
import dev.lintel.controller.access.Places.Place;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where people are, for a disk that gives nothing any more: what was read or moved last. Any thread.
final class PlaceMemory {
    /// At some 120 bytes each 1 MB, for about as many people as [RightsMemory] has room for on a board. The one that
    /// was asked for longest ago goes.
    static final int PLACES_MAX = 8_000;

    /// [PlaceMoves#FORGOTTEN] for somebody who is nowhere that is known.
    private final Map<Long, Place> places = new LinkedHashMap<>(16, 0.75f, true);
    private boolean complete;
    private boolean tooMany;
    private long changes;
    private long clears;

    /// The person is there from now on.
    synchronized void moved(long personId, Place place) {
        changes++;
        put(personId, place);
    }

    private void put(long personId, Place place) {
        places.put(personId, place);
        if (places.size() <= PLACES_MAX) return;
        places.remove(places.keySet().iterator().next());
        complete = false;
        tooMany = true;
    }

    /// Counts moves: for [#read].
    synchronized long changes() {
        return changes + clears;
    }

    /// The table had `place` for that person, null for none, unless somebody moved since `changes`.
    synchronized void read(long personId, @Nullable Place place, long changes) {
        if (changes == changes()) put(personId, place == null ? PlaceMoves.FORGOTTEN : place);
    }

    /// Everybody may be anywhere.
    synchronized void clear() {
        clears++;
        places.clear();
        complete = false;
        tooMany = false;
    }

    /// Counts [#clear]: for [#fill].
    synchronized long clears() {
        return clears;
    }

    synchronized boolean isFilled() {
        return complete || tooMany;
    }

    /// The whole table, unless it was cleared since `clears`; moves that are newer stay.
    synchronized void fill(Map<Long, Place> table, long clears) {
        if (clears != this.clears) return;
        complete = true;
        table.forEach((person, place) -> {
            if (!places.containsKey(person)) put(person, place);
        });
    }

    /// [Places#UNREAD] where it is not known here; null: the person is nowhere that is known.
    synchronized @Nullable Place recall(long personId) {
        Place place = places.get(personId);
        if (place == null) return complete ? null : Places.UNREAD;
        return place.equals(PlaceMoves.FORGOTTEN) ? null : place;
    }
}
