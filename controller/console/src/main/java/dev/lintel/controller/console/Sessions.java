package dev.lintel.controller.console;

import dev.lintel.controller.http.Addresses;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.SessionStore;
import dev.lintel.controller.store.SessionStore.Limits;
import dev.lintel.controller.store.SessionStore.Listed;
import dev.lintel.controller.store.SessionStore.NewSession;
import dev.lintel.controller.store.SessionStore.Origin;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    /// What is kept of a browser's own name for itself: enough to tell which it is.
    static final int AGENT_CHARS_MAX = 200;
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
        Bytes hash = hash(request);
        if (hash == null) return null;
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
        request.noteSignIn();
        return session;
    }

    /// Signs a user in under a new token, and ends the session that this browser had: one that somebody else put there
    /// is not signed in by it. Nobody is when `user` has another password by now. Returns the `Set-Cookie` header's
    /// value.
    String begin(Request request, User user) {
        String token = tokens.make();
        String address = request.remoteAddress();
        var origin = new Origin(address, Addresses.network(address), agent(request));
        var session = new NewSession(
                Tokens.hash(token), user.id(), user.passwordHash(), tokens.make(), origin, hash(request));
        store.create(session, time.nowMs(), limits());
        return COOKIE + "=" + token + "; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=" + LIFE.toSeconds();
    }

    /// Signs out; returns the `Set-Cookie` header's value that takes the cookie away.
    String end(Request request) {
        Bytes hash = hash(request);
        if (hash != null) {
            noted.remove(hash);
            store.delete(hash);
        }
        return COOKIE + "=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0";
    }

    /// The user's sessions that hold, the one used last first.
    List<Listed> ofUser(long userId) {
        return store.ofUser(userId, limits());
    }

    /// Whether whoever has this address is signed in from that network.
    boolean isKnown(String email, String network) {
        return store.isKnown(email, network, limits());
    }

    void endOne(long userId, Bytes tokenHash) {
        store.deleteOne(userId, tokenHash);
    }

    /// Ends all sessions of the request's user but the request's own.
    void endOthers(Request request, long userId) {
        store.deleteOthers(userId, Objects.requireNonNull(hash(request), "nobody is signed in"));
    }

    void endAll(long userId) {
        store.deleteOfUser(userId);
    }

    /// Of the request's session cookie, which need not be a session's; null when there is none.
    static @Nullable Bytes hash(Request request) {
        String token = request.cookie(COOKIE);
        return token == null ? null : Tokens.hash(token);
    }

    /// Whether this is the hash of the request's own session cookie.
    static boolean isOwn(Request request, Bytes tokenHash) {
        Bytes own = hash(request);
        return own != null && own.equals(tokenHash);
    }

    /// The name of the browser in its request, in plain ASCII and cut to a limit.
    static String agent(Request request) {
        String agent =
                Objects.requireNonNullElse(request.header("User-Agent"), "").replaceAll("[^\\x20-\\x7E]", "");
        return agent.substring(0, Math.min(agent.length(), AGENT_CHARS_MAX));
    }

    private Limits limits() {
        long now = time.nowMs();
        return new Limits(now - LIFE.toMillis(), now - IDLE.toMillis());
    }
}
