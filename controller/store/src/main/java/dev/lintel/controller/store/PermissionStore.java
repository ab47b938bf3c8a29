package dev.lintel.controller.store;

import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.reader.Bytes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tables `permission`, `code` and `token` of `oauth.db`, in the caller's transaction: what users allowed applications,
/// and the secrets that came of it, as SHA-256 only. What a secret is worth is decided in package `oauth`.
///
/// ```
///   permission --1:1-- code (10 minutes, once) --> token --> token --> token ... the last one alone is good
///                                                  spent     spent
/// ```
public final class PermissionStore {
    /// Spent pairs kept of one permission, to know a stolen one again: four days of renewing each hour.
    private static final int SPENT_MAX = 100;

    private static final String FIND_TOKEN = """
            SELECT t.id, t.permission_id, t.scope, t.created_at, t.spent_at, p.application_id, p.user_id, p.account_id,
                   p.scope, p.revoked_at, a.client_id, a.shape, a.listing, a.state,
                   (SELECT group_concat(scope, ' ') FROM application_scope
                     WHERE application_id = a.id AND approved_at IS NOT NULL)
              FROM token t
              JOIN permission p ON p.id = t.permission_id
              JOIN application a ON a.id = p.application_id
            """;
    private static final String FIND_CODE = """
            SELECT c.permission_id, c.redirect_uri, c.challenge, c.created_at, c.spent_at, p.application_id, p.user_id,
                   p.account_id, p.scope, p.revoked_at
              FROM code c
              JOIN permission p ON p.id = c.permission_id
             WHERE c.hash = ?
            """;
    private static final String LIVE = """
            SELECT p.application_id, a.name, group_concat(DISTINCT p.scope), min(p.created_at), max(t.created_at)
              FROM permission p
              JOIN application a ON a.id = p.application_id
              JOIN token t ON t.permission_id = p.id AND t.spent_at IS NULL
             WHERE p.user_id = ? AND p.revoked_at IS NULL
             GROUP BY p.application_id
             ORDER BY a.name, p.application_id
            """;
    private static final String FORGET_SPENT = """
            DELETE FROM token
             WHERE permission_id = ?1 AND id <= (SELECT id FROM token WHERE permission_id = ?2
                                                  ORDER BY id DESC LIMIT 1 OFFSET ?3)
            """;

    private static final String ADMITTED = """
            SELECT p.application_id, group_concat(DISTINCT t.scope)
              FROM permission p
              JOIN token t ON t.permission_id = p.id AND t.spent_at IS NULL
             WHERE p.account_id = ? AND p.revoked_at IS NULL
             GROUP BY p.application_id
             ORDER BY p.application_id
            """;

    private static final String CUT_OFF = """
            SELECT a.name, p.revoked_why, p.revoked_at
              FROM permission p
              JOIN application a ON a.id = p.application_id
             WHERE p.user_id = ? AND p.revoked_why IN (?, ?) AND p.revoked_at >= ?
             ORDER BY p.revoked_at DESC, p.id
            """;

    /// Why a permission ended: somebody else has, or had, its secrets.
    public static final String CODE_AGAIN = "a code was used again";
    /// As [#CODE_AGAIN].
    public static final String TOKEN_AGAIN = "a refresh token was used again";

    /// Permissions that hold of one user for one application: each of their devices asks for its own. The oldest gives
    /// way.
    private static final int HELD_MAX = 100;

    private static final String CROWD_OUT = """
            UPDATE permission SET revoked_at = ?1, revoked_why = 'crowded out'
             WHERE user_id = ?2 AND application_id = ?3 AND revoked_at IS NULL
               AND id <= (SELECT id FROM permission WHERE user_id = ?4 AND application_id = ?5 AND revoked_at IS NULL
                           ORDER BY id DESC LIMIT 1 OFFSET ?6)
            """;

    private PermissionStore() {}

    /// What a user allows an application.
    ///
    /// @param scope texts with spaces between
    public record Allowed(long applicationId, long userId, long accountId, String scope) {}

    /// A code, as it is handed out.
    ///
    /// @param challenge of PKCE, S256; null: none was sent
    public record NewCode(
            Bytes hash, String redirectUri, @Nullable String challenge) {}

    /// A code as stored.
    public record Code(
            Bytes hash,
            long permissionId,
            String redirectUri,
            @Nullable String challenge,
            long createdAtMs,
            @Nullable Long spentAtMs,
            Allowed allowed,
            boolean revoked) {}

    /// The hashes of a pair, and what its access token may do.
    public record NewPair(Bytes accessHash, Bytes refreshHash, String scope) {}

    /// A pair as stored, with whose it is.
    ///
    /// @param scope of the access token
    /// @param spentAtMs when its refresh token was used; null: not
    /// @param allowed what the refresh token may ask for
    public record Pair(
            long id,
            long permissionId,
            String scope,
            long createdAtMs,
            @Nullable Long spentAtMs,
            Allowed allowed,
            boolean revoked,
            Client client) {
        /// Neither used nor revoked, nor its application put out of use.
        public boolean isLive() {
            return spentAtMs == null && !revoked && client.state.worksWith(allowed.accountId);
        }
    }

    /// The application of a pair.
    ///
    /// @param approved sensitive scopes that operators agree to, texts with spaces between
    public record Client(String clientId, String shape, String listing, State state, String approved) {}

    /// An application that a user lets in. Times in Unix milliseconds.
    ///
    /// @param scopes texts, each once
    /// @param renewedAtMs when it last got a token
    public record Connected(long applicationId, String name, List<String> scopes, long allowedAtMs, long renewedAtMs) {}

    /// A permission that was ended for its user's safety.
    ///
    /// @param why [#CODE_AGAIN] or [#TOKEN_AGAIN]
    public record CutOff(String name, String why, long atMs) {}

    /// Keeps that a user allowed something, with the code that says so. Codes made before `staleMs` are forgotten.
    public static void allow(Sql sql, Allowed allowed, NewCode code, long nowMs, long staleMs) {
        sql.run(
                "DELETE FROM permission WHERE id IN (SELECT permission_id FROM code WHERE created_at < ?1"
                        + " AND spent_at IS NULL)",
                staleMs);
        sql.run("DELETE FROM code WHERE created_at < ?", staleMs);
        long id = sql.insert(
                "INSERT INTO permission (application_id, user_id, account_id, scope, created_at)"
                        + " VALUES (?, ?, ?, ?, ?)",
                allowed.applicationId,
                allowed.userId,
                allowed.accountId,
                allowed.scope,
                nowMs);
        long user = allowed.userId;
        long application = allowed.applicationId;
        sql.run(CROWD_OUT, nowMs, user, application, user, application, HELD_MAX);
        sql.run(
                "INSERT INTO code (hash, permission_id, redirect_uri, challenge, created_at) VALUES (?, ?, ?, ?, ?)",
                code.hash,
                id,
                code.redirectUri,
                code.challenge,
                nowMs);
    }

    public static @Nullable Code code(Sql sql, Bytes hash) {
        return sql.one(
                FIND_CODE,
                row -> new Code(
                        hash,
                        row.number(1),
                        row.text(2),
                        row.nullableText(3),
                        row.number(4),
                        row.nullableNumber(5),
                        new Allowed(row.number(6), row.number(7), row.number(8), row.text(9)),
                        row.nullableNumber(10) != null),
                hash);
    }

    /// Spends a code; false when it was spent before.
    public static boolean spend(Sql sql, Code code, long nowMs) {
        return sql.run("UPDATE code SET spent_at = ? WHERE hash = ? AND spent_at IS NULL", nowMs, code.hash) == 1;
    }

    /// Spends a pair, with its access token; false when it was spent before.
    public static boolean spend(Sql sql, Pair pair, long nowMs) {
        return sql.run("UPDATE token SET spent_at = ? WHERE id = ? AND spent_at IS NULL", nowMs, pair.id) == 1;
    }

    /// Adds a pair to a permission; the oldest spent ones are forgotten.
    public static void issue(Sql sql, long permissionId, NewPair pair, long nowMs) {
        sql.run(
                "INSERT INTO token (permission_id, access_hash, refresh_hash, scope, created_at)"
                        + " VALUES (?, ?, ?, ?, ?)",
                permissionId,
                pair.accessHash,
                pair.refreshHash,
                pair.scope,
                nowMs);
        sql.run(FORGET_SPENT, permissionId, permissionId, SPENT_MAX);
    }

    public static @Nullable Pair byRefresh(Sql sql, Bytes hash) {
        return sql.one(FIND_TOKEN + " WHERE t.refresh_hash = ?", PermissionStore::pair, hash);
    }

    public static @Nullable Pair byAccess(Sql sql, Bytes hash) {
        return sql.one(FIND_TOKEN + " WHERE t.access_hash = ?", PermissionStore::pair, hash);
    }

    /// Ends a permission and all its tokens. False when it had ended before.
    public static boolean revoke(Sql sql, long permissionId, String why, long nowMs) {
        return sql.run(
                        "UPDATE permission SET revoked_at = ?, revoked_why = ? WHERE id = ? AND revoked_at IS NULL",
                        nowMs,
                        why,
                        permissionId)
                == 1;
    }

    /// Ends all that a user allowed one application; returns how many permissions.
    public static int disconnect(Sql sql, long userId, long applicationId, long nowMs) {
        return sql.run(
                "UPDATE permission SET revoked_at = ?, revoked_why = 'disconnected'"
                        + " WHERE user_id = ? AND application_id = ? AND revoked_at IS NULL",
                nowMs,
                userId,
                applicationId);
    }

    /// Ends all that a user allowed anybody; returns how many permissions.
    public static int revokeOfUser(Sql sql, long userId, String why, long nowMs) {
        return sql.run(
                "UPDATE permission SET revoked_at = ?, revoked_why = ? WHERE user_id = ? AND revoked_at IS NULL",
                nowMs,
                why,
                userId);
    }

    /// A user who allowed something that still holds, and for which account.
    public record Holder(long userId, long accountId) {}

    public static List<Holder> holders(Sql sql) {
        return sql.list(
                "SELECT DISTINCT user_id, account_id FROM permission WHERE revoked_at IS NULL",
                row -> new Holder(row.number(1), row.number(2)));
    }

    /// An application that users of an account let in, with what its good tokens may do.
    ///
    /// @param scopes of those tokens, each with spaces between
    public record Admitted(Application application, List<String> scopes) {
        public Admitted {
            scopes = List.copyOf(scopes);
        }
    }

    /// The applications that users of an account let in and whose state lets them work with it.
    public static List<Admitted> admitted(Sql sql, long accountId) {
        record Found(long id, List<String> scopes) {}
        List<Found> found = sql.list(
                ADMITTED, row -> new Found(row.number(1), List.of(row.text(2).split(","))), accountId);
        var admitted = new ArrayList<Admitted>();
        for (Found one : found) {
            Application application = ApplicationStore.get(sql, one.id);
            if (application == null || !application.state().worksWith(accountId)) continue;
            admitted.add(new Admitted(application, one.scopes));
        }
        return List.copyOf(admitted);
    }

    /// Ended permissions older than this go for good.
    public static void forget(Sql sql, long revokedBeforeMs) {
        sql.run("DELETE FROM permission WHERE revoked_at < ?", revokedBeforeMs);
    }

    /// What was cut off from a user's account since then because a secret was used twice, the latest first.
    public static List<CutOff> cutOff(Sql sql, long userId, long sinceMs) {
        return sql.list(
                CUT_OFF,
                row -> new CutOff(row.text(1), row.text(2), row.number(3)),
                userId,
                CODE_AGAIN,
                TOKEN_AGAIN,
                sinceMs);
    }

    /// What a user has connected, by name.
    public static List<Connected> connected(Sql sql, long userId) {
        return sql.list(
                LIVE,
                row -> new Connected(
                        row.number(1),
                        row.text(2),
                        List.of(row.text(3).split("[ ,]+")).stream()
                                .distinct()
                                .sorted()
                                .toList(),
                        row.number(4),
                        row.number(5)),
                userId);
    }

    /// How many users have an application connected.
    public static long usersOf(Sql sql, long applicationId) {
        return sql.get(
                "SELECT count(DISTINCT user_id) FROM permission p WHERE application_id = ? AND revoked_at IS NULL"
                        + " AND EXISTS (SELECT 1 FROM token WHERE permission_id = p.id)",
                row -> row.number(1),
                applicationId);
    }

    private static Pair pair(Row row) {
        State state = State.of(row.text(14));
        if (state == null) throw new IllegalStateException("an application's state is " + row.text(14));
        String approved = row.nullableText(15);
        return new Pair(
                row.number(1),
                row.number(2),
                row.text(3),
                row.number(4),
                row.nullableNumber(5),
                new Allowed(row.number(6), row.number(7), row.number(8), row.text(9)),
                row.nullableNumber(10) != null,
                new Client(row.text(11), row.text(12), row.text(13), state, approved == null ? "" : approved));
    }
}
