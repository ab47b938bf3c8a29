package dev.lintel.controller.store;

import dev.lintel.controller.access.Places;
import dev.lintel.controller.access.Places.Place;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Table `place`: the area that each person entered last. A move is seen by the next decision at once and goes
/// to disk behind it; while the disk takes nothing, moves stay in memory, one a person at most. Any thread; no move
/// waits.
///
/// ```
///   moved --> fresh (in memory) --the writer, all that is fresh at once--> table --committed--> no longer fresh
///   of    --> fresh, else table
/// ```
public final class PlaceStore {
    /// What the audit event calls it.
    public static final String FORGIVE = "forgive_passback";

    /// Stands in memory for a place that is forgotten: its row goes.
    private static final Place FORGOTTEN = new Place("", Instant.EPOCH);

    private static final String FIND = "SELECT area, since FROM place WHERE person_id = (?1 + 0)";
    private static final String PUT = """
            INSERT INTO place (person_id, area, since) VALUES (?1, ?2, ?3)
            ON CONFLICT (person_id) DO UPDATE SET area = ?2, since = ?3""";

    private final Database database;
    private final Map<Long, Place> fresh = new ConcurrentHashMap<>();
    private final AtomicBoolean queued = new AtomicBoolean();

    public PlaceStore(Database database) {
        this.database = database;
    }

    /// For the decision thread alone, on a connection of its own.
    public Places forDecisions() {
        Sql own = database.ownReader();
        return personId -> find(own, personId);
    }

    /// For any other thread but an event loop. On a connection of its own, by turns: whoever asks holds one of the
    /// database's few readers for the rights already, and two who waited for a second one would wait for ever.
    public Places forQuestions() {
        Sql own = database.ownReader();
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
        fresh.put(personId, new Place(area, at));
        write();
    }

    /// The person may begin anywhere again: an operator says so. In the caller's transaction inside [Database#write];
    /// should the disk refuse it, it holds until the process ends. Returns the place that was known, or null.
    public @Nullable Place forgive(Sql sql, long personId) {
        Place before = find(sql, personId);
        fresh.put(personId, FORGOTTEN);
        put(sql, personId, FORGOTTEN);
        return before;
    }

    /// Everybody may begin anywhere again; as [#forgive]. Returns how many were known on disk.
    public int forgiveAll(Sql sql) {
        fresh.clear();
        return sql.run("DELETE FROM place");
    }

    private @Nullable Place find(Sql sql, long personId) {
        Place known = fresh.get(personId);
        if (known != null) return known.equals(FORGOTTEN) ? null : known;
        return sql.one(FIND, row -> new Place(row.text(1), Instant.ofEpochMilli(row.number(2))), personId);
    }

    /// What the disk refuses stays fresh, and goes with the next move.
    private void write() {
        if (!queued.compareAndSet(false, true)) return;
        var written = new AtomicReference<>(Map.<Long, Place>of());
        boolean taken = database.writeLater(
                sql -> {
                    queued.set(false);
                    written.set(Map.copyOf(fresh));
                    written.get().forEach((personId, place) -> put(sql, personId, place));
                    return true;
                },
                () -> written.get().forEach(fresh::remove));
        if (!taken) queued.set(false);
    }

    private static void put(Sql sql, long personId, Place place) {
        if (place.equals(FORGOTTEN)) sql.run("DELETE FROM place WHERE person_id = ?", personId);
        else sql.run(PUT, personId, place.area(), place.since().toEpochMilli());
    }
}
