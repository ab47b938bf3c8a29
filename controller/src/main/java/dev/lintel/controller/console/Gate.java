package dev.lintel.controller.console;

import dev.lintel.controller.api.Handler;
import dev.lintel.controller.api.Method;
import dev.lintel.controller.api.Reply;
import dev.lintel.controller.api.Request;
import dev.lintel.controller.store.SessionStore.Session;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// Lets only signed-in operators through, and only posts that come from our own pages. Wraps handlers when they are
/// mounted; runs on the request's virtual thread.
final class Gate {
    private final Sessions sessions;

    Gate(Sessions sessions) {
        this.sessions = sessions;
    }

    /// Answers an operator.
    @FunctionalInterface
    interface Operated {
        Reply handle(Request request, Session session);
    }

    /// A page: a stranger is sent to the sign-in page and comes back after it. A post carries the form's CSRF token.
    Handler page(Operated handler) {
        return request -> {
            Session session = sessions.of(request);
            if (session == null) return toSignIn(request);
            boolean post = request.method() != Method.GET;
            if (post && !Tokens.same(session.csrfToken(), request.form("csrf"))) return forged();
            return handler.handle(request, session);
        };
    }

    /// What scripts call: a stranger gets 401; a post carries the CSRF token as `X-CSRF-Token`.
    Handler call(Operated handler) {
        return request -> {
            Session session = sessions.of(request);
            if (session == null) return new Reply.Unauthorized("sign in first");
            boolean post = request.method() != Method.GET;
            if (post && !Tokens.same(session.csrfToken(), request.header("X-CSRF-Token"))) return forged();
            return handler.handle(request, session);
        };
    }

    static Reply forged() {
        return new Reply.Forbidden("csrf", "this form is too old or not ours: load the page again");
    }

    private static Reply toSignIn(Request request) {
        String path = request.path();
        if (path.equals("/") || request.method() != Method.GET) return new Reply.Redirect(303, "/sign-in");
        return new Reply.Redirect(303, "/sign-in?next=" + URLEncoder.encode(path, StandardCharsets.UTF_8));
    }
}
