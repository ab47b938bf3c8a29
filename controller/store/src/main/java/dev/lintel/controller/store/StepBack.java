package dev.lintel.controller.store;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.StoreException.Reason;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The way back to an older version: a newer one has changed the tables of the database, and was left
/// again.
///
/// ```
///   lintel.db            of the newer version: put aside, unaltered, as lintel.db.newer-schema-9
///   lintel.db.schema-7   from before it changed the tables: people, rights, settings as they were then
///     + events since, the log's chain goes on            from the newer one
///     + what doors stand at, where people are            from the newer one
///     = lintel.db
/// ```
///
/// What the newer one changed in people and rights meanwhile is in the file that was put aside only,
/// and is said so. A power cut on the way leaves what was there before, or the whole new file. On the
/// opening thread.
final class StepBack {
    private static final Logger LOG = System.getLogger(StepBack.class.getName());

    /// What boxes have told a hub belongs to the events: without it they would tell it once more.
    private static final List<String> WITH_EVENTS =
            List.of("box", "box_certificate", "box_branch", "box_event", "box_event_unknown", "box_head");
    /// What is so, whatever version saw it come.
    private static final List<String> FACTS = List.of("door_state", "person_area", "site_threat");
    /// A fact, too, of a credential that the backup may not have.
    private static final String USES = "credential_use";

    private StepBack() {}

    /// Goes back where there is something to go back to.
    ///
    /// @return what happened, in a sentence; null when there is no backup whose tables this version
    /// knows: then nothing was touched
    static @Nullable String take(Path database) {
        Path backup = new SchemaBackups(database).newestKnown(Migrations.BOX);
        if (backup == null) return null;
        Path next = database.resolveSibling(database.getFileName() + ".back");
        try {
            copy(backup, next);
            Path aside = aside(database);
            long events = merge(next, database);
            replace(database, next, aside);
            return "the database was changed by a newer version, which was left; people and rights are as in "
                    + backup.getFileName() + ", " + events + " events since were kept, and the newer file is "
                    + aside.getFileName();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /// The same for a database beside it, which goes on from its backup alone.
    ///
    /// @return whether there is one
    static boolean takeSide(Path database, Migrations.Series series) {
        Path backup = new SchemaBackups(database).newestKnown(series);
        if (backup == null) return false;
        Path next = database.resolveSibling(database.getFileName() + ".back");
        try {
            copy(backup, next);
            Path aside = aside(database);
            replace(database, next, aside);
            LOG.log(
                    Level.WARNING,
                    database.getFileName() + " was changed by a newer version, which was left: it is as in "
                            + backup.getFileName() + ", and the newer file is " + aside.getFileName());
            return true;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static StoreException failed(IOException e) {
        return new StoreException(Reason.OTHER, "the way back to this version: " + e.getMessage(), e);
    }

    private static void copy(Path backup, Path next) throws IOException {
        Snapshots.deleteDatabase(next);
        DataFolder.writePrivate(next, new byte[0]);
        try (var out = Files.newOutputStream(next)) {
            Files.copy(backup, out);
        }
    }

    /// Where the newer file goes, by the version of its tables. It is made one file first: what its log
    /// holds goes in.
    private static Path aside(Path database) {
        Sql sql = Database.connect(database, false, Database.OTHERS_CACHE_KIB);
        try {
            int version = sql.get("PRAGMA user_version", row -> row.integer(1));
            sql.script("PRAGMA journal_mode = DELETE");
            return database.resolveSibling(database.getFileName() + ".newer-schema-" + version);
        } finally {
            sql.close();
        }
    }

    /// The newer file has both names for a moment: at none is there no database.
    private static void replace(Path database, Path next, Path aside) throws IOException {
        SchemaBackups.force(next);
        Files.deleteIfExists(aside);
        Files.createLink(aside, database);
        Files.move(next, database, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        DataFolder.force(database.resolveSibling("."));
    }

    /// Takes over what happened since. Returns how many events that were.
    private static long merge(Path next, Path newer) {
        Sql sql = Database.connect(next, false, Database.OTHERS_CACHE_KIB);
        try {
            sql.script("PRAGMA foreign_keys = OFF");
            sql.run("ATTACH DATABASE ? AS newer", newer.toString());
            sql.script("BEGIN IMMEDIATE");
            String columns = common(sql, "event");
            long events = sql.run("INSERT INTO main.event (" + columns + ") SELECT " + columns
                    + " FROM newer.event WHERE id > (SELECT coalesce(max(id), 0) FROM main.event) ORDER BY id");
            numbersUsed(sql);
            sql.script("SAVEPOINT facts");
            if (!facts(sql)) sql.script("ROLLBACK TO facts");
            sql.script("COMMIT");
            sql.script("DETACH DATABASE newer");
            sql.script("PRAGMA journal_mode = DELETE"); // one file, so that moving it moves all of it
            return events;
        } finally {
            sql.close();
        }
    }

    /// A number that the newer database, attached as `newer`, gave to somebody is nobody else's: events and
    /// permissions name people by it.
    static void numbersUsed(Sql sql) {
        sql.script("""
                UPDATE main.sqlite_sequence
                   SET seq = max(seq, (SELECT n.seq FROM newer.sqlite_sequence n WHERE n.name = sqlite_sequence.name))
                 WHERE name IN (SELECT name FROM newer.sqlite_sequence);
                INSERT INTO main.sqlite_sequence (name, seq)
                SELECT n.name, n.seq
                  FROM newer.sqlite_sequence n
                 WHERE n.name NOT IN (SELECT name FROM main.sqlite_sequence)
                   AND n.name IN (SELECT name FROM main.sqlite_schema WHERE type = 'table')""");
    }

    /// Whether all of it fits what the backup holds: a door that is no longer there has no state.
    private static boolean facts(Sql sql) {
        try {
            List<String> triggers = dropTriggers(sql);
            for (String table : WITH_EVENTS) copy(sql, table);
            for (String table : FACTS) copy(sql, table);
            if (copy(sql, USES))
                sql.script("DELETE FROM main." + USES + " WHERE credential_id NOT IN (SELECT id FROM main.credential)");
            for (String trigger : triggers) sql.script(trigger);
            boolean fits = sql.list("PRAGMA main.foreign_key_check", row -> row.text(1))
                    .isEmpty();
            if (!fits) LOG.log(Level.WARNING, "what doors stand at is as it was before the newer version");
            return fits;
        } catch (StoreException e) {
            LOG.log(Level.WARNING, "what doors stand at is as it was before the newer version: " + e.getMessage());
            return false;
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

    /// Returns whether both have such a table.
    private static boolean copy(Sql sql, String table) {
        String columns = common(sql, table);
        if (columns.isEmpty()) return false;
        sql.script("DELETE FROM main." + table);
        sql.script("INSERT INTO main." + table + " (" + columns + ") SELECT " + columns + " FROM newer." + table);
        return true;
    }

    /// The columns that both have, with commas.
    private static String common(Sql sql, String table) {
        var columns = new TreeSet<>(columns(sql, "main", table));
        columns.retainAll(columns(sql, "newer", table));
        return String.join(", ", columns);
    }

    private static List<String> columns(Sql sql, String schema, String table) {
        return sql.list("SELECT name FROM pragma_table_info(?, ?)", row -> row.text(1), table, schema);
    }
}
