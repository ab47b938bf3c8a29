package dev.lintel.controller.fleet;

import dev.lintel.controller.json.Json;
import dev.lintel.controller.policy.Item.Entity;
import dev.lintel.controller.policy.SitePlan;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.DownLine.Check;
import dev.lintel.sync.wire.StateHash;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tables `sync_cursor` and `person_synced`: whom a box follows, and how far. Each method runs in the caller's
/// transaction; those that change something inside [Database#write], with the rows that they tell of.
public final class FollowStore {
    private static final String BEGUN = """
            INSERT INTO sync_cursor (id, upstream) VALUES (1, ?1)
            ON CONFLICT (id) DO UPDATE SET upstream = ?1, cursor = NULL, policy_revision = 0, policy_refused = NULL,
                completed_at = NULL, passed_over = NULL, version = NULL, own_before = NULL
                WHERE upstream <> ?1""";
    /// Revision 0: they did not come from the hub, or not whole.
    private static final String STANDING = """
            SELECT p.id, coalesce(s.revision, 0)
              FROM person p
              LEFT JOIN person_synced s ON s.person_id = p.id
             WHERE p.account_id = 1 AND p.deleted_at IS NULL""";
    private static final String SYNCED_PEOPLE = """
            FROM person_synced s
            JOIN person p ON p.id = s.person_id
           WHERE p.deleted_at IS NULL AND p.enabled = 1""";
    private static final String PARTLY =
            "UPDATE person_synced SET revision = 0 WHERE revision <> 0 AND person_id IN (SELECT person_id FROM ";
    private static final String LIVE =
            "SELECT id FROM person WHERE account_id = 1 AND deleted_at IS NULL AND id > ? ORDER BY id LIMIT ?";

    private FollowStore() {}

    /// How far the box has followed.
    ///
    /// @param upstream names whom is followed and as which box: see [#membership(String, long)]
    /// @param cursor null: nothing yet
    /// @param policyRefused why the newest policy does not hold here; null: it does
    /// @param completedMs when it last had all there was, or null
    /// @param passed what was passed over up to the cursor
    /// @param ownBefore events before that one of this box's log have its own numbers of people, credentials and
    ///     channels; null: all have
    public record Followed(
            String upstream,
            @Nullable String cursor,
            long policyRevision,
            @Nullable String policyRefused,
            @Nullable Long completedMs,
            Passed passed,
            @Nullable Long ownBefore) {}

    /// What a newer hub told and a program did not know.
    ///
    /// @param version of that program; null: nothing was written yet
    public record Passed(@Nullable String version, List<String> over) {
        public Passed {
            over = List.copyOf(over);
        }

        /// Whether the program of that version may know some of it.
        public boolean isNews(String other) {
            return !over.isEmpty() && !other.equals(version);
        }
    }

    /// What a cursor holds for: a box that joins its hub anew is another one there, with other people perhaps.
    ///
    /// @param hub names the hub for ever
    /// @param box the hub's number of this box
    public static String membership(String hub, long box) {
        return hub + "/" + box;
    }

    /// Null at a box that follows nobody.
    public static @Nullable Followed get(Sql sql) {
        return sql.one(
                "SELECT upstream, cursor, policy_revision, policy_refused, completed_at, version, passed_over,"
                        + " own_before FROM sync_cursor",
                row -> new Followed(
                        row.text(1),
                        row.nullableText(2),
                        row.number(3),
                        row.nullableText(4),
                        row.nullableNumber(5),
                        new Passed(row.nullableText(6), Json.texts(row.nullableText(7))),
                        row.nullableNumber(8)));
    }

    /// With the rows that it came with: up to the cursor that is told there, this is missing.
    public static void passed(Sql sql, Passed passed) {
        sql.run(
                "UPDATE sync_cursor SET version = ?, passed_over = ?",
                passed.version,
                passed.over.isEmpty() ? null : Json.write(passed.over));
    }

    /// The box follows `upstream` from now on: from nothing, unless it has followed it before.
    public static void begin(Sql sql, String upstream) {
        Followed before = get(sql);
        if (before != null && before.upstream.equals(upstream)) return;
        if (HubKnown.is(sql, upstream)) {
            PeopleKnown.keep(sql);
        } else {
            PeopleKnown.clear(sql);
            HubKnown.clear(sql);
        }
        sql.run("DELETE FROM person_synced");
        sql.run(BEGUN, upstream);
        HubKnown.goOn(sql, upstream);
    }

    /// As [#begin(Sql, String)], and from nothing whatever stands: what a restored database says is of a time before.
    public static void beginAnew(Sql sql, String upstream) {
        end(sql);
        begin(sql, upstream);
    }

    /// Null: from nothing again; what stands goes on to stand.
    public static void moved(Sql sql, @Nullable String cursor) {
        sql.run("UPDATE sync_cursor SET cursor = ?", cursor);
    }

    /// `refused`: why that policy does not hold here; then the one of before goes on. Null: it holds.
    /// With the first that holds the numbers in events are those of whom is followed.
    public static void policy(Sql sql, long revision, @Nullable String refused) {
        if (refused == null) {
            sql.run(
                    "UPDATE sync_cursor SET policy_revision = ?, policy_refused = NULL, own_before ="
                            + " coalesce(own_before, (SELECT coalesce(max(id), 0) + 1 FROM event))",
                    revision);
        } else {
            sql.run("UPDATE sync_cursor SET policy_refused = ?", refused);
        }
    }

    /// The box had all there was.
    public static void completed(Sql sql, long nowMs) {
        sql.run("UPDATE sync_cursor SET completed_at = ?", nowMs);
    }

    /// The box follows nobody from now on and keeps what stands. It remembers how far it knew of its hub's people, for
    /// the case that it joins that hub again: after a restore the hub may not know the box any more.
    public static void end(Sql sql) {
        Followed before = get(sql);
        if (before != null && HubKnown.is(sql, before.upstream)) PeopleKnown.keep(sql);
        sql.run("DELETE FROM sync_cursor");
        sql.run("DELETE FROM person_synced");
        sql.run("DELETE FROM image_synced");
    }

    /// The people here, with their revisions of the hub. People with revocations count as the hub has them.
    public static Check check(Sql sql) {
        var hash = new StateHash();
        sql.each(STANDING, row -> hash.add(row.number(1), row.number(2)));
        PeopleKnown.eachGone(sql, hash::add);
        return hash.check();
    }

    /// At which of the hub's revisions that person counts in [#check(Sql)]; null: nobody of that number is here.
    public static @Nullable Long revision(Sql sql, long personId) {
        Long here = sql.one(STANDING + " AND p.id = ?", row -> row.number(2), personId);
        return here == null ? PeopleKnown.revisionOfAbsent(sql, personId) : here;
    }

    /// Whether somebody stands here only partly, because the policy that they refer to did not hold.
    public static boolean anyPartly(Sql sql) {
        return sql.one("SELECT 1 FROM person_synced WHERE revision = 0 LIMIT 1", row -> row.number(1)) != null;
    }

    /// Before `plan` is written: whoever loses with it what they were given stands partly from then on. When it is put
    /// back while nobody can be asked, they are known to differ from what is followed, and get it again.
    public static void partly(Sql sql, SitePlan plan) {
        if (plan.removed(Entity.ROLE).isEmpty()
                && plan.removed(Entity.GROUP).isEmpty()
                && plan.removed(Entity.CHANNEL).isEmpty()) return;
        if (HubKnown.any(sql)) PeopleKnown.keep(sql); // how far each was known, for a hub that is restored
        for (long id : plan.removed(Entity.ROLE)) sql.run(PARTLY + "person_role WHERE role_id = ?)", id);
        for (long id : plan.removed(Entity.GROUP)) {
            sql.run(PARTLY + "person_group WHERE group_id = ?)", id);
            sql.run(
                    PARTLY + "group_reservation WHERE id IN (SELECT group_reservation_id FROM group_reservation_group"
                            + " WHERE group_id = ?))",
                    id);
        }
        for (long id : plan.removed(Entity.CHANNEL)) {
            sql.run(
                    PARTLY + "reservation WHERE id IN (SELECT reservation_id FROM reservation_channel"
                            + " WHERE channel_id = ?))",
                    id);
        }
    }

    /// How many of those that came from the hub are enabled.
    public static long enabled(Sql sql) {
        return sql.get("SELECT count(*) " + SYNCED_PEOPLE, row -> row.number(1));
    }

    /// Those of `ids` that came from the hub and are enabled.
    public static List<Long> enabled(Sql sql, List<Long> ids) {
        String query = "SELECT s.person_id " + SYNCED_PEOPLE
                + " AND s.person_id IN (SELECT value FROM json_each(?)) ORDER BY s.person_id";
        return sql.list(query, row -> row.number(1), ids.toString());
    }

    /// Everybody here after `afterId`, wherever they come from; a chunk of a long list.
    public static List<Long> people(Sql sql, long afterId, int limit) {
        return sql.list(LIVE, row -> row.number(1), afterId, limit);
    }

    /// Those of `ids` who are here.
    public static Set<Long> among(Sql sql, List<Long> ids) {
        return Set.copyOf(sql.list(
                "SELECT id FROM person WHERE account_id = 1 AND deleted_at IS NULL"
                        + " AND id IN (SELECT value FROM json_each(?))",
                row -> row.number(1),
                ids.toString()));
    }

    /// Whose it is; null: there is no such row. `table`: `credential`, `reservation` or `group_reservation`.
    public static @Nullable Long holder(Sql sql, String table, long id) {
        String query = switch (table) {
            case "credential" -> "SELECT person_id FROM credential WHERE id = ?";
            case "reservation" -> "SELECT person_id FROM reservation WHERE id = ?";
            case "group_reservation" -> "SELECT person_id FROM group_reservation WHERE id = ?";
            default -> throw new IllegalArgumentException("nobody holds a " + table);
        };
        return sql.one(query, row -> row.number(1), id);
    }

    /// What a hub's would replace: people, and roles.
    public record Replaced(long people, long roles) {}

    public static Replaced replaced(Sql sql) {
        return sql.get(
                "SELECT (SELECT count(*) FROM person WHERE account_id = 1 AND deleted_at IS NULL),"
                        + " (SELECT count(*) FROM role WHERE account_id = 1)",
                row -> new Replaced(row.number(1), row.number(2)));
    }
}
