package dev.lintel.controller.webhook;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.store.ChangeLogStore;
import dev.lintel.controller.store.ChangeLogStore.Change;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EndpointStore;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.OutboxStore;
import dev.lintel.controller.store.OutboxStore.Action;
import dev.lintel.controller.store.OutboxStore.Cursor;
import dev.lintel.controller.store.OutboxStore.Matter;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Reads the logs of the accounts from where it last stopped, and says who is to be told of what. It only reads: the
/// doors and whoever writes people know nothing of it. The outbox's thread.
///
/// ```
///   event log  ──► after(cursor) ─┐
///                                 ├─► Batch: notes, and the cursor behind them ──► one transaction of the outbox
///   change log ──► after(cursor) ─┘
/// ```
final class Feed {
    /// Of each log at once: bounds memory and the outbox's transaction.
    static final int READ_MAX = EventStore.BATCH_MAX;
    /// Forgotten of a change log at once: the writer of the doors' events is held for milliseconds.
    private static final int FORGET_MAX = 2_000;

    /// How soon an account that could not be read is tried again.
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(1);

    private final List<Source> sources;
    private final Audience audience;
    private final Map<Long, Cursor> cursors = new HashMap<>();
    /// The database that a cursor is of: another one has other events under the same numbers.
    private final Map<Long, Database> read = new HashMap<>();
    private final Set<Long> opening = ConcurrentHashMap.newKeySet();
    private final Map<Long, Fault> faults = new HashMap<>();

    Feed(List<Source> sources, Audience audience) {
        this.sources = List.copyOf(sources);
        this.audience = audience;
    }

    /// Why an account's logs cannot be read; null: all can.
    @Nullable
    RuntimeException fault() {
        return faults.isEmpty() ? null : faults.values().iterator().next().why;
    }

    /// Whether an account that could not be read is to be tried again.
    boolean isDueAgain(long nowNs) {
        return faults.values().stream().anyMatch(fault -> nowNs - fault.againNs >= 0);
    }

    /// @param againNs no sooner is it tried again
    private record Fault(RuntimeException why, long againNs) {}

    /// Something to tell somebody.
    record Note(EndpointStore.Key to, Matter matter) {}

    /// What was read of an account.
    ///
    /// @param more whether there may be more at once
    record Batch(Source source, Cursor to, List<Note> notes, boolean more) {}

    List<Source> sources() {
        return sources;
    }

    /// Whether anybody is to be told anything. Opens accounts that somebody is to be told of.
    boolean anybody() {
        boolean anybody = false;
        for (Source source : sources) {
            if (isUntold(source)) continue;
            anybody = true;
            if (source.database() == null) open(source);
        }
        return anybody;
    }

    /// On a thread of its own: nobody else waits for it.
    void open(Source source) {
        if (!opening.add(source.accountId())) return;
        Thread.ofVirtual().name("account-opens").start(() -> {
            try {
                source.open();
            } finally {
                opening.remove(source.accountId());
            }
        });
    }

    /// An account beside the customer's that cannot be read keeps nobody else from being told.
    private boolean isUntold(Source source) {
        try {
            return audience.of(source).isEmpty();
        } catch (RuntimeException e) {
            if (source.equals(sources.getFirst())) throw e;
            return true;
        }
    }

    /// Nobody is told of what has happened so far.
    void skip() {
        faults.clear();
        for (Source source : sources) {
            Database database = source.database();
            if (database != null) skip(source, database);
        }
    }

    private void skip(Source source, Database database) {
        try {
            cursors.put(source.accountId(), heads(database));
        } catch (StoreException e) {
            if (source.equals(sources.getFirst())) throw e;
        }
    }

    /// Goes on from where the outbox last was; from where this has been in the meantime, where that was never written.
    void begin(Sql outbox) {
        begin(outbox, sources.getFirst()); // the others when they are read
    }

    private void begin(Sql outbox, Source source) {
        Database database = source.database();
        Cursor kept = OutboxStore.cursor(outbox, source.accountId());
        if (kept == null || database == null) return;
        Cursor heads = heads(database);
        // A database that was restored from a copy knows less than was told already.
        cursors.put(
                source.accountId(),
                new Cursor(Math.min(kept.eventId(), heads.eventId()), Math.min(kept.revision(), heads.revision())));
    }

    private static Cursor heads(Database database) {
        return new Cursor(database.events().head(), database.read(ChangeLogStore::head));
    }

    /// What is new. An account that was opened meanwhile goes on from what `outbox` has of it; one that cannot be read
    /// keeps nobody else from being told, and is tried again after [#AGAIN_NS].
    List<Batch> read(Reading outbox, long nowNs) {
        var batches = new ArrayList<Batch>();
        for (Source source : sources) {
            Database database = source.database();
            Fault before = faults.get(source.accountId());
            if (database == null || (before != null && nowNs - before.againNs < 0)) continue;
            try {
                Batch batch = read(outbox, source, database);
                faults.remove(source.accountId());
                if (batch != null) batches.add(batch);
            } catch (RuntimeException e) { // whatever its rows hold
                faults.put(source.accountId(), new Fault(e, nowNs + AGAIN_NS));
            }
        }
        return batches;
    }

    private @Nullable Batch read(Reading outbox, Source source, Database database) {
        Database before = read.put(source.accountId(), database);
        if (before != null && !before.equals(database)) cursors.remove(source.accountId());
        if (!cursors.containsKey(source.accountId())) {
            outbox.in(sql -> {
                begin(sql, source);
                return null;
            });
            cursors.putIfAbsent(source.accountId(), heads(database));
        }
        return read(source, database);
    }

    /// Runs something in a transaction of the outbox that only reads.
    @FunctionalInterface
    interface Reading {
        void in(Database.Work<@Nullable Void> work);
    }

    private @Nullable Batch read(Source source, Database database) {
        Cursor from = cursors.get(source.accountId());
        if (from == null) return null;
        List<Event> events = database.events().head() > from.eventId()
                ? new EventStore(database).after(from.eventId(), READ_MAX)
                : List.of();
        List<Change> changes = database.read(sql -> ChangeLogStore.after(sql, from.revision(), READ_MAX));
        if (events.isEmpty() && changes.isEmpty()) return null;
        List<Receiver> receivers = audience.of(source);
        var notes = new ArrayList<Note>();
        for (Receiver receiver : receivers) {
            for (Event event : events) {
                OutboxStore.Type type = receiver.interest().of(event);
                if (type != null)
                    notes.add(new Note(receiver.key(), new Matter(type, Action.CREATE, event.id(), null)));
            }
            if (!receiver.interest().hears(OutboxStore.Type.CREDENTIAL)) continue;
            for (Change change : changes) notes.add(new Note(receiver.key(), matter(change)));
        }
        var to = new Cursor(
                events.isEmpty() ? from.eventId() : events.getLast().id(),
                changes.isEmpty() ? from.revision() : changes.getLast().revision());
        return new Batch(source, to, notes, events.size() == READ_MAX || changes.size() == READ_MAX);
    }

    private static Matter matter(Change change) {
        return new Matter(
                OutboxStore.Type.CREDENTIAL, Action.of(change.action()), change.resourceId(), change.personId());
    }

    /// What was read is noted.
    void moved(Batch batch) {
        cursors.put(batch.source().accountId(), batch.to());
    }

    /// Where accounts have been read to: to be written down now and then, also where nobody was told of anything.
    Map<Long, Cursor> cursors() {
        return Map.copyOf(cursors);
    }

    /// Lets go of changes that were read. It waits for nothing: what is not forgotten now is forgotten next time.
    void forget() {
        for (Source source : sources) {
            Database database = source.database();
            Cursor cursor = cursors.get(source.accountId());
            if (database != null && cursor != null) forget(database, cursor);
        }
    }

    private static void forget(Database database, Cursor cursor) {
        try {
            if (database.read(ChangeLogStore::isEmpty)) return;
            database.writeLater(sql -> ChangeLogStore.forget(sql, cursor.revision(), FORGET_MAX));
        } catch (StoreException e) {
            return; // it closes just now, say: the next time does it
        }
    }
}
