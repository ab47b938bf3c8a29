package dev.lintel.controller.control;

import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.files.ClientWork;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Person;
import dev.lintel.controller.store.PersonStore;
import dev.lintel.controller.store.PlaceStore;
import dev.lintel.controller.time.Time;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// `passback forgive`: who is kept out or in by passback may begin anywhere again. Fields: `person` (an id), or `all`
/// (true). Answers `person_id`, `name` and the `areas` that are forgotten, one in connected areas, the newest of them
/// also as `area` (null where none was known); or `people`, how many were. Leaves an audit event, and of all also
/// PASSBACK_FORGIVEN.
public final class PassbackCommands {
    private static final String BY = "command line";

    private final Database database;
    private final PlaceStore places;
    private final Supplier<List<String>> areas;
    private final EventLog log;
    private final Time time;

    /// @param areas all that doors name
    public PassbackCommands(
            Database database, PlaceStore places, Supplier<List<String>> areas, EventLog log, Time time) {
        this.database = database;
        this.areas = areas;
        this.places = places;
        this.log = log;
        this.time = time;
    }

    public void forgive(Request request, Responses out) {
        Long personId = request.nullableNumber("person");
        if (request.flag("all") == (personId != null)) throw new Refused("name a person, or all of them");
        // A person at a door must get in also while the database is in memory only.
        out.send(ClientWork.losable(() -> personId == null ? all() : one(personId)));
    }

    private Map<String, @Nullable Object> one(long personId) {
        return database.write(sql -> {
            Person person = PersonStore.get(sql, personId);
            if (person == null) throw new Refused("there is no person " + personId);
            List<Place> before = places.forgive(sql, personId);
            record(Map.of("what", "person", "id", personId));
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("person_id", personId);
            json.put("name", name(person));
            json.put("area", before.isEmpty() ? null : before.getFirst().area());
            json.put("areas", before.stream().map(Place::area).toList());
            return json;
        });
    }

    private Map<String, @Nullable Object> all() {
        return database.write(sql -> {
            int people = places.forgiveAll(sql);
            record(Map.of("what", "people", "count", people));
            Map<String, Object> what = Map.of("cause", "operator", "by", BY, "areas", areas.get());
            log.appendRegardless(draft(EventKind.PASSBACK_FORGIVEN, what));
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("people", people);
            return json;
        });
    }

    private static String name(Person person) {
        return Stream.of(person.text("first_name"), person.text("last_name"))
                .filter(Objects::nonNull)
                .collect(Collectors.joining(" "));
    }

    private void record(Map<String, Object> whom) {
        Map<String, Object> what = new LinkedHashMap<>(whom);
        what.put("action", PlaceStore.FORGIVE);
        what.put("by", BY);
        // They are forgiven in memory, whatever the disk does.
        log.appendRegardless(draft(EventKind.CONFIGURATION_CHANGED, what));
    }

    private EventDraft draft(EventKind kind, Map<String, Object> what) {
        return new EventDraft(kind, time.nowMs(), time.nowNs(), Subject.NOBODY, what);
    }
}
