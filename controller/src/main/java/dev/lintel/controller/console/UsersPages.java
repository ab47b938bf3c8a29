package dev.lintel.controller.console;

import dev.lintel.controller.api.Endpoints;
import dev.lintel.controller.api.Handler;
import dev.lintel.controller.api.Method;
import dev.lintel.controller.api.Reply;
import dev.lintel.controller.api.Request;
import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.console.UserDesk.By;
import dev.lintel.controller.console.UserDesk.NewPerson;
import dev.lintel.controller.console.UserDesk.RefusedException;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.store.UserStore.User;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `/users`: who may sign in, for operators. A link to choose a password is on the answer to the POST that made it,
/// once.
///
/// ```
///   GET  /users                  everybody, and a form to invite
///   POST /users                  {email, first_name, last_name, kind}: a link
///   GET  /users/:id              one, with what can be changed
///   POST /users/:id/link         a new link
///   POST /users/:id/kind         {kind}
///   POST /users/:id/keys         {allowed: yes | no}
///   POST /users/:id/totp-off     POST /users/:id/unlock
///   GET  /users/:id/remove       what goes with it
///   POST /users/:id/remove
/// ```
final class UsersPages {
    private static final int FORM_BYTES_MAX = 16 * 1024;

    /// What was done, by the word that the address carries.
    private static final Map<String, String> DONE = Map.of(
            "kind", "The kind is changed.",
            "allowed", "API keys are allowed.",
            "forbidden", "API keys are forbidden. Those there were are revoked.",
            "totp-off", "Two-step sign-in is off for this user.",
            "unlock", "The lock has ended.",
            "removed", "The user is removed.");

    private final Pages pages;
    private final UserDesk desk;
    private final SetupLinks links;
    private final Moments moments;

    UsersPages(Pages pages, UserDesk desk, SetupLinks links, Moments moments) {
        this.pages = pages;
        this.desk = desk;
        this.links = links;
        this.moments = moments;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax("/users", FORM_BYTES_MAX);
        endpoints.on(Method.GET, "/users", gate.page(Who.OPERATOR, this::list));
        endpoints.on(Method.POST, "/users", gate.page(Who.OPERATOR, this::invite));
        endpoints.on(Method.GET, "/users/:id", one(gate, this::show));
        endpoints.on(Method.POST, "/users/:id/link", one(gate, this::newLink));
        endpoints.on(Method.POST, "/users/:id/kind", one(gate, this::setKind));
        endpoints.on(Method.POST, "/users/:id/keys", one(gate, this::allowKeys));
        endpoints.on(Method.POST, "/users/:id/totp-off", one(gate, this::resetTotp));
        endpoints.on(Method.POST, "/users/:id/unlock", one(gate, this::unlock));
        endpoints.on(Method.GET, "/users/:id/remove", one(gate, this::showRemove));
        endpoints.on(Method.POST, "/users/:id/remove", one(gate, this::remove));
    }

    /// What the forms show again after one was refused.
    record Invite(String email, String firstName, String lastName, String kind) {
        static final Invite EMPTY = new Invite("", "", "", Kind.USER.word());
    }

    /// A user in the list and on their own page.
    ///
    /// @param signedIn when they last signed in
    /// @param state what an operator should see at a glance, or empty
    /// @param self the operator who looks
    record Row(User user, String signedIn, String state, boolean locked, boolean self) {}

    /// What the list shows.
    record ListView(
            String csrf,
            List<Row> rows,
            Invite invite,
            @Nullable String done,
            @Nullable String fault) {}

    /// What the page of one user shows.
    record OneView(
            String csrf,
            Row row,
            @Nullable String done,
            @Nullable String fault) {}

    /// What the page with a new link shows.
    record LinkView(User user, String link, boolean invited) {}

    /// Answers about one user.
    private interface About {
        Reply handle(Request request, Session session, User user);
    }

    private Handler one(Gate gate, About handler) {
        return gate.page(Who.OPERATOR, (request, session) -> {
            try {
                return handler.handle(request, session, desk.user(request.id()));
            } catch (RefusedException e) { // gone meanwhile, or never there
                return list(session, 404, Invite.EMPTY, null, e.getMessage());
            }
        });
    }

    private Reply list(Request request, Session session) {
        return list(session, 200, Invite.EMPTY, done(request), null);
    }

    private static @Nullable String done(Request request) {
        String word = request.query("done");
        return word == null ? null : DONE.get(word);
    }

    private Reply list(Session session, int status, Invite invite, @Nullable String done, @Nullable String fault) {
        ZoneId zone = moments.zone();
        Map<Long, Long> ends = links.ends();
        List<Row> rows =
                desk.list().stream().map(user -> row(session, user, ends, zone)).toList();
        var view = new ListView(session.csrfToken(), rows, invite, done, fault);
        return pages.draw(
                status,
                Place.USERS,
                "Users",
                session,
                (out, tags, frame) -> JteusersGenerated.render(out, tags, frame, view));
    }

    private Row row(Session session, User user, Map<Long, Long> ends, ZoneId zone) {
        Long at = user.signedInAtMs();
        Long until = ends.get(user.id());
        String state = "";
        if (until != null) state = "Has a link until " + Moments.words(until, zone);
        else if (user.passwordHash() == null) state = "Has no password";
        return new Row(
                user,
                at == null ? "never" : Moments.words(at, zone),
                state,
                desk.isLocked(user),
                user.id() == session.userId());
    }

    private Reply invite(Request request, Session session) {
        var invite = new Invite(
                text(request, "email"), text(request, "first_name"), text(request, "last_name"), text(request, "kind"));
        Kind kind = Kind.of(invite.kind);
        if (kind == null) return list(session, 422, invite, null, "Choose what the new user may do.");
        try {
            var person = new NewPerson(invite.email, invite.firstName, invite.lastName, kind);
            String path = desk.invite(by(session), person);
            User user = Objects.requireNonNull(desk.find(invite.email.strip()));
            return link(session, new LinkView(user, request.base() + path, true));
        } catch (RefusedException e) {
            return list(session, 422, invite, null, e.getMessage());
        }
    }

    private static String text(Request request, String field) {
        return Objects.requireNonNullElse(request.form(field), "");
    }

    private static By by(Session session) {
        return new By(session.email(), session.userId());
    }

    private Reply link(Session session, LinkView view) {
        return pages.draw(
                200,
                Place.USERS,
                "A link to choose a password",
                session,
                (out, tags, frame) -> JtelinkGenerated.render(out, tags, frame, view));
    }

    private Reply show(Request request, Session session, User user) {
        return show(session, user, 200, done(request), null);
    }

    private Reply show(Session session, User user, int status, @Nullable String done, @Nullable String fault) {
        Row row = row(session, user, links.ends(), moments.zone());
        var view = new OneView(session.csrfToken(), row, done, fault);
        return pages.draw(
                status,
                Place.USERS,
                user.email(),
                session,
                (out, tags, frame) -> JteuserGenerated.render(out, tags, frame, view));
    }

    private Reply newLink(Request request, Session session, User user) {
        String path = desk.newLink(by(session), user.id());
        return link(session, new LinkView(user, request.base() + path, user.passwordHash() == null));
    }

    /// Changes something, and comes back to the user's page.
    private Reply change(Session session, User user, String word, Runnable change) {
        try {
            change.run();
            return pages.redirect("/users/" + user.id() + "?done=" + word);
        } catch (RefusedException e) {
            return show(session, user, 422, null, e.getMessage());
        }
    }

    private Reply setKind(Request request, Session session, User user) {
        Kind kind = Kind.of(request.form("kind"));
        if (kind == null) return show(session, user, 422, null, "Choose what this user may do.");
        return change(session, user, "kind", () -> desk.setKind(by(session), user.id(), kind));
    }

    private Reply allowKeys(Request request, Session session, User user) {
        boolean allowed = "yes".equals(request.form("allowed"));
        String word = allowed ? "allowed" : "forbidden";
        return change(session, user, word, () -> desk.allowKeys(by(session), user.id(), allowed));
    }

    private Reply resetTotp(Request request, Session session, User user) {
        return change(session, user, "totp-off", () -> desk.resetTotp(by(session), user.id()));
    }

    private Reply unlock(Request request, Session session, User user) {
        return change(session, user, "unlock", () -> desk.unlock(by(session), user));
    }

    private Reply showRemove(Request request, Session session, User user) {
        return pages.draw(
                200,
                Place.USERS,
                "Remove a user",
                session,
                (out, tags, frame) -> JteremoveGenerated.render(out, tags, frame, user, session.csrfToken()));
    }

    private Reply remove(Request request, Session session, User user) {
        try {
            desk.remove(by(session), user.id());
            return pages.redirect("/users?done=removed");
        } catch (RefusedException e) {
            return show(session, user, 422, null, e.getMessage());
        }
    }
}
