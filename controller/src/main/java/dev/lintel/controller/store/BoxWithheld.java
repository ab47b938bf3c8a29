package dev.lintel.controller.store;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Table `box_withheld`: people whom boxes of a restored hub report as deleted or disabled since the backup. They pass
/// no door of the hub, nor of a box that does not remember that itself, until an operator gives them back. Each method
/// runs in the caller's transaction.
public final class BoxWithheld {
    /// A condition of a query of people as `p`.
    static final String NOT_WITHHELD = "NOT EXISTS (SELECT 1 FROM box_withheld w WHERE w.person_id = p.id)";

    private static final String OTHERS = """
            SELECT DISTINCT person_id FROM box_withheld
             WHERE person_id IN (SELECT value FROM json_each(?2)) AND box_id <> ?1
               AND NOT EXISTS (SELECT 1 FROM box WHERE id = ?1 AND remembers = 1)
               AND person_id NOT IN (SELECT person_id FROM box_withheld WHERE box_id = ?1)""";

    private BoxWithheld() {}

    /// Whether the box knows changes that are newer than the backup.
    public static boolean remembers(Sql sql, long boxId) {
        String query = "SELECT EXISTS (SELECT 1 FROM box WHERE id = ? AND remembers = 1)";
        return sql.get(query, row -> row.flag(1), boxId);
    }

    public static void setRemembers(Sql sql, long boxId) {
        sql.run("UPDATE box SET remembers = 1 WHERE id = ?", boxId);
    }

    /// Whether a report would change anything.
    ///
    /// @param whole it names everybody who is gone
    public static boolean differs(Sql sql, long boxId, List<Long> gone, boolean whole) {
        Set<Long> before = reported(sql, boxId);
        return whole ? !before.equals(new HashSet<>(gone)) : !before.containsAll(gone);
    }

    /// The box reports these people as gone. Those who changed by that get another revision.
    ///
    /// @param whole it names everybody who is gone: others, whom it reported before, no longer are
    public static void report(Sql sql, long boxId, List<Long> gone, boolean whole) {
        Set<Long> before = reported(sql, boxId);
        var changed = new ArrayList<Long>();
        for (long id : new HashSet<>(gone)) {
            if (before.contains(id)) continue;
            sql.run("INSERT INTO box_withheld (person_id, box_id) VALUES (?, ?)", id, boxId);
            changed.add(id);
        }
        if (whole) {
            before.removeAll(gone);
            for (long id : before) sql.run("DELETE FROM box_withheld WHERE person_id = ? AND box_id = ?", id, boxId);
            changed.addAll(before);
        }
        RevisionQueries.touch(sql, changed);
    }

    private static Set<Long> reported(Sql sql, long boxId) {
        return new HashSet<>(
                sql.list("SELECT person_id FROM box_withheld WHERE box_id = ?", row -> row.number(1), boxId));
    }

    /// Those of `ids` whom this box gets as disabled: it does not remember what other boxes report.
    public static Set<Long> unknownTo(Sql sql, long boxId, List<Long> ids) {
        if (!any(sql)) return Set.of();
        return new HashSet<>(sql.list(OTHERS, row -> row.number(1), boxId, ids.toString()));
    }

    public static boolean any(Sql sql) {
        return sql.get("SELECT EXISTS (SELECT 1 FROM box_withheld)", row -> row.flag(1));
    }

    public static boolean contains(Sql sql, long personId) {
        return sql.get("SELECT EXISTS (SELECT 1 FROM box_withheld WHERE person_id = ?)", row -> row.flag(1), personId);
    }

    /// Those who are not deleted here as well, ascending, `limit` at most.
    public static List<Long> people(Sql sql, int limit) {
        return sql.list(
                "SELECT DISTINCT w.person_id FROM box_withheld w JOIN person p ON p.id = w.person_id"
                        + " WHERE p.deleted_at IS NULL ORDER BY 1 LIMIT ?",
                row -> row.number(1),
                limit);
    }

    /// How many there are.
    public static long count(Sql sql) {
        return sql.get(
                "SELECT count(DISTINCT w.person_id) FROM box_withheld w JOIN person p ON p.id = w.person_id"
                        + " WHERE p.deleted_at IS NULL",
                row -> row.number(1));
    }

    /// An operator gives them back.
    public static void drop(Sql sql, List<Long> ids) {
        sql.run("DELETE FROM box_withheld WHERE person_id IN (SELECT value FROM json_each(?))", ids.toString());
    }
}
