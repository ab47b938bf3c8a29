package dev.lintel.controller.store;

import org.jspecify.annotations.Nullable;

/// People who sign in. Every statement that names table `user` is in this file. Callable from any thread but an event
/// loop.
public final class UserStore {
    private static final String COLUMNS = "id, account_id, email, first_name, last_name, password_hash";
    private static final String INSERT =
            "INSERT INTO user (account_id, email, password_hash, created_at, updated_at) VALUES (?, ?, ?, ?, ?)";

    private final Database database;

    public UserStore(Database database) {
        this.database = database;
    }

    /// A user as stored.
    ///
    /// @param passwordHash Argon2id text, or null when the user cannot sign in with a password
    public record User(
            long id,
            long accountId,
            String email,
            String firstName,
            String lastName,
            @Nullable String passwordHash) {}

    /// What a new user starts with. `email` is compared without regard to case.
    public record NewUser(
            long accountId, String email, @Nullable String passwordHash, long atMs) {}

    public boolean isEmpty() {
        return database.read(UserStore::isEmpty);
    }

    public @Nullable User find(String email) {
        return database.read(
                sql -> sql.one("SELECT " + COLUMNS + " FROM user WHERE email = ?", UserStore::user, email));
    }

    public @Nullable User get(long id) {
        return database.read(sql -> sql.one("SELECT " + COLUMNS + " FROM user WHERE id = ?", UserStore::user, id));
    }

    /// Throws [StoreException] (`CONSTRAINT`) when the address is taken.
    public User create(NewUser user) {
        return database.write(sql -> insert(sql, user));
    }

    /// The first user there is, or null, and nothing changed, when there was one already.
    public @Nullable User createFirst(NewUser user) {
        return database.write(sql -> isEmpty(sql) ? insert(sql, user) : null);
    }

    public void setPassword(long id, String passwordHash, long atMs) {
        database.write(sql ->
                sql.run("UPDATE user SET password_hash = ?, updated_at = ? WHERE id = ?", passwordHash, atMs, id));
    }

    static boolean isEmpty(Sql sql) {
        return sql.one("SELECT 1 FROM user LIMIT 1", row -> row.number(1)) == null;
    }

    static User insert(Sql sql, NewUser user) {
        long id = sql.insert(INSERT, user.accountId(), user.email(), user.passwordHash(), user.atMs(), user.atMs());
        return new User(id, user.accountId(), user.email(), "", "", user.passwordHash());
    }

    private static User user(Row row) {
        return new User(row.number(1), row.number(2), row.text(3), row.text(4), row.text(5), row.nullableText(6));
    }
}
