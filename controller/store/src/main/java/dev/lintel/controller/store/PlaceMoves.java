package dev.lintel.controller.store;

import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.store.PersonPlaces.Forgotten;
import dev.lintel.controller.store.PersonPlaces.Move;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Moves of people, and areas that are forgotten, on their way to table `person_area`: the writer keeps them in its
/// next transaction, and tries again for as long as the disk refuses. One move for each person and connected areas, and
/// one number for each forgotten area, so it needs no bound of its own. `this` guards their order; it is held for
/// moments.
///
/// ```
///   7: {street, hall} -> hall      number 1
///   hall is forgotten              number 2     the move of number 1 leaves 7 nowhere
///   7: {street, hall} -> street    number 3     later than that: 7 is in the street
/// ```
///
/// The writer takes them with the events, while no door acts ([DoorStateStore#tryTogether]): where a door sees nobody
/// pass, an admission and its move reach the disk in one piece. There are two exceptions: while the lane hangs in the
/// midst of an act, a move may be there before its event; and where more events wait than go into one transaction, all
/// moves go with the last of them. A move that comes with the opening of a leaf has no event: a kill may lose it.
final class PlaceMoves {
    private static final String PUT = """
            INSERT INTO person_area (person_id, area, since) VALUES (?1, ?2, ?3)
            ON CONFLICT (person_id, area) DO UPDATE SET since = ?3""";
    private static final String LEAVE = "DELETE FROM person_area WHERE person_id = ? AND area = ?";
    private static final String LEAVE_ALL = "DELETE FROM person_area WHERE person_id = ?";
    private static final String FORGET = "DELETE FROM person_area WHERE area = ?";

    private final Map<Long, PersonPlaces> waiting = new ConcurrentHashMap<>(); // changed under `this`
    private volatile Forgotten forgotten = Forgotten.NEVER; // what waits; replaced whole, under `this`
    private volatile long number; // the newest that was given; raised under `this`
    private final PlaceMemory memory = new PlaceMemory();
    private final AreaCounts counts = new AreaCounts();
    private final Map<Long, PersonPlaces> inFlight = new HashMap<>(); // the writer's thread only
    private Forgotten forgottenInFlight = Forgotten.NEVER; // the writer's thread only
    private final Runnable wakeWriter;
    private volatile boolean failing;

    PlaceMoves(Runnable wakeWriter) {
        this.wakeWriter = wakeWriter;
    }

    /// The person is there from now on, and in no other of these areas; null: nowhere, and all areas. Any thread; never
    /// waits for a disk.
    synchronized void put(long personId, @Nullable Place place, @Nullable Set<String> areas) {
        var move = new Move(place, areas, ++number);
        memory.moved(personId, move);
        counts.moved(personId, move);
        waiting.put(personId, get(personId).with(move));
        wakeWriter.run();
    }

    /// All people's places in these areas are forgotten. Any thread; never waits for a disk.
    synchronized void forget(Set<String> areas) {
        number++;
        var next = new HashMap<>(forgotten.areas());
        for (String area : areas) next.put(area, number);
        forgotten = new Forgotten(next, forgotten.all());
        memory.forgotten(areas, number);
        counts.forgotten(areas);
        wakeWriter.run();
    }

    /// All people's places are forgotten. As [#forget].
    synchronized void forgetAll() {
        forgotten = new Forgotten(Map.of(), ++number);
        memory.clear();
        counts.forgottenAll();
        wakeWriter.run();
    }

    AreaCounts counts() {
        return counts;
    }

    /// The moves that are not on disk yet, before the table is read for [AreaCounts#fill].
    synchronized Waiting count() {
        counts.begin();
        return new Waiting(Map.copyOf(waiting), forgotten, number);
    }

    /// @param number the newest that was given
    record Waiting(Map<Long, PersonPlaces> moves, Forgotten forgotten, long number) {}

    PlaceMemory memory() {
        return memory;
    }

    /// The newest number that was given.
    long number() {
        return number;
    }

    /// What waits for the disk.
    PersonPlaces get(long personId) {
        return waiting.getOrDefault(personId, PersonPlaces.AS_ON_DISK);
    }

    /// What is forgotten, and the table may still have. To be asked after [#get].
    Forgotten forgotten() {
        return forgotten;
    }

    boolean waiting() {
        return !waiting.isEmpty() || !forgotten.equals(Forgotten.NEVER);
    }

    /// Moves wait and the disk refuses them: closing must not wait for it.
    boolean stuck() {
        return failing && waiting();
    }

    /// Takes out what waits, for [#writeTaken]. What is forgotten first: moves of before it are among those taken then.
    synchronized void take() {
        inFlight.clear();
        forgottenInFlight = forgotten;
        inFlight.putAll(waiting);
    }

    /// Takes nothing: [#writeTaken] has nothing to do.
    void takeNothing() {
        inFlight.clear();
        forgottenInFlight = Forgotten.NEVER;
    }

    /// Writes it inside the writer's transaction.
    void writeTaken(Sql sql) {
        if (forgottenInFlight.all() > 0) sql.run("DELETE FROM person_area");
        for (String area : forgottenInFlight.areas().keySet()) sql.run(FORGET, area);
        inFlight.forEach((personId, places) -> write(sql, personId, places));
    }

    private void write(Sql sql, long personId, PersonPlaces places) {
        for (Move move : places.moves()) {
            Set<String> areas = move.areas();
            if (areas == null) sql.run(LEAVE_ALL, personId);
            else for (String area : areas) sql.run(LEAVE, personId, area);
        }
        for (Place place : places.places(forgottenInFlight)) {
            sql.run(PUT, personId, place.area(), place.since().toEpochMilli());
        }
    }

    /// The transaction is on disk; who has moved meanwhile goes with the next.
    synchronized void committed() {
        failing = false;
        inFlight.forEach((personId, written) -> {
            PersonPlaces later = get(personId).after(written.moves().getLast().number());
            if (later.isEmpty()) waiting.remove(personId);
            else waiting.put(personId, later);
        });
        var left = new HashMap<>(forgotten.areas());
        left.entrySet().removeAll(forgottenInFlight.areas().entrySet());
        forgotten = new Forgotten(left, forgotten.all() == forgottenInFlight.all() ? 0 : forgotten.all());
        takeNothing();
    }

    /// The transaction was refused: everything stays and goes again.
    void failed() {
        failing = true;
        takeNothing();
    }
}
