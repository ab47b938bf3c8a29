package dev.lintel.controller.console;

import dev.lintel.controller.api.EventSight;
import dev.lintel.controller.http.Addresses;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.RateLimit;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.oauth.AuthorizeRequest;
import dev.lintel.controller.oauth.AuthorizeRequest.Ask;
import dev.lintel.controller.oauth.AuthorizeRequest.Outcome;
import dev.lintel.controller.oauth.AuthorizeRequest.Values;
import dev.lintel.controller.oauth.OAuth;
import dev.lintel.controller.oauth.RedirectUris;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.PermissionStore.Allowed;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.time.Time;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `/oauth/authorize`: asks whoever is signed in whether an application may have what it asks for.
///
/// ```
///   GET --> whose request, where back to? --> signed in? --> the page --POST Allow--> code, back to the application
///             | nobody's: a page                | no: sign in   |------POST Deny---> access_denied, back
///             | a bad one: back with an error   v first         v
/// ```
///
/// The form is judged again as the request was: nothing of it is believed. Answers are never framed and never kept.
final class ConsentPage {
    private static final String PATH = "/oauth/authorize";
    /// Requests a minute from one address: people behind it, not programs.
    private static final int ADDRESS_MAX = 120;

    private final AppPages pages;
    private final Sessions sessions;
    private final OAuth oauth;
    private final RateLimit addresses;

    ConsentPage(AppPages pages, Sessions sessions, OAuth oauth, Time time) {
        this.pages = pages;
        this.sessions = sessions;
        this.oauth = oauth;
        this.addresses = new RateLimit(ADDRESS_MAX, time);
    }

    void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, PATH, counted(this::show));
        endpoints.on(Method.POST, PATH, counted(this::decide));
    }

    /// Apart from the API's limit, so that no program's traffic keeps a person from answering.
    private Handler counted(Handler handler) {
        return request -> {
            RateLimit.Standing standing = addresses.count(Addresses.network(request.remoteAddress()));
            if (!standing.over()) return handler.handle(request);
            return pages.message(429, "Too many requests", "Try again in a minute. Nothing was allowed meanwhile.")
                    .with("Retry-After", Long.toString(standing.resetInS()));
        };
    }

    /// What the page shows.
    ///
    /// @param application its name
    /// @param testing it is tried out only
    /// @param host where the browser goes afterwards; null: to a program on the user's own device
    /// @param scopes what it asks for, the sensitive first
    /// @param carried the request's parameters, for the form
    /// @param again the sign-in page, which leads back here: for who signs in as somebody else
    record View(
            String application,
            boolean testing,
            @Nullable String host,
            List<Scope> scopes,
            Map<String, String> carried,
            String again) {
        /// Says which events [Scope#NOTIFICATION_RULE] sends; null for the other scopes.
        @Nullable
        String extent(Scope scope) {
            if (scope != Scope.NOTIFICATION_RULE) return null;
            boolean limited = !EventSight.of(new HashSet<>(scopes)).isEmpty();
            return limited
                    ? "Only the kinds of events that it may see."
                    : "Events of every kind, people's names and cards among them.";
        }
    }

    private Reply show(Request request) {
        return switch (AuthorizeRequest.read(request::queryAll, oauth.database(), request.base())) {
            case Outcome.Told(int status, String title, String text) -> pages.message(status, title, text);
            case Outcome.SentBack back -> sentBack(request, back);
            case Outcome.Asks(Ask ask) -> {
                Session session = sessions.of(request);
                if (session == null) yield Gate.toSignIn(request);
                yield worksWith(ask, session) ? asked(ask, session) : pages.notForYou(ask, session, signInAgain(ask));
            }
        };
    }

    private Reply decide(Request request) {
        Values form = name -> request.form().getOrDefault(name, List.of());
        return switch (AuthorizeRequest.read(form, oauth.database(), request.base())) {
            case Outcome.Told(int status, String title, String text) -> pages.message(status, title, text);
            case Outcome.SentBack back -> sentBack(request, back);
            case Outcome.Asks(Ask ask) -> {
                Session session = sessions.of(request);
                if (session == null) yield pages.redirect(signInAgain(ask));
                if (!Tokens.same(session.csrfToken(), request.form("csrf"))) yield Gate.forged();
                if (!worksWith(ask, session)) yield pages.notForYou(ask, session, signInAgain(ask));
                yield decided(request, ask, session);
            }
        };
    }

    private Reply sentBack(Request request, Outcome.SentBack back) {
        Application application = back.application();
        Session session = application.state() == State.LIVE ? null : sessions.of(request);
        boolean known = session != null && application.state().worksWith(session.accountId());
        if (application.state() == State.LIVE || known) return pages.redirect(back.location());
        String name = application.details().name();
        return pages.message(400, name + " asks in a way that does not work", "It would be told: " + back.why());
    }

    private Reply decided(Request request, Ask ask, Session session) {
        String decision = request.form("decision");
        if ("deny".equals(decision)) return pages.redirect(AuthorizeRequest.denied(ask, request.base()));
        if (!"allow".equals(decision)) return asked(ask, session);
        var allowed = new Allowed(
                ask.application().id(), session.userId(), session.accountId(), String.join(" ", ask.scopes()));
        String code = oauth.allow(allowed, ask, session.email());
        return pages.redirect(AuthorizeRequest.allowed(ask, code, request.base()));
    }

    private static boolean worksWith(Ask ask, Session session) {
        return ask.application().state().worksWith(session.accountId());
    }

    private Reply asked(Ask ask, Session session) {
        var view = new View(
                ask.application().details().name(),
                ask.application().state() == State.TESTING,
                RedirectUris.host(ask.redirectUri()),
                AuthorizeRequest.inWords(ask.scopes()),
                ask.carried(),
                signInAgain(ask));
        return pages.consent(session, view, RedirectUris.origin(ask.redirectUri()));
    }

    /// The sign-in page, which leads back to the request.
    private static String signInAgain(Ask ask) {
        return "/sign-in?next=" + encoded(again(ask));
    }

    private static String again(Ask ask) {
        var query = new StringBuilder(PATH);
        char mark = '?';
        for (var parameter : ask.carried().entrySet()) {
            query.append(mark).append(parameter.getKey()).append('=').append(encoded(parameter.getValue()));
            mark = '&';
        }
        return query.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
