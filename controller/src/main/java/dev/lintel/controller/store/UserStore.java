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

    /// Whether anybody can sign in to the pages. Users that an API key was made for have no password and do not count.
    public boolean hasAdministrator() {
        return database.read(UserStore::hasAdministrator);
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

    /// The first user with a password, or null, and nothing changed, when there was one already.
    public @Nullable User createFirst(NewUser user) {
        return database.write(sql -> hasAdministrator(sql) ? null : insertFirst(sql, user));
    }

    public void setPassword(long id, String passwordHash, long atMs) {
        database.write(sql ->
                sql.run("UPDATE user SET password_hash = ?, updated_at = ? WHERE id = ?", passwordHash, atMs, id));
    }

    static boolean hasAdministrator(Sql sql) {
        String query = "SELECT 1 FROM user WHERE password_hash IS NOT NULL LIMIT 1";
        return sql.one(query, row -> row.number(1)) != null;
    }

    /// Inserts the user, or gives the one who has this address, and no password yet, theirs.
    static User insertFirst(Sql sql, NewUser user) {
        int given = sql.run(
                "UPDATE user SET password_hash = ?, updated_at = ? WHERE email = ? AND password_hash IS NULL",
                user.passwordHash(),
                user.atMs(),
                user.email());
        if (given == 0) return insert(sql, user);
        return sql.get("SELECT " + COLUMNS + " FROM user WHERE email = ?", UserStore::user, user.email());
    }

    static User insert(Sql sql, NewUser user) {
        long id = sql.insert(INSERT, user.accountId(), user.email(), user.passwordHash(), user.atMs(), user.atMs());
        return new User(id, user.accountId(), user.email(), "", "", user.passwordHash());
    }

    private static User user(Row row) {
        return new User(row.number(1), row.number(2), row.text(3), row.text(4), row.text(5), row.nullableText(6));
    }
}
