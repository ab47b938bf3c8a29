package dev.lintel.controller.store;

import dev.lintel.controller.store.StoreException.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// Copies a database without its history: people, credentials, roles, doors and what stands at them, users,
/// keys; no events, no sessions. The newest event goes along, so that ids and the chain of hashes go on.
/// The tables are made as the original has them, whichever version wrote it: what opens the copy changes
/// them, as it would have there.
///
/// Each page is written once: to a card that wears, and to a RAM disk that has no room for it twice.
final class PolicyCopy {
    /// No copy has their rows.
    static final Set<String> LEFT_OUT = Set.of(
            "event",
            "event_count",
            "session",
            "setup_link",
            // What waited then has gone since.
            "mail",
            // Which events of boxes the log has: it has none then, and boxes bring theirs again. A copy for a time in
            // memory has where they continue.
            "box_event",
            "box_event_unknown",
            "box_branch",
            "box_head",
            // They are of events that are not copied.
            "event_head",
            "event_before",
            "box_write");

    /// The hash before the newest event, where it is known and there is a table for it.
    private static final String BEFORE = """
            INSERT INTO main.event_before
            SELECT id, before
              FROM (SELECT e.id,
                           coalesce((SELECT hash FROM live.event WHERE id < e.id ORDER BY id DESC LIMIT 1),
                                    (SELECT hash FROM live.event_before WHERE event_id = e.id)) AS before
                      FROM main.event e)
             WHERE before IS NOT NULL""";

    /// Where the uploads of boxes to a hub continue: the newest event of each branch.
    private static final String BOX_LOGS = """
            INSERT INTO main.box_branch SELECT * FROM live.box_branch;
            INSERT INTO main.box_head SELECT * FROM live.box_head;
            INSERT INTO main.box_event
            SELECT e.*
              FROM (SELECT id AS box_id, 0 AS branch FROM live.box
                    UNION ALL SELECT box_id, branch FROM live.box_branch) l
              JOIN live.box_event e ON e.box_id = l.box_id AND e.branch = l.branch
             WHERE e.event_id = (SELECT max(n.event_id)
                                   FROM live.box_event n
                                  WHERE n.box_id = l.box_id AND n.branch = l.branch)""";

    private static final String TABLES = """
            SELECT name, sql FROM live.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'""";
    /// Made when the rows are there: a copy is no change that triggers were to count, and indexes are
    /// smaller so.
    private static final String REST = """
            SELECT sql FROM live.sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type""";

    private final Sql sql;
    private final Extent extent;

    private PolicyCopy(Sql sql, Extent extent) {
        this.sql = sql;
        this.extent = extent;
    }

    private enum Extent {
        POLICY,
        /// And where the logs of boxes continue, for a hub that continues in the copy.
        WITH_BOX_LOGS,
        /// No event, and no index of the original is read: both may be damaged.
        UNDAMAGED
    }

    /// Of a database that this process, or another, may be writing to. `target` is an empty file.
    static void ofRunning(Path live, Path target) {
        if (live.toFile().length() == 0) { // SQLite would make one, which the next start took for the box's own
            throw new StoreException(Reason.OTHER, live.getFileName() + " is not there", null);
        }
        copy(live.toString(), target, Long.MAX_VALUE, false, Extent.POLICY);
    }

    /// Of a database that nobody has open and whose disk may take nothing, not even the index of its log of
    /// writes: SQLite keeps that in memory where nobody else can be there. Not a byte of it or beside it
    /// changes. Throws [StoreException] (`FULL`) where the copy would take more than `bytesMax`.
    static void ofUnused(Path original, Path target, long bytesMax) {
        copy(unused(original), target, bytesMax, true, Extent.POLICY);
    }

    /// The same for a box that continues in the copy and returns to the original later ([MemoryMerge]). Boxes that
    /// follow it do not send again what the original has.
    static void ofInterrupted(Path original, Path target, long bytesMax) {
        copy(unused(original), target, bytesMax, true, Extent.WITH_BOX_LOGS);
    }

    /// The same of a database of which events and indexes cannot all be read: the copy has no events, and its indexes
    /// are built from the tables. Throws [StoreException] where anything else cannot be read.
    static void ofDamaged(Path original, Path target) {
        copy(unused(original), target, Long.MAX_VALUE, true, Extent.UNDAMAGED);
    }

    /// The tables whose rows copies have.
    ///
    /// @param schema as which the database is attached
    static List<String> tables(Sql sql, String schema) {
        String names = "SELECT name FROM " + schema + ".sqlite_schema WHERE type = 'table'";
        return sql.list(names, row -> row.text(1)).stream()
                .filter(table -> !LEFT_OUT.contains(table))
                .toList();
    }

    /// What such a database is attached by, with its log of writes where it has one: by a connection whose
    /// `locking_mode` is EXCLUSIVE, so that the log's index is in memory.
    static String unused(Path original) {
        Path wal = original.resolveSibling(original.getFileName() + "-wal");
        boolean whole = !Files.isRegularFile(wal) || wal.toFile().length() == 0;
        String how = whole ? "?immutable=1" : "?mode=ro&vfs=unix-none";
        return "file:" + original.toUri().getRawPath() + how;
    }

    private static void copy(String live, Path target, long bytesMax, boolean alone, Extent extent) {
        Sql sql = Database.connect(target, false, Database.OTHERS_CACHE_KIB);
        try {
            sql.script("PRAGMA journal_mode = DELETE"); // one file, so that moving it moves all of it
            sql.script("PRAGMA foreign_keys = OFF"); // what refers to each other comes in any order
            sql.script("PRAGMA temp_store = MEMORY"); // a disk that takes nothing has no room to sort on
            if (alone) sql.script("PRAGMA locking_mode = EXCLUSIVE");
            long pages = bytesMax / sql.get("PRAGMA page_size", row -> row.number(1));
            sql.script("PRAGMA max_page_count = " + Math.clamp(pages, 1, Integer.MAX_VALUE)); // 0: no bound
            sql.run("ATTACH DATABASE ? AS live", live);
            sql.script("BEGIN");
            new PolicyCopy(sql, extent).copy();
            sql.script("COMMIT");
        } finally {
            sql.close();
        }
    }

    private record Table(String name, String made) {}

    private void copy() {
        int version = number("PRAGMA live.user_version");
        if (version == 0) throw new StoreException(Reason.CORRUPT, "a database without tables is none of a box", null);
        for (Table table : sql.list(TABLES, row -> new Table(row.text(1), row.text(2)))) {
            sql.script(table.made);
            if (!LEFT_OUT.contains(table.name)) rows(table.name, "");
        }
        sql.script("DELETE FROM main.sqlite_sequence");
        rows("sqlite_sequence", ""); // a number that somebody had is nobody else's
        if (extent != Extent.UNDAMAGED) newest();
        if (extent == Extent.WITH_BOX_LOGS && hasTable("box_branch")) sql.script(BOX_LOGS);
        for (String made : sql.list(REST, row -> row.text(1))) sql.script(made);
        sql.script("PRAGMA main.application_id = " + number("PRAGMA live.application_id"));
        sql.script("PRAGMA main.user_version = " + version);
    }

    private void newest() {
        rows("event", " ORDER BY id DESC LIMIT 1");
        if (hasTable("event_before")) sql.script(BEFORE);
    }

    private boolean hasTable(String name) {
        return number("SELECT count(*) FROM main.sqlite_schema WHERE name = '" + name + "'") > 0;
    }

    private void rows(String table, String which) {
        sql.script("INSERT INTO main." + table + " SELECT * FROM live." + table
                + (extent == Extent.UNDAMAGED ? withoutIndexes(sql, "live", table) : which));
    }

    /// After a table's name in a query of all its rows: reads its own b-tree alone. The condition keeps SQLite from
    /// copying indexes page by page.
    static String withoutIndexes(Sql sql, String schema, String table) {
        return TableCheck.alone(sql, schema, table) + " WHERE true";
    }

    private int number(String pragma) {
        return sql.get(pragma, row -> row.integer(1));
    }

    /// The newest event's id of a database that nobody has open, with its log of writes; 0 where it cannot be read.
    static long head(Path file) {
        if (!Files.isRegularFile(file)) return 0; // ATTACH would make it
        Sql sql = Sql.connectNowhere();
        try {
            sql.script("PRAGMA locking_mode = EXCLUSIVE"); // see #unused
            sql.run("ATTACH DATABASE ? AS read", unused(file));
            return sql.get("SELECT coalesce(max(id), 0) FROM read.event", row -> row.number(1));
        } catch (StoreException e) {
            return headWithoutLog(file);
        } finally {
            sql.close();
        }
    }

    private static long headWithoutLog(Path file) {
        try {
            Sql sql = Database.connectUntouched(file);
            try {
                return sql.get("SELECT coalesce(max(id), 0) FROM event", row -> row.number(1));
            } finally {
                sql.close();
            }
        } catch (StoreException e) {
            return 0; // damaged, or none
        }
    }
}
