package dev.lintel.controller.store;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.StoreException.Reason;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Opens the database of a box that nobody watches. From a terminal a damaged file ends the start with
/// a sentence; a service opens its doors all the same:
///
/// ```
///   lintel.db opens ------------------------------------------> decides from it
///   lintel.db damaged: put aside as lintel.db.damaged-TIME, unaltered
///        newest good snapshot there -------------------------> decides from that
///        none -----------------------------------------------> an empty one; exits work, nobody is admitted by card
///   disk full, read-only or failing -------------------------> a copy in memory, until the next start
///   of a newer version: what stood before it ([StepBack]) ---> decides from that, with the events since
///        not kept ------------------------------------------> an empty one in memory, the file untouched
/// ```
///
/// In memory means a new folder of the owner's alone on the RAM disk, removed when it is closed. Its
/// events are lost then, but may have been seen: their ids begin far above the disk's and higher each
/// time, and the last one is kept in the data folder (`event-floor`) as soon as that takes a file
/// again, for the disk's own events to go on above it. Runs once, at start, on the starting thread.
public final class Recovery {
    /// Ids of events that the damaged file may have shown after its last snapshot; skipped, so that
    /// none is used twice.
    private static final long IDS_SKIPPED = 1_000_000;
    /// 2026-01-01T00:00:00Z: the milliseconds since are added to the first id in memory, so that a
    /// second time in memory begins above the first although the disk knows of neither.
    private static final long EPOCH_MS = 1_767_225_600_000L;

    /// Damaged files that are kept: the first, which has the history of before, and the newest. A disk that damages
    /// each
    /// one it is given would be full of them.
    private static final int DAMAGED_MAX = 3;

    private static final String FLOOR = "event-floor";

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final Logger LOG = System.getLogger(Recovery.class.getName());

    private Recovery() {}

    /// An open database, and what is wrong in a sentence for /health and the console; null when all is
    /// well.
    ///
    /// @param memory the folder of a database in memory, removed when this is closed; null for one on
    /// disk
    public record Opened(
            Database database,
            @Nullable String reason,
            DataFolder folder,
            @Nullable Path memory) implements AutoCloseable {
        @Override
        public void close() {
            long floor = database.events().head();
            database.close();
            if (memory == null) return;
            keepFloor(folder, floor);
            try {
                remove(memory);
            } catch (IOException e) {
                throw new UncheckedIOException("the database in memory cannot be removed", e);
            }
        }
    }

    /// `memory` is a folder on a RAM disk for the last resort. A database of a newer version is not
    /// damaged and not ours to touch: an empty one in memory lets the exits work. Throws
    /// [StoreException] when not even that opens.
    public static Opened open(DataFolder folder, Path memory, Time time) {
        try {
            return openOnDisk(folder, time);
        } catch (StoreException e) {
            return switch (e.reason()) {
                case CORRUPT -> openDamaged(folder, memory, time);
                case NEWER -> openOlder(folder, memory, time, e);
                default -> inMemory(folder, memory, time, e.getMessage());
            };
        } catch (DataFolderException e) { // the first start of all, on a full disk
            return inMemory(folder, memory, time, e.getMessage());
        }
    }

    /// Nothing is wrong afterwards: what happened is told as an event, and in the log.
    private static Opened openOlder(DataFolder folder, Path memory, Time time, StoreException newer) {
        try {
            String reason = StepBack.take(folder.database());
            if (reason == null) return inMemory(folder, memory, time, newer.getMessage());
            Opened opened = openOnDisk(folder, time);
            LOG.log(Level.WARNING, reason);
            tell(opened.database(), time, reason);
            return opened;
        } catch (StoreException | DataFolderException e) {
            return inMemory(folder, memory, time, e.getMessage());
        }
    }

    /// The same for a database that opens and then proves damaged where it is read.
    public static Opened openDamaged(DataFolder folder, Path memory, Time time) {
        try {
            return replaceDamaged(folder, time);
        } catch (StoreException | DataFolderException e) {
            return inMemory(folder, memory, time, e.getMessage());
        }
    }

    /// A copy in memory, whatever the disk says: for a folder that no box may work in.
    public static Opened openInMemory(DataFolder folder, Path memory, Time time, String cause) {
        return inMemory(folder, memory, time, cause);
    }

    /// Opens the disk's database or throws, for a start that somebody watches.
    public static Opened openOnDisk(DataFolder folder, Time time) {
        var database = Database.open(folder, time);
        database.events().skipTo(floor(folder));
        return new Opened(database, null, folder, null);
    }

    private static long floor(DataFolder folder) {
        try {
            Path file = folder.path().resolve(FLOOR);
            return Files.exists(file) ? Long.parseLong(Files.readString(file).strip()) : 0;
        } catch (IOException | NumberFormatException e) { // a failing disk: the ids in memory began higher than its own
            return 0;
        }
    }

    private static void keepFloor(DataFolder folder, long id) {
        try {
            DataFolder.writePrivate(
                    folder.path().resolve(FLOOR), Long.toString(id).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the disk takes nothing still; event ids up to " + id + " are not known to it");
        }
    }

    private static Opened replaceDamaged(DataFolder folder, Time time) {
        Path damaged = folder.database();
        Path aside = damaged.resolveSibling("lintel.db.damaged-" + time.nowMs());
        Path snapshot = newestGood(folder, time);
        try {
            for (String suffix : List.of("", "-wal", "-shm")) {
                Path file = damaged.resolveSibling(damaged.getFileName() + suffix);
                if (Files.exists(file)) Files.move(file, aside.resolveSibling(aside.getFileName() + suffix));
            }
            if (snapshot != null) DataFolder.writePrivate(damaged, Files.readAllBytes(snapshot));
        } catch (IOException e) {
            throw new StoreException(Reason.OTHER, "the damaged database cannot be put aside: " + e.getMessage(), e);
        }
        thinOut(folder.path());
        var database = Database.open(folder, time);
        database.events()
                .skipTo(Math.max(floor(folder), idsUsed(aside, database.events().head())));
        String decides = snapshot == null ? "an empty one decides" : "snapshot " + snapshot.getFileName() + " decides";
        String reason = "the database was damaged and is kept as " + aside.getFileName() + "; " + decides;
        tell(database, time, reason);
        return new Opened(database, reason, folder, null);
    }

    /// Removes what was put aside between the first and the newest ones.
    private static void thinOut(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> kept = files.filter(file -> file.getFileName().toString().matches("lintel[.]db[.]damaged-\\d+"))
                    .sorted(Comparator.comparing(file -> file.getFileName().toString()))
                    .toList();
            for (int i = 1; i <= kept.size() - DAMAGED_MAX; i++) Snapshots.deleteDatabase(kept.get(i));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "databases that were damaged cannot be thinned out: " + e.getMessage());
        }
    }

    private static Opened inMemory(DataFolder folder, Path memory, Time time, @Nullable String cause) {
        try {
            Path own = Files.createTempDirectory(memory, "lintel-", OWNER_ONLY);
            Path copy = own.resolve("lintel.db");
            for (String suffix : List.of("", "-wal")) {
                Path original = folder.path().resolve("lintel.db" + suffix);
                if (Files.isRegularFile(original)) copyPrivate(original, own.resolve("lintel.db" + suffix));
            }
            DataFolder inMemory = DataFolder.inside(own, folder);
            Database database;
            try {
                database = Database.open(inMemory, time);
            } catch (StoreException e) { // the copy is of no use either: an empty one lets the exits work
                Snapshots.deleteDatabase(copy);
                database = Database.open(inMemory, time);
            }
            long sinceMs = Math.max(0, time.nowMs() - EPOCH_MS);
            database.events().skipTo(Math.max(floor(folder), database.events().head()) + IDS_SKIPPED + sinceMs);
            String reason = "the database cannot be used (" + cause + "); decisions and events are in memory only";
            tell(database, time, reason);
            return new Opened(database, reason, folder, own);
        } catch (IOException e) {
            throw new StoreException(Reason.OTHER, "no database on disk, and none in memory: " + e.getMessage(), e);
        }
    }

    /// Its owner's alone from the first byte on.
    private static void copyPrivate(Path from, Path to) throws IOException {
        Files.createFile(to, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (var out = Files.newOutputStream(to)) {
            Files.copy(from, out);
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }

    private static @Nullable Path newestGood(DataFolder folder, Time time) {
        for (Path snapshot : new Snapshots(folder, time).newestFirst()) {
            if (Snapshots.isGood(snapshot)) return snapshot;
        }
        return null;
    }

    /// The highest id the damaged file is known or feared to have used.
    private static long idsUsed(Path damaged, long snapshotHead) {
        try {
            Sql sql = Database.connectUntouched(damaged);
            try {
                return sql.get("SELECT coalesce(max(id), 0) FROM event", row -> row.number(1));
            } finally {
                sql.close();
            }
        } catch (StoreException e) {
            return snapshotHead + IDS_SKIPPED; // not even that can be read any more
        }
    }

    private static void tell(Database database, Time time, String reason) {
        database.events()
                .append(new EventDraft(
                        EventKind.STORAGE_FAULT,
                        time.nowMs(),
                        time.nowNs(),
                        EventDraft.Subject.NOBODY,
                        Map.of("reason", reason)));
    }
}
