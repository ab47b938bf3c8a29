package dev.lintel.controller.store;

import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Puts a damaged database aside, and the newest good snapshot in its place. The power may go at each line:
///
/// ```
///   lintel.db.next            the snapshot, whole and on disk   before: lintel.db is found damaged again
///   lintel.db, then its -wal  go to lintel.db.damaged-TIME      from here on it [#isGone]: all begins anew
///   event-floor               ids that were seen are not used again
///   lintel.db.replaced        what the box tells of it, until its log has that
///   lintel.db.next            becomes lintel.db                 no snapshot: an empty one is made at last
/// ```
///
/// The database goes before its log of writes: it must not be opened without that, nor the snapshot with
/// it. On the starting thread.
final class DamagedDatabase {
    /// Damaged files that are kept: the first, which has the history of before, and the newest. A disk that
    /// damages each one it is given would be full of them.
    private static final int KEPT_MAX = 3;
    /// Ids of events that a damaged file may have shown beyond those that can still be read in it.
    private static final long IDS_SKIPPED = 1_000_000;

    private static final String ASIDE = "lintel.db.damaged-";
    private static final String TOLD_OF = "lintel.db.replaced";
    private static final Logger LOG = System.getLogger(DamagedDatabase.class.getName());

    private final DataFolder folder;
    private final Time time;
    private final Step step;
    private final Path file;

    /// What is asked before each change of a file: a test has the power go there, or the disk refuse it.
    @FunctionalInterface
    interface Step {
        void before(Path changed) throws IOException;
    }

    DamagedDatabase(DataFolder folder, Time time, Step step) {
        this.folder = folder;
        this.time = time;
        this.step = step;
        this.file = folder.database();
    }

    /// Whether there is no database though copies show that there was one: this was cut, or somebody took
    /// it.
    static boolean isGone(DataFolder folder) {
        if (folder.database().toFile().length() > 0) return false;
        return !asides(folder).isEmpty() || !Snapshots.newestFirst(folder).isEmpty();
    }

    /// Throws IOException where the disk does not take it: then it is damaged still, or gone.
    void replace() throws IOException {
        Path snapshot = newestGood();
        Path next = beside("lintel.db.next");
        if (snapshot != null) copy(snapshot, next);
        boolean gone = isGone(folder);
        Path aside = aside(gone);
        if (!gone) move(file, aside);
        if (Files.exists(log(file))) move(log(file), log(aside));
        remove(beside("lintel.db-shm")); // an index of the other two: it tells nothing
        long ids = Math.max(idsUsed(), snapshot == null ? 0 : PolicyCopy.head(snapshot));
        write(beside(Recovery.FLOOR), Long.toString(ids + IDS_SKIPPED));
        write(beside(TOLD_OF), words(gone) + "; " + decides(snapshot));
        if (snapshot != null) move(next, file);
        thinOut();
    }

    /// What happened at this start or at an earlier one, in a sentence that nobody has been told; null:
    /// nothing.
    static @Nullable String untold(DataFolder folder) {
        Path told = folder.path().resolve(TOLD_OF);
        try {
            return Files.exists(told) ? Files.readString(told) : null;
        } catch (IOException e) {
            return "the database was replaced, and " + told + " cannot be read: " + e.getMessage();
        }
    }

    /// The log has it on disk.
    static void told(DataFolder folder) {
        try {
            Files.deleteIfExists(folder.path().resolve(TOLD_OF));
        } catch (IOException e) {
            LOG.log(Level.WARNING, TOLD_OF + " stays, and is told again: " + e.getMessage());
        }
    }

    private @Nullable Path newestGood() {
        for (Path snapshot : Snapshots.newestFirst(folder)) {
            if (Snapshots.isGood(snapshot)) return snapshot;
        }
        return null;
    }

    /// A log of writes that was left behind goes to the database that was put aside before it.
    private Path aside(boolean gone) {
        List<Path> asides = asides(folder);
        if (gone && !asides.isEmpty() && !Files.exists(log(asides.getLast()))) return asides.getLast();
        long at = time.nowMs();
        while (Files.exists(beside(ASIDE + at))) at++; // a clock that was lost shows the same time twice
        return beside(ASIDE + at);
    }

    private String words(boolean gone) {
        List<Path> asides = asides(folder);
        if (asides.isEmpty()) return "the database was gone";
        String kept = " is kept as " + asides.getLast().getFileName();
        return gone ? "the database was gone, one that was damaged" + kept : "the database was damaged and" + kept;
    }

    private static String decides(@Nullable Path snapshot) {
        return snapshot == null ? "an empty one decides" : "snapshot " + snapshot.getFileName() + " decides";
    }

    private long idsUsed() {
        long ids = Recovery.floor(folder);
        for (Path aside : asides(folder)) ids = Math.max(ids, PolicyCopy.head(aside));
        return ids;
    }

    /// Removes what was put aside between the first and the newest ones.
    private void thinOut() {
        List<Path> asides = asides(folder);
        try {
            for (int i = 1; i <= asides.size() - KEPT_MAX; i++) Snapshots.deleteDatabase(asides.get(i));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "databases that were damaged cannot be thinned out: " + e.getMessage());
        }
    }

    /// The oldest first.
    private static List<Path> asides(DataFolder folder) {
        try (Stream<Path> files = Files.list(folder.path())) {
            return files.filter(each -> each.getFileName().toString().matches(ASIDE + "\\d+"))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) { // a disk that is not there has none
            return List.of();
        }
    }

    private Path beside(String name) {
        return folder.path().resolve(name);
    }

    private static Path log(Path database) {
        return database.resolveSibling(database.getFileName() + "-wal");
    }

    private void copy(Path snapshot, Path next) throws IOException {
        remove(next);
        step.before(next);
        MemoryDatabase.copyPrivate(snapshot, next);
        SchemaBackups.force(next);
        DataFolder.force(folder.path());
    }

    private void write(Path to, String text) throws IOException {
        step.before(to);
        DataFolder.writeDurably(to, text.getBytes(StandardCharsets.UTF_8));
    }

    private void move(Path from, Path to) throws IOException {
        step.before(to);
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        DataFolder.force(folder.path());
    }

    private void remove(Path old) throws IOException {
        if (!Files.exists(old)) return;
        step.before(old);
        Files.delete(old);
        DataFolder.force(folder.path());
    }
}
