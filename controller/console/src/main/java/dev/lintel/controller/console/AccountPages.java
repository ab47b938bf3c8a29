package dev.lintel.controller.console;

import dev.lintel.controller.console.Gate.Operated;
import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.NotificationPages.BrowserRow;
import dev.lintel.controller.console.Pages.Place;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.ApiKeyStore;
import dev.lintel.controller.store.ApiKeyStore.ApiKey;
import dev.lintel.controller.store.SessionStore.Listed;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.store.TotpStore;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `/account`: what everybody may change about their own way in. What is done comes back to the page by a redirect,
/// what is refused on the answer itself.
///
/// ```
///   GET  /account                      password, second step, sessions, notifications, API keys
///   POST /account/password             {current, code, password}: ends every other session
///   POST /account/sessions/end         {session}
///   POST /account/sessions/end-others
///   POST /account/totp…                TotpPages
///   POST /account/notifications…       NotificationPages
///   POST /account/keys…                KeyPages
/// ```
final class AccountPages {
    private static final int FORM_BYTES_MAX = 16 * 1024;

    /// What was done, by the word that the address carries.
    private static final Map<String, String> DONE = Map.of(
            "password", "Your new password is set. You are signed out everywhere else.",
            "totp-off", "Two-step sign-in is off.",
            "session", "That session has ended.",
            "sessions", "You are signed out everywhere else.",
            "notifications", "Notifications are off in that browser.",
            "key", "The API key is revoked.");

    private final Parts parts;

    /// What the pages work with.
    record Parts(
            Pages pages,
            Sessions sessions,
            UserStore users,
            TotpStore totp,
            ApiKeyStore keys,
            PasswordCheck check,
            UserDesk desk,
            UserAudit audit,
            NotificationPages notifications,
            Moments moments,
            Time time,
            String boxName) {}

    AccountPages(Parts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax("/account", FORM_BYTES_MAX);
        endpoints.on(Method.GET, "/account", gate.page(Who.ANYONE, this::show));
        post(endpoints, gate, "/account/password", this::changePassword);
        post(endpoints, gate, "/account/sessions/end", this::endSession);
        post(endpoints, gate, "/account/sessions/end-others", this::endOthers);
        new TotpPages(parts, this).mount(endpoints, gate);
        new KeyPages(parts, this).mount(endpoints, gate);
        parts.notifications.mount(endpoints, gate);
    }

    static void post(Endpoints endpoints, Gate gate, String path, Operated handler) {
        endpoints.on(Method.POST, path, gate.page(Who.ANYONE, handler));
    }

    /// Which part of the page a fault belongs to.
    enum Section {
        PASSWORD,
        TOTP,
        KEYS
    }

    /// Why something was not done.
    record Fault(Section section, String text) {
        static @Nullable String at(@Nullable Fault fault, Section section) {
            return fault != null && fault.section == section ? fault.text : null;
        }
    }

    /// What the page shows.
    record View(
            User user,
            String csrf,
            @Nullable String done,
            @Nullable Fault fault,
            long codesLeft,
            List<SessionRow> sessions,
            List<BrowserRow> browsers,
            List<KeyRow> keys) {
        @Nullable
        String passwordFault() {
            return Fault.at(fault, Section.PASSWORD);
        }

        @Nullable
        String totpFault() {
            return Fault.at(fault, Section.TOTP);
        }

        @Nullable
        String keysFault() {
            return Fault.at(fault, Section.KEYS);
        }

        boolean showsKeys() {
            return user.mayHaveKeys() || !keys.isEmpty();
        }
    }

    /// A session in the list.
    ///
    /// @param handle what a form names it by: the hash of its token, which signs nobody in
    record SessionRow(String handle, String browser, String address, String since, String seen, boolean own) {}

    /// An API key in the list.
    record KeyRow(long id, String name, String kind, String made, String used) {}

    private Reply show(Request request, Session session) {
        String word = request.query("done");
        return page(request, session, 200, word == null ? null : DONE.get(word), null);
    }

    /// The page again, with what is wrong.
    Reply refused(Request request, Session session, int status, Fault fault) {
        return page(request, session, status, null, fault);
    }

    /// Back to the page, which says what was done.
    Reply done(String word) {
        return parts.pages.redirect("/account?done=" + word);
    }

    /// The session's user, or null when somebody removed them a moment ago.
    @Nullable
    User user(Session session) {
        return parts.users.get(session.userId());
    }

    /// Asks for the user's password, and for a code where their two-step sign-in is on. Null when they are right, else
    /// the page that says that they are not.
    @Nullable
    Reply asked(Request request, Session session, Section section) {
        OwnPassword.Refusal refusal = new OwnPassword(parts.users, parts.check).refusal(request, session);
        return refusal == null ? null : refused(request, session, refusal.status(), new Fault(section, refusal.text()));
    }

    private Reply page(Request request, Session session, int status, @Nullable String done, @Nullable Fault fault) {
        User user = user(session);
        if (user == null) return parts.pages.redirect("/sign-in");
        ZoneId zone = parts.moments.zone();
        List<SessionRow> sessions = parts.sessions.ofUser(user.id()).stream()
                .map(listed -> row(listed, Sessions.isOwn(request, listed.tokenHash()), zone))
                .toList();
        List<KeyRow> keys =
                parts.keys.ofUser(user.id()).stream().map(key -> row(key, zone)).toList();
        List<BrowserRow> browsers = parts.notifications.rows(user.id(), zone);
        long codes = user.totp() ? parts.totp.codesLeft(user.id()) : 0;
        var view = new View(user, session.csrfToken(), done, fault, codes, sessions, browsers, keys);
        return parts.pages.draw(
                status,
                Place.ACCOUNT,
                "Account",
                session,
                (out, tags, frame) -> JteaccountGenerated.render(out, tags, frame, view));
    }

    private static SessionRow row(Listed listed, boolean own, ZoneId zone) {
        return new SessionRow(
                listed.tokenHash().hex(),
                AgentNames.of(listed.agent()),
                listed.address().isEmpty() ? "unknown" : listed.address(),
                Moments.words(listed.createdAtMs(), zone),
                Moments.words(listed.lastSeenAtMs(), zone),
                own);
    }

    private static KeyRow row(ApiKey key, ZoneId zone) {
        Long used = key.lastUsedAtMs();
        return new KeyRow(
                key.id(),
                key.name().isEmpty() ? "Key " + key.id() : key.name(),
                key.shape() + ", listing " + key.listing(),
                Moments.words(key.createdAtMs(), zone),
                used == null ? "never" : Moments.words(used, zone));
    }

    private Reply changePassword(Request request, Session session) {
        User user = user(session);
        if (user == null) return parts.pages.redirect("/sign-in");
        String password = Objects.requireNonNullElse(request.form("password"), "");
        String fault = PasswordRules.fault(password, user.email());
        if (fault != null) return refused(request, session, 422, new Fault(Section.PASSWORD, fault));
        Reply refused = asked(request, session, Section.PASSWORD);
        if (refused != null) return refused;
        try {
            parts.desk.changePassword(user, password);
        } catch (UserDesk.RefusedException e) {
            return refused(request, session, 503, new Fault(Section.PASSWORD, String.valueOf(e.getMessage())));
        }
        User changed = user(session);
        Reply done = done("password");
        return changed == null ? done : done.with("Set-Cookie", parts.sessions.begin(request, changed));
    }

    private Reply endSession(Request request, Session session) {
        String handle = Objects.requireNonNullElse(request.form("session"), "");
        if (!handle.matches("([0-9a-f]{2}){32}")) return done("session"); // none has it
        Bytes hash = Bytes.ofHex(handle);
        if (Sessions.isOwn(request, hash)) {
            return parts.pages.redirect("/sign-in").with("Set-Cookie", parts.sessions.end(request));
        }
        parts.sessions.endOne(session.userId(), hash);
        return done("session");
    }

    private Reply endOthers(Request request, Session session) {
        parts.sessions.endOthers(request, session.userId());
        return done("sessions");
    }
}
