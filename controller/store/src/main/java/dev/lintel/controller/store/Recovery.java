package dev.lintel.controller.store;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.ClientWork;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.store.StoreException.Reason;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Opens the database of a box that nobody watches. From a terminal a damaged file ends the start with
/// a sentence; a service opens its doors all the same:
///
/// ```
///   lintel.db opens -------------------------------------> decides from it
///   lintel.db damaged ([DamagedDatabase]), or gone though there was one; damaged is one whose bytes can be read to
///   their end and that SQLite refuses twice, a second apart; or that cannot be read for a minute while it is in memory
///        all but events and indexes can be read ---------> decides from its own content
///        newest good snapshot there ---------------------> decides from that
///        none -------------------------------------------> an empty one: exits work, no card admits
///   disk full, read-only or failing, or no proof --------> a copy in memory ([MemoryDatabase]); lintel.db stays
///   of a newer version: what stood before ([StepBack]) --> decides from that, with the events since
///        not kept ---------------------------------------> a snapshot or an empty one, in memory
/// ```
///
/// What is in memory ends with the process, so that clients change nothing ([ClientWork]). Where the disk is the
/// reason, it ends sooner: the box looks each minute, and restarts with the disk's database once that is sound
/// ([MemoryMerge]) or proves damaged. Of a process that ends before, events are lost, but may have been seen: their ids
/// begin far above the disk's and higher each time, and the last one is kept in the data folder
/// (`event-floor`) as soon as that takes a file again, for the disk's own events to go on above it. Runs
/// once, at start, on the starting thread.
public final class Recovery {
    /// Ids of events that the disk's file may have shown beyond those that can be read: skipped, so that
    /// none is used twice.
    private static final long IDS_SKIPPED = 1_000_000;
    /// 2026-01-01T00:00:00Z: the milliseconds since are added to the first id in memory, so that a
    /// second time in memory begins above the first although the disk knows of neither.
    private static final long EPOCH_MS = 1_767_225_600_000L;

    /// How long a start waits until what it tells is on disk; told again at the next one where that takes
    /// longer.
    private static final long TOLD_MS_MAX = 5_000;

    /// Of opening the disk's database before it is taken to be damaged.
    private static final int TRIES_MAX = 5;

    private static final long AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(500);

    /// How often in a row a start looks at a database that seems damaged: what a disk gave wrongly once, it may give
    /// rightly a second later.
    private static final int REFUSALS = 2;
    /// Of looks in all, where the errors differ: doors wait meanwhile.
    private static final int LOOKS_MAX = 4;

    private static final long LOOK_AGAIN_NS = TimeUnit.SECONDS.toNanos(1);

    static final String FLOOR = "event-floor";

    private static final Logger LOG = System.getLogger(Recovery.class.getName());

    private final DataFolder folder;
    private final MemoryRoom memory;
    private final Time time;
    private final @Nullable MemoryLeft left;

    private Recovery(DataFolder folder, MemoryRoom memory, Time time, @Nullable MemoryLeft left) {
        this.folder = folder;
        this.memory = memory;
        this.time = time;
        this.left = left;
    }

    /// What is known of the disk's database before a start opens it.
    public enum Known {
        NOTHING,
        /// A start failed as if it were damaged.
        DOUBTED,
        /// Several did, and nothing was proven.
        REFUSED,
        /// Proven.
        DAMAGED
    }

    /// What a start knows of the box before.
    ///
    /// @param left a database in memory whose events and states the opened one takes; null: none
    /// @param returns how often in a row boxes of this process have left memory for a disk that failed soon after
    public record Before(Known known, @Nullable MemoryLeft left, int returns) {
        /// Nothing.
        public static final Before NOTHING = new Before(Known.NOTHING, null, 0);
    }

    /// As the other, of a box of which nothing is known.
    public static OpenedDatabase open(DataFolder folder, MemoryRoom memory, Time time) {
        return open(folder, memory, time, Before.NOTHING);
    }

    /// Throws [StoreException] when not even an empty database in memory opens.
    public static OpenedDatabase open(DataFolder folder, MemoryRoom memory, Time time, Before before) {
        var recovery = new Recovery(folder, memory, time, before.left);
        return switch (before.known) {
            case NOTHING -> recovery.open();
            case DOUBTED -> recovery.openDoubted();
            case REFUSED -> recovery.inMemory("it fails as if it were damaged, without proof", false);
            case DAMAGED -> recovery.openDamaged();
        };
    }

    private OpenedDatabase open() {
        memory.clear();
        try {
            return openOnDiskAgain();
        } catch (StoreException e) {
            return switch (e.reason()) {
                case CORRUPT -> openProven(DatabaseProof.unreadable(folder.database()));
                case DISK -> openProven(null);
                case GONE -> openDamaged();
                case NEWER -> openOlder(e);
                default -> inMemory(e.getMessage(), true);
            };
        } catch (DataFolderException e) { // the first start of all, on a full disk
            return inMemory(e.getMessage(), true);
        }
    }

    /// Puts the database aside where it proves damaged; otherwise it stays where it is, whatever decides.
    ///
    /// @param unreadable why its bytes cannot be read, where that was tried; null: nothing is known of it
    private OpenedDatabase openProven(@Nullable String unreadable) {
        if (unreadable != null) return inMemory(unreadable, true);
        String refused = null;
        try {
            OpenedDatabase opened = lookAgain(this::openOnDisk, () -> time.pause(LOOK_AGAIN_NS));
            if (opened != null) return opened;
        } catch (StoreException e) {
            refused = e.getMessage();
        }
        String fault = DatabaseProof.unreadable(folder.database());
        if (fault == null && refused == null) return openDamaged();
        return inMemory(refused == null ? fault : refused, true);
    }

    /// Opens the database again. Returns null where it is refused as damaged twice in a row; throws the last
    /// [StoreException] where each look finds something else.
    static @Nullable OpenedDatabase lookAgain(Supplier<OpenedDatabase> open, Runnable pause) {
        int refusals = 0;
        for (int look = 1; ; look++) {
            pause.run();
            try {
                return open.get();
            } catch (StoreException e) {
                refusals = e.reason() == Reason.CORRUPT ? refusals + 1 : 0;
                if (refusals == REFUSALS) return null;
                if (look == LOOKS_MAX) throw e;
            }
        }
    }

    /// The same for one that opens.
    private OpenedDatabase openDoubted() {
        for (int look = 1; look <= REFUSALS; look++) {
            if (look > 1) time.pause(LOOK_AGAIN_NS);
            DatabaseProof.Proof found;
            try (var proof = new DatabaseProof(folder.database())) {
                found = proof.look(true);
            }
            switch (found.verdict()) {
                case SOUND -> {
                    return open();
                }
                case MISSING, BACK, UNDECIDED, UNREADABLE -> {
                    return inMemory(found.words(), true);
                }
                case DAMAGED -> LOG.log(Level.WARNING, "the database may be damaged: " + found.words());
            }
        }
        return openDamaged();
    }

    /// Tries again where the disk may have failed for a moment: doors wait meanwhile.
    private OpenedDatabase openOnDiskAgain() {
        String returned = ReturnedDatabase.take(folder);
        return again(() -> openReturned(returned));
    }

    private OpenedDatabase again(Supplier<OpenedDatabase> open) {
        for (int tries = 1; ; tries++) {
            try {
                return open.get();
            } catch (StoreException e) {
                if (!e.isOfDisk() || tries == TRIES_MAX) throw e;
                LOG.log(Level.WARNING, "the database is opened again: " + e.getMessage());
                time.pause(AGAIN_NS);
            }
        }
    }

    /// Nothing is wrong afterwards: what happened is told as an event, and in the log.
    private OpenedDatabase openOlder(StoreException newer) {
        try {
            String reason = StepBack.take(folder.database());
            if (reason == null) return inMemory(newer.getMessage(), false);
            OpenedDatabase opened = openOnDisk();
            LOG.log(Level.WARNING, reason);
            tell(opened.database(), time, reason);
            return opened;
        } catch (StoreException | DataFolderException e) {
            return inMemory(e.getMessage(), false);
        }
    }

    /// The same for a database that opens and then proves damaged where it is read, at the start or later.
    /// From [DamagedDatabase#REPLACED_MAX] of them within an hour the database is in memory: a box must not restart
    /// again and again.
    public static OpenedDatabase openDamaged(DataFolder folder, MemoryRoom memory, Time time) {
        return new Recovery(folder, memory, time, null).openDamaged();
    }

    private OpenedDatabase openDamaged() {
        if (DamagedDatabase.isTooOften(folder, time)) {
            String cause = "one after the other was damaged within an hour: the disk is failing, replace it";
            return inMemory(cause, false);
        }
        return openDamaged(_ -> {});
    }

    static OpenedDatabase openDamaged(DataFolder folder, MemoryRoom memory, Time time, DamagedDatabase.Step step) {
        return openDamaged(folder, memory, time, null, step);
    }

    static OpenedDatabase openDamaged(
            DataFolder folder, MemoryRoom memory, Time time, @Nullable MemoryLeft left, DamagedDatabase.Step step) {
        return new Recovery(folder, memory, time, left).openDamaged(step);
    }

    private OpenedDatabase openDamaged(DamagedDatabase.Step step) {
        try {
            new DamagedDatabase(folder, time, step).replace();
        } catch (IOException | StoreException | DataFolderException e) {
            String cause = "it is damaged or gone, and the disk takes no other: " + e.getMessage();
            return inMemory(cause, false);
        }
        try {
            return again(() -> opened(true));
        } catch (StoreException | DataFolderException e) {
            if (left != null) left.isOfReplaced();
            return inMemory("a snapshot has taken its place, and the disk fails: " + e.getMessage(), true);
        }
    }

    /// A copy in memory, whatever the disk says: for a folder that no box may work in.
    public static OpenedDatabase openInMemory(
            DataFolder folder, MemoryRoom memory, Time time, String cause, @Nullable MemoryLeft left) {
        return new Recovery(folder, memory, time, left).inMemory(cause, true);
    }

    /// Opens the disk's database or throws, for a start at a terminal.
    public static OpenedDatabase openOnDisk(DataFolder folder, Time time) {
        return new Recovery(folder, MemoryRoom.of(), time, null).openOnDisk();
    }

    private OpenedDatabase openOnDisk() {
        if (DamagedDatabase.isGone(folder)) {
            throw new StoreException(Reason.GONE, "there is no lintel.db, though there was one", null);
        }
        return opened(false);
    }

    private OpenedDatabase openReturned(@Nullable String returned) {
        OpenedDatabase opened = openOnDisk();
        if (returned == null) return opened;
        LOG.log(Level.WARNING, returned);
        tell(opened.database(), time, returned);
        return opened;
    }

    private OpenedDatabase opened(boolean replaced) {
        Database database = left == null ? Database.open(folder, time) : left.open(time, replaced);
        database.events().skipTo(floor(folder));
        String reason = DamagedDatabase.untold(folder);
        if (reason != null) {
            tell(database, time, reason);
            if (isOnDisk(database)) DamagedDatabase.told(folder);
        }
        String refusal = left == null ? null : left.refusal();
        if (refusal != null) tell(database, time, refusal);
        if (reason == null) reason = refusal;
        return new OpenedDatabase(database, reason, folder, null);
    }

    private static boolean isOnDisk(Database database) {
        try {
            return database.awaitDisk(TOLD_MS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    static long floor(DataFolder folder) {
        try {
            Path file = folder.path().resolve(FLOOR);
            return Files.exists(file) ? Long.parseLong(Files.readString(file).strip()) : 0;
        } catch (IOException | NumberFormatException e) { // a failing disk: the ids in memory began higher than its own
            return 0;
        }
    }

    static void keepFloor(DataFolder folder, long id) {
        try {
            DataFolder.writePrivate(
                    folder.path().resolve(FLOOR), Long.toString(id).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the disk takes nothing still; event ids up to " + id + " are not known to it");
        }
    }

    /// @param good whether the disk's database is one to decide from, and to return to
    private OpenedDatabase inMemory(@Nullable String cause, boolean good) {
        try {
            if (left != null) return continued(left, cause, good);
            MemoryDatabase made = MemoryDatabase.open(folder, memory, time, good);
            long used = Math.max(floor(folder), PolicyCopy.head(folder.database()));
            long after = skipIds(made.database(), used);
            var here = new OpenedDatabase.InMemory(
                    made.folder(), new Outage(after, made.origin(), good, false), made.decides(), null);
            return inMemory(made.database(), cause, here);
        } catch (IOException | DataFolderException e) {
            throw new StoreException(Reason.OTHER, "no database on disk, and none in memory: " + e.getMessage(), e);
        }
    }

    /// Continues with the database in memory of the box before: it has all that a new copy would have, and more.
    private OpenedDatabase continued(MemoryLeft before, @Nullable String cause, boolean good) {
        Database database = before.reopen(memory, time);
        skipIds(database, 0); // the disk's database may have taken some, and used the next ones
        var here = new OpenedDatabase.InMemory(before.memory(), before.outage().until(good), before.decides(), before);
        return inMemory(database, cause, here);
    }

    private OpenedDatabase inMemory(Database database, @Nullable String cause, OpenedDatabase.InMemory here) {
        String reason =
                "the database cannot be used (" + cause + "); decisions and events are in memory only" + here.decides();
        tell(database, time, reason);
        database.refuseChanges(
                "the database is in memory only: changes are refused until the one on disk is used again");
        return new OpenedDatabase(database, reason, folder, here);
    }

    /// Returns the id below the first event to come.
    private long skipIds(Database database, long used) {
        long after = Math.max(used, database.events().head()) + IDS_SKIPPED + Math.max(0, time.nowMs() - EPOCH_MS);
        database.events().skipTo(after);
        return after;
    }

    /// Has the log say what became of the database.
    public static void tell(Database database, Time time, String reason) {
        database.events()
                .append(new EventDraft(
                        EventKind.STORAGE_FAULT,
                        time.nowMs(),
                        time.nowNs(),
                        EventDraft.Subject.NOBODY,
                        Map.of("reason", reason)));
    }
}
