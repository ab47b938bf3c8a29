package dev.lintel.tools.simulation;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventLog;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The box's event log with somebody who listens before it, and who counts what comes back from the disk: ids must
/// follow each other without a gap, in the order of appending.
final class Tap implements EventLog {
    /// The simulation is quicker than a disk: it waits before the log's ring could run over.
    private static final long BEHIND_MAX = 4_000;

    private static final long WAIT_MS = 30_000;

    private final EventLog log;
    private final Consumer<EventDraft> listener;
    private final AtomicLong newest;
    private final AtomicLong durable = new AtomicLong();
    private final AtomicLong besides = new AtomicLong();
    private final AtomicLong besidesKept = new AtomicLong();
    private final AtomicReference<@Nullable String> fault = new AtomicReference<>();
    private long appended;

    Tap(EventLog log, Consumer<EventDraft> listener) {
        this.log = log;
        this.listener = listener;
        this.newest = new AtomicLong(log.head());
    }

    /// How many of those appended here are on disk.
    long mine() {
        return durable.get();
    }

    /// How many the process has added to the log that are on disk, in all.
    long durable() {
        return durable.get() + besides.get() + besidesKept.get();
    }

    /// So many go to the log beside this one: a change of the policy, which is written with it.
    void beside(int more) {
        besides.addAndGet(more);
    }

    /// Throws [Violation] when the disk told of another id than the next.
    void check() {
        String found = fault.get();
        if (found != null) throw new Violation(found);
        if (appended - durable.get() > BEHIND_MAX) awaitDurable();
    }

    /// Waits until everything appended is on disk.
    void awaitDurable() {
        try {
            while (fault.get() == null) {
                long before = newest.get(); // before `durable`, as they are set the other way round
                if (durable.get() >= appended) return;
                log.awaitHeadAbove(before, WAIT_MS);
                Thread.onSpinWait(); // the head moves a moment before each id is told
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Violation("interrupted", e);
        }
    }

    @Override
    public void append(EventDraft draft, LongConsumer onDurable) {
        appended++;
        log.append(draft, id -> {
            kept(id);
            onDurable.accept(id);
        });
        listener.accept(draft);
    }

    /// On the writer's thread.
    private void kept(long id) {
        long skipped = id - newest.get() - 1;
        if (skipped < 0 || skipped > besides.get()) {
            fault.compareAndSet(null, "event id " + id + " after " + newest.get());
        }
        besides.addAndGet(-skipped);
        besidesKept.addAndGet(skipped);
        durable.incrementAndGet(); // before `newest`: see awaitDurable
        newest.set(id);
    }

    @Override
    public long head() {
        return log.head();
    }

    @Override
    public @Nullable EventDraft refused(Predicate<EventDraft> wanted) {
        return log.refused(wanted);
    }

    @Override
    public long awaitHeadAbove(long id, long timeoutMs) throws InterruptedException {
        return log.awaitHeadAbove(id, timeoutMs);
    }
}
