package dev.lintel.controller.store;

import dev.lintel.controller.event.Listing;
import dev.lintel.reader.Bytes;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Tables `application`, `application_redirect` and `application_scope` of `oauth.db`, in the caller's transaction.
public final class ApplicationStore {
    private static final String SELECT = """
            SELECT id, client_id, secret_hash, webhook_secret, name, state, shape, listing, webhook_url, owner_id,
                   review_asked_at, seen_at, created_at, webhook_secret_next, webhook_rotated_at
              FROM application
            """;
    private static final String INSERT = """
            INSERT INTO application (client_id, secret_hash, webhook_secret, name, state, shape, listing, webhook_url,
                                     owner_id, seen_at, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private ApplicationStore() {}

    /// How far an application has come; the specification's section 3.1.
    public enum State {
        /// Made, and of no use yet.
        INACTIVE,
        /// Works with the test account alone.
        TESTING,
        /// Works with every account.
        LIVE;

        /// As stored and as given on the command line: `inactive`, `testing`, `live`; null for others.
        public static @Nullable State of(String name) {
            for (State state : values()) if (state.id().equals(name)) return state;
            return null;
        }

        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// Whether users of this account may use it.
        public boolean worksWith(long accountId) {
            return switch (this) {
                case INACTIVE -> false;
                case TESTING -> accountId == AccountStore.TEST_ID;
                case LIVE -> true;
            };
        }
    }

    /// Its secrets.
    ///
    /// @param hash SHA-256 of the client secret; null for a public application, which has none
    /// @param webhook signs what is sent to its webhook URL
    /// @param rotation to another one; null: none is under way
    public record Secrets(
            @Nullable Bytes hash, String webhook, @Nullable Rotation rotation) {
        /// Without what must not be in a log.
        @Override
        public String toString() {
            return "secrets";
        }
    }

    /// A webhook secret that takes the other's place a day after `sinceMs`; until then both sign.
    public record Rotation(String next, long sinceMs) {
        /// Without what must not be in a log.
        @Override
        public String toString() {
            return "rotation since " + sinceMs;
        }
    }

    /// What its developer says of it.
    ///
    /// @param shape `documented` or `sdk`
    /// @param redirects where users may be sent back to, compared character by character
    /// @param wanted sensitive scopes that it asks for
    public record Details(
            String name,
            String shape,
            Listing listing,
            @Nullable String webhookUrl,
            List<String> redirects,
            Set<String> wanted) {
        public Details {
            redirects = List.copyOf(redirects);
            wanted = Set.copyOf(wanted);
        }
    }

    /// An application as stored. Times in Unix milliseconds.
    ///
    /// @param ownerId the developer who made it; null: the command line, or one who is gone
    /// @param approved sensitive scopes that an operator agreed to
    /// @param reviewAskedAtMs when its developer asked for the next state; null: not, or it was answered
    /// @param seenAtMs when an operator first looked at it; null: not yet
    public record Application(
            long id,
            String clientId,
            Secrets secrets,
            Details details,
            State state,
            Set<String> approved,
            @Nullable Long ownerId,
            @Nullable Long reviewAskedAtMs,
            @Nullable Long seenAtMs,
            long createdAtMs) {
        public Application {
            approved = Set.copyOf(approved);
        }

        public boolean isPublic() {
            return secrets.hash == null;
        }
    }

    /// What a new application starts with.
    ///
    /// @param approve whether the wanted sensitive scopes are approved at once
    public record New(
            String clientId,
            Secrets secrets,
            Details details,
            State state,
            boolean approve,
            @Nullable Long ownerId) {}

    /// Returns its id.
    public static long create(Sql sql, New made, long nowMs) {
        Details details = made.details;
        long id = sql.insert(
                INSERT,
                made.clientId,
                made.secrets.hash,
                made.secrets.webhook,
                details.name,
                made.state.id(),
                details.shape,
                details.listing.name(),
                details.webhookUrl,
                made.ownerId,
                made.ownerId == null ? (Long) nowMs : null, // who uses the command line knows of it
                nowMs,
                nowMs);
        writeRedirects(sql, id, details.redirects);
        writeWanted(sql, id, details.wanted);
        if (made.approve) approve(sql, id, details.wanted, nowMs);
        return id;
    }

    /// Changes what its developer says of it. Scopes that are not wanted any more lose their approval.
    public static void change(Sql sql, long id, Details details, long nowMs) {
        sql.run(
                "UPDATE application SET name = ?, shape = ?, listing = ?, webhook_url = ?, updated_at = ? WHERE id = ?",
                details.name,
                details.shape,
                details.listing.name(),
                details.webhookUrl,
                nowMs,
                id);
        sql.run("DELETE FROM application_redirect WHERE application_id = ?", id);
        writeRedirects(sql, id, details.redirects);
        for (String scope : wanted(sql, id, false)) {
            if (!details.wanted.contains(scope)) {
                sql.run("DELETE FROM application_scope WHERE application_id = ? AND scope = ?", id, scope);
            }
        }
        writeWanted(sql, id, details.wanted);
    }

    private static void writeRedirects(Sql sql, long id, List<String> redirects) {
        for (int i = 0; i < redirects.size(); i++) {
            sql.run("INSERT INTO application_redirect VALUES (?, ?, ?)", id, i, redirects.get(i));
        }
    }

    private static void writeWanted(Sql sql, long id, Set<String> wanted) {
        for (String scope : wanted) {
            sql.run("INSERT OR IGNORE INTO application_scope (application_id, scope) VALUES (?, ?)", id, scope);
        }
    }

    /// Approves these of the wanted sensitive scopes, and takes back the approval of all others.
    public static void approve(Sql sql, long id, Set<String> scopes, long nowMs) {
        for (String scope : wanted(sql, id, false)) {
            if (scopes.contains(scope)) {
                sql.run(
                        "UPDATE application_scope SET approved_at = coalesce(approved_at, ?)"
                                + " WHERE application_id = ? AND scope = ?",
                        nowMs,
                        id,
                        scope);
            } else {
                sql.run(
                        "UPDATE application_scope SET approved_at = NULL WHERE application_id = ? AND scope = ?",
                        id,
                        scope);
            }
        }
    }

    /// Moves it to another state; what its developer asked for is answered by that.
    public static void setState(Sql sql, long id, State state, long nowMs) {
        sql.run(
                "UPDATE application SET state = ?, review_asked_at = NULL, updated_at = ? WHERE id = ?",
                state.id(),
                nowMs,
                id);
    }

    /// Its developer asks operators for the next state.
    public static void askReview(Sql sql, long id, long nowMs) {
        sql.run("UPDATE application SET review_asked_at = ? WHERE id = ?", nowMs, id);
    }

    /// Operators are to look at it again.
    public static void unseen(Sql sql, long id) {
        sql.run("UPDATE application SET seen_at = NULL WHERE id = ?", id);
    }

    /// Operators are to look at all that this developer made, who is gone or another now.
    public static void unsee(Sql sql, long ownerId) {
        sql.run("UPDATE application SET seen_at = NULL WHERE owner_id = ?", ownerId);
    }

    /// What this developer made, who is gone, is operators' from now on, and they are to look at it: an id may be given
    /// to somebody else one day.
    public static void disown(Sql sql, long ownerId) {
        sql.run("UPDATE application SET owner_id = NULL, seen_at = NULL WHERE owner_id = ?", ownerId);
    }

    /// Users who made applications.
    public static List<Long> owners(Sql sql) {
        return sql.list("SELECT DISTINCT owner_id FROM application WHERE owner_id IS NOT NULL", row -> row.number(1));
    }

    /// An operator has looked at it.
    public static void seen(Sql sql, long id, long nowMs) {
        sql.run("UPDATE application SET seen_at = coalesce(seen_at, ?) WHERE id = ?", nowMs, id);
    }

    /// Puts a secret in the place of the old one, which ends at once.
    public static void rotate(Sql sql, long id, Bytes secretHash, long nowMs) {
        sql.run("UPDATE application SET secret_hash = ?, updated_at = ? WHERE id = ?", secretHash, nowMs, id);
    }

    /// Ends it with all that was allowed to it.
    public static void delete(Sql sql, long id) {
        sql.run("DELETE FROM application WHERE id = ?", id);
    }

    public static @Nullable Application get(Sql sql, long id) {
        return sql.one(SELECT + " WHERE id = ?", row -> application(sql, row), id);
    }

    public static @Nullable Application find(Sql sql, String clientId) {
        return sql.one(SELECT + " WHERE client_id = ?", row -> application(sql, row), clientId);
    }

    /// Begins to put another webhook secret in the place of the one there is. What was begun before ends at once: its
    /// new secret is the old one now.
    public static void rotateWebhook(Sql sql, long id, String next, long nowMs) {
        endRotation(sql, id, nowMs);
        sql.run(
                "UPDATE application SET webhook_secret_next = ?, webhook_rotated_at = ?, updated_at = ? WHERE id = ?",
                next,
                nowMs,
                nowMs,
                id);
    }

    /// The next webhook secret takes the other's place; false when there is none.
    public static boolean endRotation(Sql sql, long id, long nowMs) {
        return sql.run(
                        "UPDATE application SET webhook_secret = webhook_secret_next, webhook_secret_next = NULL,"
                                + " webhook_rotated_at = NULL, updated_at = ?"
                                + " WHERE id = ? AND webhook_secret_next IS NOT NULL",
                        nowMs,
                        id)
                == 1;
    }

    /// Those whose next webhook secret was made before then.
    public static List<Long> rotatedBefore(Sql sql, long ms) {
        return sql.list("SELECT id FROM application WHERE webhook_rotated_at < ?", row -> row.number(1), ms);
    }

    /// All, the newest first.
    public static List<Application> list(Sql sql) {
        return sql.list(SELECT + " ORDER BY id DESC", row -> application(sql, row));
    }

    /// Those of one developer, the newest first.
    public static List<Application> listOf(Sql sql, long ownerId) {
        return sql.list(SELECT + " WHERE owner_id = ? ORDER BY id DESC", row -> application(sql, row), ownerId);
    }

    public static long count(Sql sql, long ownerId) {
        return sql.get("SELECT count(*) FROM application WHERE owner_id = ?", row -> row.number(1), ownerId);
    }

    /// How many wait for an operator: never looked at, or asking for the next state.
    public static long waiting(Sql sql) {
        return sql.get(
                "SELECT count(*) FROM application WHERE seen_at IS NULL OR review_asked_at IS NOT NULL",
                row -> row.number(1));
    }

    private static Application application(Sql sql, Row row) {
        long id = row.number(1);
        String next = row.nullableText(14);
        Long rotatedAtMs = row.nullableNumber(15);
        var rotation = next == null || rotatedAtMs == null ? null : new Rotation(next, rotatedAtMs);
        var secrets = new Secrets(row.nullableBlob(3), row.text(4), rotation);
        State state = State.of(row.text(6));
        if (state == null) throw new IllegalStateException("an application's state is " + row.text(6));
        var details = new Details(
                row.text(5),
                row.text(7),
                Listing.valueOf(row.text(8)),
                row.nullableText(9),
                sql.list(
                        "SELECT uri FROM application_redirect WHERE application_id = ? ORDER BY position",
                        uri -> uri.text(1),
                        id),
                wanted(sql, id, false));
        return new Application(
                id,
                row.text(2),
                secrets,
                details,
                state,
                wanted(sql, id, true),
                row.nullableNumber(10),
                row.nullableNumber(11),
                row.nullableNumber(12),
                row.number(13));
    }

    private static Set<String> wanted(Sql sql, long id, boolean approved) {
        String only = approved ? " AND approved_at IS NOT NULL" : "";
        return new TreeSet<>(sql.list(
                "SELECT scope FROM application_scope WHERE application_id = ?" + only, row -> row.text(1), id));
    }
}
