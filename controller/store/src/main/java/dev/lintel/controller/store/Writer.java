package dev.lintel.controller.store;

import dev.lintel.controller.files.ClientWork;
import dev.lintel.controller.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The only thread that writes. It takes all that waits, runs it in one transaction (each piece of work under a
/// savepoint of its own), commits with an fsync, and only then answers. While it commits, more gathers: groups grow
/// with load by themselves.
final class Writer {
    private static final Logger LOG = System.getLogger("SqliteWriter");
    /// Pieces of work that may wait; a caller past it blocks, which slows the API down rather than growing the heap.
    private static final int WORK_MAX = 1_000;
    /// Pieces in one transaction: bounds how long the first of them waits.
    private static final int GROUP_MAX = 200;
    /// How often the thread looks around when nothing wakes it, to try again what a full disk refused.
    private static final long IDLE_MS = 500;

    /// After a write that failed, where nothing waits to be written: until one succeeds /health says that
    /// the disk takes no events.
    private static final long PROBE_AFTER_NS = TimeUnit.SECONDS.toNanos(5);

    /// The lane is among its doors for less than a millisecond, unless it hangs: the watchdog says so after five
    /// seconds, and that event must find its way.
    private static final long TOGETHER_MS_MAX = 1_000;

    private final Sql sql;
    private final Time time;
    private final SqliteEventLog events;
    private final DoorStateStore doorStates;
    private final PlaceMoves places;
    private final UseWrites uses;
    private final BlockingQueue<Pending<?>> queue = new ArrayBlockingQueue<>(WORK_MAX);
    private final Thread thread;
    private volatile long aliveNs;
    private long failedNs; // this thread only
    private volatile Supplier<@Nullable String> refusal = () -> null;
    private volatile Supplier<@Nullable String> refusalOfChanges = () -> null;
    private volatile boolean closing;
    private volatile boolean heldUp;
    private volatile boolean abandoned;
    private final AtomicLong commits = new AtomicLong();
    private final RightsWatch watch = new RightsWatch();
    private final RightsChanges rights;
    private final List<Runnable> onCommit = new CopyOnWriteArrayList<>();

    /// @param rights gets whom each change of rights concerns
    Writer(Sql sql, Time time, EventChain chain, RightsChanges rights) {
        this.sql = sql;
        this.time = time;
        this.rights = rights;
        sql.watch(watch);
        this.events = new SqliteEventLog(sql, time, chain, () -> queue.offer(Pending.nothing()));
        this.doorStates = new DoorStateStore(() -> queue.offer(Pending.nothing()));
        this.places = new PlaceMoves(() -> queue.offer(Pending.nothing()));
        this.uses = new UseWrites(() -> queue.offer(Pending.nothing()));
        this.thread = Thread.ofPlatform().name("store-writer").daemon(true).start(this::loop);
    }

    SqliteEventLog events() {
        return events;
    }

    /// How often something was written since the start.
    long commits() {
        return commits.get();
    }

    /// When the thread last began a transaction or looked for one: half a second ago at most while it goes round.
    long aliveNs() {
        return aliveNs;
    }

    void onCommit(Runnable hook) {
        onCommit.add(hook);
    }

    DoorStateStore doorStates() {
        return doorStates;
    }

    PlaceMoves places() {
        return places;
    }

    UseWrites uses() {
        return uses;
    }

    <T extends @Nullable Object> T run(Database.Work<T> work) {
        if (closing) throw Database.closed();
        if (ClientWork.isChanging()) require(refusalOfChanges);
        var pending = new Pending<>(work, new CompletableFuture<T>());
        try {
            while (!queue.offer(pending, IDLE_MS, TimeUnit.MILLISECONDS)) {
                if (!thread.isAlive()) throw Database.closed();
            }
            if (!thread.isAlive()) throw Database.closed();
            return pending.answer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(StoreException.Reason.OTHER, "interrupted before the write was queued", e);
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) throw cause;
            throw e;
        }
    }

    <T extends @Nullable Object> void offer(Database.Work<T> work) {
        if (!closing) queue.offer(new Pending<>(work, new CompletableFuture<T>()));
    }

    /// Waits until all that was appended to the log and kept of doors before is on disk. Returns whether it is: not
    /// when the disk refuses it, or takes longer than `timeoutMs`.
    boolean awaitDisk(long timeoutMs) throws InterruptedException {
        long endNs = time.nowNs() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        var pending = new Pending<>(_ -> true, new CompletableFuture<Boolean>());
        if (closing || !queue.offer(pending, timeoutMs, TimeUnit.MILLISECONDS)) return false;
        try {
            pending.answer.get(leftMs(endNs), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) { // refused, or held up
            return false;
        }
        // Usually at once: they go with the same transaction.
        return events.awaitTaken(leftMs(endNs)) && !heldUp;
    }

    private long leftMs(long endNs) {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(endNs - time.nowNs()));
    }

    /// Ends between two transactions or within one, which is then undone.
    void abandon() {
        abandoned = true;
        thread.interrupt(); // it may be held up by a piece of work
        close();
    }

    void close() {
        closing = true;
        queue.offer(Pending.nothing());
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Pending<?> late : queue) late.answer.completeExceptionally(Database.closed());
        sql.close();
    }

    private void loop() {
        List<Pending<?>> group = new ArrayList<>();
        try {
            while (!abandoned && (!closing || !queue.isEmpty() || waiting())) {
                aliveNs = time.nowNs();
                group.clear();
                take(group);
                commit(group);
                // A full disk would keep us here for ever.
                if (closing && queue.isEmpty() && stuck()) break;
            }
        } finally {
            // Whatever ended the thread: nobody waits for an answer that cannot come.
            for (Pending<?> pending : group) pending.answer.completeExceptionally(Database.closed());
            for (Pending<?> late : queue) late.answer.completeExceptionally(Database.closed());
        }
    }

    private void take(List<Pending<?>> group) {
        try {
            Pending<?> first = queue.poll(IDLE_MS, TimeUnit.MILLISECONDS);
            if (first != null) group.add(first);
            queue.drainTo(group, GROUP_MAX - group.size());
        } catch (InterruptedException e) {
            closing = true; // nobody interrupts this thread but a process that is ending
        }
    }

    void refuseWhile(Supplier<@Nullable String> why) {
        refusal = why;
    }

    void refuseChanges(String why) {
        refusalOfChanges = () -> why;
    }

    private static void require(Supplier<@Nullable String> refusal) {
        String why = refusal.get();
        if (why != null) throw new StoreException(StoreException.Reason.REFUSED, why, null);
    }

    private void commit(List<Pending<?>> group) {
        boolean idle = group.stream().allMatch(pending -> pending.work == null) && !waiting();
        boolean probing = idle && events.failing() && time.nowNs() - failedNs >= PROBE_AFTER_NS;
        if (idle && !probing) return;
        watch.clear(); // of a transaction that was undone
        try {
            require(refusal);
            sql.begin("BEGIN IMMEDIATE");
        } catch (StoreException e) {
            failed(e); // first: whoever is answered may ask
            for (Pending<?> pending : group) pending.answer.completeExceptionally(e);
            return;
        }
        List<Runnable> answers = new ArrayList<>(group.size());
        try {
            events.beginPieces();
            for (Pending<?> pending : group) answers.add(attempt(pending));
            events.endPieces();
            take();
            doorStates.writeTaken(sql);
            places.writeTaken(sql);
            uses.writeTaken(sql);
            events.insertTaken();
            if (probing) sql.run("PRAGMA user_version = " + Migrations.LATEST); // as it is: a page that is written
            if (abandoned) throw Database.closed();
            sql.run("COMMIT");
        } catch (RuntimeException e) { // the disk's refusal, or a fault of ours: nothing of the group is kept
            events.endPieces();
            rollback();
            failed(e); // first: whoever is answered may ask
            for (Pending<?> pending : group) pending.answer.completeExceptionally(e);
            return;
        }
        commits.incrementAndGet(); // before anybody is told
        watch.tell(rights);
        try {
            doorStates.committed();
            places.committed();
            uses.committed();
            events.committed();
        } finally { // last, whatever was thrown: it is on disk, and whoever is answered finds its events in the log
            for (Runnable answer : answers) answer.run();
            for (Runnable hook : onCommit) hook.run();
        }
    }

    /// What stands and who is where, with the events that tell of it: where more events wait than go into one
    /// transaction, with the last of them. While the lane hangs what stands is left out; events tell of that, too.
    private void take() {
        boolean both = doorStates.tryTogether(TOGETHER_MS_MAX, () -> {
            takeMoves();
            if (events.tookAll()) doorStates.take();
            else doorStates.takeNothing();
        });
        heldUp = !both;
        if (both) return;
        doorStates.takeNothing();
        takeMoves();
    }

    /// The moves and uses last: the lane hands one over before the event that tells of it.
    private void takeMoves() {
        events.take();
        if (events.tookAll()) {
            places.take();
            uses.take();
        } else {
            places.takeNothing();
            uses.takeNothing();
        }
    }

    private boolean waiting() {
        return events.waiting() || doorStates.waiting() || places.waiting() || uses.waiting();
    }

    private boolean stuck() {
        return events.stuck() || doorStates.stuck() || places.stuck() || uses.stuck();
    }

    private void failed(RuntimeException cause) {
        failedNs = time.nowNs();
        doorStates.failed();
        places.failed();
        uses.failed();
        events.failed(cause);
    }

    /// Runs one piece under a savepoint; what it threw becomes its answer and the rest of the group goes on.
    private <T extends @Nullable Object> Runnable attempt(Pending<T> pending) {
        Database.Work<T> work = pending.work;
        if (work == null) return () -> {};
        sql.run("SAVEPOINT piece");
        int told = events.ofPieces();
        try {
            T result = work.run(sql);
            sql.run("RELEASE piece");
            return () -> pending.answer.complete(result);
        } catch (StoreException e) {
            // SQLite has rolled the whole transaction back, or may have.
            if (e.reason() == StoreException.Reason.FULL || e.isOfDisk()) throw e;
            return undo(pending, told, e);
        } catch (RuntimeException e) { // the caller's own refusal, such as a validation that needs the database
            return undo(pending, told, e);
        } catch (OutOfMemoryError e) { // what one asks for must not end the writing of all
            LOG.log(Level.WARNING, "a change takes more memory than there is, and is refused: " + e.getMessage());
            var refused = new StoreException(StoreException.Reason.MEMORY, "it takes more memory than there is", e);
            return undo(pending, told, refused);
        } catch (StackOverflowError e) {
            return undo(pending, told, new IllegalStateException("the stack is too small", e));
        }
    }

    private Runnable undo(Pending<?> pending, int told, RuntimeException e) {
        events.undoPiece(told);
        sql.run("ROLLBACK TO piece");
        sql.run("RELEASE piece");
        return () -> pending.answer.completeExceptionally(e);
    }

    private void rollback() {
        try {
            sql.run("ROLLBACK");
        } catch (StoreException e) {
            // A full disk makes SQLite roll back by itself: there is no transaction left to end, as it should be. A
            // disk that fails altogether is told by the next BEGIN.
        }
    }

    /// Whether the thread lives: for /health.
    boolean alive() {
        return thread.isAlive();
    }

    /// One caller's work and its answer; no work just wakes the thread.
    private record Pending<T extends @Nullable Object>(Database.@Nullable Work<T> work, CompletableFuture<T> answer) {
        static Pending<Boolean> nothing() {
            return new Pending<>(null, new CompletableFuture<>());
        }
    }
}
