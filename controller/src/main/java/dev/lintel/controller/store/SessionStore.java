package dev.lintel.controller.store;

import dev.lintel.reader.Bytes;
import org.jspecify.annotations.Nullable;

/// Who is signed in. Every statement that names table `session` is in this file. Tokens come as SHA-256 only. Callable
/// from any thread but an event loop.
public final class SessionStore {
    /// Sessions of one user; the least recently used give way. More is a script that signs in and never out.
    static final int SESSIONS_PER_USER_MAX = 100;

    private static final String FIND = """
            SELECT s.user_id, u.email, s.csrf_token, s.created_at, s.last_seen_at
              FROM session s JOIN user u ON u.id = s.user_id
             WHERE s.token_hash = ?
            """;
    private static final String CROWD_OUT = """
            DELETE FROM session
             WHERE user_id = ?1 AND token_hash NOT IN
                   (SELECT token_hash FROM session WHERE user_id = ?2 ORDER BY last_seen_at DESC LIMIT ?3)
            """;

    private final Database database;

    public SessionStore(Database database) {
        this.database = database;
    }

    /// A session as stored; whether it still holds is for the caller to say.
    public record Session(long userId, String email, String csrfToken, long createdAtMs, long lastSeenAtMs) {}

    /// How long sessions hold: sessions created or last seen before these moments are over.
    public record Limits(long createdAfterMs, long seenAfterMs) {}

    /// Begins a session and clears away what is over.
    public void create(Bytes tokenHash, long userId, String csrfToken, long atMs, Limits limits) {
        database.write(sql -> {
            sql.run(
                    "DELETE FROM session WHERE created_at <= ? OR last_seen_at <= ?",
                    limits.createdAfterMs(),
                    limits.seenAfterMs());
            sql.run(CROWD_OUT, userId, userId, SESSIONS_PER_USER_MAX - 1);
            return sql.run(
                    "INSERT INTO session (token_hash, user_id, csrf_token, created_at, last_seen_at)"
                            + " VALUES (?, ?, ?, ?, ?)",
                    tokenHash,
                    userId,
                    csrfToken,
                    atMs,
                    atMs);
        });
    }

    public @Nullable Session find(Bytes tokenHash) {
        return database.read(sql -> sql.one(
                FIND,
                row -> new Session(row.number(1), row.text(2), row.text(3), row.number(4), row.number(5)),
                tokenHash));
    }

    /// Written a little later, or not at all on a full disk: it keeps no page from being shown.
    public void seen(Bytes tokenHash, long atMs) {
        database.writeLater(
                sql -> sql.run("UPDATE session SET last_seen_at = ? WHERE token_hash = ?", atMs, tokenHash));
    }

    /// As [#delete], for a session that does not hold anyway: nobody waits for it.
    public void clear(Bytes tokenHash) {
        database.writeLater(sql -> sql.run("DELETE FROM session WHERE token_hash = ?", tokenHash));
    }

    public void delete(Bytes tokenHash) {
        database.write(sql -> sql.run("DELETE FROM session WHERE token_hash = ?", tokenHash));
    }

    /// Signs a user out everywhere: after a new password, say.
    public void deleteOfUser(long userId) {
        database.write(sql -> sql.run("DELETE FROM session WHERE user_id = ?", userId));
    }
}
