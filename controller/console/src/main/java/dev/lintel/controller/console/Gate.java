package dev.lintel.controller.console;

import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.store.UserStore.Kind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/// Lets only signed-in people of the right kind through, and only posts that come from our own pages. Wraps handlers
/// when they are mounted; runs on the request's virtual thread.
final class Gate {
    private final Sessions sessions;
    private final Pages pages;

    Gate(Sessions sessions, Pages pages) {
        this.sessions = sessions;
        this.pages = pages;
    }

    /// Who may.
    enum Who {
        /// Whoever is signed in.
        ANYONE(Kind.OPERATOR, Kind.USER, Kind.DEVELOPER),
        /// Who belongs to the customer's account, with its doors and people.
        HOUSE(Kind.OPERATOR, Kind.USER),
        /// Who runs the box.
        OPERATOR(Kind.OPERATOR),
        /// Who makes applications; an operator may do everything.
        DEVELOPER(Kind.OPERATOR, Kind.DEVELOPER);

        @SuppressWarnings("ImmutableEnumChecker") // Set.of's never change
        private final Set<Kind> kinds;

        Who(Kind... kinds) {
            this.kinds = Set.of(kinds);
        }

        boolean has(Session session) {
            return kinds.contains(session.kind());
        }
    }

    /// Answers somebody who is signed in.
    @FunctionalInterface
    interface Operated {
        Reply handle(Request request, Session session);
    }

    /// As [#page(Who, Operated)], for those of the customer's account.
    Handler page(Operated handler) {
        return page(Who.HOUSE, handler);
    }

    /// A page: a stranger is sent to the sign-in page and comes back after it, another kind of user is told so. A post
    /// carries the form's CSRF token.
    Handler page(Who who, Operated handler) {
        return request -> {
            Session session = sessions.of(request);
            if (session == null) return toSignIn(request);
            if (!who.has(session)) return pages.forbidden(session);
            boolean post = request.method() != Method.GET;
            if (post && !Tokens.same(session.csrfToken(), request.form("csrf"))) return forged();
            return handler.handle(request, session);
        };
    }

    /// As [#call(Who, Operated)], for those of the customer's account.
    Handler call(Operated handler) {
        return call(Who.HOUSE, handler);
    }

    /// What scripts call: a stranger gets 401, another kind of user 403; a post carries the CSRF token as
    /// `X-CSRF-Token`.
    Handler call(Who who, Operated handler) {
        return request -> {
            Session session = sessions.of(request);
            if (session == null) return new Reply.Unauthorized("sign in first");
            if (!who.has(session)) return new Reply.Forbidden("access_denied", "your kind of user may not do this");
            boolean post = request.method() != Method.GET;
            if (post && !Tokens.same(session.csrfToken(), request.header("X-CSRF-Token"))) return forged();
            return handler.handle(request, session);
        };
    }

    /// Whether the request comes from somebody who may: for streams that ask again.
    boolean lets(Who who, Request request) {
        Session session = sessions.of(request);
        return session != null && who.has(session);
    }

    static Reply forged() {
        return new Reply.Forbidden("csrf", "this form is too old or not ours: load the page again");
    }

    /// The sign-in page, which leads back to what was asked for.
    static Reply toSignIn(Request request) {
        String query = request.queryText();
        String next = LocalPath.of(request.path() + (query.isEmpty() ? "" : "?" + query), "/");
        if (next.equals("/") || request.method() != Method.GET) return new Reply.Redirect(303, "/sign-in");
        return new Reply.Redirect(303, "/sign-in?next=" + URLEncoder.encode(next, StandardCharsets.UTF_8));
    }
}
