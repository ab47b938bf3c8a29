package dev.lintel.controller.store;

import dev.lintel.controller.files.ClientWork;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.reader.Bytes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Browsers that get notifications. Every statement that names table `push_subscription` is in this file. Callable from
/// any thread but an event loop.
///
/// A subscription belongs to a user and to the session that made it or used it last. It outlives a session that
/// expires. It ends with a session that is ended: by a sign-out, another user who signs in there, or a new password.
public final class PushStore {
    private static final String COLUMNS = "p.endpoint, p.user_id, p.browser_key, p.auth_secret, p.agent, p.created_at,"
            + " p.used_at, p.sent_at, p.fault";
    private static final String OF_USER =
            "SELECT " + COLUMNS + " FROM push_subscription p WHERE p.user_id = ? ORDER BY p.created_at, p.endpoint";
    private static final String OF_HOUSE = "SELECT " + COLUMNS + " FROM push_subscription p"
            + " JOIN user u ON u.id = p.user_id WHERE u.kind IN (?, ?) AND p.used_at > ?"
            + " ORDER BY p.used_at DESC LIMIT ?";
    private static final String PUT = """
            INSERT INTO push_subscription
                   (endpoint, user_id, session_hash, browser_key, auth_secret, agent, created_at, used_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
            ON CONFLICT (endpoint) DO UPDATE
               SET user_id = ?2, session_hash = ?3, browser_key = ?4, auth_secret = ?5, agent = ?6, created_at = ?7,
                   used_at = ?7, sent_at = NULL, fault = NULL""";
    private static final String CROWD_OUT = """
            DELETE FROM push_subscription
             WHERE user_id = ?1 AND endpoint NOT IN
                   (SELECT endpoint FROM push_subscription WHERE user_id = ?2
                     ORDER BY used_at DESC, created_at DESC LIMIT ?3)""";
    private static final String RENEW =
            "UPDATE push_subscription SET session_hash = ?, used_at = ? WHERE endpoint = ? AND user_id = ?"
                    + " AND used_at > ?";
    private static final String UNUSED = "DELETE FROM push_subscription WHERE used_at <= ?"
            + " OR user_id NOT IN (SELECT id FROM user WHERE kind IN (?, ?))";
    private static final String FRESH = "SELECT 1 FROM push_subscription"
            + " WHERE endpoint = ? AND user_id = ? AND session_hash = ? AND used_at > ?";
    private static final String HAS = "SELECT 1 FROM push_subscription WHERE endpoint = ? AND user_id = ?";
    private static final String OTHERS = "SELECT count(*) FROM push_subscription WHERE endpoint <> ?";

    /// Removes from `main` those that `newer`, a copy of it, does not have any more.
    static final String ENDED =
            "DELETE FROM main.push_subscription WHERE endpoint NOT IN (SELECT endpoint FROM newer.push_subscription)";

    /// How often the use of a browser is written.
    private static final long NOTED_EVERY_MS = TimeUnit.HOURS.toMillis(1);

    private final Database database;

    public PushStore(Database database) {
        this.database = database;
    }

    /// A browser.
    ///
    /// @param endpoint the address at its push service
    /// @param key the browser's public key, an uncompressed point of P-256
    /// @param auth the browser's secret
    /// @param agent the name of the browser in its requests
    /// @param usedAtMs when its user last opened a page there
    /// @param sentAtMs when the last message was taken or refused; null: none was sent
    /// @param fault why the last message was not taken; null: it was
    public record Subscription(
            String endpoint,
            long userId,
            Bytes key,
            Bytes auth,
            String agent,
            long createdAtMs,
            long usedAtMs,
            @Nullable Long sentAtMs,
            @Nullable String fault) {
        /// Without its secrets.
        @Override
        public String toString() {
            return "push subscription of user " + userId;
        }
    }

    /// How many browsers are kept.
    ///
    /// @param ofUser browsers of one user
    /// @param all browsers of all users
    /// @param usedAfterMs a browser that was not used since is removed
    public record Limits(int ofUser, int all, long usedAfterMs) {}

    /// The result of [#put].
    public enum Added {
        ADDED,
        /// There are too many browsers of all users.
        TOO_MANY,
        /// The session has ended, and with it the right to add a browser.
        SIGNED_OUT
    }

    /// Adds a browser, or takes it over from another user or session. Beyond the limit of the user, those that were
    /// used longest ago are removed.
    public Added put(Subscription one, Bytes sessionHash, Limits limits) {
        return database.write(sql -> {
            if (!SessionStore.exists(sql, sessionHash, one.userId)) return Added.SIGNED_OUT;
            sql.run(UNUSED, limits.usedAfterMs, Kind.OPERATOR.word(), Kind.USER.word());
            if (sql.get(OTHERS, row -> row.number(1), one.endpoint) >= limits.all) return Added.TOO_MANY;
            sql.run(PUT, one.endpoint, one.userId, sessionHash, one.key, one.auth, one.agent, one.createdAtMs);
            sql.run(CROWD_OUT, one.userId, one.userId, limits.ofUser);
            return Added.ADDED;
        });
    }

    /// Writes that the user has a session in this browser. Returns false when the browser is not theirs, was not used
    /// since `usedAfterMs`, or the session has ended.
    public boolean renew(String endpoint, long userId, Bytes sessionHash, long atMs, long usedAfterMs) {
        boolean fresh = database.read(sql ->
                        sql.one(FRESH, row -> row.number(1), endpoint, userId, sessionHash, atMs - NOTED_EVERY_MS))
                != null;
        if (fresh) return true; // a page view must not cost an fsync
        return database.write(sql -> SessionStore.exists(sql, sessionHash, userId)
                && sql.run(RENEW, sessionHash, atMs, endpoint, userId, usedAfterMs) > 0);
    }

    /// Whether that user still has notifications in that browser.
    public boolean has(String endpoint, long userId) {
        return database.read(sql -> sql.one(HAS, row -> row.number(1), endpoint, userId)) != null;
    }

    /// Removes a browser of that user, also while the box works in memory.
    public void remove(String endpoint, long userId) {
        ClientWork.losable(() -> database.write(
                sql -> sql.run("DELETE FROM push_subscription WHERE endpoint = ? AND user_id = ?", endpoint, userId)));
    }

    /// Removes a browser that its push service does not know any more.
    public void gone(String endpoint) {
        database.writeLater(sql -> sql.run("DELETE FROM push_subscription WHERE endpoint = ?", endpoint));
    }

    /// Notes the result of a message. Written a little later, or not at all on a full disk.
    public void sent(String endpoint, long atMs, @Nullable String fault) {
        database.writeLater(sql -> sql.run(
                "UPDATE push_subscription SET sent_at = ?, fault = ? WHERE endpoint = ?", atMs, fault, endpoint));
    }

    /// The browsers of that user, the oldest first.
    public List<Subscription> ofUser(long userId) {
        return database.read(sql -> sql.list(OF_USER, PushStore::subscription, userId));
    }

    /// The browsers of users who belong to the customer's account and have used them since; at most `max`, those used
    /// last.
    public List<Subscription> ofHouse(long usedAfterMs, int max) {
        return database.read(sql ->
                sql.list(OF_HOUSE, PushStore::subscription, Kind.OPERATOR.word(), Kind.USER.word(), usedAfterMs, max));
    }

    /// The number of browsers of all users.
    public long count() {
        return database.read(sql -> sql.get("SELECT count(*) FROM push_subscription", row -> row.number(1)));
    }

    private static Subscription subscription(Row row) {
        return new Subscription(
                row.text(1),
                row.number(2),
                row.blob(3),
                row.blob(4),
                row.text(5),
                row.number(6),
                row.number(7),
                row.nullableNumber(8),
                row.nullableText(9));
    }

    /// A session takes the place of another in the same browser: its subscription stays the same user's, or ends.
    static void replaceSession(Sql sql, Bytes ended, Bytes begun, long userId) {
        sql.run("DELETE FROM push_subscription WHERE session_hash = ? AND user_id <> ?", ended, userId);
        sql.run("UPDATE push_subscription SET session_hash = ? WHERE session_hash = ?", begun, ended);
    }

    static void endSession(Sql sql, Bytes sessionHash) {
        sql.run("DELETE FROM push_subscription WHERE session_hash = ?", sessionHash);
    }

    static void endOthers(Sql sql, long userId, Bytes keptSession) {
        sql.run("DELETE FROM push_subscription WHERE user_id = ? AND session_hash <> ?", userId, keptSession);
    }

    static void endOfUser(Sql sql, long userId) {
        sql.run("DELETE FROM push_subscription WHERE user_id = ?", userId);
    }
}
