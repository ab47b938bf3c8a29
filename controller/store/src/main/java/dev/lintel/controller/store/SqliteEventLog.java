package dev.lintel.controller.store;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The event log on table `event`. Appending puts a draft into a ring and wakes the writer; the writer numbers,
/// chains and inserts what waits, and after the commit moves the head, answers, and wakes who waits for it.
///
/// ```
///   append -> ring (10,000) -> inFlight (one group) -> INSERT .. COMMIT -> head moves, onDurable(id)
///                |                      ^------ commit failed: stays, goes first next time
///                +-- full: the oldest falls out, is counted, and told as one STORAGE_FAULT when there is room again
/// ```
///
/// What a piece of work of the writer's appends is written in the piece's own transaction, or not at all when that is
/// undone: no event tells of a change that was refused.
///
/// `lock` guards ring, inFlight, lost and head; all that is not public runs on the writer thread.
public final class SqliteEventLog implements EventLog {
    /// Events kept in memory while the disk takes none: an hour of a busy door.
    static final int RING_MAX = 10_000;
    /// Events in one transaction: bounds how long the first of them waits for its fsync.
    private static final int GROUP_MAX = 1_000;
    /// A disk that takes nothing for so long hangs: a commit takes milliseconds, on a busy card a second.
    private static final long HUNG_MS = 2_000;

    private static final Logger LOG = System.getLogger(SqliteEventLog.class.getName());
    private static final String INSERT = """
            INSERT INTO event (id, kind, channel_id, person_id, person_name, name_mac, credential_id,
                               credentials_number, pin, occurred_at, boot_id, monotonic_ns, additional, created_at,
                               hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    /// In `additional` of an event with which this log's time begins anew: the time that was wrong.
    public static final String WRONG_UNTIL = "wrong_until";

    private final Sql sql;
    private final Time time;
    private final Runnable wakeWriter;
    private final EventChain chain;
    private final String bootId = UUID.randomUUID().toString();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition headMoved = lock.newCondition();
    private final ArrayDeque<Waiting> ring = new ArrayDeque<>();
    private final List<Waiting> inFlight = new ArrayList<>();
    private long lost;
    private int singly;
    private long head;
    private boolean woken;
    private boolean tookAll;
    private boolean inserting; // those of the group; the writer's thread only
    private volatile @Nullable Thread pieceWriter;
    private final List<Waiting> ofPieces = new ArrayList<>(); // the writer's thread only
    private final LateWarning late;
    private volatile boolean failing;
    private volatile boolean damaged;
    private volatile long oldestWaitingNs = Long.MAX_VALUE;
    private final NewestTime newest;
    private final NewestEvents newestEvents = new NewestEvents();

    SqliteEventLog(Sql sql, Time time, EventChain chain, Runnable wakeWriter) {
        this.sql = sql;
        this.time = time;
        this.chain = chain;
        this.wakeWriter = wakeWriter;
        this.late = new LateWarning(time);
        this.head = sql.get("SELECT coalesce(max(id), 0) FROM event", row -> row.number(1));
        this.newest = NewestTime.of(sql);
        Bytes hash = sql.one("SELECT hash FROM event WHERE id = ?", row -> row.blob(1), head);
        if (hash != null) chain.continueFrom(hash);
    }

    private record Waiting(EventDraft draft, LongConsumer onDurable) {}

    @Override
    public void append(EventDraft draft, LongConsumer onDurable) {
        if (Thread.currentThread().equals(pieceWriter)) { // others see null or another thread, whichever they see
            newest.logged(draft);
            ofPieces.add(new Waiting(draft, onDurable));
        } else {
            enqueue(draft, onDurable);
        }
    }

    @Override
    public void appendRegardless(EventDraft draft) {
        enqueue(draft, _ -> {});
    }

    private void enqueue(EventDraft draft, LongConsumer onDurable) {
        Waiting fallenOut = null;
        boolean wake;
        newest.logged(draft);
        lock.lock();
        try {
            if (ring.size() >= RING_MAX) {
                fallenOut = ring.removeFirst();
                lost++;
            }
            ring.addLast(new Waiting(draft, onDurable));
            oldestWaitingNs = Math.min(oldestWaitingNs, draft.monotonicNs());
            wake = !woken;
            woken = true;
        } finally {
            lock.unlock();
        }
        if (fallenOut != null) fallenOut.onDurable.accept(NOT_STORED);
        if (wake) wakeWriter.run();
    }

    @Override
    public long head() {
        lock.lock();
        try {
            return head;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long awaitHeadAbove(long id, long timeoutMs) throws InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        lock.lockInterruptibly();
        try {
            while (head <= id && left > 0) left = headMoved.awaitNanos(left);
            return head;
        } finally {
            lock.unlock();
        }
    }

    /// Some of the newest events with an id above `id`, from memory.
    List<Event> newestAfter(long id) {
        return newestEvents.after(id);
    }

    @Override
    public @Nullable EventDraft refused(Predicate<EventDraft> wanted) {
        if (!failing && lagMs() < HUNG_MS) return null;
        lock.lock();
        try {
            return Stream.concat(inFlight.stream(), ring.stream())
                    .map(Waiting::draft)
                    .filter(wanted)
                    .findFirst()
                    .orElse(null);
        } finally {
            lock.unlock();
        }
    }

    /// As [#append] of a CLOCK_STATE_CHANGED that has [#WRONG_UNTIL]: events before it were logged under a wrong time,
    /// and count no more for [#newestMs], after a restart neither.
    public void beginTime(EventDraft draft) {
        newest.beginsWith(draft);
        append(draft);
    }

    /// The latest time at which an event happened since the last [#beginTime], milliseconds since 1970; 0 when none
    /// did.
    public long newestMs() {
        return newest.ms();
    }

    /// Whether the last attempt to write failed: the disk is full or faulty. For /health.
    public boolean failing() {
        return failing;
    }

    /// Whether the last write failed as if the file were damaged. The disk may only have failed for a moment.
    public boolean damaged() {
        return damaged;
    }

    /// What the disk has not taken, for a log that goes on in this one's place. Once the database is
    /// closed.
    public List<EventDraft> unwritten() {
        lock.lock();
        try {
            var drafts = new ArrayList<EventDraft>();
            if (lost > 0) drafts.add(storageFault(lost));
            Stream.concat(inFlight.stream(), ring.stream()).map(Waiting::draft).forEach(drafts::add);
            return drafts;
        } finally {
            lock.unlock();
        }
    }

    /// How long the oldest event has waited for the disk, in milliseconds; 0 when none waits. For /health and
    /// metrics.
    public long lagMs() {
        long oldest = oldestWaitingNs;
        return oldest == Long.MAX_VALUE ? 0 : Math.max(0, TimeUnit.NANOSECONDS.toMillis(time.nowNs() - oldest));
    }

    /// Goes on above `id`: ids up to it were used by a database that is lost. Before anything is appended.
    void skipTo(long id) {
        lock.lock();
        try {
            head = Math.max(head, id);
        } finally {
            lock.unlock();
        }
    }

    boolean waiting() {
        lock.lock();
        try {
            return !ring.isEmpty() || !inFlight.isEmpty() || (lost > 0 && !failing);
        } finally {
            lock.unlock();
        }
    }

    /// Events wait and the disk refuses them: closing must not wait for it.
    boolean stuck() {
        return failing && waiting();
    }

    /// Waits until what was appended before waits no more, or for `timeoutMs`. Returns whether it is on disk.
    boolean awaitTaken(long timeoutMs) throws InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        lock.lockInterruptibly();
        try {
            Waiting last = ring.peekLast();
            if (last == null && !inFlight.isEmpty()) last = inFlight.getLast();
            while (last != null && waits(last) && left > 0) left = headMoved.awaitNanos(left);
            return last == null || !waits(last);
        } finally {
            lock.unlock();
        }
    }

    private boolean waits(Waiting one) {
        return ring.contains(one) || inFlight.contains(one);
    }

    /// From now on what the writer's thread appends tells of a piece of work in the transaction that it has begun: it
    /// is written with that, or not at all.
    void beginPieces() {
        pieceWriter = Thread.currentThread();
    }

    /// How many events pieces have appended: for [#undoPiece].
    int ofPieces() {
        return ofPieces.size();
    }

    /// A piece is undone; the first `kept` events are those of others.
    void undoPiece(int kept) {
        forget(ofPieces.subList(kept, ofPieces.size()));
    }

    void endPieces() {
        pieceWriter = null;
    }

    private static void forget(List<Waiting> undone) {
        List<Waiting> gone = List.copyOf(undone);
        undone.clear();
        for (Waiting one : gone) one.onDurable.accept(NOT_STORED);
    }

    /// Takes the next group out of the ring, for [#insertTaken].
    void take() {
        lock.lock();
        try {
            woken = false;
            if (lost > 0 && !failing && inFlight.size() < GROUP_MAX) { // once, when there is room again
                inFlight.add(new Waiting(storageFault(lost), _ -> {}));
                lost = 0;
            }
            int most = singly > 0 ? 1 : GROUP_MAX;
            while (!ring.isEmpty() && inFlight.size() < most) inFlight.add(ring.removeFirst());
            tookAll = ring.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// Whether the group has all that waited at [#take]: more may wait after the disk has refused for a while.
    boolean tookAll() {
        return tookAll;
    }

    /// Inserts it inside the writer's transaction, and what its pieces have appended after it.
    void insertTaken() {
        long next = head() + 1;
        chain.begin();
        long nowMs = time.nowMs();
        inserting = true;
        for (Waiting one : inFlight) insert(next++, one.draft, nowMs);
        inserting = false;
        for (Waiting one : ofPieces) insert(next++, one.draft, nowMs);
    }

    /// The transaction is on disk.
    void committed() {
        chain.commit();
        failing = false;
        damaged = false;
        late.warn(lagMs());
        List<Waiting> done;
        long first = head() + 1; // this thread alone moves it
        lock.lock();
        try {
            done = new ArrayList<>(inFlight);
            done.addAll(ofPieces);
            inFlight.clear();
            ofPieces.clear();
            singly = Math.max(0, singly - 1);
            long nowMs = time.nowMs();
            for (Waiting one : done) newestEvents.add(new Event(++head, one.draft, nowMs));
            oldestWaitingNs =
                    ring.isEmpty() ? Long.MAX_VALUE : ring.getFirst().draft.monotonicNs();
            headMoved.signalAll();
        } finally {
            lock.unlock();
        }
        for (int i = 0; i < done.size(); i++) done.get(i).onDurable.accept(first + i);
        if (waiting()) wakeWriter.run();
    }

    /// The transaction was refused; the group stays and goes first next time. When it was not the disk, and while
    /// its events were inserted, one of them may be what SQLite refuses: from then on they go one by one, and one
    /// that is refused alone is given up, so that it does not keep every later one from the disk.
    void failed(RuntimeException cause) {
        failing = true;
        if (cause instanceof StoreException e && e.reason() == StoreException.Reason.CORRUPT) damaged = true;
        boolean refusedHere = inserting;
        inserting = false;
        forget(ofPieces); // what they tell of is undone
        if (!refusedHere) return;
        if (cause instanceof StoreException e && e.reason() != StoreException.Reason.CONSTRAINT) return;
        Waiting refused = null;
        lock.lock();
        try {
            if (inFlight.size() == 1) {
                refused = inFlight.removeFirst();
                lost++;
                failing = false;
            }
            singly += inFlight.size();
            while (inFlight.size() > 1) ring.addFirst(inFlight.removeLast());
        } finally {
            lock.unlock();
        }
        LOG.log(Level.ERROR, "an event is refused by the database", cause);
        if (refused != null) refused.onDurable.accept(NOT_STORED);
    }

    private void insert(long id, EventDraft draft, long nowMs) {
        var subject = draft.subject();
        String additional = Json.write(draft.additional());
        Bytes nameMac = chain.nameMac(subject.personName());
        Bytes hash = chain.next(new EventChain.Link(id, draft, nameMac, bootId, additional));
        sql.run(
                INSERT,
                id,
                draft.kind().number(),
                subject.channelId(),
                subject.personId(),
                subject.personName(),
                nameMac,
                subject.credentialId(),
                subject.credentialsNumber(),
                subject.pin(),
                draft.occurredAtMs(),
                bootId,
                draft.monotonicNs(),
                additional,
                nowMs,
                hash);
    }

    private EventDraft storageFault(long count) {
        String reason = "the disk took no events and the ring was full";
        return EventsLostFault.draft(time.nowMs(), time.nowNs(), count, reason);
    }
}
