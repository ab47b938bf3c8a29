package dev.lintel.controller.http;

import dev.lintel.controller.time.Time;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Counts the requests of each client that were refused within an hour. A refusal says something: that an email, a
/// card or a PIN is in use. `this` guards the counts; any thread.
public final class HourlyRefusals {
    /// In an hour: enough for the slips of people at a form. To try all PINs of four digits takes two weeks, and leaves
    /// an event for each.
    public static final int MAX = 30;

    private static final long WINDOW_NS = TimeUnit.HOURS.toNanos(1);

    private final Time time;
    /// By client: no more than there are credentials, for only signed-in clients are counted.
    private final Map<String, Window> windows = new HashMap<>();

    private record Window(long startNs, int count) {}

    public HourlyRefusals(Time time) {
        this.time = time;
    }

    /// Seconds until the client may try again; 0: now.
    public synchronized long waitS(String client) {
        Window window = current(client);
        if (window == null || window.count < MAX) return 0;
        return Math.max(1, TimeUnit.NANOSECONDS.toSeconds(window.startNs + WINDOW_NS - time.nowNs()));
    }

    public synchronized void count(String client) {
        Window window = current(client);
        windows.put(
                client, window == null ? new Window(time.nowNs(), 1) : new Window(window.startNs, window.count + 1));
    }

    private @Nullable Window current(String client) {
        windows.values().removeIf(one -> time.nowNs() - one.startNs >= WINDOW_NS);
        return windows.get(client);
    }
}
