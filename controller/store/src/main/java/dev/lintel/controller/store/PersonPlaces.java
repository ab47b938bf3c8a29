package dev.lintel.controller.store;

import dev.lintel.controller.access.AreaSet;
import dev.lintel.controller.access.Places.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is known of one person's places: moves in their order, which apply to what the table has. Immutable.
///
/// ```
///   moves              {street, hall} -> hall      {yard, garage} -> yard
///   known of           street, hall, yard, garage: the table need not be read
/// ```
record PersonPlaces(List<Move> moves) {
    /// What the table has.
    static final PersonPlaces AS_ON_DISK = new PersonPlaces(List.of());

    /// The person leaves these areas, and is at the place.
    ///
    /// @param place null: nowhere that is known
    /// @param areas null: all there are
    /// @param number counts moves and forgotten areas together
    record Move(@Nullable Place place, @Nullable Set<String> areas, long number) {
        boolean concerns(String area) {
            return areas == null || areas.contains(area);
        }

        private boolean covers(Move other) {
            return areas == null || (other.areas != null && areas.containsAll(other.areas));
        }
    }

    PersonPlaces {
        moves = List.copyOf(moves);
    }

    /// All that the table has of the person.
    static PersonPlaces whole(List<Place> rows, long number) {
        var moves = new ArrayList<Move>();
        moves.add(new Move(null, null, number));
        for (Place row : rows) moves.add(new Move(row, Set.of(row.area()), number));
        return new PersonPlaces(moves);
    }

    PersonPlaces with(Move move) {
        var next = new ArrayList<Move>();
        for (Move before : moves) if (!move.covers(before)) next.add(before);
        next.add(move);
        return new PersonPlaces(next);
    }

    /// These, and then the others.
    PersonPlaces then(PersonPlaces others) {
        PersonPlaces all = this;
        for (Move move : others.moves) all = all.with(move);
        return all;
    }

    /// Without those that are on disk.
    PersonPlaces after(long number) {
        return new PersonPlaces(
                moves.stream().filter(move -> move.number > number).toList());
    }

    boolean isEmpty() {
        return moves.isEmpty();
    }

    /// Whether the table need not be read for these areas.
    boolean isKnown(Set<String> areas) {
        return areas.stream().allMatch(area -> moves.stream().anyMatch(move -> move.concerns(area)));
    }

    /// The place that was entered last.
    ///
    /// @param forgotten when areas were forgotten
    @Nullable
    Place in(AreaSet areas, Forgotten forgotten) {
        return newest(places(forgotten).stream()
                .filter(place -> areas.contains(place.area()))
                .toList());
    }

    static @Nullable Place newest(List<Place> places) {
        Place newest = null;
        for (Place place : places) if (newest == null || !place.since().isBefore(newest.since())) newest = place;
        return newest;
    }

    /// All places that the moves leave.
    List<Place> places(Forgotten forgotten) {
        var places = new ArrayList<Place>();
        for (Move move : moves) {
            places.removeIf(place -> move.concerns(place.area()));
            if (move.place != null && !forgotten.since(move.place.area(), move.number)) places.add(move.place);
        }
        return places;
    }

    /// When the places of all people in an area were forgotten, as numbers like [Move#number]. Immutable.
    ///
    /// @param all when those of all areas were
    record Forgotten(Map<String, Long> areas, long all) {
        static final Forgotten NEVER = new Forgotten(Map.of(), 0);

        Forgotten {
            areas = Map.copyOf(areas);
        }

        /// Whether a move of that number into the area was forgotten since.
        boolean since(String area, long number) {
            return Math.max(all, areas.getOrDefault(area, 0L)) > number;
        }
    }
}
