package dev.lintel.controller.console;

import dev.lintel.controller.api.Request;
import dev.lintel.controller.store.SessionStore;
import dev.lintel.controller.store.SessionStore.Limits;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Who is signed in, by cookie. Runs on the request's virtual thread.
final class Sessions {
    /// Over after this long without a request, and in any case after this long.
    static final Duration IDLE = Duration.ofHours(12);
    static final Duration LIFE = Duration.ofDays(14);
    /// `last_seen_at` is written at most this often: a page view must not cost an fsync.
    private static final Duration SEEN_EVERY = Duration.ofMinutes(5);
    /// Sessions of ten busy operators' scripts; more are found on the disk.
    private static final int NOTED_MAX = 1_000;
    /// `__Host-`: the browser takes it over TLS, for this host and path `/` only.
    static final String COOKIE = "__Host-lintel";

    private final SessionStore store;
    private final Time time;
    private final Tokens tokens = new Tokens();
    /// When sessions were seen, by token hash; the disk hears of it later, and when it is full not at all.
    private final Map<Bytes, Long> noted = new ConcurrentHashMap<>();

    Sessions(SessionStore store, Time time) {
        this.store = store;
        this.time = time;
    }

    /// The request's session while it holds, or null.
    @Nullable
    Session of(Request request) {
        String token = request.cookie(COOKIE);
        if (token == null) return null;
        Bytes hash = Tokens.hash(token);
        Session session = store.find(hash);
        if (session == null) return null;
        Limits limits = limits();
        long seenAtMs = Math.max(session.lastSeenAtMs(), noted.getOrDefault(hash, Long.MIN_VALUE));
        if (session.createdAtMs() <= limits.createdAfterMs() || seenAtMs <= limits.seenAfterMs()) {
            noted.remove(hash);
            store.clear(hash);
            return null;
        }
        if (time.nowMs() - seenAtMs >= SEEN_EVERY.toMillis()) {
            if (noted.size() >= NOTED_MAX) noted.clear(); // what is on the disk counts again
            noted.put(hash, time.nowMs());
            store.seen(hash, time.nowMs());
        }
        return session;
    }

    /// Signs a user in; returns the `Set-Cookie` header's value.
    String begin(long userId) {
        String token = tokens.make();
        store.create(Tokens.hash(token), userId, tokens.make(), time.nowMs(), limits());
        return COOKIE + "=" + token + "; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=" + LIFE.toSeconds();
    }

    /// Signs out; returns the `Set-Cookie` header's value that takes the cookie away.
    String end(Request request) {
        String token = request.cookie(COOKIE);
        if (token != null) {
            noted.remove(Tokens.hash(token));
            store.delete(Tokens.hash(token));
        }
        return COOKIE + "=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0";
    }

    private Limits limits() {
        long now = time.nowMs();
        return new Limits(now - LIFE.toMillis(), now - IDLE.toMillis());
    }
}
