package dev.lintel.controller.console;

import dev.lintel.controller.console.SignInPages.Form;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.store.UserStore.User;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// What links that are good once lead to: `/setup` makes the first administrator, on `/invitation` a user chooses a
/// password. Either ends signed in, or at the second step where that is on.
final class LinkPages {
    /// A password, an address and two tokens, percent-encoded at worst.
    private static final int FORM_BYTES_MAX = 16 * 1024;

    private static final String BUSY = "Many people are signing in just now. Try again in a few seconds.";

    private final Parts parts;

    /// What the pages work with.
    ///
    /// @param first where the first administrator is led
    record Parts(
            Pages pages,
            Administrators administrators,
            SetupLinks links,
            UserDesk desk,
            Passwords passwords,
            FormGuard forms,
            SignInPages signIn,
            Supplier<String> first) {}

    LinkPages(Parts parts) {
        this.parts = parts;
    }

    void mount(Endpoints endpoints) {
        endpoints.bodyMax("/setup", FORM_BYTES_MAX);
        endpoints.bodyMax("/invitation", FORM_BYTES_MAX);
        endpoints.on(Method.GET, "/setup", this::showSetup);
        endpoints.on(Method.POST, "/setup", this::setUp);
        endpoints.on(Method.GET, "/invitation", this::showInvitation);
        endpoints.on(Method.POST, "/invitation", this::choose);
    }

    private Reply showSetup(Request request) {
        String token = request.query("token");
        if (token == null || !parts.links.isValid(token)) return spentLink();
        return form(request, 200, new Form("", "", token, null), parts.pages::setup);
    }

    private Reply setUp(Request request) {
        String token = request.form("token");
        if (token == null || !parts.links.isValid(token)) return spentLink();
        String email = Objects.requireNonNullElse(request.form("email"), "").strip();
        String password = Objects.requireNonNullElse(request.form("password"), "");
        if (!parts.forms.isOurs(request)) {
            return form(request, 403, new Form("", email, token, SignInPages.OLD_FORM), parts.pages::setup);
        }
        var refused = Administrators.fault(email, password);
        if (refused != null) {
            return form(request, 422, new Form("", email, token, refused.reason()), parts.pages::setup);
        }
        try {
            User user = parts.links.redeem(token, parts.administrators.newUser(email, password));
            if (user == null) return spentLink();
            parts.administrators.recordCreation(user, "set-up link");
            return parts.signIn.goOn(request, user, parts.first.get());
        } catch (Passwords.BusyException e) {
            return form(request, 503, new Form("", email, token, BUSY), parts.pages::setup);
        } catch (StoreException e) {
            if (e.reason() != StoreException.Reason.CONSTRAINT) throw e;
            String taken = "There is a user of this address already, of another kind.";
            return form(request, 422, new Form("", email, token, taken), parts.pages::setup);
        }
    }

    private Reply spentLink() {
        return parts.pages.message(
                410,
                "This link is spent",
                "A set-up link works once, for a day, and only until there is an administrator. Restart Lintel to get a"
                        + " new one, or sign in if you have an account.");
    }

    private Reply showInvitation(Request request) {
        String token = request.query("token");
        User user = parts.links.invited(token);
        if (token == null || user == null) return spentInvitation();
        return form(request, 200, new Form("", user.email(), token, null), parts.pages::invitation);
    }

    private Reply choose(Request request) {
        String token = request.form("token");
        User user = parts.links.invited(token);
        if (token == null || user == null) return spentInvitation();
        String password = Objects.requireNonNullElse(request.form("password"), "");
        String fault = parts.forms.isOurs(request) ? PasswordRules.fault(password, user.email()) : SignInPages.OLD_FORM;
        if (fault != null) {
            int status = fault.equals(SignInPages.OLD_FORM) ? 403 : 422;
            return form(request, status, new Form("", user.email(), token, fault), parts.pages::invitation);
        }
        try {
            User before = parts.links.choose(token, parts.passwords.hash(password));
            if (before == null) return spentInvitation();
            parts.desk.passwordChosen(before);
            return parts.signIn.goOn(request, parts.desk.user(before.id()), "/");
        } catch (Passwords.BusyException e) {
            return form(request, 503, new Form("", user.email(), token, BUSY), parts.pages::invitation);
        } catch (UserDesk.RefusedException e) { // removed a moment ago
            return spentInvitation();
        }
    }

    private Reply spentInvitation() {
        return parts.pages.message(
                410,
                "This link is spent",
                "A link to choose a password works once, for a week, and until a newer one is made. Ask whoever gave it"
                        + " to you for a new one, or sign in if you have a password.");
    }

    private Reply form(Request request, int status, Form form, BiFunction<Integer, Form, Reply> draw) {
        return parts.forms.form(
                request, csrf -> draw.apply(status, new Form(csrf, form.email(), form.next(), form.fault())));
    }
}
