package dev.lintel.controller.console;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.net.EmailAddress;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.store.UserStore.NewUser;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.controller.time.Time;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes users who sign in, and says why not. Called by the set-up page, the wiring and the command line; blocks while
/// a password is hashed and written.
public final class Administrators {

    private final UserStore users;
    private final Passwords passwords;
    private final EventLog log;
    private final Time time;

    public Administrators(UserStore users, Passwords passwords, EventLog log, Time time) {
        this.users = users;
        this.passwords = passwords;
        this.log = log;
        this.time = time;
    }

    /// How an attempt to make the first administrator ended.
    public sealed interface Outcome {
        record Created(User user) implements Outcome {}

        /// There is one already: nothing was changed.
        record Exists() implements Outcome {}

        /// `field` is `email` or `password`; `reason` is a sentence.
        record Refused(String field, String reason) implements Outcome {}
    }

    /// Makes the first administrator while nobody has a password.
    public Outcome createFirst(String email, String password) {
        Outcome.Refused fault = fault(email, password);
        if (fault != null) return fault;
        if (users.hasAdministrator()) return new Outcome.Exists();
        User user = users.createFirst(newUser(email, password));
        if (user == null) return new Outcome.Exists();
        recordCreation(user, "start");
        return new Outcome.Created(user);
    }

    /// Why these cannot be a user's, or null.
    static Outcome.@Nullable Refused fault(String email, String password) {
        String address = email.strip();
        if (!EmailAddress.isOfUser(address)) {
            return new Outcome.Refused("email", "This is not an email address.");
        }
        String fault = PasswordRules.fault(password, address);
        return fault == null ? null : new Outcome.Refused("password", fault);
    }

    NewUser newUser(String email, String password) {
        String address = email.strip().toLowerCase(Locale.ROOT);
        return NewUser.of(Kind.OPERATOR, address, passwords.hash(password), time.nowMs());
    }

    void recordCreation(User user, String by) {
        Map<String, Object> what =
                Map.of("what", "user", "new", user.email(), "by", by, "action", "created the first administrator");
        log.append(new EventDraft(
                EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, what));
    }
}
