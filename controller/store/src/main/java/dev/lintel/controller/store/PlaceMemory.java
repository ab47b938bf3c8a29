package dev.lintel.controller.store;

import dev.lintel.controller.access.AreaSet;
import dev.lintel.controller.access.Places;
import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.store.PersonPlaces.Forgotten;
import dev.lintel.controller.store.PersonPlaces.Move;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where people are, for a disk that gives nothing any more: what was read or moved last. Any thread.
final class PlaceMemory {
    /// At some 300 bytes each 2.4 MB, for about as many people as [RightsMemory] has room for on a board. The one that
    /// was asked for longest ago goes.
    static final int PLACES_MAX = 8_000;

    private final Map<Long, PersonPlaces> places = new LinkedHashMap<>(16, 0.75f, true);
    private Forgotten forgotten = Forgotten.NEVER;
    private boolean complete; // a person who is not in it has no known place
    private boolean tooMany;
    private long changes;
    private long clears;

    /// The person moves.
    synchronized void moved(long personId, Move move) {
        changes++;
        PersonPlaces known = places.get(personId);
        if (known == null) {
            known = complete ? PersonPlaces.whole(List.of(), move.number()) : PersonPlaces.AS_ON_DISK;
        }
        put(personId, known.with(move));
    }

    private void put(long personId, PersonPlaces known) {
        places.put(personId, known);
        if (places.size() <= PLACES_MAX) return;
        places.remove(places.keySet().iterator().next());
        complete = false;
        tooMany = true;
    }

    /// The places of all people in these areas are forgotten.
    ///
    /// @param number as of [Move#number]
    synchronized void forgotten(Set<String> areas, long number) {
        changes++;
        var next = new HashMap<>(forgotten.areas());
        for (String area : areas) next.put(area, number);
        forgotten = new Forgotten(next, 0);
    }

    /// Counts moves: for [#read].
    synchronized long changes() {
        return changes + clears;
    }

    /// Keeps the places of that person as read, unless a person moved since `changes`.
    synchronized void read(long personId, PersonPlaces whole, long changes) {
        if (changes == changes()) put(personId, whole);
    }

    /// Everybody may be anywhere.
    synchronized void clear() {
        clears++;
        places.clear();
        forgotten = Forgotten.NEVER;
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
    synchronized void fill(Map<Long, PersonPlaces> table, long clears) {
        if (clears != this.clears) return;
        complete = true;
        table.forEach((person, whole) -> put(person, whole.then(places.getOrDefault(person, PersonPlaces.AS_ON_DISK))));
    }

    /// [Places#UNREAD] where it is not known here; null: the person is nowhere that is known.
    synchronized @Nullable Place recall(long personId, AreaSet areas) {
        PersonPlaces known = places.get(personId);
        if (known == null) return complete ? null : Places.UNREAD;
        return known.isKnown(areas.areas()) ? known.in(areas, forgotten) : Places.UNREAD;
    }
}
