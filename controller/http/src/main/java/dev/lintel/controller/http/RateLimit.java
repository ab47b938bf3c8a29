package dev.lintel.controller.http;

import dev.lintel.controller.time.Time;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// Requests a minute for each client, in fixed windows that begin with their first request. `lock` guards the windows;
/// held for microseconds. Any thread.
///
/// A client's name may end with its network, as [Addresses#network] writes it. Of IPv6 its /56 and its /48 have a
/// window too, with HOUSEHOLD_FACTOR and SITE_FACTOR times the limit: one subscriber may have that many networks.
///
/// Where WINDOWS_MAX clients ask within a minute, the window with the fewest requests is forgotten for a new one. So a
/// client at its limit stays there, and others are not counted together with strangers.
public final class RateLimit {
    /// Requests a minute for one credential, unless the configuration says otherwise.
    public static final int PER_MINUTE = 120;

    private static final long WINDOW_NS = TimeUnit.MINUTES.toNanos(1);
    /// Windows at once, some 2 MB. Credentials are fewer.
    private static final int WINDOWS_MAX = 10_000;

    /// The limit of a /56 is that of so many clients, and of a /48 SITE_FACTOR.
    private static final int HOUSEHOLD_FACTOR = 4;

    private static final int SITE_FACTOR = 16;

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

    /// A window by its name, and how many requests it may have.
    private record Limited(String name, int max) {}

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
            for (Limited limited : limited(name)) {
                Window window = windows.get(limited.name);
                if (window != null && window.count >= limited.max) return true;
            }
            return false;
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
        Window tightest = null;
        int left = Integer.MAX_VALUE;
        lock.lock();
        try {
            dropThoseThatAreOver(now);
            for (Limited limited : limited(name)) {
                Window window = count(limited, many, now);
                if (limited.max - window.count >= left) continue;
                tightest = window;
                left = limited.max - window.count;
                if (left < 0) break; // what is refused uses up nothing of a larger network
            }
        } finally {
            lock.unlock();
        }
        long startNs = tightest == null ? now : tightest.startNs;
        long leftMs = TimeUnit.NANOSECONDS.toMillis(startNs + WINDOW_NS - now);
        long resetInS = Math.max(1, (leftMs + 999) / 1000);
        long resetAtS = (time.nowMs() + leftMs + 999) / 1000;
        return new Standing(left < 0, Math.max(0, left), resetInS, resetAtS);
    }

    private Window count(Limited limited, int many, long nowNs) {
        Window old = windows.get(limited.name);
        if (old == null && windows.size() >= WINDOWS_MAX) windows.remove(fewest());
        int count = (old == null ? 0 : old.count) + many;
        Window window = new Window(old == null ? nowNs : old.startNs, Math.min(count, limited.max + 1));
        windows.put(limited.name, window);
        return window;
    }

    /// The name of the window with the fewest requests: of those, the oldest.
    private String fewest() {
        String name = "";
        int fewest = Integer.MAX_VALUE;
        for (Map.Entry<String, Window> entry : windows.entrySet()) {
            if (entry.getValue().count >= fewest) continue;
            name = entry.getKey();
            fewest = entry.getValue().count;
            if (fewest == 1) break; // none has fewer
        }
        return name;
    }

    /// The windows that a request of this name counts in, the smallest network first.
    private List<Limited> limited(String name) {
        var own = new Limited(name, perMinute);
        String household = Addresses.household(name);
        String site = Addresses.site(name);
        if (household == null || site == null) return List.of(own);
        return List.of(
                own, new Limited(household, HOUSEHOLD_FACTOR * perMinute), new Limited(site, SITE_FACTOR * perMinute));
    }

    /// All are equally long: those that began first are over first.
    private void dropThoseThatAreOver(long nowNs) {
        Iterator<Window> oldest = windows.values().iterator();
        while (oldest.hasNext() && oldest.next().isOver(nowNs)) oldest.remove();
    }
}
