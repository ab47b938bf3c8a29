package dev.lintel.controller.store;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Table `endpoint` of `webhooks.db`, in the caller's transaction: who is told, and how that goes. Times in Unix
/// milliseconds.
public final class EndpointStore {
    private static final String SELECT = """
            SELECT id, kind, account_id, owner_id, failures, failing_at, held_until, paused_at, succeeded_at, created_at
              FROM endpoint
            """;
    private static final String KEEP = """
            UPDATE endpoint
               SET failures = ?, failing_at = ?, held_until = ?, paused_at = ?, succeeded_at = ?
             WHERE id = ?
            """;

    private EndpointStore() {}

    /// Whose it is.
    public enum Kind {
        /// An application's webhook address.
        APPLICATION,
        /// A notification rule's.
        RULE;

        /// As stored and as shown.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Names one: an application has an endpoint for each account whose events it hears of.
    ///
    /// @param ownerId of the application or the rule
    public record Key(Kind kind, long accountId, long ownerId) {}

    /// How its last attempts went.
    ///
    /// @param failures in a row; those that were under way at the same time count as one
    /// @param failingAtMs when the first of them was made; null: none
    /// @param heldUntilMs nothing is tried before; null: at once
    /// @param pausedAtMs when it was given up; null: not
    /// @param succeededAtMs the last time; null: never
    public record Standing(
            int failures,
            @Nullable Long failingAtMs,
            @Nullable Long heldUntilMs,
            @Nullable Long pausedAtMs,
            @Nullable Long succeededAtMs) {
        /// Of one that nothing was sent to yet.
        public static final Standing NEW = new Standing(0, null, null, null, null);
    }

    /// An endpoint as stored.
    public record Endpoint(long id, Key key, Standing standing, long createdAtMs) {}

    /// Those there are, in the order of their making.
    public static List<Endpoint> list(Sql sql) {
        return sql.list(SELECT + " ORDER BY id", EndpointStore::endpoint);
    }

    public static @Nullable Endpoint get(Sql sql, long id) {
        return sql.one(SELECT + " WHERE id = ?", EndpointStore::endpoint, id);
    }

    public static @Nullable Endpoint find(Sql sql, Key key) {
        return sql.one(
                SELECT + " WHERE kind = ? AND account_id = ? AND owner_id = ?",
                EndpointStore::endpoint,
                key.kind.word(),
                key.accountId,
                key.ownerId);
    }

    public static Endpoint make(Sql sql, Key key, long nowMs) {
        long id = sql.insert(
                "INSERT INTO endpoint (kind, account_id, owner_id, created_at) VALUES (?, ?, ?, ?)",
                key.kind.word(),
                key.accountId,
                key.ownerId,
                nowMs);
        return new Endpoint(id, key, Standing.NEW, nowMs);
    }

    public static void keep(Sql sql, long id, Standing standing) {
        sql.run(
                KEEP,
                standing.failures,
                standing.failingAtMs,
                standing.heldUntilMs,
                standing.pausedAtMs,
                standing.succeededAtMs,
                id);
    }

    /// The clock was set by so much.
    public static void shift(Sql sql, long byMs) {
        sql.run(
                "UPDATE endpoint SET failing_at = failing_at + ?1, held_until = held_until + ?2,"
                        + " paused_at = paused_at + ?3, succeeded_at = succeeded_at + ?4",
                byMs,
                byMs,
                byMs,
                byMs);
    }

    /// Nothing has failed later than now, and nothing is held for longer than until `latestMs`: then it is not held.
    public static void clamp(Sql sql, long nowMs, long latestMs) {
        sql.run(
                "UPDATE endpoint SET failing_at = min(failing_at, ?1), paused_at = min(paused_at, ?2),"
                        + " held_until = CASE WHEN held_until > ?3 THEN NULL ELSE held_until END",
                nowMs,
                nowMs,
                latestMs);
    }

    /// With all that was ever sent to it.
    public static void delete(Sql sql, long id) {
        sql.run("DELETE FROM endpoint WHERE id = ?", id);
    }

    private static Endpoint endpoint(Row row) {
        var key = new Key(Kind.valueOf(row.text(2).toUpperCase(Locale.ROOT)), row.number(3), row.number(4));
        var standing = new Standing(
                row.integer(5),
                row.nullableNumber(6),
                row.nullableNumber(7),
                row.nullableNumber(8),
                row.nullableNumber(9));
        return new Endpoint(row.number(1), key, standing, row.number(10));
    }
}
