package dev.lintel.controller.store;

import dev.lintel.controller.event.Listing;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Table `api_key`. A key is 32 random bytes, shown once; the table has its SHA-256 only. Callable from any thread but
/// an event loop.
public final class ApiKeyStore {
    /// How exactly `last_used_at` is kept: each finer step is a write to the disk.
    private static final long USED_MS = 60_000;

    private static final String SELECT = """
            SELECT k.id, k.user_id, u.email, k.shape, k.listing, k.created_at, k.last_used_at, k.name,
                   u.kind = 'operator'
              FROM api_key k
              JOIN user u ON u.id = k.user_id AND (u.kind = 'operator' OR (u.kind = 'user' AND u.keys_enabled))
            """;
    /// Nothing, where the user may have no key any more.
    private static final String INSERT = """
            INSERT INTO api_key (user_id, key_hash, shape, listing, created_at, name)
            SELECT u.id, ?, ?, ?, ?, ? FROM user u
             WHERE u.id = ? AND (u.kind = 'operator' OR (u.kind = 'user' AND u.keys_enabled))
            """;

    private final Database database;
    private final Time time;
    private final Tokens tokens = new Tokens();
    /// When each key's use was last handed to the writer; keys are few.
    private final Map<Long, Long> noted = new ConcurrentHashMap<>();
    /// Keys that were shown since the start, by hash: a request asks the disk for what it wants, not for who it is.
    private final Map<Bytes, ApiKey> known = new ConcurrentHashMap<>();

    /// [Database#apiKeys] has the only one: what is revoked here nobody else may still know.
    ApiKeyStore(Database database, Time time) {
        this.database = database;
        this.time = time;
    }

    /// A key, without its secret.
    ///
    /// @param shape `documented` or `sdk`
    /// @param name what its owner calls it; may be empty
    /// @param operator it belongs to who runs the box
    public record ApiKey(
            long id,
            long userId,
            String email,
            String shape,
            Listing listing,
            long createdAtMs,
            @Nullable Long lastUsedAtMs,
            String name,
            boolean operator) {}

    /// As [#create(long, String, Listing, String)], without a name.
    public String create(long userId, String shape, Listing listing) {
        return create(userId, shape, listing, "");
    }

    /// Makes a key for a user; returns the secret, which nobody can read again. `shape` is `documented` or `sdk`.
    /// Throws `IllegalStateException` for a user who may have none.
    public String create(long userId, String shape, Listing listing, String name) {
        if (!shape.equals("documented") && !shape.equals("sdk")) {
            throw new IllegalArgumentException("no such shape: " + shape);
        }
        String key = tokens.make();
        int made = database.write(
                sql -> sql.run(INSERT, Tokens.hash(key), shape, listing.name(), time.nowMs(), name, userId));
        if (made == 0) throw new IllegalStateException("user " + userId + " may have no API key");
        return key;
    }

    /// Ends a key at once. False when there is none of this id.
    public boolean revoke(long id) {
        noted.remove(id);
        boolean gone = database.write(sql -> sql.run("DELETE FROM api_key WHERE id = ?", id)) > 0;
        known.clear(); // waits for who is reading it just now, so that nobody keeps what is gone
        return gone;
    }

    /// As [#revoke(long)], for a key of this user; another's is left alone.
    public boolean revoke(long id, long userId) {
        boolean gone =
                database.write(sql -> sql.run("DELETE FROM api_key WHERE id = ? AND user_id = ?", id, userId)) > 0;
        forget();
        return gone;
    }

    /// Looks up every key anew: for who has removed a user, and with them their keys.
    public void forget() {
        noted.clear();
        known.clear();
    }

    static void deleteOfUser(Sql sql, long userId) {
        sql.run("DELETE FROM api_key WHERE user_id = ?", userId);
    }

    /// A user's keys by id.
    public List<ApiKey> ofUser(long userId) {
        return database.read(sql -> sql.list(SELECT + " WHERE k.user_id = ? ORDER BY k.id", ApiKeyStore::key, userId));
    }

    /// All keys by id.
    public List<ApiKey> list() {
        return database.read(sql -> sql.list(SELECT + " ORDER BY k.id", ApiKeyStore::key));
    }

    /// Finds a key by its secret, without noting that it was used.
    public @Nullable ApiKey find(String secret) {
        Bytes shown = Tokens.hash(secret);
        ApiKey key = known.get(shown); // first: who shows a key that is none holds up nobody who has one
        if (key != null) return key;
        return known.computeIfAbsent(
                shown, hash -> database.read(sql -> sql.one(SELECT + " WHERE k.key_hash = ?", ApiKeyStore::key, hash)));
    }

    /// Finds a key by its secret and notes its use: written a little later, so that a busy or full disk neither delays
    /// nor refuses a read.
    public @Nullable ApiKey use(String secret) {
        ApiKey key = find(secret);
        if (key == null) return null;
        long now = time.nowMs();
        Long last = noted.getOrDefault(key.id, key.lastUsedAtMs());
        if (last == null || Math.abs(now - last) >= USED_MS) {
            noted.put(key.id, now);
            database.writeLater(sql -> sql.run("UPDATE api_key SET last_used_at = ? WHERE id = ?", now, key.id));
        }
        return key;
    }

    private static ApiKey key(Row row) {
        return new ApiKey(
                row.number(1),
                row.number(2),
                row.text(3),
                row.text(4),
                Listing.valueOf(row.text(5)),
                row.number(6),
                row.nullableNumber(7),
                row.text(8),
                row.flag(9));
    }
}
