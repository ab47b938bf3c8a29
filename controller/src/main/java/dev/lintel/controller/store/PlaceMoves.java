package dev.lintel.controller.store;

import dev.lintel.controller.access.Places.Place;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Moves of people that are on their way to table `place`: the writer keeps them in its next transaction, and tries
/// again for as long as the disk refuses. One entry a person at most, so it needs no bound of its own.
///
/// The writer takes them with the events, while no door acts ([DoorStateStore#tryTogether]): where a door sees nobody
/// pass, an admission and its move reach the disk in one piece. There are two exceptions: while the lane hangs in the
/// midst of an act, a move may be there before its event; and where more events wait than go into one transaction, all
/// moves go with the last of them. A move that comes with the opening of a leaf has no event: a kill may lose it.
final class PlaceMoves {
    /// Stands for a place that is forgotten: its row goes.
    static final Place FORGOTTEN = new Place("", Instant.EPOCH);

    private static final String PUT = """
            INSERT INTO place (person_id, area, since) VALUES (?1, ?2, ?3)
            ON CONFLICT (person_id) DO UPDATE SET area = ?2, since = ?3""";

    private final Map<Long, Place> waiting = new ConcurrentHashMap<>();
    private final Map<Long, Place> inFlight = new HashMap<>(); // the writer's thread only
    private final PlaceMemory memory = new PlaceMemory();
    private boolean forgotten; // the writer's thread only: the transaction forgets all
    private final Runnable wakeWriter;
    private volatile boolean failing;

    PlaceMoves(Runnable wakeWriter) {
        this.wakeWriter = wakeWriter;
    }

    /// The person is there from now on, or nowhere that is known ([#FORGOTTEN]). Any thread; never waits.
    void put(long personId, Place place) {
        waiting.put(personId, place);
        memory.moved(personId, place);
        wakeWriter.run();
    }

    /// Moves that still wait are forgotten. In the transaction that empties the table.
    void forgetAll() {
        waiting.replaceAll((_, _) -> FORGOTTEN);
        memory.clear();
        forgotten = true;
    }

    PlaceMemory memory() {
        return memory;
    }

    /// What waits for the disk, or null where the table knows better.
    @Nullable
    Place get(long personId) {
        return waiting.get(personId);
    }

    boolean waiting() {
        return !waiting.isEmpty();
    }

    /// Moves wait and the disk refuses them: closing must not wait for it.
    boolean stuck() {
        return failing && waiting();
    }

    /// Takes out what waits, for [#writeTaken].
    void take() {
        inFlight.clear();
        inFlight.putAll(waiting);
    }

    /// Takes nothing: [#writeTaken] has nothing to do.
    void takeNothing() {
        inFlight.clear();
    }

    /// Writes it inside the writer's transaction.
    void writeTaken(Sql sql) {
        inFlight.forEach((personId, place) -> {
            if (place.equals(FORGOTTEN)) sql.run("DELETE FROM place WHERE person_id = ?", personId);
            else sql.run(PUT, personId, place.area(), place.since().toEpochMilli());
        });
    }

    /// The transaction is on disk; who has moved meanwhile goes with the next.
    void committed() {
        failing = false;
        if (forgotten) memory.clear(); // what was read since the last time was of before
        forgotten = false;
        inFlight.forEach(waiting::remove);
        inFlight.clear();
    }

    /// The transaction was refused: everything stays and goes again.
    void failed() {
        failing = true;
        forgotten = false;
        inFlight.clear();
    }
}
