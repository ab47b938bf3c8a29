package dev.lintel.controller.fleet;

import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.RevokedRights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Table `person_known`: up to which of the hub's revisions a box knew of people, and whose rights it keeps revoked. A
/// hub that was restored from a backup tells older revisions again; by this table the box sees that, and does not give
/// back what the hub has taken away since. Each method runs in the caller's transaction.
public final class PeopleKnown {
    /// Rows of people who are gone, about 20 bytes each. The oldest are dropped at a start: a backup that is older than
    /// 200,000 deletions is none to restore.
    private static final int GONE_MAX = 200_000;

    private static final String RAISE = """
            INSERT INTO person_known (person_id, revision, withheld, rights)
            VALUES (?1, max(?2, coalesce((SELECT revision FROM person_synced WHERE person_id = ?1), 0)), ?3, ?4)
            ON CONFLICT (person_id) DO UPDATE SET revision = max(revision, excluded.revision),
                                                  withheld = excluded.withheld, rights = excluded.rights""";
    /// The person does not concern this box now: the revocation counts when they come back.
    private static final long LATER = 0;

    private static final String LEFT = """
            INSERT INTO person_known (person_id, revision, withheld) VALUES (?1, ?2, NULL)
            ON CONFLICT (person_id) DO UPDATE SET revision = max(revision, excluded.revision),
                rights = NULL, withheld = CASE WHEN withheld IS NOT NULL THEN %d END""".formatted(LATER);
    private static final String SEEN = """
            INSERT INTO person_known (person_id, revision, withheld)
            VALUES (?1, max(?2, coalesce((SELECT revision FROM person_synced WHERE person_id = ?1), 0)), NULL)
            ON CONFLICT (person_id) DO UPDATE SET revision = max(revision, excluded.revision)""";
    private static final String KEEP = """
            INSERT INTO person_known (person_id, revision, withheld)
            SELECT person_id, revision, NULL FROM person_synced WHERE true
            ON CONFLICT (person_id) DO UPDATE SET revision = max(revision, excluded.revision)""";
    private static final String GONE = """
            FROM person_known k
           WHERE k.withheld > 0
             AND NOT EXISTS (SELECT 1 FROM person p WHERE p.id = k.person_id AND p.deleted_at IS NULL)""";

    private static final String RIGHTS = """
            SELECT rights FROM person_known
             WHERE withheld > 0 AND rights IS NOT NULL AND person_id > ? ORDER BY person_id LIMIT ?""";
    private static final int RIGHTS_AT_ONCE = 200;

    private PeopleKnown() {}

    /// What is known of a person.
    ///
    /// @param revision the highest
    /// @param isRevoked they get no more than they have until an operator of the hub gives it back
    record Mark(long revision, boolean isRevoked) {}

    /// By person; whoever is known by `person_synced` alone is not in the map.
    static Map<Long, Mark> of(Sql sql, List<Long> ids) {
        var known = new HashMap<Long, Mark>();
        sql.each(
                "SELECT person_id, revision, withheld IS NOT NULL FROM person_known"
                        + " WHERE person_id IN (SELECT value FROM json_each(?))",
                row -> known.put(row.number(1), new Mark(row.number(2), row.flag(3))),
                ids.toString());
        return known;
    }

    /// These people do not concern this box now: their revocations count when they come back.
    static void later(Sql sql, List<Long> ids) {
        sql.run(
                "UPDATE person_known SET withheld = ?, rights = NULL WHERE withheld > 0"
                        + " AND person_id IN (SELECT value FROM json_each(?))",
                LATER,
                ids.toString());
    }

    /// People who may not be here at all, ascending, `limit` at most, after `afterId`.
    public static List<Long> absent(Sql sql, long afterId, int limit) {
        return sql.list(
                "SELECT k.person_id " + GONE + " AND k.person_id > ? ORDER BY k.person_id LIMIT ?",
                row -> row.number(1),
                afterId,
                limit);
    }

    /// Everybody's revision is kept, before `person_synced` is emptied: this box may join the same hub again.
    static void keep(Sql sql) {
        sql.run(KEEP);
    }

    /// The highest revision of the hub's at which anybody was known.
    public static long highest(Sql sql) {
        return sql.get("SELECT coalesce(max(revision), 0) FROM person_known", row -> row.number(1));
    }

    /// That person was known at `revision` at least; what is revoked stays so.
    static void raise(Sql sql, long id, long revision) {
        sql.run(SEEN, id, revision);
    }

    /// That person was known at `revision` at least.
    ///
    /// @param older the hub's older revision of which not everything is given here; null: nothing is kept revoked
    /// @param rights what is kept revoked; null: nothing, or the person altogether
    static void raise(Sql sql, long id, long revision, @Nullable Long older, @Nullable RevokedRights rights) {
        sql.run(RAISE, id, revision, older, rights == null ? null : rights.toJson());
    }

    /// The hub took that person away at `revision`, before their row in `person_synced` goes. Nothing is kept of people
    /// who were never here. A revocation counts again when they come back.
    static void gone(Sql sql, long id, long revision) {
        boolean known = sql.get(
                "SELECT EXISTS (SELECT 1 FROM person_synced WHERE person_id = ?1)"
                        + " OR EXISTS (SELECT 1 FROM person_known WHERE person_id = ?1)",
                row -> row.flag(1),
                id);
        if (known)
            sql.run(
                    LEFT,
                    id,
                    Math.max(revision, PeopleIn.revisions(sql, List.of(id)).getOrDefault(id, 0L)));
    }

    /// Nothing of that person is kept revoked, and the hub sends something newer than ever before.
    static void drop(Sql sql, long id) {
        sql.run("DELETE FROM person_known WHERE person_id = ?", id);
    }

    /// Another hub's revisions count from now on.
    static void clear(Sql sql) {
        sql.run("DELETE FROM person_known");
    }

    /// Drops what is known of the people who went longest ago, where there are too many.
    public static void prune(Sql sql) {
        sql.run(
                "DELETE FROM person_known WHERE person_id IN (SELECT person_id FROM person_known WHERE withheld IS NULL"
                        + " ORDER BY revision DESC LIMIT -1 OFFSET ?)",
                GONE_MAX);
    }

    /// People of whom something is kept revoked, ascending, `limit` at most.
    public static List<Long> withRevocations(Sql sql, int limit) {
        return sql.list(
                "SELECT person_id FROM person_known WHERE withheld > 0 ORDER BY person_id LIMIT ?",
                row -> row.number(1),
                limit);
    }

    /// Those of them who may pass no door here: they are not here, or are disabled; `limit` at most, ascending.
    public static List<Long> withoutAccess(Sql sql, int limit) {
        return sql.list(
                "SELECT k.person_id FROM person_known k WHERE k.withheld > 0 AND NOT EXISTS (SELECT 1 FROM person p"
                        + " WHERE p.id = k.person_id AND p.deleted_at IS NULL AND p.enabled = 1)"
                        + " ORDER BY k.person_id LIMIT ?",
                row -> row.number(1),
                limit);
    }

    /// Rights that are kept revoked of people who may pass other doors, or with other cards: by person, ascending. Of
    /// at most `charsMax` characters.
    public static SomeRights revokedRights(Sql sql, int charsMax) {
        var rights = new ArrayList<RevokedRights>();
        long after = Long.MIN_VALUE;
        int chars = 0;
        while (true) {
            List<String> some = sql.list(RIGHTS, row -> row.text(1), after, RIGHTS_AT_ONCE);
            for (String json : some) {
                chars += json.length();
                if (chars > charsMax) return new SomeRights(rights, true);
                rights.add(RevokedRights.parse(json));
            }
            if (some.size() < RIGHTS_AT_ONCE) return new SomeRights(rights, false);
            after = rights.getLast().person();
        }
    }

    /// Some rights that are kept revoked.
    ///
    /// @param more there are others
    public record SomeRights(List<RevokedRights> rights, boolean more) {
        public SomeRights {
            rights = List.copyOf(rights);
        }
    }

    /// How many there are.
    public static long countRevoked(Sql sql) {
        return sql.get("SELECT count(*) FROM person_known WHERE withheld > 0", row -> row.number(1));
    }

    /// The hub's revision of a person who may not be here at all; null: they are not.
    static @Nullable Long revisionOfAbsent(Sql sql, long id) {
        return sql.one("SELECT k.withheld " + GONE + " AND k.person_id = ?", row -> row.number(1), id);
    }

    /// Hands each person who may not be here at all to `to`, with the hub's revision of them.
    static void eachGone(Sql sql, Each to) {
        sql.each("SELECT k.person_id, k.withheld " + GONE, row -> to.is(row.number(1), row.number(2)));
    }

    @FunctionalInterface
    interface Each {
        void is(long id, long revision);
    }
}
