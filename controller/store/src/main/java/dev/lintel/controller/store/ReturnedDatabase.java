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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Brings back a database that was put aside as damaged and proves sound later, with everything that was written to its
/// replacement meanwhile:
///
/// ```
///   lintel.db.damaged-T  what was acknowledged until then                 ---.
///   lintel.db.common-T   the snapshot that replaced it                       |--> lintel.db.merging --> lintel.db
///   lintel.db            the replacement: the snapshot and changes since  ---'
///   lintel.db.sound-T    [#prove] found it sound: the next start brings it back
/// ```
///
/// Both histories are kept: see [HistoryMerge]. Where they contradict each other (the same email twice, say), or one is
/// a hub's, nothing is changed for ever, and the log says so. Any other failure (no room, a read error)
/// leaves all files for a later start to try again. The replacement is kept as `lintel.db.returned`, and
/// the returned database where the merge left out some of its changes. A power cut at any line leaves the
/// replacement, or the whole result.
public final class ReturnedDatabase {
    static final String KEPT = "lintel.db.returned";
    private static final String MERGING = "lintel.db.merging";

    private static final Logger LOG = System.getLogger(ReturnedDatabase.class.getName());

    private ReturnedDatabase() {}

    /// Checks the newest database that was put aside and may come back. Reads all of it: for a thread that nobody waits
    /// for. Returns whether it proved sound now, so that a restart brings it back. One that had proved
    /// sound before this start could not be brought back by it: the next start tries again, but no restart
    /// is worth it.
    public static boolean prove(DataFolder folder) {
        Path aside = newest(folder);
        if (aside == null || Files.exists(marker(aside)) || !isSound(aside)) return false;
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
            boolean whole = merged.leftOut().isEmpty();
            swap(folder, aside, whole);
            return "the database that was put aside proved sound and came back, with " + merged.events()
                    + " events and " + merged.changes() + " changes since; its replacement is kept as " + KEPT
                    + (whole ? "" : leftOut(merged, aside));
        } catch (IOException | StoreException e) {
            String cause = String.valueOf(e.getMessage());
            if (isFinal(e)) return giveUp(aside, aside.getFileName() + " is sound, and does not come back: " + cause);
            LOG.log(Level.WARNING, aside.getFileName() + " is sound, and comes back at a later start: " + cause);
            return null;
        } finally {
            removePart(folder);
        }
    }

    private static String leftOut(HistoryMerge.Merged merged, Path aside) {
        String tables = merged.leftOut().entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
        return ". Changes of before that contradict those since were left out (rows: " + tables + "); they are in "
                + aside.getFileName();
    }

    /// Whether another try would end the same way.
    private static boolean isFinal(Exception e) {
        return e instanceof StoreException store
                && (store.reason() == Reason.CONSTRAINT || store.reason() == Reason.NEWER);
    }

    /// Half of one takes room that the disk may not have.
    private static void removePart(DataFolder folder) {
        try {
            Snapshots.deleteDatabase(folder.path().resolve(MERGING));
        } catch (IOException e) {
            LOG.log(Level.WARNING, MERGING + " stays until the next start: " + e.getMessage());
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

    /// After a first start gave the replacement its first site and doors: the one that was put aside began
    /// with the same, so both have it in common, and what became of it there is no contradiction. Before
    /// anybody changes anything.
    public static void begun(DataFolder folder) {
        Path aside = newest(folder);
        if (aside == null) return;
        Path base = base(aside);
        Path part = base.resolveSibling(MERGING);
        try {
            Snapshots.deleteDatabase(part);
            DataFolder.writePrivate(part, new byte[0]);
            PolicyCopy.ofRunning(folder.database(), part);
            SchemaBackups.force(part);
            Files.move(part, base, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            DataFolder.force(folder.path());
        } catch (IOException | StoreException e) {
            giveUp(aside, "should " + aside.getFileName() + " prove sound, it cannot come back: " + e.getMessage());
        } finally {
            removePart(folder);
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
        Sql sql = Sql.connectNowhere();
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
        Path next = folder.path().resolve(MERGING);
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

    private static void swap(DataFolder folder, Path aside, boolean whole) throws IOException {
        Path kept = folder.path().resolve(KEPT);
        Files.deleteIfExists(kept);
        Files.createLink(kept, folder.database());
        Files.move(
                folder.path().resolve(MERGING),
                folder.database(),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        DataFolder.force(folder.path());
        Files.deleteIfExists(marker(aside)); // done twice, the second time would change nothing
        Files.deleteIfExists(base(aside));
        if (whole) Snapshots.deleteDatabase(aside);
    }

    private static Path sibling(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }
}
