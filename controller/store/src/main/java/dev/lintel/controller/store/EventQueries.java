package dev.lintel.controller.store;

import dev.lintel.controller.event.Basis;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.EventTally.Block;
import dev.lintel.controller.store.EventTally.Counted;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Filtered lists of events, newest first or oldest first, and how many they are. Callable from any thread but an
/// event loop.
///
/// Millions of rows, of which a filter may want a handful, a page from the middle, or the count: none of it may walk
/// them. [EventTally] knows how many there are in each block of ids and between which times, [EventSql] finds ids in
/// the order of an index.
///
/// ```
///   since ──────────────┐                              ┌── until
///   │ not read │ by time │ no look at times │ …  │ by time │ not read │
///                        └ counts known, skipped by deep pages ┘
/// ```
public final class EventQueries {
    static final String RESERVATION = "json_extract(additional, '$." + EventDraft.RESERVATION_ID + "')";

    static final String UNLOCKED_BY = "json_extract(additional, '$." + EventDraft.UNLOCKED_BY + "')";

    /// By what a door is unlocked that is no schedule.
    static final String UNSCHEDULED =
            EventDraft.UNSCHEDULED.stream().map(word -> "'" + word + "'").collect(Collectors.joining(", ", "(", ")"));

    static final String ROWS =
            "SELECT " + EventStore.COLUMNS + " FROM event WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id ";

    private final Database database;
    private final EventTally tally;

    public EventQueries(Database database) {
        this(database, new EventTally(database));
    }

    EventQueries(Database database, EventTally tally) {
        this.database = database;
        this.tally = tally;
    }

    /// Which events.
    ///
    /// @param kinds empty: finds none; `pin` of a row decides for those in `pinOnly` and `cardOnly` (all but PINs)
    /// @param bases kinds of which only events of some bases are wanted
    /// @param channelIds empty: any
    /// @param people null: any
    /// @param fromMs occurred at or after, or null
    /// @param toMs occurred at or before, or null
    public record Filter(
            NavigableSet<EventKind> kinds,
            NavigableSet<EventKind> pinOnly,
            NavigableSet<EventKind> cardOnly,
            Map<EventKind, Set<Basis>> bases,
            List<Long> channelIds,
            @Nullable People people,
            @Nullable Long fromMs,
            @Nullable Long toMs) {
        /// The same without its span of time.
        private Filter always() {
            return new Filter(kinds, pinOnly, cardOnly, bases, channelIds, people, null, null);
        }

        private boolean hasTimes() {
            return fromMs != null || toMs != null;
        }

        /// Whether nothing that happened between two times is in the span.
        private boolean excludes(long earliestMs, long latestMs) {
            return (fromMs != null && latestMs < fromMs) || (toMs != null && earliestMs > toMs);
        }

        /// Whether all that happened between two times is in the span.
        private boolean covers(long earliestMs, long latestMs) {
            return (fromMs == null || earliestMs >= fromMs) && (toMs == null || latestMs <= toMs);
        }
    }

    /// Whose events: those of people, deleted ones too, whom every part describes that is neither null nor empty; one
    /// is neither. A person has one of the names given. Names are compared without regard to case. An address finds
    /// only who holds it now.
    public record People(
            @Nullable Long id,
            List<String> firstNames,
            List<String> lastNames,
            @Nullable String email) {
        private boolean byName() {
            return !firstNames.isEmpty() || !lastNames.isEmpty() || email != null;
        }

        String condition(List<@Nullable Object> arguments) {
            var where = new ArrayList<String>();
            if (id != null) where.add("person_id = ?");
            if (id != null) arguments.add(id);
            if (byName()) {
                String namesakes = PersonStore.namesakes(firstNames, lastNames, email, arguments);
                where.add("person_id IN (" + namesakes + ")");
            }
            return String.join(" AND ", where);
        }
    }

    /// Which part of the filtered list: ids within (`afterId`, `beforeId`), both exclusive.
    public record Window(long afterId, long beforeId, boolean ascending, int limit, long offset) {}

    /// Ids from `afterId` (exclusive) up to `upToId`. `timed`: some in the filter's span of time, some perhaps not;
    /// else all in it. `block`: the one that these are all ids of, or [#NONE].
    private record Piece(long afterId, long upToId, boolean timed, int block) {
        private static final int NONE = -1;

        private boolean joins(Piece next) {
            return timed == next.timed && (upToId == next.afterId || afterId == next.upToId);
        }

        private Piece and(Piece next) {
            return new Piece(Math.min(afterId, next.afterId), Math.max(upToId, next.upToId), timed, NONE);
        }
    }

    /// One question, and what was counted when it was asked.
    private static final class Look {
        private final Filter filter;
        private final Counted counted;
        private final boolean[] sorts;

        private Look(Filter filter, Counted counted) {
            this.filter = filter;
            this.counted = counted;
            this.sorts = counted.sorts(filter);
        }
    }

    /// Counts what there is by now, so that nobody has to wait for it: some seconds for millions of events.
    public void countAhead() {
        tally.upTo(database.events().head());
    }

    public List<Event> list(Filter filter, Window window) {
        if (filter.kinds.isEmpty()) return List.of();
        Look look = look(filter, window.beforeId - 1);
        return database.read(sql -> {
            String ids =
                    ids(sql, look, window).stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
            return sql.list(ROWS + (window.ascending ? "ASC" : "DESC"), EventStore::event, ids);
        });
    }

    /// How many events after one id and up to another the filter finds.
    public long count(Filter filter, long afterId, long upToId) {
        if (filter.kinds.isEmpty()) return 0;
        Look look = look(filter, upToId);
        return database.read(sql -> {
            long count = 0;
            for (Piece piece : pieces(look, afterId, upToId)) count += count(sql, look, piece);
            return count;
        });
    }

    private Look look(Filter filter, long upToId) {
        return new Look(filter, tally.upTo(Math.min(upToId, database.events().head())));
    }

    private static List<Long> ids(Sql sql, Look look, Window window) {
        List<Piece> pieces = pieces(look, window.afterId, window.beforeId - 1);
        if (!window.ascending) pieces = pieces.reversed();
        var ids = new ArrayList<Long>();
        long skip = window.offset;
        int at = 0;
        for (; skip > 0 && at < pieces.size() && ids.isEmpty(); at++) {
            Piece piece = pieces.get(at);
            boolean last = at == pieces.size() - 1; // what it holds matters to none after it
            long there = last ? Long.MAX_VALUE : count(sql, look, piece);
            if (there > skip) ids.addAll(find(sql, look, part(piece, window, window.limit, skip), piece.timed));
            else skip -= there;
        }
        for (Piece run : runs(pieces.subList(at, pieces.size()))) {
            if (ids.size() >= window.limit) break;
            ids.addAll(find(sql, look, part(run, window, window.limit - ids.size(), 0), run.timed));
        }
        return ids;
    }

    private static Window part(Piece piece, Window window, int limit, long offset) {
        return new Window(piece.afterId, piece.upToId + 1, window.ascending, limit, offset);
    }

    private static List<Long> find(Sql sql, Look look, Window window, boolean timed) {
        List<EventSql.Query> queries = EventSql.ids(timed ? look.filter : look.filter.always(), window);
        if (queries.size() == 1) return ids(sql, queries.getFirst());
        var ids = new ArrayList<Long>();
        for (EventSql.Query query : queries) ids.addAll(ids(sql, query));
        ids.sort(window.ascending ? Comparator.naturalOrder() : Comparator.reverseOrder());
        int from = Math.toIntExact(Math.min(window.offset, ids.size()));
        return ids.subList(from, Math.min(ids.size(), from + window.limit));
    }

    private static List<Long> ids(Sql sql, EventSql.Query query) {
        return sql.list(query.sql(), row -> row.number(1), query.values());
    }

    private static long count(Sql sql, Look look, Piece piece) {
        if (piece.block != Piece.NONE) return look.counted.count(piece.block, look.sorts);
        Filter filter = piece.timed ? look.filter : look.filter.always();
        EventSql.Query query = EventSql.count(filter, piece.afterId, piece.upToId);
        return sql.get(query.sql(), row -> row.number(1), query.values());
    }

    /// The ids between two, oldest first, without those of blocks that are outside the span of time.
    private static List<Piece> pieces(Look look, long afterId, long upToId) {
        var pieces = new ArrayList<Piece>();
        Filter filter = look.filter;
        List<Block> blocks = look.counted.blocks();
        long begin = 0;
        for (int i = 0; i < blocks.size(); i++) {
            Block block = blocks.get(i);
            long from = Math.max(afterId, begin);
            long to = Math.min(upToId, block.upToId);
            boolean whole = from == begin && to == block.upToId;
            begin = block.upToId;
            if (from >= to || filter.excludes(block.fromMs, block.toMs)) continue;
            boolean timed = !filter.covers(block.fromMs, block.toMs);
            boolean known = whole && !timed && filter.people == null;
            pieces.add(new Piece(from, to, timed, known ? i : Piece.NONE));
        }
        long rest = Math.max(afterId, look.counted.upToId());
        if (rest < upToId) pieces.add(new Piece(rest, upToId, filter.hasTimes(), Piece.NONE));
        return filter.people == null ? pieces : runs(pieces); // blocks know nothing of people
    }

    /// Pieces joined where nothing is between them.
    private static List<Piece> runs(List<Piece> pieces) {
        var runs = new ArrayList<Piece>();
        for (Piece piece : pieces) {
            Piece before = runs.isEmpty() ? null : runs.getLast();
            if (before != null && before.joins(piece)) runs.set(runs.size() - 1, before.and(piece));
            else runs.add(piece);
        }
        return runs;
    }
}
