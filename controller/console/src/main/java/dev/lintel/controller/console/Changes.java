package dev.lintel.controller.console;

import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.event.EventLog;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Wakes one stream when the log grows or a door changes: a virtual thread waits for each. Made and closed by the
/// stream's own thread.
final class Changes implements AutoCloseable {
    /// How long a watcher waits before it looks whether it is still wanted.
    private static final long WATCH_MS = 15_000;

    private final Semaphore woken = new Semaphore(0);
    private final Thread events;
    private final Thread doors;

    /// Watches from event `afterId` and door revision `revision` on.
    Changes(EventLog log, long afterId, DoorViews views, long revision) {
        events = Thread.ofVirtual().name("stream-events").start(() -> watch(afterId, log::awaitHeadAbove));
        doors = Thread.ofVirtual().name("stream-doors").start(() -> watch(revision, views::awaitChange));
    }

    private interface Await {
        long above(long known, long timeoutMs) throws InterruptedException;
    }

    /// Waits until something has changed since the last call, or for `timeoutMs`; false when nothing did.
    boolean await(long timeoutMs) throws InterruptedException {
        boolean changed = woken.tryAcquire(timeoutMs, TimeUnit.MILLISECONDS);
        woken.drainPermits(); // many changes, one look
        return changed;
    }

    @Override
    public void close() {
        events.interrupt();
        doors.interrupt();
    }

    private void watch(long from, Await await) {
        long known = from;
        try {
            while (true) {
                long now = await.above(known, WATCH_MS);
                if (now > known) woken.release();
                known = now;
            }
        } catch (InterruptedException e) {
            woken.release(); // the stream was closed, or the store is closing
        }
    }
}
