package dev.lintel.controller.store;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Requests for an operator's approval in the log, in the caller's transaction. At a hub the log has those of the boxes
/// that follow.
public final class ApprovalQueries {
    /// Events of half a minute at a hub with very many doors.
    private static final int EVENTS_MAX = 20_000;

    private static final String SINCE = """
            SELECT %s
              FROM (SELECT * FROM event INDEXED BY event_occurred_at WHERE occurred_at >= ?1 LIMIT %d)
             WHERE kind = ?2 OR json_extract(additional, '$.approval_id') IS NOT NULL
             ORDER BY id""".formatted(EventStore.COLUMNS, EVENTS_MAX);

    private ApprovalQueries() {}

    /// A request that no event has ended.
    ///
    /// @param occurredAtMs of the first event of the request, milliseconds since 1970 by the door's box
    /// @param duress whether the log has a PIN under duress of the person at the channel since
    public record Open(
            long id, long channelId, String side, long personId, String personName, long occurredAtMs, boolean duress) {
        private Open withDuress() {
            return new Open(id, channelId, side, personId, personName, occurredAtMs, true);
        }
    }

    private record Key(long channelId, long id) {}

    /// The requests since that time, in the order of the log.
    public static List<Open> since(Sql sql, long occurredAtMs) {
        List<Event> events = sql.list(SINCE, EventStore::event, occurredAtMs, EventKind.DURESS.number());
        var open = new LinkedHashMap<Key, Open>();
        var forced = new ArrayList<Subject>();
        for (Event event : events) {
            Subject subject = event.subject();
            Long channelId = subject.channelId();
            if (event.kind() == EventKind.DURESS) forced.add(subject);
            if (channelId == null || !(event.draft().additional().get("approval_id") instanceof Number id)) continue;
            var key = new Key(channelId, id.longValue());
            if (event.kind() != EventKind.APPROVAL_REQUESTED) open.remove(key);
            else if (!open.containsKey(key)) put(open, key, event);
        }
        return open.values().stream()
                .map(one -> forced.stream().anyMatch(subject -> isOf(one, subject)) ? one.withDuress() : one)
                .toList();
    }

    private static void put(Map<Key, Open> open, Key key, Event event) {
        Subject subject = event.subject();
        Long personId = subject.personId();
        if (personId == null) return;
        String name = subject.personName() == null ? "" : subject.personName();
        String side = String.valueOf(event.draft().additional().getOrDefault("reader", "entry"));
        long atMs = event.draft().occurredAtMs();
        open.put(key, new Open(key.id, key.channelId, side, personId, name, atMs, false));
    }

    private static boolean isOf(Open one, Subject subject) {
        Long channelId = subject.channelId();
        Long personId = subject.personId();
        return channelId != null && channelId == one.channelId && personId != null && personId == one.personId;
    }
}
