package dev.lintel.controller.store;

import dev.lintel.controller.store.StoreException.Reason;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes the replacement of a damaged database from that database, where only its history or indexes are damaged:
///
/// ```
///   people, rights, doors, users, keys, settings   all tables of a [PolicyCopy], each checked ([TableCheck])
///   their indexes                                  built again
///   sessions, links for new users, emails          each table where it can be read
///   events                                         the newest that can be read ([ReadableEvents])
///   signed heads                                   those of the events that are copied
/// ```
///
/// An event is missing where its page cannot be read, or before too many gaps ([ReadableEvents]). A hub's events are
/// not copied, as by [SinceSnapshot]. Nothing of the damaged file is changed. Used at start by [DamagedDatabase], on
/// the starting thread.
final class PresentContent {
    /// Years of a busy box: 3 s of a desktop, in which no door opens, and up to ten times that of a slow board.
    private static final long EVENTS_MAX = 500_000;

    private static final List<String> WITH_EVENTS = List.of("session", "setup_link", "mail");

    private static final String HEADS = """
            INSERT OR IGNORE INTO main.event_head
            SELECT h.*
              FROM newer.event_head h
              JOIN main.event e ON e.id = h.event_id AND e.hash = h.hash""";

    /// The hash that the hash of the first copied event covers.
    private static final String BEFORE = """
            INSERT OR REPLACE INTO main.event_before
            SELECT f.id,
                   coalesce((SELECT hash FROM newer.event WHERE id < f.id ORDER BY id DESC LIMIT 1),
                            (SELECT hash FROM newer.event_before WHERE event_id = f.id))
              FROM (SELECT min(id) AS id FROM main.event) f
             WHERE EXISTS (SELECT 1 FROM newer.event_before WHERE event_id = f.id)
                OR EXISTS (SELECT 1 FROM newer.event WHERE id < f.id)""";

    private static final Logger LOG = System.getLogger(PresentContent.class.getName());

    private PresentContent() {}

    /// Names of the indexes of tables that decide that cannot be read; null where one of those tables itself cannot be
    /// read, or is not sound. Reads all of them.
    ///
    /// @param snapshotHead the newest event of the newest snapshot; a database whose newest event is older has lost
    ///     its log of writes, and with it changes that the snapshot has
    static @Nullable List<String> damagedIndexes(Path damaged, long snapshotHead) {
        Sql sql = Sql.connectNowhere();
        try {
            sql.script("PRAGMA locking_mode = EXCLUSIVE"); // see PolicyCopy.unused
            sql.run("ATTACH DATABASE ? AS newer", PolicyCopy.unused(damaged));
            var indexes = new ArrayList<String>();
            for (String table : PolicyCopy.tables(sql, "newer")) {
                indexes.addAll(new TableCheck(sql, "newer", table).damagedIndexes());
            }
            return isAsNew(sql, snapshotHead) ? indexes : null;
        } catch (StoreException e) {
            LOG.log(Level.WARNING, "not all that decides can be read: " + e.getMessage());
            return null;
        } finally {
            sql.close();
        }
    }

    private static boolean isAsNew(Sql sql, long snapshotHead) {
        try {
            long head = sql.get("SELECT coalesce(max(id), 0) FROM newer.event", row -> row.number(1));
            return head >= snapshotHead;
        } catch (StoreException e) {
            return true; // the newest event is among those that cannot be read
        }
    }

    /// Fills `next`, an empty file, from `damaged`. Throws [StoreException] when it cannot be read or written.
    static ReadableEvents.Copied into(Path next, Path damaged) {
        PolicyCopy.ofDamaged(damaged, next);
        Sql sql = Database.connect(next, false, Database.OTHERS_CACHE_KIB);
        try {
            sql.script("PRAGMA journal_mode = DELETE"); // one file, so that moving it moves all of it
            sql.script("PRAGMA synchronous = OFF"); // cut off here, it is made again; the caller has it on disk
            sql.script("PRAGMA locking_mode = EXCLUSIVE"); // see PolicyCopy.unused
            if (!sql.list("PRAGMA foreign_key_check", row -> row.text(1)).isEmpty()) {
                throw new StoreException(Reason.CORRUPT, "rows refer to rows that are gone", null);
            }
            sql.run("ATTACH DATABASE ? AS newer", PolicyCopy.unused(damaged));
            for (String table : WITH_EVENTS)
                attempt(
                        sql,
                        "INSERT INTO main." + table + " SELECT * FROM newer." + table
                                + PolicyCopy.withoutIndexes(sql, "newer", table));
            boolean hub = SinceSnapshot.isHub(sql);
            ReadableEvents.Copied copied = new ReadableEvents(sql).copy(hub ? 1 : EVENTS_MAX);
            attempt(sql, BEFORE);
            attempt(sql, HEADS);
            return copied;
        } finally {
            sql.close();
        }
    }

    /// In a transaction of its own: one that has met damage writes nothing more.
    private static void attempt(Sql sql, String script) {
        try {
            ReadableEvents.transaction(sql, () -> {
                sql.script(script);
                return true;
            });
        } catch (StoreException e) {
            LOG.log(Level.WARNING, "not all of the history can be read: " + e.getMessage());
        }
    }
}
