package dev.lintel.controller.store;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Filtered lists of events, newest first or oldest first. Callable from any thread but an event loop.
///
/// Millions of rows, of which a filter may want a handful: a query is put together so that it walks an index whose
/// order is the answer's order, and stops when it has enough.
///
/// ```
///   people asked for          index event_person, their rows only
///   few kinds (and channels)  one short walk of event_kind or event_channel each, merged by id
///   many of both, deep pages  the rows themselves, by id
/// ```
public final class EventQueries {
    /// Walks merged in one statement; SQLite takes 500 at most.
    private static final int WALKS_MAX = 400;
    /// Rows a walk may skip before reading the rows by id is cheaper than merging.
    private static final int WALK_ROWS_MAX = 5_000;
    /// Ids counted in one read transaction: some milliseconds on a board.
    private static final int COUNT_CHUNK = 250_000;
    /// Counts remembered: filters in use at a time.
    private static final int COUNTS_MAX = 64;
    /// Events within a span of time that are looked at to find its ids; a longer span is walked without.
    private static final int SPAN_MAX = 100_000;

    private static final String RESERVATION = "json_extract(additional, '$." + EventDraft.RESERVATION_ID + "')";
    private static final String SPAN = """
            SELECT count(*), coalesce(min(id), 0), coalesce(max(id), 0)
              FROM (SELECT id
                      FROM event INDEXED BY event_occurred_at
                     WHERE occurred_at >= ? AND occurred_at <= ?
                     LIMIT ?)""";

    private final Database database;
    private final ReentrantLock lock = new ReentrantLock();
    /// Guarded by `lock`. Events never change, so what was counted up to an id stays true.
    private final Map<Filter, Counted> counts = new LinkedHashMap<>(16, 0.75f, true);

    private record Counted(long upToId, long count) {}

    public EventQueries(Database database) {
        this.database = database;
    }

    /// Which events.
    ///
    /// @param kinds never empty; `pin` of a row decides for kinds in `pinOnly` and `cardOnly` (all but PINs)
    /// @param reservedOnly kinds of which only admissions by a reservation are wanted
    /// @param plainOnly kinds of which those are not wanted
    /// @param channelIds empty: any
    /// @param people null: any
    /// @param fromMs occurred at or after, or null
    /// @param toMs occurred at or before, or null
    public record Filter(
            NavigableSet<EventKind> kinds,
            NavigableSet<EventKind> pinOnly,
            NavigableSet<EventKind> cardOnly,
            NavigableSet<EventKind> reservedOnly,
            NavigableSet<EventKind> plainOnly,
            List<Long> channelIds,
            @Nullable People people,
            @Nullable Long fromMs,
            @Nullable Long toMs) {}

    /// Whose events: those of people, deleted ones too, whom every part that is not null describes; one is not null.
    /// Names are compared without regard to case. An address finds only who holds it now.
    public record People(
            @Nullable Long id,
            @Nullable String firstName,
            @Nullable String lastName,
            @Nullable String email) {
        private boolean byName() {
            return firstName != null || lastName != null || email != null;
        }

        private String condition(Query query) {
            var where = new ArrayList<String>();
            if (id != null) where.add("person_id = ?");
            if (id != null) query.arguments.add(id);
            if (byName()) {
                String namesakes = PersonStore.namesakes(firstName, lastName, email, query.arguments);
                where.add("person_id IN (" + namesakes + ")");
            }
            return String.join(" AND ", where);
        }
    }

    /// Which part of the filtered list: ids within (`afterId`, `beforeId`), both exclusive.
    public record Window(long afterId, long beforeId, boolean ascending, int limit, long offset) {}

    public List<Event> list(Filter filter, Window window) {
        return database.read(sql -> {
            Window span = span(sql, filter, window);
            var query = query(filter, span);
            return sql.list(query.sql, EventStore::event, query.arguments.toArray());
        });
    }

    /// How many events up to `lastId` the filter finds. Remembers, so that a client that pages or polls pays once.
    public long count(Filter filter, long lastId) {
        // People are renamed: what was counted for a name is true for no longer than a moment.
        if (filter.people != null && filter.people.byName()) return countBetween(filter, 0, lastId);
        Counted known;
        lock.lock();
        try {
            known = counts.getOrDefault(filter, new Counted(0, 0));
        } finally {
            lock.unlock();
        }
        if (known.upToId > lastId) known = new Counted(0, 0);
        long count = known.count;
        for (long from = known.upToId; from < lastId; from += COUNT_CHUNK) {
            count += countBetween(filter, from, Math.min(lastId, from + COUNT_CHUNK));
        }
        lock.lock();
        try {
            counts.put(filter, new Counted(lastId, count));
            if (counts.size() > COUNTS_MAX)
                counts.remove(counts.keySet().iterator().next());
        } finally {
            lock.unlock();
        }
        return count;
    }

    private long countBetween(Filter filter, long afterId, long upToId) {
        var query = countQuery(filter, afterId, upToId);
        return database.read(sql -> sql.get(query.sql, row -> row.number(1), query.arguments.toArray()));
    }

    /// Puts together how many events of ids within (`afterId`, `upToId`] the filter finds.
    static Query countQuery(Filter filter, long afterId, long upToId) {
        var query = new Query();
        query.sql = "SELECT count(*) FROM event" + index(filter) + " WHERE "
                + conditions(filter, query, filter.kinds, filter.channelIds) + " AND id > ? AND id <= ?";
        query.arguments.addAll(List.of(afterId, upToId));
        return query;
    }

    private static String index(Filter filter) {
        if (filter.people != null) return " INDEXED BY event_person";
        return filter.channelIds.isEmpty() ? " INDEXED BY event_kind" : " INDEXED BY event_channel";
    }

    /// A statement under construction and its arguments.
    static final class Query {
        String sql = "";
        final List<@Nullable Object> arguments = new ArrayList<>();
    }

    /// Puts the list's statement together.
    static Query query(Filter filter, Window window) {
        var query = new Query();
        int walks = filter.kinds.size() * Math.max(1, filter.channelIds.size());
        boolean merge = filter.people == null
                && walks <= WALKS_MAX
                && walks * (window.offset + window.limit) <= (long) WALK_ROWS_MAX * filter.kinds.size();
        String order = window.ascending ? "ASC" : "DESC";
        if (!merge) {
            String by = filter.people == null ? " NOT INDEXED" : " INDEXED BY event_person";
            String where = conditions(filter, query, filter.kinds, filter.channelIds);
            query.sql = "SELECT " + EventStore.COLUMNS + " FROM event" + by + " WHERE " + where
                    + " AND id > ? AND id < ? ORDER BY id " + order + " LIMIT ? OFFSET ?";
            query.arguments.addAll(List.of(window.afterId, window.beforeId));
        } else {
            var parts = new ArrayList<String>();
            for (EventKind kind : filter.kinds) {
                if (filter.channelIds.isEmpty()) parts.add(walk(filter, window, query, kind, List.of()));
                for (Long channel : filter.channelIds) parts.add(walk(filter, window, query, kind, List.of(channel)));
            }
            query.sql = "SELECT " + EventStore.COLUMNS + " FROM event WHERE id IN (SELECT id FROM ("
                    + String.join(" UNION ALL ", parts) + ") ORDER BY id " + order + " LIMIT ? OFFSET ?) ORDER BY id "
                    + order;
        }
        query.arguments.add(window.limit);
        query.arguments.add(window.offset);
        return query;
    }

    private static String walk(Filter filter, Window window, Query query, EventKind kind, List<Long> channel) {
        String by = channel.isEmpty() ? "event_kind" : "event_channel";
        String where = conditions(filter, query, List.of(kind), channel);
        query.arguments.addAll(List.of(window.afterId, window.beforeId));
        query.arguments.add(window.limit + window.offset);
        return "SELECT id FROM (SELECT id FROM event INDEXED BY " + by + " WHERE " + where
                + " AND id > ? AND id < ? ORDER BY id " + (window.ascending ? "ASC" : "DESC") + " LIMIT ?)";
    }

    private static String conditions(Filter filter, Query query, Collection<EventKind> kinds, List<Long> channels) {
        var where = new ArrayList<String>();
        where.add("kind " + in(numbers(kinds)));
        var pinOnly = kinds.stream().filter(filter.pinOnly::contains).toList();
        var cardOnly = kinds.stream().filter(filter.cardOnly::contains).toList();
        if (!pinOnly.isEmpty()) where.add("(pin = 1 OR kind NOT " + in(numbers(pinOnly)) + ")");
        if (!cardOnly.isEmpty()) where.add("(pin = 0 OR kind NOT " + in(numbers(cardOnly)) + ")");
        var reserved = kinds.stream().filter(filter.reservedOnly::contains).toList();
        var plain = kinds.stream().filter(filter.plainOnly::contains).toList();
        if (!reserved.isEmpty())
            where.add("(" + RESERVATION + " IS NOT NULL OR kind NOT " + in(numbers(reserved)) + ")");
        if (!plain.isEmpty()) where.add("(" + RESERVATION + " IS NULL OR kind NOT " + in(numbers(plain)) + ")");
        if (!channels.isEmpty()) where.add("channel_id IN (" + marks(channels, query) + ")");
        if (filter.people != null) where.add(filter.people.condition(query));
        if (filter.fromMs != null) where.add("occurred_at >= ?");
        if (filter.fromMs != null) query.arguments.add(filter.fromMs);
        if (filter.toMs != null) where.add("occurred_at <= ?");
        if (filter.toMs != null) query.arguments.add(filter.toMs);
        return String.join(" AND ", where);
    }

    private static List<Integer> numbers(Collection<EventKind> kinds) {
        return kinds.stream().map(EventKind::number).toList();
    }

    /// The kinds' numbers are ours, not a client's: they stand in the statement itself.
    private static String in(List<Integer> numbers) {
        if (numbers.size() == 1) return "IN (" + numbers.getFirst() + ")";
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(", ", "IN (", ")"));
    }

    private static String marks(List<Long> values, Query query) {
        query.arguments.addAll(values);
        return String.join(", ", Collections.nCopies(values.size(), "?"));
    }

    /// Narrows the window to the ids of a short span of time, so that no walk looks outside it. Ids and times
    /// run the same way but where the clock was set back; hence the smallest and largest id, not those of the
    /// span's ends.
    private static Window span(Sql sql, Filter filter, Window window) {
        if (filter.fromMs == null && filter.toMs == null) return window;
        long from = filter.fromMs == null ? Long.MIN_VALUE : filter.fromMs;
        long to = filter.toMs == null ? Long.MAX_VALUE : filter.toMs;
        long[] ends =
                sql.get(SPAN, row -> new long[] {row.number(1), row.number(2), row.number(3)}, from, to, SPAN_MAX);
        if (ends[0] >= SPAN_MAX) return window;
        long after = Math.max(window.afterId, ends[1] - 1);
        long before = Math.min(window.beforeId, ends[2] + 1);
        return new Window(after, before, window.ascending, window.limit, window.offset);
    }
}
