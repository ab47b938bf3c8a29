package dev.lintel.controller.api;

import dev.lintel.controller.time.Time;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// Requests a minute for each credential, in fixed windows that begin with its first request. `lock` guards the
/// windows; held for nanoseconds.
final class RateLimit {
    private static final long WINDOW_NS = TimeUnit.MINUTES.toNanos(1);
    /// Windows kept before those that are over are dropped; only credentials that exist have one.
    private static final int WINDOWS_MAX = 1_000;

    private final int perMinute;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Window> windows = new HashMap<>();

    private record Window(long startNs, int count) {}

    /// Where a credential stands after this request.
    ///
    /// @param over the request must be refused
    /// @param resetAtS end of the window, Unix seconds
    record Standing(boolean over, int remaining, long resetInS, long resetAtS) {}

    /// `perMinute` 0: no limit at all.
    RateLimit(int perMinute, Time time) {
        this.perMinute = perMinute;
        this.time = time;
    }

    Reply limit(Request request, Principal who, Handler next) {
        if (perMinute == 0) return next.handle(request);
        Standing standing = count(who.credential());
        Reply reply;
        try {
            reply = standing.over ? new Reply.TooMany(perMinute, standing.resetInS) : next.handle(request);
        } catch (RefusedException e) {
            reply = e.reply();
        } catch (RuntimeException e) { // whatever a handler did not expect: its answer has the headers, too
            reply = Faults.reply(request, e);
        }
        return reply.with(List.of(
                new Reply.Header("X-RateLimit-Limit", Integer.toString(perMinute)),
                new Reply.Header("X-RateLimit-Remaining", Integer.toString(standing.remaining)),
                new Reply.Header("X-RateLimit-Reset", Long.toString(standing.resetAtS))));
    }

    Standing count(String credential) {
        long now = time.nowNs();
        Window window;
        lock.lock();
        try {
            if (windows.size() >= WINDOWS_MAX) windows.values().removeIf(old -> now - old.startNs >= WINDOW_NS);
            Window old = windows.get(credential);
            if (old == null || now - old.startNs >= WINDOW_NS) window = new Window(now, 1);
            else window = new Window(old.startNs, Math.min(old.count + 1, perMinute + 1));
            windows.put(credential, window);
        } finally {
            lock.unlock();
        }
        long leftMs = TimeUnit.NANOSECONDS.toMillis(window.startNs + WINDOW_NS - now);
        long resetInS = Math.max(1, (leftMs + 999) / 1000);
        long resetAtS = (time.nowMs() + leftMs + 999) / 1000;
        return new Standing(window.count > perMinute, Math.max(0, perMinute - window.count), resetInS, resetAtS);
    }
}
