package dev.lintel.controller.console;

import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.console.UserDesk.By;
import dev.lintel.controller.console.UserDesk.NewPerson;
import dev.lintel.controller.console.UserDesk.RefusedException;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.store.UserStore.User;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `/users`: who may sign in, for operators. A link to choose a password is on the answer to the POST that made it,
/// once.
///
/// ```
///   GET  /users                  everybody, and a form to invite
///   POST /users                  {email, first_name, last_name, kind, current, code}: a link
///   GET  /users/:id              one, with what can be changed
///   POST /users/:id/link         {current, code}: a new link
///   POST /users/:id/kind         {kind, current, code}
///   POST /users/:id/keys         {allowed: yes | no, current, code}
///   POST /users/:id/totp-off     {current, code}
///   POST /users/:id/unlock       {current, code}
///   GET  /users/:id/remove       what goes with it
///   POST /users/:id/remove       {current, code}
/// ```
/// An open session is not enough to change who may sign in, or how often a password may be guessed: each form asks for
/// the operator's own password, and for a code where the operator has two-step sign-in. The own account is changed at
/// `/account` only.
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
    private final OwnPassword password;

    UsersPages(Pages pages, UserDesk desk, SetupLinks links, Moments moments, OwnPassword password) {
        this.pages = pages;
        this.desk = desk;
        this.links = links;
        this.moments = moments;
        this.password = password;
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
            OwnPassword.Fields ask,
            List<Row> rows,
            Invite invite,
            @Nullable String done,
            @Nullable Fault fault) {
        /// What is wrong with the password of a form; empty: with anything else.
        @Nullable
        String fault(String form) {
            return Fault.of(fault, form);
        }
    }

    /// Why something was not done.
    ///
    /// @param form the form whose password was wrong; empty: the fault is shown above all forms
    record Fault(String form, String text) {
        private static @Nullable String of(@Nullable Fault fault, String form) {
            return fault != null && fault.form.equals(form) ? fault.text : null;
        }
    }

    /// What the page of one user shows.
    ///
    /// @param kind what its form has chosen
    record OneView(
            String csrf,
            OwnPassword.Fields ask,
            Row row,
            String kind,
            @Nullable String done,
            @Nullable Fault fault) {
        /// What is wrong with a form; empty: above all forms.
        @Nullable
        String fault(String form) {
            return Fault.of(fault, form);
        }

        /// The kind that was chosen in a form that was refused.
        OneView choosing(Kind other) {
            return new OneView(csrf, ask, row, other.word(), done, fault);
        }
    }

    /// What the page that asks before a removal shows.
    record RemoveView(
            String csrf,
            OwnPassword.Fields ask,
            User user,
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
                return list(session, 404, Invite.EMPTY, null, new Fault("", String.valueOf(e.getMessage())));
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

    private Reply list(Session session, int status, Invite invite, @Nullable String done, @Nullable Fault fault) {
        ZoneId zone = moments.zone();
        Map<Long, Long> ends = links.ends();
        List<Row> rows =
                desk.list().stream().map(user -> row(session, user, ends, zone)).toList();
        var view = new ListView(session.csrfToken(), password.fields(session), rows, invite, done, fault);
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
        if (kind == null) return list(session, 422, invite, null, new Fault("", "Choose what the new user may do."));
        OwnPassword.Refusal wrong = password.refusal(request, session);
        if (wrong != null) return list(session, wrong.status(), invite, null, new Fault("invite", wrong.text()));
        try {
            var person = new NewPerson(invite.email, invite.firstName, invite.lastName, kind);
            String path = desk.invite(by(session), person);
            User user = Objects.requireNonNull(desk.find(invite.email.strip()));
            return link(session, new LinkView(user, request.base() + path, true));
        } catch (RefusedException e) {
            return list(session, 422, invite, null, new Fault("", String.valueOf(e.getMessage())));
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

    private Reply show(Session session, User user, int status, @Nullable String done, @Nullable Fault fault) {
        return show(session, status, view(session, user, done, fault));
    }

    private OneView view(Session session, User user, @Nullable String done, @Nullable Fault fault) {
        Row row = row(session, user, links.ends(), moments.zone());
        String kind = user.kind().word();
        return new OneView(session.csrfToken(), password.fields(session), row, kind, done, fault);
    }

    private Reply show(Session session, int status, OneView view) {
        return pages.draw(
                status,
                Place.USERS,
                view.row.user.email(),
                session,
                (out, tags, frame) -> JteuserGenerated.render(out, tags, frame, view));
    }

    private Reply newLink(Request request, Session session, User user) {
        return confirmed(request, session, user, "link", () -> {
            String path = desk.newLink(by(session), user.id());
            return link(session, new LinkView(user, request.base() + path, user.passwordHash() == null));
        });
    }

    /// Does something once the operator's own password was right. A form that is not on the page any more, because
    /// another operator was faster, cannot show what is wrong: the page shows it above all forms.
    ///
    /// @param form empty: it is not on the page
    private Reply confirmed(Request request, Session session, User user, String form, Supplier<Reply> change) {
        OwnPassword.Refusal wrong = password.refusal(request, session);
        if (wrong != null) return show(session, user, wrong.status(), null, new Fault(form, wrong.text()));
        return tried(session, user, change);
    }

    private Reply tried(Session session, User user, Supplier<Reply> change) {
        try {
            return change.get();
        } catch (RefusedException e) {
            return show(session, user, 422, null, new Fault("", String.valueOf(e.getMessage())));
        }
    }

    /// Back to the user's page, which says what was done.
    private Reply back(User user, String word) {
        return pages.redirect("/users/" + user.id() + "?done=" + word);
    }

    private Reply setKind(Request request, Session session, User user) {
        Kind kind = Kind.of(request.form("kind"));
        if (kind == null) return show(session, user, 422, null, new Fault("kind", "Choose what this user may do."));
        OwnPassword.Refusal wrong = password.refusal(request, session);
        if (wrong != null) {
            OneView view = view(session, user, null, new Fault("kind", wrong.text()));
            return show(session, wrong.status(), view.choosing(kind));
        }
        return tried(session, user, () -> {
            desk.setKind(by(session), user.id(), kind);
            return back(user, "kind");
        });
    }

    private Reply allowKeys(Request request, Session session, User user) {
        boolean allowed = "yes".equals(request.form("allowed"));
        String form = user.kind() == Kind.USER ? "keys" : "";
        return confirmed(request, session, user, form, () -> {
            desk.allowKeys(by(session), user.id(), allowed);
            return back(user, allowed ? "allowed" : "forbidden");
        });
    }

    private Reply resetTotp(Request request, Session session, User user) {
        return confirmed(request, session, user, user.totp() ? "totp-off" : "", () -> {
            desk.resetTotp(by(session), user.id());
            return back(user, "totp-off");
        });
    }

    private Reply unlock(Request request, Session session, User user) {
        String form = desk.isLocked(user) && user.id() != session.userId() ? "unlock" : "";
        return confirmed(request, session, user, form, () -> {
            desk.unlock(by(session), user);
            return back(user, "unlock");
        });
    }

    private Reply showRemove(Request request, Session session, User user) {
        return showRemove(session, user, 200, null);
    }

    private Reply showRemove(Session session, User user, int status, @Nullable String fault) {
        var view = new RemoveView(session.csrfToken(), password.fields(session), user, fault);
        return pages.draw(
                status,
                Place.USERS,
                "Remove a user",
                session,
                (out, tags, frame) -> JteremoveGenerated.render(out, tags, frame, view));
    }

    private Reply remove(Request request, Session session, User user) {
        OwnPassword.Refusal wrong = password.refusal(request, session);
        if (wrong != null) return showRemove(session, user, wrong.status(), wrong.text());
        return tried(session, user, () -> {
            desk.remove(by(session), user.id());
            return pages.redirect("/users?done=removed");
        });
    }
}
