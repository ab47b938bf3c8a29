package dev.lintel.controller.store;

import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.RevokedRights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What boxes of a restored hub report as revoked since the backup: people who were deleted or disabled (table
/// `box_withheld`), and single rights of others ([ReportedRights]). No door of the hub grants them, nor does a box that
/// does not know of the revocation, until an operator gives them back. Each method runs in the caller's transaction.
public final class ReportedRevocations {
    /// A condition of a query of people as `p`.
    static final String NOT_REVOKED = "NOT EXISTS (SELECT 1 FROM box_withheld w WHERE w.person_id = p.id)";

    private static final String KNOWS_ITSELF = "SELECT EXISTS (SELECT 1 FROM box WHERE id = ? AND remembers = 1)";
    private static final String OTHERS = """
            SELECT DISTINCT person_id FROM box_withheld
             WHERE person_id IN (SELECT value FROM json_each(?2)) AND box_id <> ?1
               AND person_id NOT IN (SELECT person_id FROM box_withheld WHERE box_id = ?1)""";
    /// Those who are not deleted here as well.
    private static final String PEOPLE = """
            FROM (SELECT person_id FROM box_withheld UNION SELECT person_id FROM box_withheld_right) w
            JOIN person p ON p.id = w.person_id
           WHERE p.deleted_at IS NULL""";

    private ReportedRevocations() {}

    /// What a box reports.
    ///
    /// @param gone people who were deleted or disabled, or lost all that concerns the box
    /// @param allGone `gone` has all of them: others, whom the box reported before, no longer are
    /// @param rights of other people; one element each
    /// @param allRights `rights` has all of them, as above
    public record Report(List<Long> gone, boolean allGone, List<RevokedRights> rights, boolean allRights) {
        public Report {
            gone = List.copyOf(gone);
            Set<Long> ids = new HashSet<>(gone);
            rights = rights.stream()
                    .filter(one -> !one.isNothing() && !ids.contains(one.person()))
                    .toList();
        }
    }

    /// Whether the box knows changes that are newer than the backup.
    public static boolean remembers(Sql sql, long boxId) {
        return sql.get(KNOWS_ITSELF, row -> row.flag(1), boxId);
    }

    public static void setRemembers(Sql sql, long boxId) {
        sql.run("UPDATE box SET remembers = 1 WHERE id = ?", boxId);
    }

    /// Whether any box knows changes that are newer than the backup: this hub was restored.
    public static boolean anyRemembers(Sql sql) {
        return sql.get("SELECT EXISTS (SELECT 1 FROM box WHERE remembers = 1)", row -> row.flag(1));
    }

    /// Whether a report would change anything.
    public static boolean differs(Sql sql, long boxId, Report report) {
        return !goneChanges(sql, boxId, report).isEmpty()
                || !rightsChanges(sql, boxId, report).isEmpty();
    }

    /// Keeps what the box reports. People with changes get another revision.
    public static void report(Sql sql, long boxId, Report report) {
        Map<Long, Boolean> gone = goneChanges(sql, boxId, report);
        gone.forEach((id, now) -> {
            if (now) sql.run("INSERT INTO box_withheld (person_id, box_id) VALUES (?, ?)", id, boxId);
            else sql.run("DELETE FROM box_withheld WHERE person_id = ? AND box_id = ?", id, boxId);
        });
        Map<Long, RevokedRights> rights = rightsChanges(sql, boxId, report);
        rights.forEach((id, now) -> ReportedRights.put(sql, boxId, id, now.isNothing() ? null : now));
        var changed = new HashSet<>(gone.keySet());
        changed.addAll(rights.keySet());
        RevisionQueries.touch(sql, new ArrayList<>(changed));
    }

    /// By person, whether they are gone now; without those of whom nothing changes.
    private static Map<Long, Boolean> goneChanges(Sql sql, long boxId, Report report) {
        Set<Long> before = new HashSet<>(
                sql.list("SELECT person_id FROM box_withheld WHERE box_id = ?", row -> row.number(1), boxId));
        var changes = new HashMap<Long, Boolean>();
        for (long id : report.gone) if (!before.contains(id)) changes.put(id, true);
        if (!report.allGone) return changes;
        before.removeAll(report.gone);
        for (long id : before) changes.put(id, false);
        return changes;
    }

    /// By person, what is revoked now; without those of whom nothing changes.
    private static Map<Long, RevokedRights> rightsChanges(Sql sql, long boxId, Report report) {
        Map<Long, RevokedRights> before = ReportedRights.of(sql, boxId);
        var changes = new HashMap<Long, RevokedRights>();
        for (RevokedRights one : report.rights) {
            if (!one.equals(before.remove(one.person()))) changes.put(one.person(), one);
        }
        for (long id : before.keySet()) {
            if (report.allRights || report.gone.contains(id)) changes.put(id, RevokedRights.nothing(id));
        }
        return changes;
    }

    /// `rows` as this box gets them: without the rights that other boxes report as revoked and this one does not know
    /// of.
    public static List<PersonRow> removedFrom(Sql sql, long boxId, List<PersonRow> rows) {
        if (!any(sql) || remembers(sql, boxId)) return rows;
        List<Long> ids = rows.stream().map(PersonRow::id).toList();
        Set<Long> gone = new HashSet<>(sql.list(OTHERS, row -> row.number(1), boxId, ids.toString()));
        var rights = new HashMap<Long, List<RevokedRights>>();
        for (RevokedRights one : ReportedRights.ofOthers(sql, boxId, ids)) {
            rights.computeIfAbsent(one.person(), _ -> new ArrayList<>()).add(one);
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
