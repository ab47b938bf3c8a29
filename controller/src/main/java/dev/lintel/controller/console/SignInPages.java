package dev.lintel.controller.console;

import dev.lintel.controller.api.Endpoints;
import dev.lintel.controller.api.Method;
import dev.lintel.controller.api.Reply;
import dev.lintel.controller.api.Request;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.User;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `/sign-in`, `/sign-out` and `/setup`. Answers a wrong password and an unknown address alike, in the same time.
final class SignInPages {
    /// Ties a form to the browser it was sent to, before there is a session.
    private static final String FORM_COOKIE = "__Host-lintel-form";
    /// Two passwords, an address and two tokens, percent-encoded at worst.
    private static final int FORM_BYTES_MAX = 16 * 1024;
    private static final int SERVICE_RETRY_S = 5;

    private static final String WRONG = "That email address and password do not go together.";
    private static final String BUSY = "Many people are signing in just now. Try again in a few seconds.";
    private static final String OLD_FORM = "This page was open for too long. Please try again.";

    private final Pages pages;
    private final Sessions sessions;
    private final UserStore users;
    private final Passwords passwords;
    private final Administrators administrators;
    private final SetupLinks links;
    private final SlowDown slowDown;
    private final Tokens tokens = new Tokens();

    /// What the pages work with.
    record Parts(
            Pages pages,
            Sessions sessions,
            UserStore users,
            Passwords passwords,
            Administrators administrators,
            SetupLinks links,
            SlowDown slowDown) {}

    SignInPages(Parts parts) {
        this.pages = parts.pages;
        this.sessions = parts.sessions;
        this.users = parts.users;
        this.passwords = parts.passwords;
        this.administrators = parts.administrators;
        this.links = parts.links;
        this.slowDown = parts.slowDown;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax("/sign-in", FORM_BYTES_MAX);
        endpoints.bodyMax("/setup", FORM_BYTES_MAX);
        endpoints.on(Method.GET, "/sign-in", this::showSignIn);
        endpoints.on(Method.POST, "/sign-in", this::signIn);
        endpoints.on(
                Method.POST,
                "/sign-out",
                gate.page((request, _) -> pages.redirect("/sign-in").with("Set-Cookie", sessions.end(request))));
        endpoints.on(Method.GET, "/setup", this::showSetup);
        endpoints.on(Method.POST, "/setup", this::setUp);
    }

    /// What a form shows again after it was refused.
    ///
    /// @param next where to go afterwards, or the set-up token
    record Form(
            String csrf,
            String email,
            String next,
            @Nullable String fault) {}

    private Reply showSignIn(Request request) {
        String next = localPath(request.query("next"));
        if (sessions.of(request) != null) return pages.redirect(next);
        return form(request, 200, new Form("", "", next, null), pages::signIn);
    }

    private Reply signIn(Request request) {
        String email = Objects.requireNonNullElse(request.form("email"), "").strip();
        String password = Objects.requireNonNullElse(request.form("password"), "");
        String next = localPath(request.form("next"));
        if (!isOurs(request)) return form(request, 403, new Form("", email, next, OLD_FORM), pages::signIn);
        if (email.length() > Administrators.EMAIL_CHARS_MAX || password.length() > PasswordRules.CHARS_MAX) {
            return form(request, 401, new Form("", "", next, WRONG), pages::signIn);
        }
        String account = email.toLowerCase(Locale.ROOT);
        String address = Addresses.network(request.remoteAddress());
        long waitS = slowDown.attempt(account, address);
        if (waitS > 0) {
            String fault = "Too many attempts. Try again in " + (waitS == 1 ? "a second." : waitS + " seconds.");
            return form(request, 429, new Form("", email, next, fault), pages::signIn)
                    .with("Retry-After", Long.toString(waitS));
        }
        try {
            User user = verified(account, password);
            if (user == null) return form(request, 401, new Form("", email, next, WRONG), pages::signIn);
            slowDown.succeeded(account, address);
            return pages.redirect(next).with("Set-Cookie", sessions.begin(user.id()));
        } catch (Passwords.BusyException e) {
            slowDown.withdraw(account, address);
            return form(request, 503, new Form("", email, next, BUSY), pages::signIn)
                    .with("Retry-After", Integer.toString(SERVICE_RETRY_S));
        }
    }

    private @Nullable User verified(String account, String password) {
        User user = users.find(account);
        String hash = user == null ? null : user.passwordHash();
        if (hash == null) {
            passwords.matchNothing(password);
            return null;
        }
        return passwords.matches(password, hash) ? user : null;
    }

    private Reply showSetup(Request request) {
        String token = request.query("token");
        if (token == null || !links.isValid(token)) return spentLink();
        return form(request, 200, new Form("", "", token, null), pages::setup);
    }

    private Reply setUp(Request request) {
        String token = request.form("token");
        if (token == null || !links.isValid(token)) return spentLink();
        String email = Objects.requireNonNullElse(request.form("email"), "").strip();
        String password = Objects.requireNonNullElse(request.form("password"), "");
        if (!isOurs(request)) return form(request, 403, new Form("", email, token, OLD_FORM), pages::setup);
        var refused = Administrators.fault(email, password);
        if (refused != null) {
            return form(request, 422, new Form("", email, token, refused.reason()), pages::setup);
        }
        try {
            User user = links.redeem(token, administrators.newUser(email, password));
            if (user == null) return spentLink();
            administrators.recordCreation(user, "set-up link");
            return pages.redirect("/").with("Set-Cookie", sessions.begin(user.id()));
        } catch (Passwords.BusyException e) {
            return form(request, 503, new Form("", email, token, BUSY), pages::setup);
        }
    }

    private Reply spentLink() {
        return pages.message(
                410,
                "This link is spent",
                "A set-up link works once, for a day, and only until there is an administrator. Restart Lintel to get a"
                        + " new one, or sign in if you have an account.");
    }

    private boolean isOurs(Request request) {
        String cookie = request.cookie(FORM_COOKIE);
        return cookie != null && !cookie.isEmpty() && Tokens.same(cookie, request.form("csrf"));
    }

    /// Draws a page of this class.
    private interface Draw {
        Reply draw(int status, Form form);
    }

    private Reply form(Request request, int status, Form form, Draw draw) {
        String held = request.cookie(FORM_COOKIE);
        String csrf = held == null || held.isEmpty() ? tokens.make() : held;
        Reply page = draw.draw(status, new Form(csrf, form.email, form.next, form.fault));
        if (csrf.equals(held)) return page;
        return page.with("Set-Cookie", FORM_COOKIE + "=" + csrf + "; Path=/; Secure; HttpOnly; SameSite=Lax");
    }

    /// `next` when it is a path of ours; anything that a browser might take for another site is not.
    static String localPath(@Nullable String next) {
        if (next == null || next.startsWith("//")) return "/";
        return next.matches("/[A-Za-z0-9/_.-]*") ? next : "/";
    }
}
