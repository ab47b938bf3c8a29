package dev.lintel.controller.store;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.DataFolderException;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A closed database in memory, for the next start in this process:
///
/// ```
///   the disk's database, or its replacement, opens    it takes everything from memory ([MemoryMerge])
///     it is another box's                             it takes the events, under other ids
///   it does not, or the disk does not take that       the box continues with the same database in memory
/// ```
///
/// One thread at a time. It holds the lock of its folder, so that no start removes that.
public final class MemoryLeft {
    /// Events that the log of the next start takes before its disk has any: the other places of its ring are for those
    /// of the start.
    private static final int EVENTS_MAX = SqliteEventLog.RING_MAX - 1_000;

    /// A disk takes some thousand events a second.
    private static final long EVENTS_MS_MAX = 15_000;

    private static final String REFUSED = "the database on the disk took only the events of a time in memory, not the"
            + " doors' states and changes of that time: ";

    private static final Logger LOG = System.getLogger(MemoryLeft.class.getName());

    private final DataFolder memory;
    private final DataFolder disk;
    private final long head;
    private final String decides;
    private Outage outage;
    private State state = State.LEFT;
    private @Nullable String refusal;

    private enum State {
        LEFT,
        /// A database has taken it.
        TAKEN,
        /// A box continues with it.
        CONTINUED,
        /// The same, and the start was successful.
        KEPT
    }

    /// @param head the newest event's id in memory
    /// @param decides what the database in memory was made of, as the end of a sentence
    MemoryLeft(DataFolder memory, DataFolder disk, Outage outage, long head, String decides) {
        this.memory = memory;
        this.disk = disk;
        this.outage = outage;
        this.head = head;
        this.decides = decides;
    }

    DataFolder memory() {
        return memory;
    }

    Outage outage() {
        return outage;
    }

    String decides() {
        return decides;
    }

    /// From now on the disk's database is a snapshot that has taken the place of a damaged one.
    void isOfReplaced() {
        outage = outage.ofReplaced();
    }

    /// Why a database on the disk took the events alone, in a sentence; null: none has refused the rest.
    @Nullable
    String refusal() {
        return refusal;
    }

    /// Opens the disk's database with what happened in memory. Throws [StoreException] where the disk does not take it,
    /// or has no database: below the place of a disk that is not mounted none may begin.
    ///
    /// @param replaced whether it has just been made in the place of a damaged one
    Database open(Time time, boolean replaced) {
        if (outage.isUnmounted(disk)) {
            throw new StoreException(StoreException.Reason.OTHER, "there is no lintel.db: is the disk mounted?", null);
        }
        Database.open(disk, time).close(); // from here on its tables are of this version
        take(replaced);
        return Database.open(disk, time);
    }

    private void take(boolean replaced) {
        state = State.LEFT;
        refusal = null;
        try {
            long events = MemoryMerge.into(disk, memory, outage, replaced || outage.replaced());
            state = State.TAKEN;
            LOG.log(
                    Level.INFO,
                    "the database on the disk takes what happened in memory, " + events + " events among it");
        } catch (StoreException e) {
            if (!isFinal(e)) throw e;
            refusal = REFUSED + e.getMessage();
            LOG.log(Level.ERROR, refusal);
        }
    }

    /// Whether another try would end the same way.
    private static boolean isFinal(StoreException e) {
        return e.reason() == StoreException.Reason.CONSTRAINT || e.reason() == StoreException.Reason.NEWER;
    }

    /// Has the disk's database, which is sound and not open, take what happened. Returns whether it took all of it:
    /// where it is another box's, say, the next start appends the events alone.
    boolean goesToDisk() {
        try {
            take(false);
            return state == State.TAKEN;
        } catch (StoreException e) {
            LOG.log(Level.WARNING, "the disk does not take what happened in memory: " + e.getMessage());
            return false;
        }
    }

    /// Appends the events alone to the disk's database, where that has refused the rest for good and no start follows.
    /// Returns whether they are on the disk.
    boolean eventsGoToDisk(Time time) {
        if (refusal == null) return false;
        try (Database database = Database.open(disk, time)) {
            Recovery.tell(database, time, refusal);
            for (EventDraft draft : rest()) database.events().append(draft);
            return database.awaitDisk(EVENTS_MS_MAX);
        } catch (StoreException | DataFolderException e) {
            LOG.log(Level.WARNING, "the disk does not take the events in memory: " + e.getMessage());
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// Opens the database in memory again.
    Database reopen(MemoryRoom room, Time time) {
        Database database = MemoryDatabase.opened(memory, room.bytesMax(memory.path()), time);
        state = State.CONTINUED;
        return database;
    }

    /// Whether a box that continues with it has ended before its start was successful: the next try begins with it.
    boolean isToBeTriedAgain() {
        return state == State.CONTINUED;
    }

    /// After a successful start: removes it where no box continues with it. Returns the events that no database took.
    public List<EventDraft> end() {
        if (state == State.CONTINUED) state = State.KEPT;
        if (state == State.KEPT) return List.of();
        try {
            return state == State.TAKEN ? List.of() : rest();
        } catch (StoreException e) {
            LOG.log(Level.ERROR, "events in memory are lost: " + e.getMessage());
            return List.of();
        } finally {
            remove(memory, disk, head);
        }
    }

    /// Removes it, with what no database took.
    void remove() {
        remove(memory, disk, head);
    }

    private List<EventDraft> rest() {
        MemoryMerge.Rest rest = MemoryMerge.rest(memory.database(), outage, EVENTS_MAX);
        var drafts = new ArrayList<EventDraft>();
        if (rest.lost() > 0) drafts.add(lost(rest));
        rest.events().forEach(event -> drafts.add(event.draft()));
        return drafts;
    }

    private static EventDraft lost(MemoryMerge.Rest rest) {
        LOG.log(Level.ERROR, rest.lost() + " events in memory are lost: the log takes the newest " + EVENTS_MAX);
        EventDraft first = rest.events().getFirst().draft();
        String reason = "the database in memory could not be taken over";
        return EventsLostFault.draft(first.occurredAtMs(), first.monotonicNs(), rest.lost(), reason);
    }

    /// Removes a database in memory that is closed.
    ///
    /// @param floor its newest event's id
    static void remove(DataFolder memory, DataFolder disk, long floor) {
        memory.close();
        Recovery.keepFloor(disk, floor);
        try {
            MemoryRoom.remove(memory.path());
        } catch (IOException e) {
            throw new UncheckedIOException("the database in memory cannot be removed", e);
        }
    }
}
