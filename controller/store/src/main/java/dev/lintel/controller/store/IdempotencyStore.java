package dev.lintel.controller.store;

import dev.lintel.reader.Bytes;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Table `idempotency_key`, inside the transaction that makes the resource: either both are on disk or neither.
public final class IdempotencyStore {
    public static final long KEPT_MS = TimeUnit.HOURS.toMillis(24);

    private static final String FIND = """
            SELECT request_hash, status, resource_id
              FROM idempotency_key
             WHERE application = ? AND key = ? AND created_at > ?""";

    private IdempotencyStore() {}

    /// What an earlier request under the same key made.
    public record Made(Bytes requestHash, int status, long resourceId) {}

    public static @Nullable Made find(Sql sql, String application, String key, long nowMs) {
        return sql.one(
                FIND, row -> new Made(row.blob(1), row.integer(2), row.number(3)), application, key, nowMs - KEPT_MS);
    }

    /// Keeps what was made; forgets what is over a day old.
    public static void put(Sql sql, String application, String key, Made made, long nowMs) {
        sql.run("DELETE FROM idempotency_key WHERE created_at <= ?", nowMs - KEPT_MS);
        sql.run(
                "INSERT INTO idempotency_key VALUES (?, ?, ?, ?, ?, ?)",
                application,
                key,
                made.requestHash,
                made.status,
                made.resourceId,
                nowMs);
    }
}
