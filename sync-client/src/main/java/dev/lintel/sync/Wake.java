package dev.lintel.sync;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// One thread waits, any other ends the wait; a call that comes before the wait ends it, too. Guards itself.
public final class Wake {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition called = lock.newCondition();
    private boolean pending;

    public void call() {
        lock.lock();
        try {
            pending = true;
            called.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Until it is called, for `ms` at most.
    public void await(long ms) throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(ms);
            while (!pending && left > 0) left = called.awaitNanos(left);
            pending = false;
        } finally {
            lock.unlock();
        }
    }
}
