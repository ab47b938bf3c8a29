package dev.lintel.controller.console;

import dev.lintel.controller.http.Request;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Who has given the right password and is asked for a code now. Good for that alone, for a short time, in the browser
/// that the password came from: its cookie counts only together with that browser's form cookie. In memory: a restart
/// asks for the password again. `synchronized` guards the table; callable from any thread.
final class HalfSignIns {
    static final Duration LIFE = Duration.ofMinutes(5);
    static final String COOKIE = "__Host-lintel-half";
    /// People between the two steps; the one who began first gives way.
    static final int ENTRIES_MAX = 1_000;

    private final Time time;
    private final Tokens tokens = new Tokens();
    private final Map<Bytes, Half> halves = new LinkedHashMap<>();

    /// @param passwordHash what the password was checked against: a new one ends it
    /// @param form of the form cookie
    record Half(long userId, @Nullable String passwordHash, Bytes form, String next, long sinceNs) {}

    HalfSignIns(Time time) {
        this.time = time;
    }

    /// Returns the `Set-Cookie` header's value. `form` is the browser's form cookie.
    synchronized String begin(User user, String form, String next) {
        if (halves.size() >= ENTRIES_MAX) {
            var oldest = halves.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        String token = tokens.make();
        var half = new Half(user.id(), user.passwordHash(), Tokens.hash(form), next, time.nowNs());
        halves.put(Tokens.hash(token), half);
        return COOKIE + "=" + token + "; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=" + LIFE.toSeconds();
    }

    /// The request's, while it holds and comes from the same browser; or null.
    synchronized @Nullable Half of(Request request) {
        String token = request.cookie(COOKIE);
        String form = FormGuard.held(request);
        if (token == null || form == null) return null;
        Half half = halves.get(Tokens.hash(token));
        if (half == null || !half.form.equals(Tokens.hash(form))) return null;
        if (time.nowNs() - half.sinceNs < LIFE.toNanos()) return half;
        halves.remove(Tokens.hash(token));
        return null;
    }

    /// Ends the request's; returns the `Set-Cookie` header's value that takes the cookie away.
    synchronized String end(Request request) {
        String token = request.cookie(COOKIE);
        if (token != null) halves.remove(Tokens.hash(token));
        return COOKIE + "=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0";
    }
}
