package dev.lintel.controller.sync;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// How following goes, for those who look: the API, pages, commands, /health. Any thread; `lock` guards the
/// view.
public final class SyncState {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private View view;

    /// Where it stands.
    public enum Phase {
        /// Not all there is has ever been here.
        PENDING,
        SYNCING,
        OK,
        FAILING,
        /// The hub has turned this box away: what stands goes on, and nothing new comes.
        DISMISSED
    }

    /// One immutable picture.
    ///
    /// @param completedMs when this box last had all there was, or null
    /// @param problem why it fails, or what else is wrong, in words; null: nothing
    /// @param held the snapshot that is held back until somebody lets it through; null: none
    /// @param endings how often a sync has come to an end: well, badly or with nothing to do
    public record View(
            Phase phase,
            @Nullable Long completedMs,
            @Nullable String problem,
            @Nullable String held,
            long endings) {}

    /// `completedMs`: as it was before the start, or null.
    public SyncState(@Nullable Long completedMs) {
        view = new View(completedMs == null ? Phase.PENDING : Phase.OK, completedMs, null, null, 0);
    }

    public View view() {
        lock.lock();
        try {
            return view;
        } finally {
            lock.unlock();
        }
    }

    /// Waits until something has changed since `seen`, or for `timeoutMs`; returns what stands then.
    public View awaitOther(View seen, long timeoutMs) throws InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        lock.lockInterruptibly();
        try {
            while (view.equals(seen) && left > 0) left = changed.awaitNanos(left);
            return view;
        } finally {
            lock.unlock();
        }
    }

    void started() {
        View now = view();
        set(new View(Phase.SYNCING, now.completedMs, now.problem, now.held, now.endings));
    }

    /// `problem`: what is wrong all the same, such as a policy that does not hold here.
    void completed(long nowMs, @Nullable String problem) {
        set(new View(Phase.OK, nowMs, problem, null, view().endings + 1));
    }

    /// The box has all there is; nobody waits for it.
    void upToDate(long nowMs, @Nullable String problem) {
        View now = view();
        if (now.phase != Phase.DISMISSED) set(new View(Phase.OK, nowMs, problem, null, now.endings));
    }

    void failed(String reason) {
        View now = view();
        set(new View(Phase.FAILING, now.completedMs, reason, now.held, now.endings + 1));
    }

    /// `words`: of what is held back, told before; null: the problem stays as it is.
    void held(@Nullable String name, @Nullable String words) {
        View now = view();
        set(new View(now.phase, now.completedMs, words == null ? now.problem : words, name, now.endings));
    }

    void dismissed(String why) {
        View now = view();
        set(new View(Phase.DISMISSED, now.completedMs, why, null, now.endings + 1));
    }

    /// One writer: the library tells of progress in order.
    private void set(View next) {
        lock.lock();
        try {
            view = next;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
