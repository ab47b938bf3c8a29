package dev.lintel.controller.console;

import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.console.HalfSignIns.Half;
import dev.lintel.controller.console.PasswordCheck.Verdict;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.net.EmailAddress;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.User;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// `/sign-in`, its second step `/sign-in/code`, and `/sign-out`. Answers a wrong password and an unknown address alike,
/// in the same time.
///
/// ```
///   password --right--> second step on? --no--> session --> next
///                              |yes
///                              v
///                       code or recovery code, within 5 minutes, in the same browser --> session --> next
/// ```
final class SignInPages {
    /// A password, an address, a path and a token, percent-encoded at worst.
    private static final int FORM_BYTES_MAX = 16 * 1024;
    private static final int SERVICE_RETRY_S = 5;
    /// Of a code as somebody types it, with room for spaces.
    private static final int CODE_CHARS_MAX = 64;

    private static final String WRONG = "That email address and password do not go together.";
    private static final String WRONG_CODE = "That code is not right. Each code works once and only for a short time.";
    static final String OLD_FORM = "This page was open for too long. Please try again.";

    private final Parts parts;

    /// What the pages work with.
    record Parts(
            Pages pages,
            Sessions sessions,
            UserStore users,
            PasswordCheck check,
            HalfSignIns halves,
            FormGuard forms) {}

    SignInPages(Parts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints, Gate gate) {
        endpoints.bodyMax("/sign-in", FORM_BYTES_MAX);
        endpoints.bodyMax("/sign-out", FORM_BYTES_MAX);
        endpoints.on(Method.GET, "/sign-in", this::showSignIn);
        endpoints.on(Method.POST, "/sign-in", this::signIn);
        endpoints.on(Method.GET, "/sign-in/code", this::showCode);
        endpoints.on(Method.POST, "/sign-in/code", this::code);
        endpoints.on(Method.POST, "/sign-out", gate.page(Who.ANYONE, (request, _) -> signOut(request)));
    }

    /// What a form shows again after it was refused.
    ///
    /// @param next where to go afterwards, or a link's token
    record Form(
            String csrf,
            String email,
            String next,
            @Nullable String fault) {}

    private Reply showSignIn(Request request) {
        String next = LocalPath.of(request.query("next"), "/");
        if (parts.sessions.of(request) != null) return parts.pages.redirect(next);
        return form(request, 200, new Form("", "", next, null));
    }

    private Reply signIn(Request request) {
        String email = Objects.requireNonNullElse(request.form("email"), "").strip();
        String password = Objects.requireNonNullElse(request.form("password"), "");
        String next = LocalPath.of(request.form("next"), "/");
        if (!parts.forms.isOurs(request)) return form(request, 403, new Form("", email, next, OLD_FORM));
        if (email.length() > EmailAddress.CHARS_MAX || password.length() > PasswordRules.CHARS_MAX) {
            return form(request, 401, new Form("", "", next, WRONG));
        }
        Verdict verdict = parts.check.password(request, email, password);
        if (verdict instanceof Verdict.Right(User user)) return goOn(request, user, next);
        String fault = PasswordCheck.words(verdict, WRONG);
        return refused(verdict, form(request, status(verdict), new Form("", email, next, fault)));
    }

    /// Signs in, or asks for the second step.
    Reply goOn(Request request, User user, String next) {
        if (!user.totp()) {
            return parts.pages.redirect(next).with("Set-Cookie", parts.sessions.begin(request, user));
        }
        String held = Objects.requireNonNull(FormGuard.held(request), "a form that is ours has its cookie");
        return parts.pages.redirect("/sign-in/code").with("Set-Cookie", parts.halves.begin(user, held, next));
    }

    private Reply showCode(Request request) {
        if (parts.halves.of(request) == null) return parts.pages.redirect("/sign-in");
        return codeForm(request, 200, null);
    }

    private Reply code(Request request) {
        Half half = parts.halves.of(request);
        User user = half == null ? null : parts.users.get(half.userId());
        if (half == null || user == null || !Objects.equals(user.passwordHash(), half.passwordHash())) {
            return parts.pages.redirect("/sign-in").with("Set-Cookie", parts.halves.end(request));
        }
        if (!parts.forms.isOurs(request)) return codeForm(request, 403, OLD_FORM);
        String typed = Objects.requireNonNullElse(request.form("code"), "");
        if (typed.length() > CODE_CHARS_MAX) return codeForm(request, 401, WRONG_CODE);
        Verdict verdict = parts.check.code(request, user, typed);
        if (!(verdict instanceof Verdict.Right)) {
            return refused(verdict, codeForm(request, status(verdict), PasswordCheck.words(verdict, WRONG_CODE)));
        }
        return parts.pages
                .redirect(half.next())
                .with("Set-Cookie", parts.halves.end(request))
                .with("Set-Cookie", parts.sessions.begin(request, user));
    }

    private Reply signOut(Request request) {
        String next = LocalPath.of(request.form("next"), "/sign-in");
        return parts.pages.redirect(next).with("Set-Cookie", parts.sessions.end(request));
    }

    private static int status(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Wait _ -> 429;
            case Verdict.Busy _ -> 503;
            case Verdict.Wrong _, Verdict.Right _ -> 401;
        };
    }

    private static Reply refused(Verdict verdict, Reply page) {
        return switch (verdict) {
            case Verdict.Wait(long seconds) -> page.with("Retry-After", Long.toString(seconds));
            case Verdict.Busy _ -> page.with("Retry-After", Integer.toString(SERVICE_RETRY_S));
            case Verdict.Wrong _, Verdict.Right _ -> page;
        };
    }

    private Reply form(Request request, int status, Form form) {
        return parts.forms.form(
                request, csrf -> parts.pages.signIn(status, new Form(csrf, form.email, form.next, form.fault)));
    }

    private Reply codeForm(Request request, int status, @Nullable String fault) {
        return parts.forms.form(request, csrf -> parts.pages.code(status, new Form(csrf, "", "", fault)));
    }
}
