package dev.lintel.controller.store;

import dev.lintel.controller.access.AreaLimit;
import dev.lintel.controller.access.AreaRule;
import dev.lintel.controller.access.AreaSet;
import dev.lintel.controller.access.AreaWatch;
import dev.lintel.controller.access.Crowd;
import dev.lintel.controller.access.PlaceLog;
import dev.lintel.controller.access.Places;
import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.PersonPlaces.Forgotten;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Table `person_area`: the area that each person entered last, one in connected areas. Which areas are connected is
/// asked of the policy at each move and each question, so that the rows stay right when the policy changes: of several
/// rows within connected areas the newest counts. A move is seen by the next decision at once and goes
/// to disk behind it; while the disk takes nothing, moves stay in memory. Any thread; no move waits.
///
/// ```
///   moved, forget --> PlaceMoves (in memory) --the writer, with the event of the move--> table
///   of            --> PlaceMoves, and what it does not know from the table
/// ```
public final class PlaceStore implements PlaceLog.Moves {
    /// What the audit event calls it.
    public static final String FORGIVE = "forgive_passback";

    private static final String FIND = "SELECT person_id, area, since FROM person_area WHERE person_id = (?1 + 0)";
    /// All rows of those who moved last.
    private static final String ALL = """
            SELECT person_id, area, since
              FROM person_area
             WHERE person_id IN (SELECT person_id FROM person_area GROUP BY person_id ORDER BY max(since) DESC LIMIT ?)
             ORDER BY since""";

    /// People whose newest place among connected areas is that one.
    private static final String IN_AREA = """
            SELECT p.person_id, p.since
              FROM person_area p
             WHERE p.area = ?1
               AND NOT EXISTS (SELECT 1 FROM person_area o
                                WHERE o.person_id = p.person_id AND o.since > p.since
                                  AND o.area IN (SELECT value FROM json_each(?2)))""";
    /// Events of other boxes are at a hub, too. One look into an index.
    static final String LAST_EVENT = """
            SELECT kind
              FROM event
             WHERE kind IN (392, 393, 394, 395) AND json_extract(additional, '$.area') = ?
               AND json_extract(additional, '$.box_event_id') IS NULL
             ORDER BY id DESC LIMIT 1""";

    private final Lock counting = new ReentrantLock();
    private final Database database;
    private final PlaceMoves moves;

    public PlaceStore(Database database) {
        this.database = database;
        this.moves = database.placeMoves();
    }

    /// For the decision thread alone, on a connection of its own.
    public Places forDecisions() {
        Sql own = database.ownReader();
        return (personId, areas) -> find(own, personId, areas);
    }

    /// For any other thread but an event loop. On a connection of its own, by turns: whoever asks holds one of the
    /// database's few readers for the rights already, and two who waited for a second one would wait for ever.
    public Places forQuestions() {
        Sql own = database.ownReader(Database.OTHERS_CACHE_KIB);
        var turn = new ReentrantLock();
        return (personId, areas) -> {
            turn.lock();
            try {
                return find(own, personId, areas);
            } finally {
                turn.unlock();
            }
        };
    }

    @Override
    public void moved(long personId, Place place, Set<String> areas) {
        moves.put(personId, place, areas);
    }

    @Override
    public void forget(Set<String> areas) {
        moves.forget(areas);
    }

    @Override
    public @Nullable Crowd crowd(String area, Set<Long> asked, @Nullable Instant after) {
        return moves.counts().crowd(area, asked, after);
    }

    /// From now on counts the people in these areas, and in no others. Reads the table: blocks. Until it returns, the
    /// counts are of the areas before. Throws [StoreException] where the table cannot be read.
    public void count(List<AreaRule> areas) {
        counting.lock();
        try {
            PlaceMoves.Waiting waiting = moves.count();
            Map<String, AreaPeople> table = null;
            try {
                table = table(areas, waiting);
            } finally {
                moves.counts().fill(table);
            }
        } finally {
            counting.unlock();
        }
    }

    private Map<String, AreaPeople> table(List<AreaRule> areas, PlaceMoves.Waiting waiting) {
        var table = new HashMap<String, AreaPeople>();
        database.read(sql -> {
            for (AreaRule area : areas) {
                AreaPeople people = people(sql, area, waiting);
                for (long personId : waiting.moves().keySet()) {
                    Place place = waiting(sql, area, waiting, personId);
                    people.leaves(personId);
                    if (place != null) people.enters(personId, place.since());
                }
                table.put(area.name(), people);
            }
            return true;
        });
        return table;
    }

    /// The people in the area by the table.
    private static AreaPeople people(Sql sql, AreaRule area, PlaceMoves.Waiting waiting) {
        var people = new AreaPeople();
        if (waiting.forgotten().since(area.name(), 0)) return people;
        List<String> known = area.connected().areas().stream()
                .filter(one -> !waiting.forgotten().since(one, 0))
                .toList();
        sql.each(
                IN_AREA,
                row -> people.enters(row.number(1), Instant.ofEpochMilli(row.number(2))),
                area.name(),
                Json.write(known));
        return people;
    }

    /// The place of a person with moves that are not on disk yet; null: not in the area.
    private static @Nullable Place waiting(Sql sql, AreaRule area, PlaceMoves.Waiting waiting, long personId) {
        List<Place> rows = kept(rows(sql, personId), waiting.forgotten());
        PersonPlaces moves = waiting.moves().getOrDefault(personId, PersonPlaces.AS_ON_DISK);
        PersonPlaces whole = PersonPlaces.whole(rows, waiting.number()).then(moves);
        Place place = whole.in(area.connected(), waiting.forgotten());
        return place == null || !place.area().equals(area.name()) ? null : place;
    }

    /// The state of an area that the log has reported last; null: none.
    public AreaLimit.@Nullable State reported(String area) {
        Integer kind = database.read(sql -> sql.one(LAST_EVENT, row -> row.integer(1), area));
        return kind == null ? null : AreaWatch.state(EventKind.ofNumber(kind));
    }

    /// The person may begin anywhere again: an operator says so. In the caller's transaction inside [Database#write];
    /// should the disk refuse that, it holds all the same and is tried again. Returns known places, newest first.
    public List<Place> forgive(Sql sql, long personId) {
        List<Place> before = known(sql, personId);
        moves.put(personId, null, null); // goes with this very transaction
        return before;
    }

    private List<Place> known(Sql sql, long personId) {
        Waiting waiting = waiting(personId);
        try {
            return waiting.with(rows(sql, personId)).places(waiting.forgotten).stream()
                    .sorted(Comparator.comparing(Place::since).reversed())
                    .toList();
        } catch (StoreException e) {
            if (!e.isOfDisk()) throw e;
            database.readFailed(e);
            return List.of();
        }
    }

    /// Everybody may begin anywhere again; as [#forgive]. Returns how many people's places were known on disk.
    public int forgiveAll(Sql sql) {
        int people = sql.get("SELECT count(DISTINCT person_id) FROM person_area", row -> row.integer(1));
        moves.forgetAll(); // goes with this very transaction
        return people;
    }

    /// Reads into memory where people are, as far as it has room, for a disk that gives nothing later. For
    /// housekeeping.
    public static void remember(Database database) {
        PlaceMoves moves = database.placeMoves();
        PlaceMemory memory = moves.memory();
        if (memory.isFilled()) return;
        long clears = memory.clears();
        long number = moves.number();
        Forgotten forgotten = moves.forgotten();
        var table = new HashMap<Long, List<Place>>();
        database.read(sql -> {
            sql.each(
                    ALL,
                    row -> table.computeIfAbsent(row.number(1), _ -> new ArrayList<>())
                            .add(place(row)),
                    PlaceMemory.PLACES_MAX + 1);
            return true;
        });
        var known = new HashMap<Long, PersonPlaces>();
        table.forEach((personId, rows) -> known.put(personId, PersonPlaces.whole(kept(rows, forgotten), number)));
        memory.fill(known, clears);
    }

    /// Reads again at once where the disk failed to give something, and then asks memory.
    private @Nullable Place find(Sql sql, long personId, AreaSet areas) {
        PlaceMemory memory = moves.memory();
        long changes = memory.changes();
        Waiting waiting = waiting(personId);
        if (waiting.moves.isKnown(areas.areas())) return waiting.moves.in(areas, waiting.forgotten);
        for (int tries = 1; ; tries++) {
            try {
                PersonPlaces whole = waiting.with(rows(sql, personId));
                memory.read(personId, whole, changes);
                return whole.in(areas, waiting.forgotten);
            } catch (StoreException e) {
                if (!e.isOfDisk()) throw e;
                if (tries < RightsStore.TRIES_MAX) continue;
                database.readFailed(e);
                return memory.recall(personId, areas);
            }
        }
    }

    /// What waits for the disk: to be asked before the table is read, which may have it by then.
    ///
    /// @param number the newest that was given
    private record Waiting(long number, PersonPlaces moves, Forgotten forgotten) {
        /// What the table has, and what waits.
        PersonPlaces with(List<Place> rows) {
            return PersonPlaces.whole(kept(rows, forgotten), number).then(moves);
        }
    }

    private Waiting waiting(long personId) {
        return new Waiting(moves.number(), moves.get(personId), moves.forgotten());
    }

    /// Without what is forgotten, and not on disk yet.
    private static List<Place> kept(List<Place> rows, Forgotten forgotten) {
        return rows.stream().filter(place -> !forgotten.since(place.area(), 0)).toList();
    }

    private static List<Place> rows(Sql sql, long personId) {
        return sql.list(FIND, PlaceStore::place, personId);
    }

    private static Place place(Row row) {
        return new Place(row.text(2).intern(), Instant.ofEpochMilli(row.number(3))); // there are few areas
    }
}
