package dev.lintel.controller.store;

import dev.lintel.controller.text.TextKey;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// People who sign in. Every statement that names table `user` is in this file, but for joins that read an address.
/// Callable from any thread but an event loop.
public final class UserStore {
    private static final String SELECT = """
            SELECT u.id, u.account_id, u.email, u.first_name, u.last_name, u.password_hash, u.kind, u.keys_enabled,
                   EXISTS (SELECT 1 FROM totp t WHERE t.user_id = u.id), u.signed_in_at
              FROM user u
            """;
    private static final String INSERT = """
            INSERT INTO user (account_id, email, first_name, last_name, password_hash, kind, created_at, updated_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)""";
    private static final String OTHER_OPERATOR =
            "SELECT 1 FROM user WHERE kind = 'operator' AND password_hash IS NOT NULL AND id <> ? LIMIT 1";

    private static final String FIRST_OPERATOR = "SELECT email FROM user WHERE kind = ? ORDER BY id LIMIT 1";

    private final Database database;

    public UserStore(Database database) {
        this.database = database;
    }

    /// What somebody may do, and to which account they belong.
    public enum Kind {
        /// Runs the box: everything.
        OPERATOR(1),
        /// Manages the customer's account: doors and people.
        USER(1),
        /// Makes applications, and sees the test account only.
        DEVELOPER(AccountStore.TEST_ID);

        private final long accountId;

        Kind(long accountId) {
            this.accountId = accountId;
        }

        public long accountId() {
            return accountId;
        }

        /// Whether they belong to the customer's account, with its doors and people.
        public boolean isOfHouse() {
            return this != DEVELOPER;
        }

        /// As it is stored and written in forms and commands: `operator`, `user` or `developer`.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// The kind of this word, or null.
        public static @Nullable Kind of(@Nullable String word) {
            for (Kind kind : values()) if (kind.word().equals(word)) return kind;
            return null;
        }
    }

    /// The address of the operator who was added first; null: there is none.
    public @Nullable String firstOperator() {
        return database.read(sql -> sql.one(FIRST_OPERATOR, row -> row.text(1), Kind.OPERATOR.word()));
    }

    /// A user as stored.
    ///
    /// @param passwordHash Argon2id text, or null when the user cannot sign in with a password
    /// @param keysEnabled API keys are allowed to this user; an operator needs no allowance
    /// @param totp signing in takes a second step
    /// @param signedInAtMs the last time, or null
    public record User(
            long id,
            long accountId,
            String email,
            String firstName,
            String lastName,
            @Nullable String passwordHash,
            Kind kind,
            boolean keysEnabled,
            boolean totp,
            @Nullable Long signedInAtMs) {
        /// An API key reaches doors and people of account 1: a developer never has one.
        public boolean mayHaveKeys() {
            return kind == Kind.OPERATOR || (kind == Kind.USER && keysEnabled);
        }

        /// First and last name, or nothing.
        public String name() {
            return (firstName + " " + lastName).strip();
        }
    }

    /// What a new user starts with. `email` is compared by [TextKey].
    public record NewUser(
            Kind kind,
            String email,
            String firstName,
            String lastName,
            @Nullable String passwordHash,
            long atMs) {
        /// One of whom only the address is known.
        public static NewUser of(Kind kind, String email, @Nullable String passwordHash, long atMs) {
            return new NewUser(kind, email, "", "", passwordHash, atMs);
        }
    }

    /// How a change ended that must leave an operator who can sign in.
    public enum Change {
        DONE,
        /// There is no such user.
        GONE,
        /// Nobody else could run the box: nothing was changed.
        LAST_OPERATOR
    }

    /// Whether an operator can sign in to the pages. Users that an API key was made for have no password and do not
    /// count.
    public boolean hasAdministrator() {
        return database.read(UserStore::hasAdministrator);
    }

    public @Nullable User find(String email) {
        return database.read(sql -> find(sql, email));
    }

    /// By [TextKey]. Addresses are looked through where none is the same but for ASCII case: a box has few users.
    private static @Nullable User find(Sql sql, String email) {
        User found = sql.one(SELECT + " WHERE u.email = ?", UserStore::user, email);
        if (found != null) return found;
        record Address(long id, String email) {}
        String key = TextKey.of(email);
        for (Address one : sql.list("SELECT id, email FROM user", row -> new Address(row.number(1), row.text(2)))) {
            if (TextKey.of(one.email).equals(key)) return get(sql, one.id);
        }
        return null;
    }

    public @Nullable User get(long id) {
        return database.read(sql -> get(sql, id));
    }

    /// Everybody, by address.
    public List<User> list() {
        return database.read(sql -> sql.list(SELECT + " ORDER BY u.email", UserStore::user));
    }

    /// Throws [StoreException] (`CONSTRAINT`) when the address is taken.
    public User create(NewUser user) {
        return database.write(sql -> insert(sql, user));
    }

    /// The first operator with a password, or null, and nothing changed, when there was one already.
    public @Nullable User createFirst(NewUser user) {
        return database.write(sql -> hasAdministrator(sql) ? null : insertFirst(sql, user));
    }

    public void setPassword(long id, String passwordHash, long atMs) {
        database.write(sql -> setPassword(sql, id, passwordHash, atMs));
    }

    /// Makes somebody another kind of user. API keys end that they may not have any more ([ApiKeyStore#forget] is for
    /// the caller).
    public Change setKind(long id, Kind kind, long atMs) {
        return database.write(sql -> {
            Change may = leavesAnOperator(sql, id, kind == Kind.OPERATOR);
            if (may != Change.DONE) return may;
            if (!kind.isOfHouse()) AccountStore.ensureTest(sql, atMs);
            sql.run(
                    "UPDATE user SET kind = ?1, account_id = ?2, updated_at = ?3,"
                            + " keys_enabled = keys_enabled AND ?1 <> 'developer' WHERE id = ?4",
                    kind.word(),
                    kind.accountId(),
                    atMs,
                    id);
            User now = get(sql, id);
            if (now == null || !now.mayHaveKeys()) ApiKeyStore.deleteOfUser(sql, id);
            return Change.DONE;
        });
    }

    /// Allows API keys to a user, or ends those there are ([ApiKeyStore#forget] is for the caller).
    public void allowKeys(long id, boolean allowed, long atMs) {
        database.write(sql -> {
            if (!allowed) ApiKeyStore.deleteOfUser(sql, id);
            return sql.run("UPDATE user SET keys_enabled = ?, updated_at = ? WHERE id = ?", allowed, atMs, id);
        });
    }

    /// Removes somebody with their sessions, keys, codes and link ([ApiKeyStore#forget] is for the caller).
    public Change remove(long id) {
        return database.write(sql -> {
            Change may = leavesAnOperator(sql, id, false);
            if (may == Change.DONE) sql.run("DELETE FROM user WHERE id = ?", id);
            return may;
        });
    }

    private static Change leavesAnOperator(Sql sql, long id, boolean staysOne) {
        User user = get(sql, id);
        if (user == null) return Change.GONE;
        if (staysOne || user.kind != Kind.OPERATOR || user.passwordHash == null) return Change.DONE;
        return sql.one(OTHER_OPERATOR, row -> row.number(1), id) == null ? Change.LAST_OPERATOR : Change.DONE;
    }

    static void noteSignIn(Sql sql, long id, long atMs) {
        sql.run("UPDATE user SET signed_in_at = ? WHERE id = ?", atMs, id);
    }

    /// Sets a password and signs the user out everywhere, for whoever knew the old one is to be out; a link to choose
    /// one is spent. All or nothing.
    public void changePassword(long id, String passwordHash, long atMs) {
        database.write(sql -> {
            setPassword(sql, id, passwordHash, atMs);
            SetupLinkStore.deleteOfUser(sql, id);
            return SessionStore.deleteOfUser(sql, id);
        });
    }

    static int setPassword(Sql sql, long id, String passwordHash, long atMs) {
        return sql.run("UPDATE user SET password_hash = ?, updated_at = ? WHERE id = ?", passwordHash, atMs, id);
    }

    static boolean hasAdministrator(Sql sql) {
        String query = "SELECT 1 FROM user WHERE kind = 'operator' AND password_hash IS NOT NULL LIMIT 1";
        return sql.one(query, row -> row.number(1)) != null;
    }

    /// Inserts the user, or gives the one who has this address, and no password yet, theirs.
    static User insertFirst(Sql sql, NewUser user) {
        User known = find(sql, user.email());
        if (known == null || known.passwordHash() != null) return insert(sql, user);
        sql.run(
                "UPDATE user SET password_hash = ?, updated_at = ?, kind = ?, account_id = ? WHERE id = ?",
                user.passwordHash(),
                user.atMs(),
                user.kind.word(),
                user.kind.accountId(),
                known.id());
        return sql.get(SELECT + " WHERE u.id = ?", UserStore::user, known.id());
    }

    static User insert(Sql sql, NewUser user) {
        if (find(sql, user.email) != null) {
            throw new StoreException(StoreException.Reason.CONSTRAINT, "the address is another user's", null);
        }
        if (!user.kind.isOfHouse()) AccountStore.ensureTest(sql, user.atMs);
        long id = sql.insert(
                INSERT,
                user.kind.accountId(),
                user.email,
                user.firstName,
                user.lastName,
                user.passwordHash,
                user.kind.word(),
                user.atMs);
        return sql.get(SELECT + " WHERE u.id = ?", UserStore::user, id);
    }

    static @Nullable User get(Sql sql, long id) {
        return sql.one(SELECT + " WHERE u.id = ?", UserStore::user, id);
    }

    /// Throws `IllegalStateException` for a word that the schema does not let in.
    static Kind kind(String word) {
        Kind kind = Kind.of(word);
        if (kind == null) throw new IllegalStateException("no such kind of user: " + word);
        return kind;
    }

    private static User user(Row row) {
        return new User(
                row.number(1),
                row.number(2),
                row.text(3),
                row.text(4),
                row.text(5),
                row.nullableText(6),
                kind(row.text(7)),
                row.flag(8),
                row.flag(9),
                row.nullableNumber(10));
    }
}
