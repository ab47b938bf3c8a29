package dev.lintel.controller.store;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.json.Json;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reading table `event`. Writing it is [SqliteEventLog]'s alone. Callable from any thread but an event loop.
public final class EventStore {
    private static final Logger LOG = System.getLogger(EventStore.class.getName());
    /// Events a reader by cursor takes at once: bounds memory and the read transaction.
    public static final int BATCH_MAX = 500;

    static final String COLUMNS = """
            id, kind, channel_id, person_id, person_name, credential_id, credentials_number, pin, occurred_at,
            monotonic_ns, additional, created_at""";

    private final Database database;

    public EventStore(Database database) {
        this.database = database;
    }

    /// Events after `id`, oldest first, at most `limit` (up to [#BATCH_MAX]).
    public List<Event> after(long id, int limit) {
        String sql = "SELECT " + COLUMNS + " FROM event WHERE id > ? ORDER BY id LIMIT ?";
        return database.read(db -> db.list(sql, EventStore::event, id, Math.min(limit, BATCH_MAX)));
    }

    /// The same of a moment ago, for a decision that is waited for: from memory where the disk takes events and does
    /// not give them.
    public List<Event> decided(long id) {
        try {
            return after(id, BATCH_MAX);
        } catch (StoreException e) {
            List<Event> kept = database.events().newestAfter(id);
            if (kept.isEmpty() || !e.isOfDisk()) throw e;
            return kept;
        }
    }

    /// The newest `limit` events, oldest first.
    public List<Event> newest(int limit) {
        String sql = "SELECT " + COLUMNS + " FROM event ORDER BY id DESC LIMIT ?";
        return database.read(db -> db.list(sql, EventStore::event, Math.min(limit, BATCH_MAX)))
                .reversed();
    }

    /// Those of `kinds` among the newest `sought` events, oldest first; the rest is not even read whole. For a start:
    /// one that cannot be read is passed over, for no door must stay shut for it.
    public List<Event> amongNewest(int sought, Set<EventKind> kinds) {
        String numbers =
                kinds.stream().map(kind -> String.valueOf(kind.number())).collect(Collectors.joining(", "));
        String sql = "SELECT " + COLUMNS + " FROM event WHERE id > (SELECT max(id) FROM event) - ? AND kind IN ("
                + numbers + ") ORDER BY id";
        return database.read(db -> {
            var events = new ArrayList<Event>();
            db.each(sql, row -> addReadable(row, events), sought);
            return events;
        });
    }

    /// The newest `each` events of each of these kinds, oldest first, however far back they are. For a start: one
    /// that cannot be read is passed over, for no door must stay shut for it.
    public List<Event> newestOf(List<EventKind> kinds, int each) {
        String sql = "SELECT " + COLUMNS + " FROM event WHERE kind = ?1 ORDER BY id DESC LIMIT ?2";
        return database.read(db -> {
            var events = new ArrayList<Event>();
            for (EventKind kind : kinds) {
                db.each(sql, row -> addReadable(row, events), kind.number(), Math.min(each, BATCH_MAX));
            }
            events.sort(Comparator.comparingLong(Event::id));
            return events;
        });
    }

    private static void addReadable(Row row, List<Event> events) {
        try {
            events.add(event(row));
        } catch (StoreException e) {
            throw e; // of the page, not of what is in it
        } catch (RuntimeException e) { // whatever a bit that has tipped over makes of a text or a number
            LOG.log(Level.ERROR, "event " + row.number(1) + " cannot be read and is passed over: " + e.getMessage());
        }
    }

    public @Nullable Event get(long id) {
        return database.read(db -> db.one("SELECT " + COLUMNS + " FROM event WHERE id = ?", EventStore::event, id));
    }

    static Event event(Row row) {
        var subject = new EventDraft.Subject(
                row.nullableNumber(3),
                row.nullableNumber(4),
                row.nullableText(5),
                row.nullableNumber(6),
                row.nullableText(7),
                row.flag(8));
        Map<String, Object> additional = new LinkedHashMap<>();
        Json.parseObject(row.text(11)).forEach((name, value) -> additional.put(name, Objects.requireNonNull(value)));
        var draft =
                new EventDraft(EventKind.ofNumber(row.integer(2)), row.number(9), row.number(10), subject, additional);
        return new Event(row.number(1), draft, row.number(12));
    }
}
