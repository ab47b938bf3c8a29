package dev.lintel.controller.store;

import dev.lintel.controller.store.UserStore.NewUser;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.reader.Bytes;
import org.jspecify.annotations.Nullable;

/// One-time links that make the first administrator. Every statement that names table `setup_link` is in this file.
/// Tokens come as SHA-256 only. Callable from any thread but an event loop.
public final class SetupLinkStore {
    private static final String VALID = "SELECT 1 FROM setup_link WHERE token_hash = ? AND expires_at > ?";

    private final Database database;

    public SetupLinkStore(Database database) {
        this.database = database;
    }

    /// Puts a link in the place of all earlier ones.
    public void replace(Bytes tokenHash, long atMs, long expiresAtMs) {
        database.write(sql -> {
            sql.run("DELETE FROM setup_link");
            return sql.run(
                    "INSERT INTO setup_link (token_hash, created_at, expires_at) VALUES (?, ?, ?)",
                    tokenHash,
                    atMs,
                    expiresAtMs);
        });
    }

    /// Whether the link would make an administrator now.
    public boolean isValid(Bytes tokenHash, long nowMs) {
        return database.read(sql -> isValid(sql, tokenHash, nowMs));
    }

    /// Spends the link and makes the first user, or gives the one of this address a password; both or neither. Null
    /// when the link is spent, too old or unknown, or somebody has a password already.
    public @Nullable User redeem(Bytes tokenHash, NewUser user) {
        return database.write(sql -> {
            if (!isValid(sql, tokenHash, user.atMs())) return null;
            sql.run("DELETE FROM setup_link");
            return UserStore.insertFirst(sql, user);
        });
    }

    private static boolean isValid(Sql sql, Bytes tokenHash, long nowMs) {
        return !UserStore.hasAdministrator(sql) && sql.one(VALID, row -> row.number(1), tokenHash, nowMs) != null;
    }
}
