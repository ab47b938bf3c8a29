package dev.lintel.controller.store;

import dev.lintel.controller.store.StoreException.Reason;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Brings back a database that was put aside as damaged and proves sound later, with everything that was written to its
/// replacement meanwhile:
///
/// ```
///   lintel.db.damaged-T        what was acknowledged until then                 ---.
///   lintel.db.common-T   the snapshot that replaced it                       |--> lintel.db.next --> lintel.db
///   lintel.db                  the replacement: the snapshot and changes since  ---'
///   lintel.db.sound-T  [#prove] found it sound: the next start brings it back
/// ```
///
/// Both histories are kept: see [HistoryMerge]. Where they contradict each other (the same email twice, say), or one is
/// a hub's, nothing is changed, and the log says so. The replacement is kept as `lintel.db.returned`. A power cut
/// at any line leaves the replacement, or the whole result.
public final class ReturnedDatabase {
    static final String KEPT = "lintel.db.returned";

    private static final Logger LOG = System.getLogger(ReturnedDatabase.class.getName());

    private ReturnedDatabase() {}

    /// Checks the newest database that was put aside and may come back. Reads all of it: for a thread that nobody waits
    /// for. Returns whether the next start will bring it back.
    public static boolean prove(DataFolder folder) {
        Path aside = newest(folder);
        if (aside == null) return false;
        if (Files.exists(marker(aside))) return true;
        if (!isSound(aside)) return false;
        try {
            DataFolder.writeDurably(marker(aside), new byte[0]);
            LOG.log(Level.WARNING, aside.getFileName() + " is sound: it comes back");
            return true;
        } catch (IOException e) {
            LOG.log(Level.WARNING, aside.getFileName() + " is sound, and cannot come back: " + e.getMessage());
            return false;
        }
    }

    /// At a start, before the database is opened. Returns what happened in a sentence; null: nothing.
    static @Nullable String take(DataFolder folder) {
        Path aside = newest(folder);
        if (aside == null
                || !Files.exists(marker(aside))
                || folder.database().toFile().length() == 0) return null;
        try {
            HistoryMerge.Merged merged = merge(folder, aside);
            swap(folder, aside);
            return "the database that was put aside proved sound and came back, with " + merged.events()
                    + " events and " + merged.changes() + " changes since; its replacement is kept as " + KEPT;
        } catch (IOException | StoreException e) {
            String cause = String.valueOf(e.getMessage()).replaceFirst("(?s) in: .*", ""); // the statement
            String why = aside.getFileName() + " is sound, and does not come back: " + cause;
            return giveUp(aside, why);
        }
    }

    /// It is not tried again: the same would come of it.
    private static @Nullable String giveUp(Path aside, String why) {
        LOG.log(Level.ERROR, why);
        try {
            Files.deleteIfExists(base(aside));
            Files.deleteIfExists(marker(aside));
            return why;
        } catch (IOException e) {
            return null; // said again at the next start
        }
    }

    static Path base(Path aside) {
        return named(aside, ".common-");
    }

    private static Path marker(Path aside) {
        return named(aside, ".sound-");
    }

    private static Path named(Path aside, String kind) {
        return aside.resolveSibling(aside.getFileName().toString().replace(".damaged-", kind));
    }

    private static @Nullable Path newest(DataFolder folder) {
        List<Path> asides = DamagedDatabase.asides(folder);
        return asides.isEmpty() || !Files.exists(base(asides.getLast())) ? null : asides.getLast();
    }

    private static boolean isSound(Path aside) {
        Sql sql = Database.connectNowhere();
        try {
            sql.script("PRAGMA locking_mode = EXCLUSIVE"); // see PolicyCopy.unused
            sql.run("ATTACH DATABASE ? AS aside", PolicyCopy.unused(aside));
            return sql.get("PRAGMA aside.integrity_check(1)", row -> row.text(1))
                    .equals("ok");
        } catch (StoreException e) {
            return false; // it is damaged, or still cannot be read
        } finally {
            sql.close();
        }
    }

    private static HistoryMerge.Merged merge(DataFolder folder, Path aside) throws IOException {
        Path next = folder.path().resolve("lintel.db.next");
        Snapshots.deleteDatabase(next);
        MemoryDatabase.copyPrivate(aside, next);
        Path log = sibling(aside, "-wal");
        if (Files.exists(log)) MemoryDatabase.copyPrivate(log, sibling(next, "-wal"));
        oneFile(folder.database());
        Sql sql = Database.connect(next, false, Database.OTHERS_CACHE_KIB);
        try {
            sql.script("PRAGMA journal_mode = DELETE"); // one file, so that moving it moves all of it
            HistoryMerge.Merged merged = HistoryMerge.into(sql, folder.database(), base(aside));
            String found = sql.get("PRAGMA integrity_check(1)", row -> row.text(1));
            if (!found.equals("ok")) throw new StoreException(Reason.CORRUPT, found, null);
            return merged;
        } finally {
            sql.close();
            SchemaBackups.force(next);
        }
    }

    /// What its log of writes holds goes into the file.
    private static void oneFile(Path database) {
        Sql sql = Database.connect(database, false, Database.OTHERS_CACHE_KIB);
        try {
            sql.script("PRAGMA journal_mode = DELETE");
        } finally {
            sql.close();
        }
    }

    private static void swap(DataFolder folder, Path aside) throws IOException {
        Path kept = folder.path().resolve(KEPT);
        Files.deleteIfExists(kept);
        Files.createLink(kept, folder.database());
        Files.move(
                folder.path().resolve("lintel.db.next"),
                folder.database(),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        DataFolder.force(folder.path());
        Files.deleteIfExists(marker(aside)); // done twice, the second time would change nothing
        Files.deleteIfExists(base(aside));
        Snapshots.deleteDatabase(aside);
    }

    private static Path sibling(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }
}
