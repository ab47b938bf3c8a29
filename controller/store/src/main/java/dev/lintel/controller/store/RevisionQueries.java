package dev.lintel.controller.store;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Tables `sync_revision` and `person_revision`: what changed when, counted in revisions. Each method runs in
/// the caller's transaction.
public final class RevisionQueries {
    private static final String ENDED = """
            UPDATE person_revision
               SET revision = (SELECT value FROM sync_revision) + n.rank
              FROM (SELECT person_id, row_number() OVER (ORDER BY person_id) AS rank FROM (
                      SELECT person_id FROM reservation WHERE end_at >= ?1 AND end_at < ?2
                      UNION
                      SELECT person_id FROM group_reservation WHERE end_at >= ?1 AND end_at < ?2)) n
             WHERE n.person_id = person_revision.person_id""";

    private RevisionQueries() {}

    /// Somebody who changed.
    ///
    /// @param given the revision at which an operator last approved them after a restore; 0: never
    public record Changed(long personId, long revision, long given) {}

    /// The newest revision of all.
    public static long head(Sql sql) {
        return sql.get("SELECT value FROM sync_revision", row -> row.number(1));
    }

    /// The one at which the policy last changed.
    public static long policy(Sql sql) {
        return sql.get("SELECT policy FROM sync_revision", row -> row.number(1));
    }

    /// The revision at which each person last changed, by person.
    public static Map<Long, Long> of(Sql sql, List<Long> ids) {
        return byPerson(sql, "SELECT person_id, revision FROM person_revision WHERE ", ids);
    }

    /// The revision at which an operator last approved each person after a restore, by person. People without an
    /// approval are left out.
    public static Map<Long, Long> given(Sql sql, List<Long> ids) {
        return byPerson(sql, "SELECT person_id, given FROM person_revision WHERE given > 0 AND ", ids);
    }

    private static Map<Long, Long> byPerson(Sql sql, String select, List<Long> ids) {
        var revisions = new HashMap<Long, Long>();
        sql.each(
                select + "person_id IN (SELECT value FROM json_each(?))",
                row -> revisions.put(row.number(1), row.number(2)),
                ids.toString());
        return revisions;
    }

    /// As [#given], of the policy; 0: never.
    public static long policyGiven(Sql sql) {
        return sql.get("SELECT policy_given FROM sync_revision", row -> row.number(1));
    }

    /// Counts on from `revision` at least: boxes know of revisions up to there, of which a database that was
    /// restored from a backup knows nothing. What changes from now on is newer than all that they know.
    public static void raise(Sql sql, long revision) {
        sql.run("UPDATE sync_revision SET value = max(value, ?)", revision);
    }

    /// Approves of each of those people that boxes take them as they are here now. Nothing else does so:
    /// people may change for many reasons after a restore.
    public static void give(Sql sql, List<Long> ids) {
        for (long id : ids) {
            sql.run("UPDATE sync_revision SET value = value + 1");
            sql.run(
                    "UPDATE person_revision SET revision = v.value, given = v.value FROM sync_revision v"
                            + " WHERE person_id = ?",
                    id);
        }
    }

    /// Each of those people gets another revision: boxes get them again, also while much is held back.
    public static void touch(Sql sql, Collection<Long> ids) {
        for (long id : ids) {
            sql.run("UPDATE sync_revision SET value = value + 1");
            sql.run(
                    "UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v"
                            + " WHERE person_id = ?",
                    id);
        }
    }

    /// As [#give], of the policy.
    public static void givePolicy(Sql sql) {
        sql.run("UPDATE sync_revision SET value = value + 1, policy = value + 1, policy_given = value + 1");
    }

    /// Reservations that ended before are nothing to boxes; Unix milliseconds.
    public static long endedBeforeMs(Sql sql) {
        return sql.get("SELECT ended_before FROM sync_revision", row -> row.number(1));
    }

    /// Who changed after one revision and up to another, in that order, `limit` at most. Each person once, at
    /// their last change.
    public static List<Changed> changed(Sql sql, long after, long upTo, int limit) {
        return sql.list(
                "SELECT person_id, revision, given FROM person_revision WHERE revision > ? AND revision <= ?"
                        + " ORDER BY revision LIMIT ?",
                row -> new Changed(row.number(1), row.number(2), row.number(3)),
                after,
                upTo,
                limit);
    }

    /// From now on reservations that ended before `ms` are nothing to boxes: whoever had one changes. A clock
    /// that is set back brings them back. A reservation does not change when it ends, so without this no box
    /// would hear that somebody concerns it no more. Returns how many people changed.
    public static int endBefore(Sql sql, long ms) {
        long before = endedBeforeMs(sql);
        if (ms == before) return 0;
        int raised = sql.run(ENDED, Math.min(before, ms), Math.max(before, ms));
        sql.run("UPDATE sync_revision SET value = value + ?, ended_before = ?", raised, ms);
        return raised;
    }
}
