package dev.lintel.controller.store;

import dev.lintel.controller.store.UserStore.NewUser;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.reader.Bytes;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One-time links: the one that makes the first administrator, and one a user to choose a password by. Every statement
/// that names table `setup_link` is in this file. Tokens come as SHA-256 only. Callable from any thread but an event
/// loop.
public final class SetupLinkStore {
    private static final String VALID =
            "SELECT 1 FROM setup_link WHERE token_hash = ? AND expires_at > ? AND user_id IS NULL";
    private static final String INVITED =
            "SELECT user_id FROM setup_link WHERE token_hash = ? AND expires_at > ? AND user_id IS NOT NULL";
    private static final String INSERT =
            "INSERT INTO setup_link (token_hash, created_at, expires_at, user_id) VALUES (?, ?, ?, ?)";

    private final Database database;

    public SetupLinkStore(Database database) {
        this.database = database;
    }

    /// Puts a link for the first administrator in the place of all earlier ones for them.
    public void replace(Bytes tokenHash, long atMs, long expiresAtMs) {
        database.write(sql -> {
            sql.run("DELETE FROM setup_link WHERE user_id IS NULL");
            return sql.run(INSERT, tokenHash, atMs, expiresAtMs, null);
        });
    }

    /// Puts a link for this user in the place of their earlier one. False when there is no such user.
    public boolean replaceFor(long userId, Bytes tokenHash, long atMs, long expiresAtMs) {
        return database.write(sql -> {
            if (UserStore.get(sql, userId) == null) return false;
            sql.run("DELETE FROM setup_link WHERE user_id = ?", userId);
            sql.run(INSERT, tokenHash, atMs, expiresAtMs, userId);
            return true;
        });
    }

    /// Whether the link would make an administrator now.
    public boolean isValid(Bytes tokenHash, long nowMs) {
        return database.read(sql -> isValid(sql, tokenHash, nowMs));
    }

    /// Who may choose a password by this link now, or null.
    public @Nullable User invited(Bytes tokenHash, long nowMs) {
        return database.read(sql -> invited(sql, tokenHash, nowMs));
    }

    /// Until when a link of each user holds, Unix milliseconds by user id; without those that are over.
    public Map<Long, Long> ends(long nowMs) {
        Map<Long, Long> ends = new HashMap<>();
        String query = "SELECT user_id, expires_at FROM setup_link WHERE user_id IS NOT NULL AND expires_at > ?";
        database.read(sql -> {
            sql.each(query, row -> ends.put(row.number(1), row.number(2)), nowMs);
            return ends.size();
        });
        return ends;
    }

    /// Spends the link and makes the first user, or gives the one of this address a password; both or neither. Null
    /// when the link is spent, too old or unknown, or somebody has a password already.
    public @Nullable User redeem(Bytes tokenHash, NewUser user) {
        return database.write(sql -> {
            if (!isValid(sql, tokenHash, user.atMs())) return null;
            sql.run("DELETE FROM setup_link WHERE user_id IS NULL");
            return UserStore.insertFirst(sql, user);
        });
    }

    /// Spends the link, gives its user this password and ends their sessions; all or nothing. The user as they were
    /// before, or null when the link is spent, too old or unknown.
    public @Nullable User redeemFor(Bytes tokenHash, String passwordHash, long nowMs) {
        return database.write(sql -> {
            User user = invited(sql, tokenHash, nowMs);
            if (user == null) return null;
            deleteOfUser(sql, user.id());
            SessionStore.deleteOfUser(sql, user.id());
            UserStore.setPassword(sql, user.id(), passwordHash, nowMs);
            return user;
        });
    }

    /// Ends a user's link: they have a password that nobody knows by it.
    static int deleteOfUser(Sql sql, long userId) {
        return sql.run("DELETE FROM setup_link WHERE user_id = ?", userId);
    }

    private static boolean isValid(Sql sql, Bytes tokenHash, long nowMs) {
        return !UserStore.hasAdministrator(sql) && sql.one(VALID, row -> row.number(1), tokenHash, nowMs) != null;
    }

    private static @Nullable User invited(Sql sql, Bytes tokenHash, long nowMs) {
        Long id = sql.one(INVITED, row -> row.number(1), tokenHash, nowMs);
        return id == null ? null : UserStore.get(sql, id);
    }
}
