package dev.lintel.controller.store;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.TraceWords;
import dev.lintel.controller.store.ReportQueries.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// The admissions of a span that did not lead to a passage: the log has ADMITTED_NOT_USED for them. Callable from any
/// thread but an event loop.
final class UnusedAdmissionIds {
    /// Admissions of one person that renew each other: a card counts once in 0.7 s, and an unlock lasts for seconds.
    static final int RENEWALS_MAX = 64;

    /// Events of that kind that are read in one transaction, some ten milliseconds.
    private static final int CHUNK = 100;

    private static final String READER = "coalesce(json_extract(additional, '$." + TraceWords.READER + "'), '')";

    static final String UNUSED =
            """
            SELECT id, person_id, channel_id, %s, json_extract(additional, '$.%s')
              FROM event INDEXED BY event_kind
             WHERE kind = %d AND id > ? AND id <= ? AND person_id IS NOT NULL
             ORDER BY id
             LIMIT %d""".formatted(READER, TraceWords.ADMITTED_AT, EventKind.ADMITTED_NOT_USED.number(), CHUNK);

    static final String BEFORE = """
            SELECT id, occurred_at, %s
              FROM event INDEXED BY event_person
             WHERE person_id = ? AND id > ? AND id < ? AND kind IN (%s) AND channel_id = ? AND occurred_at >= ?
             ORDER BY id DESC
             LIMIT %d""".formatted(READER, ReportQueries.numbers(EventKind::isAdmitted), RENEWALS_MAX);

    private final Database database;

    UnusedAdmissionIds(Database database) {
        this.database = database;
    }

    /// @param since when the person was admitted first, Unix milliseconds; null: only the last admission counts
    private record Unused(
            long id,
            long personId,
            long channelId,
            String side,
            @Nullable Long since) {}

    private record Admission(long id, long occurredAtMs, String side) {}

    /// Their ids, ascending: 8 bytes each, as a month of a busy hub has some ten thousands.
    long[] of(Span span) {
        var ids = LongStream.builder();
        long afterId = span.afterId();
        while (true) {
            long from = afterId;
            List<Unused> chunk = database.read(sql -> {
                List<Unused> all = sql.list(
                        UNUSED,
                        row -> new Unused(
                                row.number(1), row.number(2), row.number(3), row.text(4), ms(row.nullableText(5))),
                        from,
                        span.lastId());
                for (Unused one : all) admissions(sql, span, one).forEach(ids::add);
                return all;
            });
            if (chunk.size() < CHUNK) return ids.build().sorted().distinct().toArray();
            afterId = chunk.getLast().id();
        }
    }

    /// Those of a part of the log, after `from` and up to `to`, as JSON.
    static String between(long[] ids, long from, long to) {
        int begin = at(ids, from + 1);
        return Arrays.toString(Arrays.copyOfRange(ids, begin, at(ids, to + 1)));
    }

    private static int at(long[] ids, long id) {
        int found = Arrays.binarySearch(ids, id);
        return found < 0 ? -found - 1 : found;
    }

    private static List<Long> admissions(Sql sql, Span span, Unused unused) {
        List<Admission> before = sql.list(
                BEFORE,
                row -> new Admission(row.number(1), row.number(2), row.text(3)),
                unused.personId,
                span.afterId(),
                unused.id,
                unused.channelId,
                unused.since == null ? 0 : unused.since);
        var ids = new ArrayList<Long>();
        long laterMs = Long.MAX_VALUE;
        for (Admission one : before) {
            boolean setBack = one.occurredAtMs > laterMs; // the clock was, since that admission
            if (setBack || (unused.since == null && !ids.isEmpty())) break;
            laterMs = one.occurredAtMs;
            if (one.side.equals(unused.side)) ids.add(one.id);
        }
        return ids;
    }

    private static @Nullable Long ms(@Nullable String time) {
        return time == null ? null : (Long) Instant.parse(time).toEpochMilli();
    }
}
