package dev.lintel.controller.fleet;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.Sql;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whom a mass of changes that is held back would take away, for those who let it through. Each method runs in
/// the caller's transaction.
public final class HeldQueries {
    /// Events of changed configuration that are searched at most. An import of people writes one for each of them. The
    /// search ends at the first that fits, so that it is long only where there is none.
    private static final int SOUGHT_MAX = 200_000;

    private static final String TAKEN = """
              FROM person_revision r LEFT JOIN person p ON p.id = r.person_id
             WHERE r.narrowed > ?1 AND r.taken > ?1 AND r.singly IS NOT r.taken
            """;

    /// 1 kind, 2 snapshot, 3 box, 4 events at most. The text is searched first: parsing JSON takes ten times as long.
    static final String TOLD = """
            SELECT json_extract(additional, '$.people'), json_extract(additional, '$.of'), occurred_at
              FROM event
             WHERE kind = ?1
               AND id > coalesce((SELECT id FROM event WHERE kind = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?4), 0)
               AND instr(additional, ?2) > 0
               AND json_extract(additional, '$.snapshot') = ?2 AND json_extract(additional, '$.box') IS ?3
               AND json_extract(additional, '$.people') IS NOT NULL AND json_extract(additional, '$.of') IS NOT NULL
             ORDER BY id DESC LIMIT 1
            """;

    private HeldQueries() {}

    /// Somebody who was deleted or disabled.
    public record Taken(long id, String name, boolean deleted) {}

    /// How many a box's snapshot would take away, as the box told the log.
    ///
    /// @param of how many were enabled there
    /// @param atMs when it told, Unix milliseconds
    public record Told(long people, long of, long atMs) {}

    /// Who was taken away beyond a revision, still is, and was not told of singly; in that order.
    public static List<Taken> taken(Sql sql, long beyond, int limit) {
        return sql.list(
                "SELECT r.person_id, trim(coalesce(p.first_name, '') || ' ' || coalesce(p.last_name, '')),"
                        + " p.id IS NULL OR p.deleted_at IS NOT NULL" + TAKEN + " ORDER BY r.taken LIMIT ?2",
                row -> new Taken(row.number(1), row.text(2), row.flag(3)),
                beyond,
                limit);
    }

    /// How many of them there are.
    public static long takenCount(Sql sql, long beyond) {
        return sql.get("SELECT count(*)" + TAKEN, row -> row.number(1), beyond);
    }

    /// What is in the log of a snapshot that is held back; null: nothing is. `box` is the name of the box that told;
    /// null: this one.
    public static @Nullable Told told(Sql sql, String snapshot, @Nullable String box) {
        return sql.one(
                TOLD,
                row -> new Told(row.number(1), row.number(2), row.number(3)),
                EventKind.CONFIGURATION_CHANGED.number(),
                snapshot,
                box,
                SOUGHT_MAX);
    }
}
