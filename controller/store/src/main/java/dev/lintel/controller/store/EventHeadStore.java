package dev.lintel.controller.store;

import dev.lintel.reader.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Table `event_head`: heads of this box's log, signed by its key. Each method runs in the caller's transaction.
///
/// The newest head covers all events before it. Of older heads the last of each [#BLOCK_IDS] events stays, so that the
/// table has one row for a thousand events.
public final class EventHeadStore {
    /// Events of which one signed head stays.
    private static final int BLOCK_IDS = 1_000;

    private static final String SELECT = "SELECT event_id, hash, signed_at, key, signature FROM event_head";

    private EventHeadStore() {}

    /// A signed head.
    ///
    /// @param hash of that event
    /// @param signedAtMs Unix milliseconds, by the box's clock
    /// @param key SHA-256 of the public key
    public record Head(long eventId, Bytes hash, long signedAtMs, Bytes key, Bytes signature) {}

    /// An event of the log that can be signed.
    public record Unsigned(long eventId, Bytes hash) {}

    public static @Nullable Head newest(Sql sql) {
        return sql.one(SELECT + " ORDER BY event_id DESC LIMIT 1", EventHeadStore::head);
    }

    /// By event, ascending, after `eventId`; `max` at most.
    public static List<Head> after(Sql sql, long eventId, int max) {
        return sql.list(SELECT + " WHERE event_id > ? ORDER BY event_id LIMIT ?", EventHeadStore::head, eventId, max);
    }

    /// The newest event; null where it is signed with that key already, or there is none.
    public static @Nullable Unsigned unsigned(Sql sql, Bytes key) {
        Unsigned newest = sql.one(
                "SELECT id, hash FROM event ORDER BY id DESC LIMIT 1", row -> new Unsigned(row.number(1), row.blob(2)));
        if (newest == null) return null;
        Head head = sql.one(SELECT + " WHERE event_id = ?", EventHeadStore::head, newest.eventId);
        boolean isSigned = head != null && head.hash.equals(newest.hash) && head.key.equals(key);
        return isSigned ? null : newest;
    }

    /// The newest head that another key signed; null: all are of `key`.
    public static @Nullable Head ofAnotherKey(Sql sql, Bytes key) {
        return sql.one(SELECT + " WHERE key <> ? ORDER BY event_id DESC LIMIT 1", EventHeadStore::head, key);
    }

    /// Whether `key` signed any head.
    public static boolean hasSigned(Sql sql, Bytes key) {
        return sql.get("SELECT EXISTS (SELECT 1 FROM event_head WHERE key = ?)", row -> row.number(1) == 1, key);
    }

    /// A head whose event is not in the log, or has another hash: the log was changed. Null: there is none.
    public static @Nullable Head foreign(Sql sql) {
        return sql.one(
                SELECT + " h WHERE NOT EXISTS (SELECT 1 FROM event e WHERE e.id = h.event_id AND e.hash = h.hash)"
                        + " ORDER BY event_id LIMIT 1",
                EventHeadStore::head);
    }

    /// Keeps a head in place of the earlier one of the same block. One whose event is not in the log, or has another
    /// hash, stays: it shows that the log was changed.
    public static void keep(Sql sql, Head head) {
        long block = (head.eventId - 1) / BLOCK_IDS * BLOCK_IDS;
        sql.run(
                "DELETE FROM event_head WHERE event_id > ? AND event_id < ?"
                        + " AND EXISTS (SELECT 1 FROM event e WHERE e.id = event_id AND e.hash = event_head.hash)",
                block,
                head.eventId);
        sql.run(
                "INSERT INTO event_head (event_id, hash, signed_at, key, signature) VALUES (?, ?, ?, ?, ?)"
                        + " ON CONFLICT (event_id) DO NOTHING",
                head.eventId,
                head.hash,
                head.signedAtMs,
                head.key,
                head.signature);
    }

    static Head head(Row row) {
        return new Head(row.number(1), row.blob(2), row.number(3), row.blob(4), row.blob(5));
    }
}
