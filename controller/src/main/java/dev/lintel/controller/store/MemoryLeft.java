package dev.lintel.controller.store;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A closed database in memory, from which the next start in this process takes what happened in it:
///
/// ```
///   the start opens            the disk's database, its replacement, or another copy in memory
///   [#open]                    that takes everything ([MemoryMerge])
///   [#end]                     what it did not take is lost, but for events: they get other ids
/// ```
///
/// One thread at a time. It holds the lock of its folder, so that no start removes that.
public final class MemoryLeft {
    /// Events that the log of the next start takes before its disk has any: the other places of its ring are for those
    /// of the start.
    private static final int EVENTS_MAX = SqliteEventLog.RING_MAX - 1_000;

    private static final Logger LOG = System.getLogger(MemoryLeft.class.getName());

    private final DataFolder memory;
    private final DataFolder disk;
    private final Outage ended;
    private final long head;
    private MemoryMerge.@Nullable Taken taken;

    /// @param head the newest event's id in memory
    MemoryLeft(DataFolder memory, DataFolder disk, Outage ended, long head) {
        this.memory = memory;
        this.disk = disk;
        this.ended = ended;
        this.head = head;
    }

    /// Opens a database with what happened in memory. Without it where it does not take that: the log says why.
    Database open(DataFolder into, Time time) {
        Database.open(into, time).close(); // from here on its tables are of this version
        goesInto(into.database());
        return Database.open(into, time);
    }

    /// Has a database that is not open take what happened. Returns whether it did.
    boolean goesInto(Path into) {
        taken = null;
        try {
            taken = MemoryMerge.into(into, memory.database(), ended);
            LOG.log(Level.WARNING, "the database takes " + taken.events() + " events from memory");
        } catch (StoreException e) {
            LOG.log(Level.WARNING, "the database does not take what happened in memory: " + e.getMessage());
        }
        return taken != null;
    }

    /// The outage that goes on in a new copy in memory, which took this one.
    Outage continued(Outage next) {
        MemoryMerge.Taken all = taken;
        if (all == null) return next;
        return new Outage(Math.min(ended.after(), next.after()), all.whole() ? ended.origin() : next.origin());
    }

    /// Removes it. Returns the events that no database took.
    public List<EventDraft> end() {
        try {
            return taken == null ? rest() : List.of();
        } catch (StoreException e) {
            LOG.log(Level.ERROR, "events in memory are lost: " + e.getMessage());
            return List.of();
        } finally {
            remove(memory, disk, head);
        }
    }

    private List<EventDraft> rest() {
        MemoryMerge.Rest rest = MemoryMerge.rest(memory.database(), ended, EVENTS_MAX);
        var drafts = new ArrayList<EventDraft>();
        if (rest.lost() > 0) drafts.add(lost(rest));
        rest.events().forEach(event -> drafts.add(event.draft()));
        return drafts;
    }

    private static EventDraft lost(MemoryMerge.Rest rest) {
        LOG.log(Level.ERROR, rest.lost() + " events in memory are lost: the log takes the newest " + EVENTS_MAX);
        var first = rest.events().getFirst();
        return new EventDraft(
                EventKind.STORAGE_FAULT,
                first.draft().occurredAtMs(),
                first.draft().monotonicNs(),
                EventDraft.Subject.NOBODY,
                Map.of("events_lost", rest.lost(), "reason", "the database in memory could not be taken over"));
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
