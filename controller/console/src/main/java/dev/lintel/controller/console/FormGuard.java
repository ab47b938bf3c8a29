package dev.lintel.controller.console;

import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.secret.Tokens;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Ties a form to the browser it was sent to, before there is a session: the form repeats a random cookie. Runs on the
/// request's virtual thread.
final class FormGuard {
    private static final String COOKIE = "__Host-lintel-form";

    private final Tokens tokens = new Tokens();

    boolean isOurs(Request request) {
        String cookie = held(request);
        return cookie != null && Tokens.same(cookie, request.form("csrf"));
    }

    /// The cookie of this browser, or null.
    static @Nullable String held(Request request) {
        String cookie = request.cookie(COOKIE);
        return cookie == null || cookie.isEmpty() ? null : cookie;
    }

    /// Draws a form with its token, and hands out the cookie where there is none yet.
    Reply form(Request request, Function<String, Reply> draw) {
        String held = held(request);
        if (held != null) return draw.apply(held);
        String made = tokens.make();
        return draw.apply(made).with("Set-Cookie", COOKIE + "=" + made + "; Path=/; Secure; HttpOnly; SameSite=Lax");
    }
}
