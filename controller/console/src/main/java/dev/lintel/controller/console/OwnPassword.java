package dev.lintel.controller.console;

import dev.lintel.controller.console.PasswordCheck.Verdict;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.User;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Asks the user of a session for their own password before a change that outlasts the session, and for a code where
/// their two-step sign-in is on. Used by the pages about users and by Account. Blocks while a password is hashed.
final class OwnPassword {
    private static final String WRONG_BOTH = "The password or the code is not right. A code can be used once.";
    private static final String WRONG = "That is not your current password.";

    private final UserStore users;
    private final PasswordCheck check;

    OwnPassword(UserStore users, PasswordCheck check) {
        this.users = users;
        this.check = check;
    }

    /// The fields of a form (confirm.jte).
    ///
    /// @param email the name under which a browser keeps the password
    /// @param code whether the form has a field for a code
    record Fields(String email, boolean code) {}

    /// A password or a code that was not right.
    record Refusal(int status, String text) {}

    Fields fields(Session session) {
        User user = users.get(session.userId());
        return new Fields(session.email(), user != null && user.totp());
    }

    /// Null when the form's password, and its code where one is asked for, are right.
    @Nullable
    Refusal refusal(Request request, Session session) {
        User user = users.get(session.userId());
        if (user == null) return new Refusal(422, WRONG);
        String password = Objects.requireNonNullElse(request.form("current"), "");
        if (password.length() > PasswordRules.CHARS_MAX) password = "";
        String code = Objects.requireNonNullElse(request.form("code"), "");
        Verdict verdict = user.totp()
                ? check.passwordAndCode(request, user, password, code)
                : check.password(request, user.email(), password);
        return switch (verdict) {
            case Verdict.Right _ -> null;
            case Verdict.Wrong _ -> new Refusal(422, user.totp() ? WRONG_BOTH : WRONG);
            case Verdict.Wait _, Verdict.Busy _ -> new Refusal(429, PasswordCheck.words(verdict, ""));
        };
    }
}
