package dev.lintel.sim.world;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Runs actions when they are due, on one daemon thread, in the order of their times; equals in the order given.
final class SimSchedule implements AutoCloseable {
    private static final Logger LOG = System.getLogger(SimSchedule.class.getName());
    /// Sixty of the longest cards waiting. A person holds one card at a time; more is a script gone wild.
    static final int ACTIONS_MAX = 16_384;

    static final String TOO_MUCH = "the simulated doorway has too much to do already: wait a little";

    private static final long JOIN_MS_MAX = 1_000;

    private final LongSupplier nowNs;
    private final ReentrantLock lock = new ReentrantLock(); // guards the fields below
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<Action> actions = new PriorityQueue<>();
    private @Nullable Action running;
    private long given;
    private boolean closed;
    private final Thread thread;

    /// Something to do at a monotonic time, on the schedule's thread.
    record Task(long atNs, Runnable run) {}

    private record Action(long atNs, long order, Runnable run) implements Comparable<Action> {
        @Override
        public int compareTo(Action other) {
            return atNs == other.atNs ? Long.compare(order, other.order) : Long.signum(atNs - other.atNs);
        }
    }

    SimSchedule(String name, LongSupplier nowNs) {
        this.nowNs = nowNs;
        thread = Thread.ofPlatform().daemon().name(name).start(this::run);
    }

    /// Takes all tasks or none. Throws `IllegalArgumentException` when they would be too many.
    void add(List<Task> tasks) {
        lock.lock();
        try {
            if (actions.size() + tasks.size() > ACTIONS_MAX) {
                throw new IllegalArgumentException(TOO_MUCH);
            }
            for (Task task : tasks) actions.add(new Action(task.atNs, given++, task.run));
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /// What is not due yet is dropped.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
        if (Thread.currentThread().equals(thread)) return;
        try {
            thread.join(JOIN_MS_MAX);
        } catch (InterruptedException askedToStop) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (true) {
                Action due = next();
                if (due == null) return;
                run(due);
                done();
            }
        } catch (InterruptedException askedToStop) {
            Thread.currentThread().interrupt();
        }
    }

    /// One action's fault must not stop the doorway.
    private static void run(Action due) {
        try {
            due.run.run();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a simulated action failed", e);
        }
    }

    /// The time up to which everything that was to be done is done: now, or just before what is due next.
    long settledNs() {
        lock.lock();
        try {
            Action first = running != null ? running : actions.peek();
            long now = nowNs.getAsLong();
            return first == null ? now : Math.min(now, first.atNs - 1);
        } finally {
            lock.unlock();
        }
    }

    private void done() {
        lock.lock();
        try {
            running = null;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Action next() throws InterruptedException {
        lock.lock();
        try {
            while (!closed) {
                Action first = actions.peek();
                long waitNs = first == null ? 0 : first.atNs - nowNs.getAsLong();
                if (first == null) changed.await();
                else if (waitNs > 0) changed.awaitNanos(waitNs);
                else {
                    running = actions.remove();
                    return running;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }
}
