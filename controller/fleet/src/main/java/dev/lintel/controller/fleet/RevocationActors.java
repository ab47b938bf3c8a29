package dev.lintel.controller.fleet;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.Sql;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Who changed people last, from the events of the hub's own writes. In the caller's transaction.
public final class RevocationActors {
    /// Events that a box has sent name the box in `box`: what they say of an actor is the box's claim.
    private static final String CHANGES = """
            SELECT id, json_extract(additional, '$.by'),
                   CASE WHEN json_extract(additional, '$.box') IS NULL
                        THEN json_extract(additional, '$.credential') END,
                   CASE json_extract(additional, '$.what') WHEN 'person' THEN json_extract(additional, '$.id')
                                                           ELSE json_extract(additional, '$.person_id') END
              FROM event WHERE kind = ? AND id > ? ORDER BY id DESC LIMIT ?""";

    private RevocationActors() {}

    /// Who changed a person.
    ///
    /// @param user an address, or such as `box Gate`
    /// @param credential such as `api_key 3`; empty: none is known
    public record Actor(String user, String credential) {
        /// No actor is known.
        public static final Actor UNKNOWN = new Actor("", "");
    }

    /// The actors of the newest changes.
    ///
    /// @param byPerson who changed each person last; in the order of these changes
    /// @param upTo the newest event
    public record Actors(Map<Long, Actor> byPerson, long upTo) {}

    private record Change(
            long eventId,
            @Nullable String user,
            @Nullable String credential,
            @Nullable Long personId) {}

    /// Reads the changes after an event, the newest `limit` of them.
    public static Actors after(Sql sql, long eventId, int limit) {
        List<Change> changes = sql.list(
                CHANGES,
                row -> new Change(row.number(1), row.nullableText(2), row.nullableText(3), row.nullableNumber(4)),
                EventKind.CONFIGURATION_CHANGED.number(),
                eventId,
                limit);
        var byPerson = new LinkedHashMap<Long, Actor>();
        for (Change change : changes.reversed()) {
            Long id = change.personId;
            String credential = change.credential;
            if (id == null || credential == null) continue;
            byPerson.remove(id);
            byPerson.put(id, new Actor(change.user == null ? "" : change.user, credential));
        }
        return new Actors(byPerson, changes.isEmpty() ? eventId : changes.getFirst().eventId);
    }
}
