package dev.lintel.controller.fleet;

import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.controller.store.Sql;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.RevokedRights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What boxes of a restored hub report as revoked since the backup: people who were deleted or disabled (table
/// `box_withheld`), and single rights of others ([ReportedRights]). No door of the hub grants them, nor does another
/// box, until an operator gives them back. Each method runs in the caller's transaction.
public final class ReportedRevocations {
    private static final String OTHERS = """
            SELECT DISTINCT person_id FROM box_withheld
             WHERE person_id IN (SELECT value FROM json_each(?2)) AND box_id <> ?1
               AND person_id NOT IN (SELECT person_id FROM box_withheld WHERE box_id = ?1)""";
    /// Those who are not deleted here as well.
    private static final String PEOPLE = """
            FROM (SELECT person_id FROM box_withheld UNION SELECT person_id FROM box_withheld_right) w
            JOIN person p ON p.id = w.person_id
           WHERE p.deleted_at IS NULL""";

    /// In `box.remembers_to`: see [Claim#doubted()]. Earlier versions take it as 0.
    private static final long DOUBTED = -1;
    /// In `box.remembers`: see [Claim#checked()]. Earlier versions take it as 1.
    private static final long CHECKED = 2;

    private static final String ENABLED = "deleted_at IS NULL AND enabled = 1";
    private static final String GONE_HERE = "person_id NOT IN (SELECT id FROM person WHERE " + ENABLED + ")";

    private ReportedRevocations() {}

    /// What a box reports.
    ///
    /// @param gone people who were deleted or disabled, or lost all that concerns the box
    /// @param rights of other people; one element each
    public record Report(List<Long> gone, List<RevokedRights> rights) {
        public Report {
            gone = List.copyOf(gone);
            Set<Long> ids = new HashSet<>(gone);
            rights = rights.stream()
                    .filter(one -> !one.isNothing() && !ids.contains(one.person()))
                    .toList();
        }
    }

    /// What a box has shown of how far it knows this hub.
    ///
    /// @param remembers it knows changes that are newer than the backup
    /// @param to the highest revision of them that it has proved; 0: it proved none
    /// @param proves it has shown a proof of a cursor, of a time before the backup or after it
    /// @param doubted it has claimed without a proof to know such changes, after it had shown proofs
    /// @param checked since it claimed so, an operator has checked what boxes of an earlier version do not report
    public record Claim(boolean remembers, long to, boolean proves, boolean doubted, boolean checked) {
        static final Claim NONE = new Claim(false, 0, false, false, false);

        /// Whether the hub gave the box what it claims to have.
        public boolean isProven() {
            return to > 0;
        }
    }

    public static Claim claim(Sql sql, long boxId) {
        Claim claim = sql.one(
                "SELECT remembers, remembers_to, proves FROM box WHERE id = ?",
                row -> new Claim(
                        row.flag(1),
                        Math.max(0, row.number(2)),
                        row.flag(3),
                        row.number(2) == DOUBTED,
                        row.number(1) == CHECKED),
                boxId);
        return claim == null ? Claim.NONE : claim;
    }

    /// Whether the box knows changes that are newer than the backup.
    public static boolean remembers(Sql sql, long boxId) {
        return claim(sql, boxId).remembers;
    }

    /// The box knows changes that are newer than the backup.
    ///
    /// @param to as [Claim#to()]
    public static void setRemembers(Sql sql, long boxId, long to) {
        sql.run("UPDATE box SET remembers = 1, remembers_to = max(remembers_to, ?) WHERE id = ?", to, boxId);
    }

    /// The box claims without a proof that it knows such changes, and has shown proofs before. Ends when it proves
    /// some.
    public static void setDoubted(Sql sql, long boxId) {
        sql.run("UPDATE box SET remembers_to = ? WHERE id = ? AND remembers_to = 0", DOUBTED, boxId);
    }

    public static void setProves(Sql sql, long boxId) {
        sql.run("UPDATE box SET proves = 1 WHERE id = ?", boxId);
    }

    /// Whether a box has proved that this hub was restored.
    public static boolean anyProven(Sql sql) {
        return sql.get("SELECT EXISTS (SELECT 1 FROM box WHERE remembers_to > 0)", row -> row.flag(1));
    }

    /// Whether any box knows changes that are newer than the backup, and no operator has checked since then.
    public static boolean anyUnchecked(Sql sql) {
        return sql.get("SELECT EXISTS (SELECT 1 FROM box WHERE remembers = 1)", row -> row.flag(1));
    }

    /// An operator has checked by hand what boxes of an earlier version do not report. Ends with the next restore.
    public static void setChecked(Sql sql) {
        sql.run("UPDATE box SET remembers = ? WHERE remembers = 1", CHECKED);
    }

    /// Whether a report would add anything.
    public static boolean adds(Sql sql, long boxId, Report report) {
        return !newGone(sql, boxId, report).isEmpty()
                || !newRights(sql, boxId, report).isEmpty();
    }

    /// Adds what the box reports; nothing ends by a report. People of whom something is added get another revision.
    public static void add(Sql sql, long boxId, Report report) {
        List<Long> gone = newGone(sql, boxId, report);
        for (long id : gone) sql.run("INSERT INTO box_withheld (person_id, box_id) VALUES (?, ?)", id, boxId);
        List<RevokedRights> rights = newRights(sql, boxId, report);
        for (RevokedRights one : rights) ReportedRights.put(sql, boxId, one);
        var changed = new HashSet<>(gone);
        for (RevokedRights one : rights) changed.add(one.person());
        RevisionQueries.touch(sql, changed);
    }

    /// How many people the report would have refused whom no report refuses yet.
    public static long newPeople(Sql sql, Report report) {
        var ids = new HashSet<>(report.gone);
        for (RevokedRights one : report.rights) ids.add(one.person());
        List<Long> known = sql.list(
                "SELECT person_id FROM box_withheld UNION SELECT person_id FROM box_withheld_right",
                row -> row.number(1));
        known.forEach(ids::remove);
        return ids.size();
    }

    /// People with an addition by this report, including people with reports of other boxes.
    public static Set<Long> added(Sql sql, long boxId, Report report) {
        var people = new HashSet<>(newGone(sql, boxId, report));
        for (RevokedRights one : newRights(sql, boxId, report)) people.add(one.person());
        return people;
    }

    /// People with a report of this box that is kept.
    public static List<Long> reportedBy(Sql sql, long boxId) {
        return sql.list(
                "SELECT person_id FROM box_withheld WHERE box_id = ?1"
                        + " UNION SELECT person_id FROM box_withheld_right WHERE box_id = ?1",
                row -> row.number(1),
                boxId);
    }

    private static List<Long> newGone(Sql sql, long boxId, Report report) {
        Set<Long> before = new HashSet<>(
                sql.list("SELECT person_id FROM box_withheld WHERE box_id = ?", row -> row.number(1), boxId));
        return report.gone.stream().filter(before::add).toList();
    }

    /// All rights of those people of whom the report adds some.
    private static List<RevokedRights> newRights(Sql sql, long boxId, Report report) {
        Map<Long, RevokedRights> before = ReportedRights.of(sql, boxId);
        var all = new ArrayList<RevokedRights>();
        for (RevokedRights one : report.rights) {
            RevokedRights known = before.getOrDefault(one.person(), RevokedRights.nothing(one.person()));
            RevokedRights both = known.and(one);
            if (!both.equals(known)) all.add(both);
        }
        return all;
    }

    /// Those of `people` who may pass doors of this hub but for reports: nothing is to be reported of others.
    public static List<Long> enabled(Sql sql, List<Long> people) {
        return sql.list(
                "SELECT id FROM person WHERE id IN (SELECT value FROM json_each(?)) AND " + ENABLED + " ORDER BY id",
                row -> row.number(1),
                people.toString());
    }

    /// Whether this hub itself has revoked something that boxes report.
    public static boolean anyConfirmed(Sql sql) {
        return sql.get("SELECT EXISTS (SELECT 1 FROM box_withheld WHERE " + GONE_HERE + ")", row -> row.flag(1))
                || ReportedRights.anyConfirmed(sql);
    }

    /// Drops reports of what this hub itself has revoked: the operator has decided.
    public static void dropConfirmed(Sql sql) {
        sql.run("DELETE FROM box_withheld WHERE " + GONE_HERE);
        ReportedRights.dropConfirmed(sql);
    }

    /// `rows` as this box gets them: without the rights that other boxes report as revoked. What the box reports itself
    /// it gets, and keeps revoked. A box that knows changes of after the backup may have been off when others were
    /// revoked.
    public static List<PersonRow> removedFrom(Sql sql, long boxId, List<PersonRow> rows) {
        if (!any(sql)) return rows;
        List<Long> ids = rows.stream().map(PersonRow::id).toList();
        Set<Long> gone = new HashSet<>(sql.list(OTHERS, row -> row.number(1), boxId, ids.toString()));
        var rights = new HashMap<Long, List<RevokedRights>>();
        Map<Long, RevokedRights> own = ReportedRights.of(sql, boxId);
        for (RevokedRights one : ReportedRights.ofOthers(sql, boxId, ids)) {
            RevokedRights known = own.get(one.person());
            rights.computeIfAbsent(one.person(), _ -> new ArrayList<>()).add(known == null ? one : one.without(known));
        }
        if (gone.isEmpty() && rights.isEmpty()) return rows;
        var left = new ArrayList<PersonRow>();
        for (PersonRow row : rows) {
            PersonRow now = gone.contains(row.id()) ? row.disabled() : row;
            for (RevokedRights one : rights.getOrDefault(row.id(), List.of())) now = one.removedFrom(now);
            left.add(now);
        }
        return left;
    }

    private static boolean any(Sql sql) {
        return sql.get(
                "SELECT EXISTS (SELECT 1 FROM box_withheld) OR EXISTS (SELECT 1 FROM box_withheld_right)",
                row -> row.flag(1));
    }

    public static boolean contains(Sql sql, long personId) {
        return sql.get(
                "SELECT EXISTS (SELECT 1 FROM box_withheld WHERE person_id = ?1)"
                        + " OR EXISTS (SELECT 1 FROM box_withheld_right WHERE person_id = ?1)",
                row -> row.flag(1),
                personId);
    }

    /// People of whom something is reported, ascending, `limit` at most.
    public static List<Long> people(Sql sql, int limit) {
        return sql.list("SELECT w.person_id " + PEOPLE + " ORDER BY 1 LIMIT ?", row -> row.number(1), limit);
    }

    /// How many there are.
    public static long count(Sql sql) {
        return sql.get("SELECT count(*) " + PEOPLE, row -> row.number(1));
    }

    /// An operator gives these people back what was revoked.
    public static void drop(Sql sql, List<Long> ids) {
        for (String table : List.of("box_withheld", "box_withheld_right")) {
            sql.run("DELETE FROM " + table + " WHERE person_id IN (SELECT value FROM json_each(?))", ids.toString());
        }
    }
}
