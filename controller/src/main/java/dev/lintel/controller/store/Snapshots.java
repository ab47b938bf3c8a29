package dev.lintel.controller.store;

import dev.lintel.controller.store.StoreException.Reason;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Copies of the policy (people, credentials, roles, doors, keys; no events, no sessions) in the data folder's
/// `snapshots/`: what decides when the database is lost. One a day is enough, for a synced box follows its
/// upstream and a standalone one has backups. Taken on any thread that may block; the newest event goes along,
/// so that ids go on.
public final class Snapshots {
    /// Three days back: the newest may have been taken from a database that was already damaged.
    static final int KEPT_MAX = 3;

    private static final Set<String> LEFT_OUT = Set.of(
            "event",
            "event_count",
            "session",
            "setup_link",
            // What waited then has gone since.
            "mail",
            // Which events of boxes the log has: it has none then, and boxes bring theirs again.
            "box_event",
            "box_event_unknown",
            "box_branch",
            "box_head");
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("'policy-'yyyyMMdd-HHmmss-SSS'.db'").withZone(ZoneOffset.UTC);

    private final DataFolder folder;
    private final Time time;

    public Snapshots(DataFolder folder, Time time) {
        this.folder = folder;
        this.time = time;
    }

    /// Takes one, and removes those beyond [#KEPT_MAX]. A snapshot appears whole or not at all.
    public Path take() {
        Path target = folder.folder("snapshots").resolve(NAME.format(time.now()));
        try {
            copy(target);
            for (Path old : newestFirst().stream().skip(KEPT_MAX).toList()) Files.delete(old);
            return target;
        } catch (IOException e) {
            throw new StoreException(Reason.OTHER, "snapshot " + target.getFileName() + ": " + e.getMessage(), e);
        }
    }

    /// The same as `lintel.db.NAME` beside the database, in place of one of that name: what stood before
    /// something that replaces it. It stays until somebody removes it.
    public Path takeBeside(String name) {
        Path target = folder.database().resolveSibling(folder.database().getFileName() + "." + name);
        try {
            copy(target);
            return target;
        } catch (IOException e) {
            throw new StoreException(Reason.OTHER, target.getFileName() + ": " + e.getMessage(), e);
        }
    }

    private void copy(Path target) throws IOException {
        Path part = target.resolveSibling("part");
        deleteDatabase(part);
        folder.ensurePrivate(part);
        copyPolicy(folder.database(), part);
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /// All there are, the newest first.
    public List<Path> newestFirst() {
        try (Stream<Path> files = Files.list(folder.folder("snapshots"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("policy-"))
                    .sorted(Comparator.reverseOrder())
                    .toList();
        } catch (IOException e) {
            throw new StoreException(Reason.OTHER, "the folder of snapshots cannot be read", e);
        }
    }

    /// Whether a snapshot is whole, by SQLite's own check of every page, and its tables are ones that this version
    /// knows.
    static boolean isGood(Path snapshot) {
        try {
            Sql sql = Database.connectUntouched(snapshot);
            try {
                Migrations.refuseNewer(sql, Migrations.BOX);
                return sql.get("PRAGMA integrity_check(1)", row -> row.text(1)).equals("ok");
            } finally {
                sql.close();
            }
        } catch (StoreException e) {
            return false; // whatever is wrong with it, it is not good
        }
    }

    private static void copyPolicy(Path live, Path target) {
        Sql sql = Database.connect(target, false, Database.OTHERS_CACHE_KIB);
        try {
            Migrations.run(sql, Migrations.BOX, null);
            sql.run("ATTACH DATABASE ? AS live", live.toString());
            List<String> tables = sql.list(
                    "SELECT name FROM live.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
                    row -> row.text(1));
            sql.script("BEGIN; PRAGMA defer_foreign_keys = ON");
            List<String> triggers = dropTriggers(sql);
            for (String table : tables) {
                if (LEFT_OUT.contains(table)) continue;
                sql.script("DELETE FROM main." + table); // what a migration puts there
                sql.script("INSERT INTO main." + table + " SELECT * FROM live." + table);
            }
            for (String trigger : triggers) sql.script(trigger);
            sql.script("INSERT INTO main.event SELECT * FROM live.event ORDER BY id DESC LIMIT 1");
            sql.script("COMMIT");
            sql.script("DETACH DATABASE live");
            sql.script("PRAGMA journal_mode = DELETE"); // one file, so that moving it moves all of it
        } finally {
            sql.close();
        }
    }

    /// A copy is no change: nothing is to be counted anew. Returns what makes them again.
    static List<String> dropTriggers(Sql sql) {
        String triggers = " FROM main.sqlite_schema WHERE type = 'trigger' ORDER BY name";
        List<String> names = sql.list("SELECT name" + triggers, row -> row.text(1));
        List<String> made = sql.list("SELECT sql" + triggers, row -> row.text(1));
        for (String name : names) sql.script("DROP TRIGGER main." + name);
        return made;
    }

    static void deleteDatabase(Path file) throws IOException {
        for (String suffix : List.of("", "-wal", "-shm", "-journal")) {
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + suffix));
        }
    }
}
