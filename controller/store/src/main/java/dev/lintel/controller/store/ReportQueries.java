package dev.lintel.controller.store;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.store.EventQueries.Filter;
import dev.lintel.controller.store.EventQueries.People;
import dev.lintel.controller.store.EventQueries.Window;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What reports ask of the log of events: lists, counts by hour, who went where last. Millions of rows: each question
/// is put in parts, a short read transaction each, and by an index. Callable from any thread but an event loop.
public final class ReportQueries {
    /// Ids of events that one read transaction looks at where no index finds the wanted ones: some ten milliseconds.
    private static final int BLOCK = 25_000;
    /// Events that are counted by channel in one read transaction, rows and all.
    private static final int HOUR_SLICE = 25_000;

    private static final NavigableSet<EventKind> NONE = new TreeSet<>();
    private static final String ACTIVITY = "kind IN (" + numbers(EventKind::isActivity) + ")";
    private static final String ADMITTED = "kind IN (" + numbers(EventKind::isAdmitted) + ")";

    static final String USE = """
            SELECT channel_id, count(*), sum(%s)
              FROM event INDEXED BY event_occurred_at
             WHERE occurred_at >= ? AND occurred_at < ? AND id <= ? AND channel_id IS NOT NULL AND %s
             GROUP BY channel_id""".formatted(ADMITTED, ACTIVITY);

    /// Channels that ever had an event: one seek each.
    static final String CHANNELS_OF_LOG = """
            WITH RECURSIVE used (id) AS (
              SELECT min(channel_id) FROM event INDEXED BY event_channel
              UNION ALL
              SELECT (SELECT min(channel_id) FROM event INDEXED BY event_channel WHERE channel_id > used.id)
                FROM used
               WHERE used.id IS NOT NULL)
            SELECT id FROM used WHERE id IS NOT NULL""";
    static final String CHANNEL_USED = "SELECT 1 FROM event INDEXED BY event_channel WHERE channel_id = ? AND "
            + ACTIVITY + " AND id > ? AND id <= ? LIMIT 1";

    /// 1 where the person went out: into the outermost area where the door knows areas, else by the exit reader.
    private static final String OUT = """
            CASE WHEN json_extract(additional, '$.area') IS NULL
                 THEN coalesce(json_extract(additional, '$.reader'), '') = 'exit'
                 ELSE json_extract(additional, '$.area') IN (SELECT value FROM json_each(?))
            END""";
    /// More than a block has.
    private static final int ID_BITS = 15;

    private static final long ID_MASK = (1L << ID_BITS) - 1;
    /// The last is the one that occurred last, and of those of one millisecond the one with the highest id:
    /// what a box tells of after a silence is written later, and occurred before. Both in one number: the time,
    /// and how far the id is from the block's begin.
    static final String MOVES = """
            SELECT person_id, %s, max((occurred_at << %d) + id - ?2)
              FROM event NOT INDEXED
             WHERE id > ?2 AND id <= ?3 AND occurred_at >= ?4 AND person_id IS NOT NULL AND %s
               AND id NOT IN (SELECT value FROM json_each(?5))
             GROUP BY 1, 2
             ORDER BY 1, 2""".formatted(OUT, ID_BITS, ADMITTED);
    /// Areas that doors lead out of and none leads into, whichever way one goes in.
    private static final String OUTERMOST = """
            SELECT passback_from FROM channel WHERE account_id = 1 AND passback_from <> ''
            EXCEPT SELECT passback_to FROM channel WHERE account_id = 1
            ORDER BY 1""";
    private static final String BY_IDS =
            "SELECT " + EventStore.COLUMNS + " FROM event WHERE id IN (SELECT value FROM json_each(?))";

    private final Database database;
    private final EventSpans spans;
    private final UnusedAdmissionIds unusedAdmissions;

    public ReportQueries(Database database) {
        this.database = database;
        this.spans = new EventSpans(database);
        this.unusedAdmissions = new UnusedAdmissionIds(database);
    }

    /// Where in the log a span of time lies.
    ///
    /// @param afterId the id before the span's smallest
    /// @param lastId its largest; `afterId` when nothing occurred in it
    /// @param gapless every event between them is in the span
    /// @param fromMs its first millisecond
    /// @param beforeMs the first after it
    public record Span(long afterId, long lastId, boolean gapless, long fromMs, long beforeMs) {}

    /// Which events a list is of.
    ///
    /// @param kinds never empty
    /// @param channelIds empty: any
    /// @param personId null: any
    public record Wanted(
            Set<EventKind> kinds,
            List<Long> channelIds,
            @Nullable Long personId,
            Span span) {
        Filter filter() {
            var people = personId == null ? null : new People(personId, List.of(), List.of(), null);
            Long from = span.gapless ? null : (Long) span.fromMs;
            Long to = span.gapless ? null : (Long) (span.beforeMs - 1);
            return new Filter(new TreeSet<>(kinds), NONE, NONE, Map.of(), channelIds, people, from, to);
        }
    }

    /// Takes rows one by one.
    @FunctionalInterface
    public interface Sink<T> {
        void take(T row) throws IOException;
    }

    /// What of the log occurred from `fromMs` on and before `beforeMs`, up to event `lastId`.
    public Span span(long fromMs, long beforeMs, long lastId) {
        return spans.find(fromMs, beforeMs, lastId);
    }

    public long count(Wanted wanted) {
        return walk(wanted).total();
    }

    /// Hands on `limit` events behind the first `offset`, oldest first.
    public void each(Wanted wanted, long offset, long limit, Sink<Event> sink) throws IOException {
        walk(wanted).each(offset, limit, sink);
    }

    private BlockWalk<Event> walk(Wanted wanted) {
        return new BlockWalk<>(new Events(database, wanted.filter()), wanted.span.afterId, wanted.span.lastId);
    }

    private record Events(Database database, Filter filter) implements BlockWalk.Source<Event> {
        @Override
        public long blockEnd(long afterId, long lastId) {
            return Math.min(lastId, afterId + BLOCK);
        }

        @Override
        public long count(long afterId, long upToId) {
            EventSql.Query query = EventSql.count(filter, afterId, upToId);
            return database.read(sql -> sql.get(query.sql(), row -> row.number(1), query.values()));
        }

        @Override
        public List<Event> rows(long afterId, long upToId, int limit, long offset) {
            var queries = EventSql.ids(filter, new Window(afterId, upToId + 1, true, limit, offset));
            return database.read(sql -> {
                var ids = new TreeSet<Long>();
                for (var query : queries) ids.addAll(sql.list(query.sql(), row -> row.number(1), query.values()));
                // One statement has skipped already, several leave it to who merges them.
                var wanted = queries.size() == 1
                        ? List.copyOf(ids)
                        : ids.stream().skip(offset).limit(limit).toList();
                return sql.list(BY_IDS + " ORDER BY id", EventStore::event, wanted.toString());
            });
        }

        @Override
        public long id(Event event) {
            return event.id();
        }
    }

    /// How often somebody was let in and turned away.
    public record Use(long admitted, long denied) {
        public static final Use UNUSED = new Use(0, 0);

        Use plus(Use more) {
            return new Use(admitted + more.admitted, denied + more.denied);
        }
    }

    /// The use of each channel that was used from `fromMs` on and before `beforeMs`, by its id.
    public Map<Long, Use> use(long fromMs, long beforeMs, long lastId) {
        var uses = new TreeMap<Long, Use>();
        spans.slices(
                fromMs,
                beforeMs,
                HOUR_SLICE,
                (from, before) -> database.read(sql -> {
                    sql.each(
                            USE,
                            row -> uses.merge(
                                    row.number(1), new Use(row.number(3), row.number(2) - row.number(3)), Use::plus),
                            from,
                            before,
                            lastId);
                    return 0L;
                }));
        return uses;
    }

    /// The account's channels, and those that are gone but were used in the span: by id.
    public List<Long> channels(long fromMs, long beforeMs, long lastId) {
        var ids = new TreeSet<>(database.read(ChannelStore::ids));
        var gone = new ArrayList<>(database.read(sql -> sql.list(CHANNELS_OF_LOG, row -> row.number(1))));
        gone.removeAll(ids);
        if (gone.isEmpty()) return List.copyOf(ids);
        Span span = span(fromMs, beforeMs, lastId);
        for (Long id : gone) {
            Integer used = database.<@Nullable Integer>read(
                    sql -> sql.one(CHANNEL_USED, row -> row.integer(1), id, span.afterId, span.lastId));
            if (used != null) ids.add(id);
        }
        return List.copyOf(ids);
    }

    /// Where everybody went who was admitted in the span and has passed, as far as the log says. Throws
    /// [TooManyException] for more people than `peopleMax`.
    public LastMoves lastMoves(Span span, int peopleMax) {
        String outermost = database.read(sql -> sql.list(OUTERMOST, row -> row.text(1))).stream()
                .map(Json::write)
                .collect(Collectors.joining(",", "[", "]"));
        long[] unused = unusedAdmissions.of(span);
        var moves = new LastMoves();
        for (long after = span.afterId; after < span.lastId; after += BLOCK) {
            long from = after;
            long to = Math.min(span.lastId, after + BLOCK);
            moves.add(database.read(sql -> sql.list(
                    MOVES,
                    row -> new LastMoves.Move(
                            row.number(1), row.flag(2), row.number(3) >> ID_BITS, from + (row.number(3) & ID_MASK)),
                    outermost,
                    from,
                    to,
                    span.fromMs,
                    UnusedAdmissionIds.between(unused, from, to))));
            if (moves.people() > peopleMax) throw new TooManyException();
        }
        return moves;
    }

    /// More people than were allowed for.
    public static final class TooManyException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooManyException() {
            super("too many people", null, false, false);
        }
    }

    /// Events by id, those that are there.
    public Map<Long, Event> events(List<Long> ids) {
        return database.read(sql -> sql.list(BY_IDS, EventStore::event, ids.toString())).stream()
                .collect(Collectors.toMap(Event::id, event -> event));
    }

    /// The kinds' numbers are ours, not a client's: they stand in the statement itself.
    static String numbers(Predicate<EventKind> which) {
        return EnumSet.allOf(EventKind.class).stream()
                .filter(which)
                .map(kind -> String.valueOf(kind.number()))
                .collect(Collectors.joining(", "));
    }
}
