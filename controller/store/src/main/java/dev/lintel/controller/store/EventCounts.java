package dev.lintel.controller.store;

import dev.lintel.controller.event.Basis;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.EventTally.Sort;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How many events of each sort a run of ids holds, and between which times they lie; both ends are beyond each other
/// when it holds none. Table `event_count` keeps them, one line a sort: `channel kind pin basis count`, with `-` for no
/// channel, 1 or 0 for a flag, and the ordinal of the basis.
record EventCounts(Map<Sort, Integer> counts, long fromMs, long toMs) {
    private static final List<Basis> BASES = List.of(Basis.values());
    private static final String RESERVABLE = Stream.of(EventKind.values())
            .filter(EventKind::mayBeReserved)
            .map(kind -> String.valueOf(kind.number()))
            .collect(Collectors.joining(", ", "(", ")"));
    // instr() spares nearly every row the reading of its JSON
    private static final String COUNT = """
            SELECT channel_id, kind, pin,
                   CASE WHEN kind IN %s AND instr(additional, 'reservation_id') > 0 AND %s IS NOT NULL THEN %d
                        WHEN kind = %d AND %s IN %s THEN %d
                        ELSE %d END AS basis,
                   count(*), min(occurred_at), max(occurred_at)
              FROM event
             WHERE id > ? AND id <= ?
             GROUP BY channel_id, kind, pin, basis""".formatted(
                    RESERVABLE,
                    EventQueries.RESERVATION,
                    Basis.RESERVED.number(),
                    EventKind.ADMITTED_UNLOCKED.number(),
                    EventQueries.UNLOCKED_BY,
                    EventQueries.UNSCHEDULED,
                    Basis.UNSCHEDULED.number(),
                    Basis.USUAL.number());
    private static final String KEPT = """
            SELECT event_count.counts, event_count.from_ms, event_count.to_ms
              FROM event_count JOIN event ON event.id = event_count.up_to_id AND event.hash = event_count.hash
             WHERE event_count.after_id = ? AND event_count.up_to_id = ?""";
    private static final String KEEP = """
            INSERT OR REPLACE INTO event_count (after_id, up_to_id, hash, from_ms, to_ms, counts)
            SELECT ?, id, hash, ?, ?, ? FROM event WHERE id = ?""";

    /// Those of the ids after one and up to another, all of which are on disk: as they were kept, or counted now and
    /// kept once `database` finds time.
    static EventCounts of(Database database, long afterId, long upToId) {
        EventCounts kept = database.read(
                sql -> sql.one(KEPT, row -> parse(row.text(1), row.number(2), row.number(3)), afterId, upToId));
        if (kept != null) return kept;
        EventCounts counted = database.read(sql -> count(sql, afterId, upToId));
        String text = counted.text();
        database.writeLater(sql -> sql.run(KEEP, afterId, counted.fromMs, counted.toMs, text, upToId));
        return counted;
    }

    private static EventCounts count(Sql sql, long afterId, long upToId) {
        var counts = new LinkedHashMap<Sort, Integer>();
        long[] times = {Long.MAX_VALUE, Long.MIN_VALUE};
        sql.each(
                COUNT,
                row -> {
                    EventKind kind = EventKind.ofNumber(row.integer(2));
                    counts.put(
                            new Sort(row.nullableNumber(1), kind, row.flag(3), BASES.get(row.integer(4))),
                            row.integer(5));
                    times[0] = Math.min(times[0], row.number(6));
                    times[1] = Math.max(times[1], row.number(7));
                },
                afterId,
                upToId);
        return new EventCounts(counts, times[0], times[1]);
    }

    private String text() {
        return counts.entrySet().stream()
                .map(entry -> line(entry.getKey()) + entry.getValue())
                .collect(Collectors.joining("\n"));
    }

    private static String line(Sort sort) {
        String channel = sort.channelId() == null ? "-" : sort.channelId().toString();
        return channel + " " + sort.kind().number() + (sort.pin() ? " 1 " : " 0 ")
                + sort.basis().number() + " ";
    }

    private static EventCounts parse(String text, long fromMs, long toMs) {
        var counts = new LinkedHashMap<Sort, Integer>();
        text.lines().forEach(line -> {
            String[] parts = line.split(" ", -1);
            Long channel = parts[0].equals("-") ? null : Long.valueOf(parts[0]);
            EventKind kind = EventKind.ofNumber(Integer.parseInt(parts[1]));
            var sort = new Sort(channel, kind, parts[2].equals("1"), BASES.get(Integer.parseInt(parts[3])));
            counts.put(sort, Integer.valueOf(parts[4]));
        });
        return new EventCounts(counts, fromMs, toMs);
    }
}
