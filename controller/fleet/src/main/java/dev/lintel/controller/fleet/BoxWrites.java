package dev.lintel.controller.fleet;

import dev.lintel.controller.store.Sql;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What boxes wrote at this hub, from its log, and whether they may. Each method runs in the caller's
/// transaction.
public final class BoxWrites {
    private static final String WRITES = " FROM box_write w JOIN event e ON e.id = w.event_id WHERE w.credential = ?1";
    private static final String LIST = """
            SELECT e.occurred_at, json_extract(e.additional, '$.what'), json_extract(e.additional, '$.action'),
                   json_extract(e.additional, '$.id'), json_extract(e.additional, '$.claimed_by'),
                   json_extract(e.additional, '$.path'),
                   (SELECT trim(coalesce(p.first_name, '') || ' ' || coalesce(p.last_name, '')) FROM person p
                     WHERE p.id = CASE WHEN json_extract(e.additional, '$.what') = 'person'
                                       THEN json_extract(e.additional, '$.id')
                                       ELSE json_extract(e.additional, '$.person_id') END)
            """ + WRITES + " ORDER BY e.id DESC LIMIT ?2";

    private static final String BEGINS = """
            SELECT e.id, e.occurred_at
              FROM (SELECT id, occurred_at FROM event ORDER BY id LIMIT 1) e
              JOIN box b ON b.id = ?
             WHERE e.id > 1 AND b.joined_at < e.occurred_at""";

    private BoxWrites() {}

    /// Where the event log begins: older events were removed, or are in a damaged database that was replaced.
    public record Beginning(long eventId, long atMs) {}

    /// Null: the log has all since the box joined.
    public static @Nullable Beginning begins(Sql sql, long boxId) {
        return sql.one(BEGINS, row -> new Beginning(row.number(1), row.number(2)), boxId);
    }

    /// One write, or one that was refused.
    ///
    /// @param what `person`, `credential`, `reservation`, `group_reservation`, or `forwarded write` for a
    /// refused one
    /// @param action `create`, `update`, `delete`, `invite`, or `refuse`
    /// @param id of what was written; null: the write was refused
    /// @param person the name of the person concerned; null: none is known
    /// @param claims the user that the box named
    /// @param path of a refused write
    public record Written(
            long atMs,
            String what,
            String action,
            @Nullable Long id,
            @Nullable String person,
            String claims,
            @Nullable String path) {
        /// On one line, without the time, such as `create person 7 (Ada Byron), for ops@example.com as the box
        /// says`.
        public String words() {
            String object = id == null ? what + " " + path : what.replace('_', ' ') + " " + id;
            String of = person == null || person.isEmpty() ? "" : " (" + person + ")";
            return action + " " + object + of + ", for " + claims + " as the box says";
        }
    }

    /// The newest writes of the box, the newest first.
    public static List<Written> of(Sql sql, long boxId, int limit) {
        return sql.list(
                LIST,
                row -> new Written(
                        row.number(1),
                        row.text(2),
                        row.text(3),
                        row.nullableNumber(4),
                        row.nullableText(7),
                        String.valueOf(row.nullableText(5)),
                        row.nullableText(6)),
                "box " + boxId,
                limit);
    }

    /// The number of the box that last followed under that name, or follows still; null: none ever did.
    public static @Nullable Long newest(Sql sql, String name) {
        return sql.one(
                "SELECT id FROM box WHERE name = ? AND state <> 'planned'"
                        + " ORDER BY state = 'joined' DESC, id DESC LIMIT 1",
                row -> row.number(1),
                name);
    }

    /// How many there are.
    public static long count(Sql sql, long boxId) {
        return sql.get("SELECT count(*) FROM box_write WHERE credential = ?", row -> row.number(1), "box " + boxId);
    }

    /// Lets a box that follows write, or refuses its writes from now on.
    public static void allow(Sql sql, long boxId, boolean mayWrite) {
        sql.run("UPDATE box SET read_only = ? WHERE id = ? AND state = 'joined'", !mayWrite, boxId);
    }
}
