package dev.lintel.controller.store;

import dev.lintel.controller.event.Listing;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Tables `notification_rule`, `notification_rule_event` and `notification_rule_channel`: where events of some
/// codes at some channels are posted to. Each method runs in the caller's transaction; those that change something
/// inside [Database#write].
public final class NotificationRuleStore {
    private static final String SELECT = """
            SELECT id, name, active, listing, url, secret, maker, created_at, updated_at,
                   (SELECT group_concat(code ORDER BY code) FROM notification_rule_event WHERE rule_id = id),
                   (SELECT group_concat(channel_id ORDER BY channel_id)
                      FROM notification_rule_channel
                     WHERE rule_id = id)
              FROM notification_rule
            """;

    private static final String UPDATE = """
            UPDATE notification_rule
               SET name = ?, active = ?, listing = ?, url = ?, maker = ?, updated_at = ?
             WHERE id = ?
            """;

    private NotificationRuleStore() {}

    /// A notification rule as the tables hold it. Immutable.
    ///
    /// @param listing whose codes they are: that of who wrote them last
    /// @param url where it posts to; its path and query may hold a secret
    /// @param secret signs what is posted
    /// @param maker the client that made it or last changed what goes where, such as `api_key 3`
    /// @param channels ids; none: every channel. One may have gone since
    public record Rule(
            long id,
            String name,
            boolean active,
            Listing listing,
            String url,
            String secret,
            String maker,
            SortedSet<Integer> codes,
            SortedSet<Long> channels,
            long createdAtMs,
            long updatedAtMs) {
        public Rule {
            codes = Collections.unmodifiableSortedSet(new TreeSet<>(codes));
            channels = Collections.unmodifiableSortedSet(new TreeSet<>(channels));
        }

        /// The same, as another client has it.
        public Rule by(String client) {
            return new Rule(id, name, active, listing, url, secret, client, codes, channels, createdAtMs, updatedAtMs);
        }

        /// Without what must not be in a log.
        @Override
        public String toString() {
            return "notification rule " + id;
        }
    }

    /// All of them, by id: no more than the API lets an account have.
    public static List<Rule> list(Sql sql) {
        return sql.list(SELECT + "ORDER BY id", NotificationRuleStore::of);
    }

    public static @Nullable Rule get(Sql sql, long id) {
        return sql.one(SELECT + "WHERE id = ?", NotificationRuleStore::of, id);
    }

    public static long count(Sql sql) {
        return sql.get("SELECT count(*) FROM notification_rule", row -> row.number(1));
    }

    /// How many a client has, such as `application 3`.
    public static long countOf(Sql sql, String maker) {
        return sql.get("SELECT count(*) FROM notification_rule WHERE maker = ?", row -> row.number(1), maker);
    }

    /// How many all applications have together.
    public static long countOfApplications(Sql sql) {
        return sql.get("SELECT count(*) FROM notification_rule WHERE maker GLOB 'application *'", row -> row.number(1));
    }

    public static long highestId(Sql sql) {
        return sql.get("SELECT coalesce(max(id), 0) FROM notification_rule", row -> row.number(1));
    }

    /// A page, by id.
    public static List<Rule> page(Sql sql, int limit, long offset) {
        return sql.list(SELECT + "ORDER BY id LIMIT ? OFFSET ?", NotificationRuleStore::of, limit, offset);
    }

    /// The first `limit` after `afterId` up to `lastId`.
    public static List<Rule> chunk(Sql sql, long afterId, long lastId, int limit) {
        String query = SELECT + "WHERE id > ? AND id <= ? ORDER BY id LIMIT ?";
        return sql.list(query, NotificationRuleStore::of, afterId, lastId, limit);
    }

    /// Returns the new one's id, which is never given again; that of `rule` does not count.
    public static long insert(Sql sql, Rule rule) {
        long id = sql.insert(
                """
                INSERT INTO notification_rule
                    (name, active, listing, url, secret, maker, created_at, updated_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
                rule.name,
                rule.active,
                rule.listing.name(),
                rule.url,
                rule.secret,
                rule.maker,
                rule.createdAtMs,
                rule.updatedAtMs);
        insertMatches(sql, id, rule);
        return id;
    }

    /// Writes all of the rule but its secret and when it was made, which stay. Nothing when it is gone.
    public static void update(Sql sql, Rule rule) {
        int found = sql.run(
                UPDATE, rule.name, rule.active, rule.listing.name(), rule.url, rule.maker, rule.updatedAtMs, rule.id);
        if (found == 0) return;
        sql.run("DELETE FROM notification_rule_event WHERE rule_id = ?", rule.id);
        sql.run("DELETE FROM notification_rule_channel WHERE rule_id = ?", rule.id);
        insertMatches(sql, rule.id, rule);
    }

    /// Returns whether there was one.
    public static boolean delete(Sql sql, long id) {
        return sql.run("DELETE FROM notification_rule WHERE id = ?", id) > 0;
    }

    private static void insertMatches(Sql sql, long id, Rule rule) {
        for (Integer code : rule.codes) sql.run("INSERT INTO notification_rule_event VALUES (?, ?)", id, code);
        for (Long channel : rule.channels) {
            sql.run("INSERT INTO notification_rule_channel VALUES (?, ?)", id, channel);
        }
    }

    private static Rule of(Row row) {
        var codes = new TreeSet<Integer>();
        for (Long code : row.numbers(10)) codes.add(Math.toIntExact(code));
        return new Rule(
                row.number(1),
                row.text(2),
                row.flag(3),
                Listing.valueOf(row.text(4)),
                row.text(5),
                row.text(6),
                row.text(7),
                codes,
                new TreeSet<>(row.numbers(11)),
                row.number(8),
                row.number(9));
    }
}
