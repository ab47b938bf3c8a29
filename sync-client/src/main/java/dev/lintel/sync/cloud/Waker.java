package dev.lintel.sync.cloud;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Waits by a condition that news and the end cut short. Any thread.
final class Waker implements Waits {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final CloudPace pace;
    private boolean woken;
    private boolean closed;

    Waker(CloudPace pace) {
        this.pace = pace;
    }

    @Override
    public void until(long ns) throws InterruptedException {
        await(ns, false);
    }

    /// As [#until(long)], or until [#wake()].
    void idle(long ns) throws InterruptedException {
        await(ns, true);
    }

    private void await(long ns, boolean wakes) throws InterruptedException {
        lock.lock();
        try {
            long left = ns - pace.nowNs();
            while (!closed && !(wakes && woken) && left > 0) {
                changed.awaitNanos(left);
                left = ns - pace.nowNs();
            }
            if (wakes) woken = false;
            if (closed) throw new InterruptedException("closed");
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    void wake() {
        lock.lock();
        try {
            woken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
