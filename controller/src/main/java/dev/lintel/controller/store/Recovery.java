package dev.lintel.controller.store;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.StoreException.Reason;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Opens the database of a box that nobody watches. From a terminal a damaged file ends the start with a sentence; a
/// service opens its doors all the same:
///
/// ```
///   lintel.db opens ------------------------------------------> decides from it
///   lintel.db damaged: put aside as lintel.db.damaged-TIME, unaltered
///        newest good snapshot there -------------------------> decides from that
///        none -----------------------------------------------> an empty one; exits work, nobody is admitted by card
///   disk full, read-only or failing -------------------------> a copy in memory, until the next start
/// ```
/// Runs once, at start, on the starting thread.
public final class Recovery {
    /// Ids of events that the damaged file may have shown after its last snapshot; skipped, so that none is used twice.
    private static final long IDS_SKIPPED = 1_000_000;

    private Recovery() {}

    /// An open database, and what is wrong in a sentence for /health and the console; null when all is well.
    public record Opened(Database database, @Nullable String reason) {}

    /// `memory` is a folder on a RAM disk for the last resort. Throws [StoreException] only for a database of a newer
    /// version, which is not damaged and not ours to touch.
    public static Opened open(DataFolder folder, Path memory, Time time) {
        try {
            return new Opened(Database.open(folder, time), null);
        } catch (StoreException e) {
            if (e.reason() == Reason.NEWER) throw e;
            try {
                return e.reason() == Reason.CORRUPT ? replaceDamaged(folder, time) : inMemory(folder, memory, time, e);
            } catch (StoreException again) {
                return inMemory(folder, memory, time, again);
            }
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
        var database = Database.open(folder, time);
        database.events().skipTo(idsUsed(aside, database.events().head()));
        String decides = snapshot == null ? "an empty one decides" : "snapshot " + snapshot.getFileName() + " decides";
        String reason = "the database was damaged and is kept as " + aside.getFileName() + "; " + decides;
        tell(database, time, reason);
        return new Opened(database, reason);
    }

    private static Opened inMemory(DataFolder folder, Path memory, Time time, StoreException cause) {
        try {
            Path copy = memory.resolve("lintel.db");
            Snapshots.deleteDatabase(copy);
            for (String suffix : List.of("", "-wal")) {
                Path original = folder.path().resolve("lintel.db" + suffix);
                if (Files.isRegularFile(original)) Files.copy(original, memory.resolve("lintel.db" + suffix));
            }
            DataFolder inMemory = DataFolder.inside(memory, folder);
            Database database;
            try {
                database = Database.open(inMemory, time);
            } catch (StoreException e) { // the copy is of no use either: an empty one lets the exits work
                Snapshots.deleteDatabase(copy);
                database = Database.open(inMemory, time);
            }
            String reason =
                    "the disk takes nothing (" + cause.getMessage() + "); decisions and events are in memory only";
            tell(database, time, reason);
            return new Opened(database, reason);
        } catch (IOException e) {
            throw new StoreException(Reason.OTHER, "no database on disk, and none in memory: " + e.getMessage(), e);
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
