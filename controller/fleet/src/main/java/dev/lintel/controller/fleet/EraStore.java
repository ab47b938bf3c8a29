package dev.lintel.controller.fleet;

import dev.lintel.controller.store.Sql;
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

    /// Everybody there is, for a hub that begins: nobody was counted before.
    private static final String FILL = """
            INSERT INTO person_revision (person_id, revision)
            SELECT id, (SELECT value FROM sync_revision) + row_number() OVER (ORDER BY id)
              FROM person
             WHERE account_id = 1 AND deleted_at IS NULL""";

    /// Begins an era at the present revision. Its name is unlike that of any other on any copy of this
    /// database. The first one counts everybody there is; from then on triggers count each change. They are made in
    /// the same transaction: nobody is written in between.
    public static void begin(Sql sql, String era) {
        HubTriggers.ensure(sql);
        if (!any(sql)) {
            sql.run("DELETE FROM person_revision");
            int people = sql.run(FILL);
            sql.run("UPDATE sync_revision SET value = value + ?1 + 1, policy = value + ?1 + 1", people);
        }
        sql.run("INSERT INTO sync_era (era, from_revision) SELECT ?, value FROM sync_revision", era);
    }

    /// Whether this database has been where the cursor is.
    public static boolean knows(Sql sql, Cursor cursor) {
        Long end = sql.one(END, row -> row.number(1), cursor.era());
        return end != null && cursor.revision() <= end;
    }
}
