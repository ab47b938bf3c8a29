package dev.lintel.controller.api;

import dev.lintel.controller.time.Time;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// Requests a minute for each who asks, in fixed windows that begin with their first request. `lock` guards the
/// windows; held for nanoseconds. Any thread.
public final class RateLimit {
    private static final long WINDOW_NS = TimeUnit.MINUTES.toNanos(1);
    /// Windows at once, some 2 MB. Credentials are fewer; strangers, who may call themselves anything, share one window
    /// from there on.
    private static final int WINDOWS_MAX = 10_000;

    private static final String OTHERS = "";

    private final int perMinute;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    /// In the order they began.
    private final Map<String, Window> windows = new LinkedHashMap<>();

    private record Window(long startNs, int count) {
        private boolean isOver(long nowNs) {
            return nowNs - startNs >= WINDOW_NS;
        }
    }

    /// Where somebody stands after this request.
    ///
    /// @param over the request must be refused
    /// @param resetInS until the end of the window, seconds, at least 1
    /// @param resetAtS end of the window, Unix seconds
    public record Standing(boolean over, int remaining, long resetInS, long resetAtS) {}

    /// `perMinute` 0: no limit at all.
    public RateLimit(int perMinute, Time time) {
        this.perMinute = perMinute;
        this.time = time;
    }

    /// Counts a request of `name` (such as `token 3`, never a secret) and lets `next` answer it, or refuses it with
    /// 429. Every answer carries the three headers, also where `next` throws.
    public Reply limit(Request request, String name, Handler next) {
        if (perMinute == 0) return next.handle(request);
        Standing standing = count(name);
        Reply reply = standing.over ? new Reply.TooMany(perMinute, standing.resetInS) : Faults.answered(request, next);
        return reply.with(List.of(
                new Reply.Header("X-RateLimit-Limit", Integer.toString(perMinute)),
                new Reply.Header("X-RateLimit-Remaining", Integer.toString(standing.remaining)),
                new Reply.Header("X-RateLimit-Reset", Long.toString(standing.resetAtS))));
    }

    /// Whether `name` has had as many as there are in a minute; counts nothing. Not for a limit of 0.
    public boolean isSpent(String name) {
        long now = time.nowNs();
        lock.lock();
        try {
            dropThoseThatAreOver(now);
            Window window = windows.get(windows.size() < WINDOWS_MAX || windows.containsKey(name) ? name : OTHERS);
            return window != null && window.count >= perMinute;
        } finally {
            lock.unlock();
        }
    }

    /// Counts a request of `name`. Not for a limit of 0.
    public Standing count(String name) {
        return count(name, 1);
    }

    /// Counts what costs as much as `many` requests. Not for a limit of 0.
    public Standing count(String name, int many) {
        long now = time.nowNs();
        Window window;
        lock.lock();
        try {
            dropThoseThatAreOver(now);
            String counted = windows.size() < WINDOWS_MAX || windows.containsKey(name) ? name : OTHERS;
            Window old = windows.get(counted);
            int count = (old == null ? 0 : old.count) + many;
            window = new Window(old == null ? now : old.startNs, Math.min(count, perMinute + 1));
            windows.put(counted, window);
        } finally {
            lock.unlock();
        }
        long leftMs = TimeUnit.NANOSECONDS.toMillis(window.startNs + WINDOW_NS - now);
        long resetInS = Math.max(1, (leftMs + 999) / 1000);
        long resetAtS = (time.nowMs() + leftMs + 999) / 1000;
        return new Standing(window.count > perMinute, Math.max(0, perMinute - window.count), resetInS, resetAtS);
    }

    /// All are equally long: those that began first are over first.
    private void dropThoseThatAreOver(long nowNs) {
        Iterator<Window> oldest = windows.values().iterator();
        while (oldest.hasNext() && oldest.next().isOver(nowNs)) oldest.remove();
    }
}
