package dev.lintel.controller.store;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;

/// Takes over into a snapshot what a damaged database can still tell of the time since:
///
/// ```
///   events after the snapshot's newest     up to the first that cannot be read: the chain has no gap
///   what doors stand at, where people are  all of it, or as the snapshot has it
///   the numbers that somebody has had      nobody else gets them
/// ```
///
/// A transaction that has met damage writes nothing more, says SQLite: so each part, and each step of
/// events, has one of its own.
///
/// Events of before the snapshot stay in the damaged file. So do all of a hub: which events of its boxes it
/// has is known beside them, and with one half alone boxes would tell theirs twice. Nothing of the damaged
/// file is changed. On the starting thread.
final class SinceSnapshot {
    /// Some days of a busy box, and a few seconds of a slow board, in which no door opens.
    static final int EVENTS_MAX = 50_000;
    /// More than a box gives out between two snapshots.
    private static final int NUMBERS_SKIPPED = 100_000;
    /// Where one cannot be read, those before it come one by one.
    private static final int[] STEPS = {1_000, 1};

    private static final Logger LOG = System.getLogger(SinceSnapshot.class.getName());

    private final Sql sql;

    private SinceSnapshot(Sql sql) {
        this.sql = sql;
    }

    /// Into `next`, a copy of the snapshot. Returns how many events came over. Throws [StoreException] when
    /// `next` cannot be written.
    static long into(Path next, Path damaged) {
        Sql sql = Database.connect(next, false, Database.OTHERS_CACHE_KIB);
        try {
            sql.script("PRAGMA journal_mode = DELETE"); // one file, so that moving it moves all of it
            sql.script("PRAGMA synchronous = OFF"); // cut off here, it is made anew; the caller has it on disk
            sql.script("PRAGMA foreign_keys = OFF"); // of the damaged file nothing is sure
            sql.script("PRAGMA locking_mode = EXCLUSIVE"); // see PolicyCopy.unused
            if (isAttached(sql, damaged)) return new SinceSnapshot(sql).take();
            skipNumbers(sql);
            return 0;
        } finally {
            sql.close();
        }
    }

    /// Whether it can be read at all, and has the snapshot's tables.
    private static boolean isAttached(Sql sql, Path damaged) {
        try {
            sql.run("ATTACH DATABASE ? AS newer", PolicyCopy.unused(damaged));
            String version = "user_version";
            return number(sql, "PRAGMA newer." + version) == number(sql, "PRAGMA main." + version);
        } catch (StoreException e) {
            LOG.log(Level.WARNING, "nothing can be taken over from it: " + e.getMessage());
            return false;
        }
    }

    private static long number(Sql sql, String query) {
        return sql.get(query, row -> row.number(1));
    }

    private long take() {
        if (!attempt("the numbers that were given", () -> StepBack.numbersUsed(sql))) skipNumbers(sql);
        attempt("what doors stand at", this::doors);
        attempt(
                "the threat levels of sites",
                () -> copy("site_threat", " WHERE site_id IN (SELECT id FROM main.site)"));
        attempt("where people are", () -> copy("person_area", ""));
        attempt(
                "uses of credentials",
                () -> copy("credential_use", " WHERE credential_id IN (SELECT id FROM main.credential)"));
        return isHub(sql) ? 0 : events();
    }

    /// Numbers that the damaged one may have given to somebody, and does not tell, are nobody else's.
    private static void skipNumbers(Sql sql) {
        sql.script("UPDATE main.sqlite_sequence SET seq = seq + " + NUMBERS_SKIPPED);
    }

    /// The same for a database that has given none.
    static void skipAllNumbers(Path next) {
        Sql sql = Database.connect(next, false, Database.OTHERS_CACHE_KIB);
        try {
            sql.script("PRAGMA journal_mode = DELETE");
            sql.script("DELETE FROM sqlite_sequence");
            sql.script("INSERT INTO sqlite_sequence (name, seq) SELECT name, " + NUMBERS_SKIPPED
                    + " FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'");
        } finally {
            sql.close();
        }
    }

    /// Whether boxes follow, or did; true where that cannot be read.
    static boolean isHub(Sql sql) {
        try {
            String any = "SELECT EXISTS (SELECT 1 FROM main.box) OR EXISTS (SELECT 1 FROM newer.box_head)";
            return number(sql, any) > 0;
        } catch (StoreException e) {
            return true; // it cannot be ruled out
        }
    }

    private void doors() {
        copy("door_state", " WHERE channel_id IN (SELECT id FROM main.channel)");
        DoorStateStore.load(sql); // as the start will: what that cannot read stays behind
    }

    private void copy(String table, String which) {
        sql.script("DELETE FROM main." + table);
        sql.script("INSERT INTO main." + table + " SELECT * FROM newer." + table + which);
    }

    /// As it was where something of it cannot be read.
    private boolean attempt(String what, Runnable work) {
        try {
            return ReadableEvents.transaction(sql, () -> {
                work.run();
                return true;
            });
        } catch (RuntimeException e) { // SQLite's, or whatever a damaged row makes of a number or a name
            LOG.log(Level.WARNING, what + ": as in the snapshot (" + e.getMessage() + ")");
            return false;
        }
    }

    private long events() {
        long taken = 0;
        for (int step : STEPS) {
            try {
                int some;
                do {
                    some = events(step);
                    taken += some;
                } while (some > 0 && taken < EVENTS_MAX);
                return taken;
            } catch (StoreException e) { // this step is undone
                LOG.log(Level.WARNING, "not all events since the snapshot can be read: " + e.getMessage());
            }
        }
        return taken;
    }

    private int events(int most) {
        return sql.run("""
                INSERT INTO main.event
                SELECT *
                  FROM newer.event
                 WHERE id > (SELECT coalesce(max(id), 0) FROM main.event)
                 ORDER BY id
                 LIMIT ?""", most);
    }
}
