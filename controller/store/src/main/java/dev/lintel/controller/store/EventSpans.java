package dev.lintel.controller.store;

import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/// Spans of time in the log of events, found by index `event_occurred_at` alone. Callable from any thread but an event
/// loop.
///
/// Ids and times run the same way but where the clock was set back. Ids have no gaps: where a span has as many events
/// as there are ids from its smallest to its largest, every event between them is in it, and no row's time need be
/// looked at. That is so for all but the hours around a clock that was set.
final class EventSpans {
    /// Events of which one read transaction reads the index: some milliseconds on a board.
    static final int SLICE = 100_000;

    static final String SLICE_END = """
            SELECT occurred_at
              FROM event INDEXED BY event_occurred_at
             WHERE occurred_at >= ? AND occurred_at < ?
             ORDER BY occurred_at
             LIMIT 1 OFFSET ?""";
    static final String ENDS = """
            SELECT count(*), coalesce(min(id), 0), coalesce(max(id), 0)
              FROM event INDEXED BY event_occurred_at
             WHERE occurred_at >= ? AND occurred_at < ? AND id <= ?""";

    private final Database database;

    EventSpans(Database database) {
        this.database = database;
    }

    /// Calls `work` with (from, before) of each slice of at most `slice` events (more where as many fell on one
    /// millisecond), until the whole is through; adds up what it answers. `beforeMs` itself is not in it.
    long slices(long fromMs, long beforeMs, int slice, LongBinaryOperator work) {
        long sum = 0;
        for (long from = fromMs; from < beforeMs; ) {
            long start = from;
            Long last = database.<@Nullable Long>read(
                    sql -> sql.one(SLICE_END, row -> row.number(1), start, beforeMs, slice - 1));
            long before = last == null ? beforeMs : Math.min(beforeMs, last + 1);
            sum += work.applyAsLong(from, before);
            from = before;
        }
        return sum;
    }

    /// The ids of what occurred from `fromMs` on, before `beforeMs`, and is in the log up to `lastId`.
    ReportQueries.Span find(long fromMs, long beforeMs, long lastId) {
        var ends = new Ends();
        slices(fromMs, beforeMs, SLICE, (from, before) -> {
            ends.add(database.read(sql -> sql.get(
                    ENDS, row -> new long[] {row.number(1), row.number(2), row.number(3)}, from, before, lastId)));
            return 0;
        });
        if (ends.count == 0) return new ReportQueries.Span(lastId, lastId, true, fromMs, beforeMs);
        boolean gapless = ends.count == ends.max - ends.min + 1;
        return new ReportQueries.Span(ends.min - 1, ends.max, gapless, fromMs, beforeMs);
    }

    /// What has been found so far. Confined to one call.
    private static final class Ends {
        private long count;
        private long min = Long.MAX_VALUE;
        private long max;

        void add(long[] slice) {
            if (slice[0] == 0) return;
            count += slice[0];
            min = Math.min(min, slice[1]);
            max = Math.max(max, slice[2]);
        }
    }
}
