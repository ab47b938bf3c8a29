package dev.lintel.controller.store;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was asked for at a desk and what came of it, from the log of events, in the caller's transaction. Nothing
/// else keeps it, so it outlasts whatever the log does.
public final class AdmissionQueries {
    /// Admissions by hand of one channel between a request and what came of it, at most: more than wait for the door
    /// lane at any time.
    private static final int SOUGHT_MAX = 2_000;

    private static final List<EventKind> RESULTS =
            List.of(EventKind.ADMITTED_MANUAL, EventKind.ADMISSION_DENIED, EventKind.ADMISSION_OFFLINE);

    private static final String REQUEST = "SELECT " + EventStore.COLUMNS + " FROM event WHERE id = ? AND kind = ?";

    /// For the test that looks at its plan.
    static final String RESULT = """
            SELECT *
              FROM (SELECT %s
                      FROM event INDEXED BY event_channel
                     WHERE channel_id = ?1 AND kind = ?2 AND id > ?3
                     ORDER BY id
                     LIMIT %d)
             WHERE json_extract(additional, '$.admission_request_id') = ?3
             LIMIT 1""".formatted(EventStore.COLUMNS, SOUGHT_MAX);

    private AdmissionQueries() {}

    /// A request, and the event that says what came of it; null while none does.
    public record Admission(Event request, @Nullable Event result) {}

    /// The channel of the request of that id; null: there is none.
    public static @Nullable Long askedAt(Sql sql, long id) {
        return sql.one(
                "SELECT channel_id FROM event WHERE id = ? AND kind = ? AND channel_id IS NOT NULL",
                row -> row.number(1),
                id,
                EventKind.ADMISSION_REQUESTED.number());
    }

    /// Null when there is no request of that id.
    public static @Nullable Admission find(Sql sql, long id) {
        Event request = sql.one(REQUEST, EventStore::event, id, EventKind.ADMISSION_REQUESTED.number());
        if (request == null) return null;
        for (EventKind kind : RESULTS) {
            Event result = sql.one(RESULT, EventStore::event, request.subject().channelId(), kind.number(), id);
            if (result != null) return new Admission(request, result);
        }
        return new Admission(request, null);
    }
}
