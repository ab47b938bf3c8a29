package dev.lintel.controller.store;

import dev.lintel.controller.access.Places;
import dev.lintel.controller.access.Places.Place;
import java.time.Instant;
import java.util.HashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Table `place`: the area that each person entered last. A move is seen by the next decision at once and goes
/// to disk behind it; while the disk takes nothing, moves stay in memory, one a person at most. Any thread; no move
/// waits.
///
/// ```
///   moved --> PlaceMoves (in memory) --the writer, with the event of the move--> table
///   of    --> PlaceMoves, else table
/// ```
public final class PlaceStore {
    /// What the audit event calls it.
    public static final String FORGIVE = "forgive_passback";

    private static final String FIND = "SELECT person_id, area, since FROM place WHERE person_id = (?1 + 0)";
    private static final String ALL = "SELECT person_id, area, since FROM place ORDER BY since DESC LIMIT ?";

    private final Database database;
    private final PlaceMoves moves;

    public PlaceStore(Database database) {
        this.database = database;
        this.moves = database.placeMoves();
    }

    /// For the decision thread alone, on a connection of its own.
    public Places forDecisions() {
        Sql own = database.ownReader();
        return personId -> find(own, personId);
    }

    /// For any other thread but an event loop. On a connection of its own, by turns: whoever asks holds one of the
    /// database's few readers for the rights already, and two who waited for a second one would wait for ever.
    public Places forQuestions() {
        Sql own = database.ownReader(Database.OTHERS_CACHE_KIB);
        var turn = new ReentrantLock();
        return personId -> {
            turn.lock();
            try {
                return find(own, personId);
            } finally {
                turn.unlock();
            }
        };
    }

    /// The person has entered `area`.
    public void moved(long personId, String area, Instant at) {
        moves.put(personId, new Place(area, at));
    }

    /// The person may begin anywhere again: an operator says so. In the caller's transaction inside [Database#write];
    /// should the disk refuse that, it holds all the same and is tried again. Returns the place that was known, or
    /// null.
    public @Nullable Place forgive(Sql sql, long personId) {
        Place found = find(sql, personId);
        Place before = Places.UNREAD.equals(found) ? null : found;
        moves.put(personId, PlaceMoves.FORGOTTEN); // goes with this very transaction
        return before;
    }

    /// Everybody may begin anywhere again. Returns how many were known on disk.
    public int forgiveAll(Sql sql) {
        moves.forgetAll();
        return sql.run("DELETE FROM place");
    }

    /// Reads into memory where people are, as far as it has room, for a disk that gives nothing later. For
    /// housekeeping.
    public static void remember(Database database) {
        PlaceMemory memory = database.placeMoves().memory();
        if (memory.isFilled()) return;
        long clears = memory.clears();
        var table = new HashMap<Long, Place>();
        database.read(sql -> {
            sql.each(ALL, row -> table.put(row.number(1), place(row)), PlaceMemory.PLACES_MAX + 1);
            return true;
        });
        memory.fill(table, clears);
    }

    /// Reads again at once where the disk failed to give something, and then asks memory.
    private @Nullable Place find(Sql sql, long personId) {
        Place known = moves.get(personId);
        if (known != null) return known.equals(PlaceMoves.FORGOTTEN) ? null : known;
        PlaceMemory memory = moves.memory();
        long changes = memory.changes();
        for (int tries = 1; ; tries++) {
            try {
                Place found = sql.one(FIND, PlaceStore::place, personId);
                memory.read(personId, found, changes);
                return found;
            } catch (StoreException e) {
                if (!e.isOfDisk()) throw e;
                if (tries < RightsStore.TRIES_MAX) continue;
                database.readFailed(e);
                return memory.recall(personId);
            }
        }
    }

    private static Place place(Row row) {
        return new Place(row.text(2), Instant.ofEpochMilli(row.number(3)));
    }
}
