package dev.lintel.controller.store;

import dev.lintel.controller.files.ClientWork;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.reader.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who is signed in. Every statement that names table `session` is in this file. Tokens come as SHA-256 only. Callable
/// from any thread but an event loop.
public final class SessionStore {
    /// Sessions of one user; the least recently used give way. More is a script that signs in and never out.
    static final int SESSIONS_PER_USER_MAX = 100;

    private static final String FIND = """
            SELECT s.user_id, u.email, s.csrf_token, s.created_at, s.last_seen_at, u.kind, u.account_id
              FROM session s JOIN user u ON u.id = s.user_id
             WHERE s.token_hash = ?
            """;
    private static final String EXISTS = "SELECT 1 FROM session WHERE token_hash = ? AND user_id = ?";
    private static final String CROWD_OUT = """
            DELETE FROM session
             WHERE user_id = ?1 AND token_hash NOT IN
                   (SELECT token_hash FROM session WHERE user_id = ?2 ORDER BY last_seen_at DESC LIMIT ?3)
            """;
    private static final String INSERT = """
            INSERT INTO session (token_hash, user_id, csrf_token, created_at, last_seen_at, address, network, agent)
            SELECT ?1, u.id, ?3, ?4, ?4, ?5, ?6, ?7 FROM user u WHERE u.id = ?2 AND u.password_hash IS ?8""";
    private static final String OF_USER = """
            SELECT token_hash, address, agent, created_at, last_seen_at
              FROM session
             WHERE user_id = ? AND created_at > ? AND last_seen_at > ?
             ORDER BY last_seen_at DESC, created_at DESC
            """;
    private static final String KNOWN = """
            SELECT 1
              FROM session s JOIN user u ON u.id = s.user_id
             WHERE u.email = ? AND s.network = ? AND s.created_at > ? AND s.last_seen_at > ?
             LIMIT 1
            """;

    private final Database database;

    public SessionStore(Database database) {
        this.database = database;
    }

    /// A session as stored; whether it still holds is for the caller to say. `kind` and `accountId` are the user's
    /// now, not when they signed in.
    public record Session(
            long userId,
            String email,
            String csrfToken,
            long createdAtMs,
            long lastSeenAtMs,
            Kind kind,
            long accountId) {}

    /// Where a session is from.
    ///
    /// @param address the client's IP address
    /// @param network as the slow-down counts addresses: of an IPv6 address its /64
    /// @param agent what the browser says of itself, cut to a limit
    public record Origin(String address, String network, String agent) {}

    /// A session that begins.
    ///
    /// @param passwordHash what the password was checked against: where the user has another one by now, nobody
    ///     is signed in
    /// @param replaced the token of the session that this browser had, which ends; null when it had none
    public record NewSession(
            Bytes tokenHash,
            long userId,
            @Nullable String passwordHash,
            String csrfToken,
            Origin origin,
            @Nullable Bytes replaced) {}

    /// A session in the list of a user's own.
    public record Listed(Bytes tokenHash, String address, String agent, long createdAtMs, long lastSeenAtMs) {}

    /// How long sessions hold: sessions created or last seen before these moments are over.
    public record Limits(long createdAfterMs, long seenAfterMs) {}

    /// Begins a session, notes that the user has signed in, and clears away what is over.
    public void create(NewSession session, long atMs, Limits limits) {
        ClientWork.losable(() -> database.write(sql -> {
            sql.run(
                    "DELETE FROM session WHERE created_at <= ? OR last_seen_at <= ? OR token_hash = ?",
                    limits.createdAfterMs(),
                    limits.seenAfterMs(),
                    session.replaced());
            sql.run(CROWD_OUT, session.userId(), session.userId(), SESSIONS_PER_USER_MAX - 1);
            UserStore.noteSignIn(sql, session.userId(), atMs);
            Bytes replaced = session.replaced();
            if (replaced != null) PushStore.replaceSession(sql, replaced, session.tokenHash(), session.userId());
            return sql.run(
                    INSERT,
                    session.tokenHash(),
                    session.userId(),
                    session.csrfToken(),
                    atMs,
                    session.origin().address(),
                    session.origin().network(),
                    session.origin().agent(),
                    session.passwordHash());
        }));
    }

    public @Nullable Session find(Bytes tokenHash) {
        return database.read(sql -> sql.one(
                FIND,
                row -> new Session(
                        row.number(1),
                        row.text(2),
                        row.text(3),
                        row.number(4),
                        row.number(5),
                        UserStore.kind(row.text(6)),
                        row.number(7)),
                tokenHash));
    }

    /// The user's sessions that hold, the one used last first.
    public List<Listed> ofUser(long userId, Limits limits) {
        return database.read(sql -> sql.list(
                OF_USER,
                row -> new Listed(row.blob(1), row.text(2), row.text(3), row.number(4), row.number(5)),
                userId,
                limits.createdAfterMs(),
                limits.seenAfterMs()));
    }

    /// Whether whoever has this address is signed in from that network. The same question for an address that nobody
    /// has.
    public boolean isKnown(String email, String network, Limits limits) {
        return database.read(sql ->
                sql.one(KNOWN, row -> row.number(1), email, network, limits.createdAfterMs(), limits.seenAfterMs())
                        != null);
    }

    /// Written a little later, or not at all on a full disk: it keeps no page from being shown.
    public void seen(Bytes tokenHash, long atMs) {
        database.writeLater(
                sql -> sql.run("UPDATE session SET last_seen_at = ? WHERE token_hash = ?", atMs, tokenHash));
    }

    /// Deletes a session that has expired, and does not wait for the disk. The browser still gets notifications.
    public void clear(Bytes tokenHash) {
        database.writeLater(sql -> sql.run("DELETE FROM session WHERE token_hash = ?", tokenHash));
    }

    /// Ends a session. Its browser gets no notifications any more.
    public void delete(Bytes tokenHash) {
        ClientWork.losable(() -> database.write(sql -> {
            PushStore.endSession(sql, tokenHash);
            return sql.run("DELETE FROM session WHERE token_hash = ?", tokenHash);
        }));
    }

    /// Ends one session of this user, as [#delete]; another's is left alone.
    public void deleteOne(long userId, Bytes tokenHash) {
        ClientWork.losable(() -> database.write(sql -> {
            int ended = sql.run("DELETE FROM session WHERE user_id = ? AND token_hash = ?", userId, tokenHash);
            if (ended > 0) PushStore.endSession(sql, tokenHash);
            return ended;
        }));
    }

    /// Ends all of a user's sessions but one. Notifications end in all other browsers, also where no session holds.
    public void deleteOthers(long userId, Bytes kept) {
        ClientWork.losable(() -> database.write(sql -> {
            PushStore.endOthers(sql, userId, kept);
            return sql.run("DELETE FROM session WHERE user_id = ? AND token_hash <> ?", userId, kept);
        }));
    }

    /// Signs a user out everywhere: after a new password, say.
    public void deleteOfUser(long userId) {
        ClientWork.losable(() -> database.write(sql -> deleteOfUser(sql, userId)));
    }

    /// Whether that user has the session, in the caller's transaction: it may have ended since the request began.
    static boolean exists(Sql sql, Bytes tokenHash, long userId) {
        return sql.one(EXISTS, row -> row.number(1), tokenHash, userId) != null;
    }

    static int deleteOfUser(Sql sql, long userId) {
        PushStore.endOfUser(sql, userId);
        return sql.run("DELETE FROM session WHERE user_id = ?", userId);
    }
}
