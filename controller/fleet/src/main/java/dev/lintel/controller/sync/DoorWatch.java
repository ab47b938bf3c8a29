package dev.lintel.controller.sync;

import dev.lintel.controller.door.DoorViews;

/// Wakes the line when a door has changed, so that the hub's pages show it at once. A thread of its own, which only
/// waits.
public final class DoorWatch implements AutoCloseable {
    /// How long one wait lasts; nothing happens at its end.
    private static final long WAIT_MS = 60_000;

    private final Thread thread;

    public DoorWatch(DoorViews doors, HubLine line) {
        this.thread = Thread.ofVirtual().name("sync-doors").start(() -> watch(doors, line));
    }

    private static void watch(DoorViews doors, HubLine line) {
        try {
            long seen = doors.revision();
            while (true) {
                long now = doors.awaitChange(seen, WAIT_MS);
                if (now != seen) line.doorsChanged();
                seen = now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the line is closed
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
