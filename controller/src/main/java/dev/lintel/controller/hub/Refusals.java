package dev.lintel.controller.hub;

import dev.lintel.controller.time.Time;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Counts the writes of each box that this hub has refused within an hour. A refusal says something:
/// that an email,
/// a card or a PIN is in use. `this` guards the counts; any thread.
final class Refusals {
    /// In an hour: enough for the slips of people at a form. To try all PINs of four digits takes two
    /// weeks, and
    /// leaves an event for each.
    static final int MAX = 30;

    private static final long WINDOW_NS = TimeUnit.HOURS.toNanos(1);

    private final Time time;
    /// By box: no more than there are boxes.
    private final Map<Long, Window> windows = new HashMap<>();

    private record Window(long startNs, int count) {}

    Refusals(Time time) {
        this.time = time;
    }

    /// Seconds until the box may write again; 0: now.
    synchronized long waitS(long boxId) {
        Window window = current(boxId);
        if (window == null || window.count < MAX) return 0;
        return Math.max(1, TimeUnit.NANOSECONDS.toSeconds(window.startNs + WINDOW_NS - time.nowNs()));
    }

    synchronized void count(long boxId) {
        Window window = current(boxId);
        windows.put(boxId, window == null ? new Window(time.nowNs(), 1) : new Window(window.startNs, window.count + 1));
    }

    private @Nullable Window current(long boxId) {
        windows.values().removeIf(one -> time.nowNs() - one.startNs >= WINDOW_NS);
        return windows.get(boxId);
    }
}
