package dev.lintel.controller.store;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// Requests for an operator's approval in the log, in the caller's transaction. At a hub the log has those of the boxes
/// that follow.
public final class ApprovalQueries {
    /// As many persons as 64 doors of each of 30 boxes ask about in half a minute; older ones are not listed.
    private static final int REQUESTS_MAX = 2_000;

    private static final String REQUESTS = "SELECT " + EventStore.COLUMNS
            + " FROM event INDEXED BY event_kind WHERE kind = ? ORDER BY id DESC LIMIT " + REQUESTS_MAX;

    /// Of the events after the request, which are those of half a minute.
    private static final String ENDED = """
            SELECT EXISTS (SELECT 1
                             FROM event NOT INDEXED
                            WHERE id > ?1 AND channel_id = ?2 AND kind <> ?3
                              AND json_extract(additional, '$.approval_id') = ?4)""";

    private static final String DURESS = """
            SELECT EXISTS (SELECT 1
                             FROM event INDEXED BY event_channel
                            WHERE channel_id = ?1 AND kind = ?2 AND person_id = ?3 AND occurred_at >= ?4)""";

    private ApprovalQueries() {}

    /// A request that no event has ended.
    ///
    /// @param occurredAtMs of the first event of the request, milliseconds since 1970 by the door's box
    /// @param duress whether the log has a PIN under duress of the person at the channel since
    public record Open(
            long id,
            long channelId,
            String side,
            long personId,
            String personName,
            long occurredAtMs,
            boolean duress) {}

    private record Key(long channelId, long id) {}

    /// The requests since that time, in the order of the log.
    public static List<Open> since(Sql sql, long occurredAtMs) {
        var first = new LinkedHashMap<Key, Event>();
        for (Event event : sql.list(REQUESTS, EventStore::event, EventKind.APPROVAL_REQUESTED.number())
                .reversed()) {
            Long channelId = event.subject().channelId();
            if (channelId == null || event.draft().occurredAtMs() < occurredAtMs) continue;
            if (event.draft().additional().get("approval_id") instanceof Number id) {
                first.putIfAbsent(new Key(channelId, id.longValue()), event);
            }
        }
        var open = new ArrayList<Open>();
        first.forEach((key, event) -> {
            Long personId = event.subject().personId();
            if (personId != null && !isEnded(sql, key, event)) open.add(open(sql, key, event, personId, occurredAtMs));
        });
        return List.copyOf(open);
    }

    private static boolean isEnded(Sql sql, Key key, Event event) {
        int asks = EventKind.APPROVAL_REQUESTED.number();
        return sql.get(ENDED, row -> row.number(1), event.id(), key.channelId, asks, key.id) > 0;
    }

    private static Open open(Sql sql, Key key, Event event, long personId, long sinceMs) {
        int duress = EventKind.DURESS.number();
        boolean forced = sql.get(DURESS, row -> row.number(1), key.channelId, duress, personId, sinceMs) > 0;
        String name = event.subject().personName();
        String side = String.valueOf(event.draft().additional().getOrDefault("reader", "entry"));
        long atMs = event.draft().occurredAtMs();
        return new Open(key.id, key.channelId, side, personId, name == null ? "" : name, atMs, forced);
    }
}
