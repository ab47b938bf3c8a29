package dev.lintel.controller.store;

import dev.lintel.sync.wire.Cursor;

/// Table `sync_era`: when a hub's process began, counted in revisions. Each method runs in the caller's
/// transaction.
///
/// A cursor holds only up to where its era ended. What lies beyond is from a time that this database knows
/// nothing of: it was restored from a backup.
public final class EraStore {
    /// Where the era ended: where the next began, or where everything stands.
    private static final String END = """
            SELECT coalesce(
                     (SELECT n.from_revision FROM sync_era n WHERE n.number > e.number ORDER BY n.number LIMIT 1),
                     (SELECT value FROM sync_revision))
              FROM sync_era e
             WHERE e.era = ?""";

    private EraStore() {}

    /// Whether this has ever been a hub.
    public static boolean any(Sql sql) {
        return sql.get("SELECT EXISTS (SELECT 1 FROM sync_era)", row -> row.flag(1));
    }

    /// Begins an era at the present revision. Its name is unlike that of any other on any copy of this
    /// database.
    public static void begin(Sql sql, String era) {
        sql.run("INSERT INTO sync_era (era, from_revision) SELECT ?, value FROM sync_revision", era);
    }

    /// Whether this database has been where the cursor is.
    public static boolean knows(Sql sql, Cursor cursor) {
        Long end = sql.one(END, row -> row.number(1), cursor.era());
        return end != null && cursor.revision() <= end;
    }
}
