package dev.lintel.controller.store;

import dev.lintel.controller.store.DeliveryStore.Attempt;
import dev.lintel.controller.store.DeliveryStore.State;
import dev.lintel.reader.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What pages show of `webhooks.db`, in the caller's transaction. Times in Unix milliseconds.
public final class DeliveryLog {
    private static final String ROWS = """
            SELECT d.id, d.endpoint_id, d.state, d.items, d.created_at, d.next_at, d.ended_at,
                   (SELECT count(*) FROM attempt WHERE delivery_id = d.id),
                   a.at, a.took_ms, a.status, a.fault, a.answer,
                   (SELECT count(*) FROM item WHERE delivery_id = d.id AND acked_at IS NOT NULL)
              FROM delivery d
              LEFT JOIN attempt a ON a.id = (SELECT max(id) FROM attempt WHERE delivery_id = d.id)
            """;
    private static final String RECENT = """
            SELECT a.took_ms, a.fault IS NULL
              FROM (SELECT id FROM delivery WHERE endpoint_id = ?1 ORDER BY id DESC LIMIT ?2) d
              JOIN attempt a ON a.delivery_id = d.id
             WHERE a.at >= ?3
             ORDER BY a.took_ms
            """;
    /// Deliveries that an endpoint's health is judged by.
    private static final int RECENT_MAX = 1_000;

    private DeliveryLog() {}

    /// A delivery in a list.
    ///
    /// @param nextAtMs while it waits; [DeliveryStore#BY_HAND]: now
    /// @param last its newest attempt; null: none was made yet
    /// @param acknowledged how many of its items
    public record Line(
            long id,
            long endpointId,
            State state,
            int items,
            long createdAtMs,
            @Nullable Long nextAtMs,
            @Nullable Long endedAtMs,
            int attempts,
            @Nullable Attempt last,
            int acknowledged) {}

    /// What is asked for.
    ///
    /// @param state null: any
    /// @param beforeId older ones than this
    public record Wanted(@Nullable State state, long beforeId, int limit) {}

    /// The newest first.
    public static List<Line> list(Sql sql, long endpointId, Wanted wanted) {
        State state = wanted.state;
        if (state == null) {
            return sql.list(
                    ROWS + " WHERE d.endpoint_id = ? AND d.id < ? ORDER BY d.id DESC LIMIT ?",
                    DeliveryLog::line,
                    endpointId,
                    wanted.beforeId,
                    wanted.limit);
        }
        return sql.list(
                ROWS + " WHERE d.endpoint_id = ? AND d.state = ? AND d.id < ? ORDER BY d.id DESC LIMIT ?",
                DeliveryLog::line,
                endpointId,
                state.word(),
                wanted.beforeId,
                wanted.limit);
    }

    public static @Nullable Line get(Sql sql, long id) {
        return sql.one(ROWS + " WHERE d.id = ?", DeliveryLog::line, id);
    }

    /// What was posted, deflated; null for one that is not there.
    public static @Nullable Bytes body(Sql sql, long id) {
        return sql.one("SELECT body FROM delivery WHERE id = ?", row -> row.blob(1), id);
    }

    /// Oldest first.
    public static List<Attempt> attempts(Sql sql, long deliveryId) {
        return sql.list(
                "SELECT at, took_ms, status, fault, answer FROM attempt WHERE delivery_id = ? ORDER BY id",
                row -> attempt(row, 1),
                deliveryId);
    }

    /// What was given up.
    public record Given(long atMs, String why, long items, long fromMs, long toMs) {}

    /// The newest first, at most `limit`.
    public static List<Given> given(Sql sql, long endpointId, int limit) {
        return sql.list(
                "SELECT at, why, items, from_at, to_at FROM dropped WHERE endpoint_id = ? ORDER BY id DESC LIMIT ?",
                row -> new Given(row.number(1), row.text(2), row.number(3), row.number(4), row.number(5)),
                endpointId,
                limit);
    }

    /// How the attempts since some time went, of the newest deliveries.
    ///
    /// @param medianMs of those that succeeded; null: none did
    /// @param slowestMs as `medianMs`, of the slowest in a hundred the quickest
    public record Recent(
            int arrived,
            int failed,
            @Nullable Long medianMs,
            @Nullable Long slowestMs) {}

    private record Took(long ms, boolean arrived) {}

    private static Took took(Row row) {
        return new Took(row.number(1), row.flag(2));
    }

    public static Recent recent(Sql sql, long endpointId, long sinceMs) {
        List<Took> all = sql.list(RECENT, DeliveryLog::took, endpointId, RECENT_MAX, sinceMs);
        List<Long> good = all.stream().filter(Took::arrived).map(Took::ms).toList();
        Long median = good.isEmpty() ? null : good.get(good.size() / 2);
        Long slowest = good.isEmpty() ? null : good.get((int) Math.min(good.size() - 1L, good.size() * 99L / 100));
        return new Recent(good.size(), all.size() - good.size(), median, slowest);
    }

    /// Looked through for the newest fault: where an endpoint is paused, its newest deliveries were never tried.
    private static final int FAULT_MAX = 5_000;

    /// Why the newest attempt failed that did; null: none of the newest deliveries' did.
    public static @Nullable String lastFault(Sql sql, long endpointId) {
        return sql.one(
                "SELECT a.fault FROM (SELECT id FROM delivery WHERE endpoint_id = ? ORDER BY id DESC LIMIT ?) d"
                        + " JOIN attempt a ON a.delivery_id = d.id WHERE a.fault IS NOT NULL"
                        + " ORDER BY a.id DESC LIMIT 1",
                row -> row.text(1),
                endpointId,
                FAULT_MAX);
    }

    /// How many deliveries were put together between these times and have ended.
    ///
    /// @param deliveredToo also those that arrived
    public static long ended(Sql sql, long endpointId, long fromMs, long toMs, boolean deliveredToo) {
        return sql.get(
                "SELECT count(*) FROM delivery WHERE endpoint_id = ?1 AND created_at BETWEEN ?2 AND ?3"
                        + " AND state <> 'waiting' AND (?4 OR state <> 'delivered')",
                row -> row.number(1),
                endpointId,
                fromMs,
                toMs,
                deliveredToo);
    }

    /// The first and last delivery that were put together between these times, and how many there are; null: none.
    public static @Nullable Stretch between(Sql sql, long endpointId, long fromMs, long toMs) {
        Stretch found = sql.get(
                "SELECT coalesce(min(id), 0), coalesce(max(id), 0), count(*) FROM delivery"
                        + " WHERE endpoint_id = ? AND created_at BETWEEN ? AND ?",
                row -> new Stretch(row.number(1), row.number(2), row.number(3)),
                endpointId,
                fromMs,
                toMs);
        return found.count == 0 ? null : found;
    }

    public record Stretch(long firstId, long lastId, long count) {}

    private static Line line(Row row) {
        Attempt last = row.nullableNumber(9) == null ? null : attempt(row, 9);
        return new Line(
                row.number(1),
                row.number(2),
                State.of(row.text(3)),
                row.integer(4),
                row.number(5),
                row.nullableNumber(6),
                row.nullableNumber(7),
                row.integer(8),
                last,
                row.integer(14));
    }

    private static Attempt attempt(Row row, int from) {
        Long status = row.nullableNumber(from + 2);
        return new Attempt(
                row.number(from),
                row.number(from + 1),
                status == null ? null : (Integer) status.intValue(),
                row.nullableText(from + 3),
                row.text(from + 4));
    }
}
