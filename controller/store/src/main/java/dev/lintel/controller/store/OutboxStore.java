package dev.lintel.controller.store;

import dev.lintel.reader.Bytes;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Tables `outbox`, `source` and `item` of `webhooks.db`, in the caller's transaction: what is to be told, before it is
/// put into a delivery ([DeliveryStore]) and after. Times in Unix milliseconds.
public final class OutboxStore {
    /// Waiting items that are looked through for the next delivery: more only wait where thousands of credentials stand
    /// behind deliveries that fail.
    private static final int LOOKED_AT_MAX = 5_000;

    /// The oldest that may go: not what happened to a credential while something that happened to it earlier is still
    /// under way.
    private static final String READY = """
            SELECT i.id, i.type, i.action, i.resource_id, i.person_id, i.noted_at
              FROM item i
             WHERE i.endpoint_id = ?1 AND i.delivery_id IS NULL
               AND i.id < coalesce((SELECT id FROM item WHERE endpoint_id = ?2 AND delivery_id IS NULL
                                     ORDER BY id LIMIT 1 OFFSET ?3), 9223372036854775807)
               AND (i.type <> 'credential'
                    OR NOT EXISTS (SELECT 1 FROM item e
                                    WHERE e.endpoint_id = ?4 AND e.resource_id = i.resource_id
                                      AND e.type = 'credential' AND e.open = 1 AND e.delivery_id IS NOT NULL
                                      AND e.id < i.id))
             ORDER BY i.id
             LIMIT ?5
            """;
    private static final String INSERT = """
            INSERT INTO item (endpoint_id, type, action, resource_id, person_id, noted_at)
            VALUES (?, ?, ?, ?, ?, ?)""";

    private OutboxStore() {}

    /// What an item tells of.
    public enum Type {
        /// An event, to an application that hears of access.
        ACCESS,
        /// An event, to an application that hears of doors and alarms.
        PERIMETER,
        /// An event, to a notification rule's receiver.
        RULE,
        /// What became of a person's credential.
        CREDENTIAL,
        /// Nothing that happened.
        TEST;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// What happened to it.
    public enum Action {
        CREATE,
        UPDATE,
        DESTROY;

        /// As in `change_log`.
        public static Action of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// What is told.
    ///
    /// @param personId whose credential it is, or was; null for events
    public record Matter(
            Type type,
            Action action,
            long resourceId,
            @Nullable Long personId) {}

    /// Something to tell one endpoint.
    public record Item(long id, Matter matter, long notedAtMs) {}

    /// How far an account's logs have been read.
    public record Cursor(long eventId, long revision) {}

    /// The key by which receivers' acknowledgements are known; `make` gives one the first time.
    public static Bytes ackKey(Sql sql, Supplier<Bytes> make) {
        Bytes key = sql.one("SELECT ack_key FROM outbox", row -> row.blob(1));
        if (key != null) return key;
        Bytes made = make.get();
        sql.run("INSERT INTO outbox (id, ack_key) VALUES (1, ?)", made);
        return made;
    }

    public static @Nullable Cursor cursor(Sql sql, long accountId) {
        return sql.one(
                "SELECT event_id, change_revision FROM source WHERE account_id = ?",
                row -> new Cursor(row.number(1), row.number(2)),
                accountId);
    }

    public static void move(Sql sql, long accountId, Cursor to) {
        sql.run(
                "INSERT INTO source (account_id, event_id, change_revision) VALUES (?1, ?2, ?3)"
                        + " ON CONFLICT (account_id) DO UPDATE SET event_id = ?4, change_revision = ?5",
                accountId,
                to.eventId,
                to.revision,
                to.eventId,
                to.revision);
    }

    /// Notes what an endpoint is to be told; returns the item's id.
    public static long note(Sql sql, long endpointId, Matter matter, long nowMs) {
        return sql.insert(
                INSERT,
                endpointId,
                matter.type.word(),
                matter.action.word(),
                matter.resourceId,
                matter.personId,
                nowMs);
    }

    /// What waits for a delivery and may go now, oldest first.
    public static List<Item> ready(Sql sql, long endpointId, int limit) {
        return sql.list(READY, OutboxStore::item, endpointId, endpointId, LOOKED_AT_MAX, endpointId, limit);
    }

    /// What waits for a delivery was noted so much later, or sooner, than the clock said: it was set.
    public static void shift(Sql sql, long byMs) {
        sql.run("UPDATE item SET noted_at = noted_at + ? WHERE delivery_id IS NULL", byMs);
    }

    /// Nothing was noted later than now.
    public static void clamp(Sql sql, long nowMs) {
        sql.run("UPDATE item SET noted_at = ?1 WHERE delivery_id IS NULL AND noted_at > ?2", nowMs, nowMs);
    }

    /// Takes some out of a delivery that will not be sent: they wait for another one. Returns how many.
    public static int free(Sql sql, long deliveryId, Collection<Long> items) {
        for (long item : items) {
            sql.run("UPDATE item SET delivery_id = NULL, open = 1 WHERE id = ? AND delivery_id = ?", item, deliveryId);
        }
        return items.size();
    }

    /// Those of a delivery, in the order in which they are told.
    public static List<Item> of(Sql sql, long deliveryId) {
        return sql.list(
                "SELECT id, type, action, resource_id, person_id, noted_at FROM item WHERE delivery_id = ? ORDER BY id",
                OutboxStore::item,
                deliveryId);
    }

    /// How many items wait for a delivery.
    public static long waiting(Sql sql, long endpointId) {
        return sql.get(
                "SELECT count(*) FROM item WHERE endpoint_id = ? AND delivery_id IS NULL",
                row -> row.number(1),
                endpointId);
    }

    /// Removes items that are in no delivery: those noted before `beforeMs`, the oldest `limit` of them.
    public static Dropped dropOldest(Sql sql, long endpointId, long beforeMs, int limit) {
        return drop(
                sql,
                "SELECT id, noted_at FROM item WHERE endpoint_id = ?1 AND delivery_id IS NULL AND noted_at < ?2"
                        + " ORDER BY id LIMIT ?3",
                endpointId,
                beforeMs,
                limit);
    }

    /// As [#dropOldest], those of one type.
    public static Dropped dropType(Sql sql, long endpointId, Type type, int limit) {
        return drop(
                sql,
                "SELECT id, noted_at FROM item WHERE endpoint_id = ?1 AND delivery_id IS NULL AND type = ?2"
                        + " ORDER BY id LIMIT ?3",
                endpointId,
                type.word(),
                limit);
    }

    /// What was given up.
    public record Dropped(int items, long fromMs, long toMs) {
        static final Dropped NOTHING = new Dropped(0, 0, 0);
    }

    private record Doomed(long id, long notedAtMs) {}

    private static Dropped drop(Sql sql, String select, Object... arguments) {
        List<Doomed> doomed = sql.list(select, row -> new Doomed(row.number(1), row.number(2)), arguments);
        if (doomed.isEmpty()) return Dropped.NOTHING;
        for (Doomed one : doomed) sql.run("DELETE FROM item WHERE id = ?", one.id);
        return new Dropped(doomed.size(), doomed.getFirst().notedAtMs, doomed.getLast().notedAtMs);
    }

    /// Notes that an item was acknowledged, the first time. False for one that is not there, or tells of another thing.
    public static boolean acknowledge(Sql sql, long itemId, Fetched fetched, long nowMs) {
        return sql.run(
                        "UPDATE item SET acked_at = coalesce(acked_at, ?1) WHERE id = ?2 AND resource_id = ?3"
                                + " AND CASE WHEN type IN ('credential', 'test') THEN type ELSE 'event' END = ?4"
                                + " AND endpoint_id IN (SELECT id FROM endpoint WHERE account_id = ?5)",
                        nowMs,
                        itemId,
                        fetched.resourceId,
                        fetched.type,
                        fetched.accountId)
                == 1;
    }

    /// What a client asked for with a token.
    ///
    /// @param type `event`, `credential` or `test`
    public record Fetched(String type, long resourceId, long accountId) {}

    static Item item(Row row) {
        var matter = new Matter(
                Type.valueOf(row.text(2).toUpperCase(Locale.ROOT)),
                Action.of(row.text(3)),
                row.number(4),
                row.nullableNumber(5));
        return new Item(row.number(1), matter, row.number(6));
    }
}
