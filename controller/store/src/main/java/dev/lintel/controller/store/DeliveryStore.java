package dev.lintel.controller.store;

import dev.lintel.controller.store.OutboxStore.Dropped;
import dev.lintel.controller.store.OutboxStore.Item;
import dev.lintel.reader.Bytes;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Tables `delivery`, `attempt` and `dropped` of `webhooks.db`, in the caller's transaction: what is sent, what came of
/// it, and what was given up. What pages show of it is read by [DeliveryLog]. Times in Unix milliseconds.
///
/// ```
///   waiting --2xx--> delivered
///      |  ^--------------|-- sent again by hand
///      |  ^----+         v
///      +--5 days--> failed        waiting --nobody may be told any more--> dropped
/// ```
public final class DeliveryStore {
    private static final String INSERT = """
            INSERT INTO delivery (endpoint_id, state, items, body, begun_at, next_at, created_at)
            VALUES (?, 'waiting', ?, ?, ?, ?, ?)""";
    private static final String DUE = """
            SELECT d.id, d.next_at
              FROM delivery d
             WHERE d.endpoint_id = ? AND d.state = 'waiting'
               AND NOT EXISTS (SELECT 1
                                 FROM item i
                                 JOIN item e ON e.endpoint_id = i.endpoint_id AND e.resource_id = i.resource_id
                                            AND e.id < i.id
                                WHERE i.delivery_id = d.id AND i.type = 'credential' AND e.delivery_id <> d.id
                                  AND e.type = 'credential' AND e.open = 1 AND e.delivery_id IS NOT NULL)
             ORDER BY d.next_at, d.id
             LIMIT ?
            """;
    private static final String SELECT = "SELECT id, endpoint_id, items, body, tries, begun_at, next_at FROM delivery ";

    /// As the time of the next attempt: now, whatever keeps others of its endpoint.
    public static final long BY_HAND = 0;

    private DeliveryStore() {}

    /// How far a delivery has come.
    public enum State {
        /// For its next attempt.
        WAITING,
        /// Its receiver has taken it.
        DELIVERED,
        /// Given up after five days.
        FAILED,
        /// Its receiver may not hear of it any more.
        DROPPED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /// One that waits.
    ///
    /// @param body deflated
    /// @param tries attempts since it was begun
    /// @param begunAtMs when its oldest item was noted, or it was last sent again by hand
    public record Delivery(long id, long endpointId, int items, Bytes body, int tries, long begunAtMs, long nextAtMs) {}

    /// One attempt.
    ///
    /// @param status of the answer; null: there was none
    /// @param fault why it does not end the delivery, as a sentence; null: it does
    /// @param answer its first bytes as text; empty: none
    public record Attempt(
            long atMs,
            long tookMs,
            @Nullable Integer status,
            @Nullable String fault,
            String answer) {}

    /// Puts items into a delivery that may go at once.
    public static Delivery make(Sql sql, long endpointId, List<Item> items, Bytes body, long nowMs) {
        long begunAtMs = items.getFirst().notedAtMs();
        long id = sql.insert(INSERT, endpointId, items.size(), body, begunAtMs, nowMs, nowMs);
        for (Item item : items) sql.run("UPDATE item SET delivery_id = ? WHERE id = ?", id, item.id());
        return new Delivery(id, endpointId, items.size(), body, 0, begunAtMs, nowMs);
    }

    public static @Nullable Delivery waiting(Sql sql, long id) {
        return sql.one(SELECT + "WHERE id = ? AND state = 'waiting'", DeliveryStore::delivery, id);
    }

    /// Those that wait, in the order in which they are due; not those in which something happened to a credential after
    /// what is still under way in another one.
    public static List<Due> due(Sql sql, long endpointId, int limit) {
        return sql.list(DUE, row -> new Due(row.number(1), row.number(2)), endpointId, limit);
    }

    /// When a delivery is to be tried next.
    public record Due(long id, long atMs) {}

    public static void attempted(Sql sql, long id, Attempt attempt) {
        sql.run(
                "INSERT INTO attempt (delivery_id, at, took_ms, status, fault, answer) VALUES (?, ?, ?, ?, ?, ?)",
                id,
                attempt.atMs,
                attempt.tookMs,
                attempt.status,
                attempt.fault,
                attempt.answer);
        sql.run("UPDATE delivery SET tries = tries + 1 WHERE id = ?", id);
    }

    public static void tryAgain(Sql sql, long id, long nextAtMs) {
        sql.run("UPDATE delivery SET next_at = ? WHERE id = ?", nextAtMs, id);
    }

    /// Ends one, and with it what it tells.
    public static void end(Sql sql, long id, State state, long nowMs) {
        sql.run("UPDATE delivery SET state = ?, next_at = NULL, ended_at = ? WHERE id = ?", state.word(), nowMs, id);
        sql.run("UPDATE item SET open = 0 WHERE delivery_id = ?", id);
    }

    /// Lets all that wait of an endpoint go at once: its receiver is back.
    public static void release(Sql sql, long endpointId, long nowMs) {
        sql.run(
                "UPDATE delivery SET next_at = ?1 WHERE endpoint_id = ?2 AND state = 'waiting' AND next_at > ?3",
                nowMs,
                endpointId,
                nowMs);
    }

    /// How many items wait in deliveries.
    public static long waitingItems(Sql sql, long endpointId) {
        return sql.get(
                "SELECT coalesce(sum(items), 0) FROM delivery WHERE endpoint_id = ? AND state = 'waiting'",
                row -> row.number(1),
                endpointId);
    }

    /// When the oldest was noted that an endpoint has not been told; null: it has been told everything.
    public static @Nullable Long oldest(Sql sql, long endpointId) {
        Long fresh = sql.one(
                "SELECT noted_at FROM item WHERE endpoint_id = ? AND delivery_id IS NULL ORDER BY id LIMIT 1",
                row -> row.number(1),
                endpointId);
        Long formed = sql.one(
                "SELECT begun_at FROM delivery WHERE endpoint_id = ? AND state = 'waiting' ORDER BY id LIMIT 1",
                row -> row.number(1),
                endpointId);
        if (fresh == null || formed == null) return fresh == null ? formed : fresh;
        return Math.min(fresh, formed);
    }

    /// As [OutboxStore#shift], for deliveries that wait.
    public static void shift(Sql sql, long byMs) {
        sql.run(
                "UPDATE delivery SET begun_at = begun_at + ?1,"
                        + " next_at = CASE next_at WHEN 0 THEN 0 ELSE next_at + ?2 END WHERE state = 'waiting'",
                byMs,
                byMs);
    }

    /// Nothing that waits was begun later than now, and nothing is due later than `latestMs`: then it is due now.
    public static void clamp(Sql sql, long nowMs, long latestMs) {
        sql.run("UPDATE delivery SET begun_at = ?1 WHERE state = 'waiting' AND begun_at > ?2", nowMs, nowMs);
        sql.run("UPDATE delivery SET next_at = ?1 WHERE state = 'waiting' AND next_at > ?2", nowMs, latestMs);
    }

    /// Removes deliveries of an endpoint that is to go, the oldest `limit` of them; returns how many.
    public static int remove(Sql sql, long endpointId, int limit) {
        return sql.run(
                "DELETE FROM delivery WHERE id IN (SELECT id FROM delivery WHERE endpoint_id = ? ORDER BY id LIMIT ?)",
                endpointId,
                limit);
    }

    /// Those that wait and were begun before then, oldest first.
    public static List<Long> begunBefore(Sql sql, long beforeMs, int limit) {
        return sql.list(
                "SELECT id FROM delivery WHERE state = 'waiting' AND begun_at < ? ORDER BY begun_at LIMIT ?",
                row -> row.number(1),
                beforeMs,
                limit);
    }

    /// Begins deliveries that have ended anew, as if they had just been noted. Returns their ids, oldest first.
    ///
    /// @param nextAtMs of their next attempt; [#BY_HAND] too
    public static List<Long> again(Sql sql, long endpointId, Span span, long nextAtMs, long nowMs) {
        List<Long> ids = sql.list(
                "SELECT id FROM delivery WHERE endpoint_id = ?1 AND id BETWEEN ?2 AND ?3 AND state <> 'waiting'"
                        + " AND created_at BETWEEN ?4 AND ?5 AND (?6 OR state <> 'delivered') ORDER BY id LIMIT ?7",
                row -> row.number(1),
                endpointId,
                span.firstId,
                span.lastId,
                span.fromMs,
                span.toMs,
                span.deliveredToo,
                span.limit);
        for (long id : ids) {
            // What arrived once keeps nothing later from being told.
            sql.run(
                    "UPDATE item SET open = 1 WHERE delivery_id = ?1"
                            + " AND (SELECT state FROM delivery WHERE id = ?2) <> 'delivered'",
                    id,
                    id);
            sql.run(
                    "UPDATE delivery SET state = 'waiting', tries = 0, begun_at = ?, next_at = ?, ended_at = NULL"
                            + " WHERE id = ?",
                    nowMs,
                    nextAtMs,
                    id);
        }
        return ids;
    }

    /// A stretch of deliveries: of these ids, and put together between these times, which need not rise with the ids.
    ///
    /// @param deliveredToo also those that arrived
    public record Span(long firstId, long lastId, long fromMs, long toMs, boolean deliveredToo, int limit) {
        /// One alone, however it ended.
        public static Span one(long id) {
            return new Span(id, id, Long.MIN_VALUE, Long.MAX_VALUE, true, 1);
        }
    }

    /// Notes what was given up, with what was given up for the same reason within the hour.
    public static void dropped(Sql sql, long endpointId, String why, Dropped dropped, long nowMs) {
        int changed = sql.run(
                "UPDATE dropped SET items = items + ?1, to_at = max(to_at, ?2), from_at = min(from_at, ?3) WHERE id ="
                        + " (SELECT id FROM dropped WHERE endpoint_id = ?4 AND why = ?5 AND at > ?6"
                        + " ORDER BY id DESC LIMIT 1)",
                dropped.items(),
                dropped.toMs(),
                dropped.fromMs(),
                endpointId,
                why,
                nowMs - ONE_RECORD_MS);
        if (changed > 0) return;
        sql.run(
                "INSERT INTO dropped (endpoint_id, at, why, items, from_at, to_at) VALUES (?, ?, ?, ?, ?, ?)",
                endpointId,
                nowMs,
                why,
                dropped.items(),
                dropped.fromMs(),
                dropped.toMs());
    }

    /// What is given up again and again is one line, not thousands.
    private static final long ONE_RECORD_MS = 3_600_000;

    /// Forgets deliveries that ended before then, the oldest `limit` of them; returns how many.
    public static int forget(Sql sql, long endedBeforeMs, int limit) {
        return sql.run(
                "DELETE FROM delivery WHERE id IN"
                        + " (SELECT id FROM delivery WHERE ended_at < ? ORDER BY ended_at LIMIT ?)",
                endedBeforeMs,
                limit);
    }

    /// Forgets records of what was given up before then.
    public static void forgetDropped(Sql sql, long beforeMs) {
        sql.run("DELETE FROM dropped WHERE at < ?", beforeMs);
    }

    /// What the file holds, without what is free in it.
    public static long usedBytes(Sql sql) {
        long pages = sql.get("PRAGMA page_count", row -> row.number(1))
                - sql.get("PRAGMA freelist_count", row -> row.number(1));
        return pages * sql.get("PRAGMA page_size", row -> row.number(1));
    }

    private static Delivery delivery(Row row) {
        Long next = row.nullableNumber(7);
        return new Delivery(
                row.number(1),
                row.number(2),
                row.integer(3),
                row.blob(4),
                row.integer(5),
                row.number(6),
                next == null ? row.number(6) : next);
    }
}
