package dev.lintel.controller.control;

import dev.lintel.controller.console.PasswordRules;
import dev.lintel.controller.console.Passwords;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.store.SessionStore;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.NewUser;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.controller.time.Time;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `user create` and `user password`. Fields: `email`, `password`. Each answers `id` and `email`, and leaves an audit
/// event without the password.
public final class UserCommands {
    /// The one customer account of a box.
    static final long ACCOUNT = 1;

    private static final Pattern EMAIL = Pattern.compile("[^\\s@]+@[^\\s@]+");
    /// RFC 5321's longest path, less its brackets.
    private static final int EMAIL_CHARS_MAX = 254;

    private final UserStore users;
    private final SessionStore sessions;
    private final Passwords passwords;
    private final EventLog log;
    private final Time time;

    public UserCommands(UserStore users, SessionStore sessions, Passwords passwords, EventLog log, Time time) {
        this.sessions = sessions;
        this.users = users;
        this.passwords = passwords;
        this.log = log;
        this.time = time;
    }

    public void create(Request request, Responses out) {
        String email = email(request);
        String password = password(request, email);
        try {
            User user = users.create(new NewUser(ACCOUNT, email, hash(password), time.nowMs()));
            record("created a user", email);
            out.send(json(user));
        } catch (StoreException e) {
            if (e.reason() != StoreException.Reason.CONSTRAINT) throw e;
            throw new Refused("there is a user " + email + " already");
        }
    }

    public void password(Request request, Responses out) {
        String email = email(request);
        User user = users.find(email);
        if (user == null) throw new Refused("there is no user " + email);
        users.setPassword(user.id(), hash(password(request, email)), time.nowMs());
        sessions.deleteOfUser(user.id()); // whoever knew the old one is out
        record("set a user's password", email);
        out.send(json(user));
    }

    /// The user of this address; one that is not there is made, without a password: it cannot sign in.
    User findOrCreate(String email) {
        User user = users.find(email);
        if (user != null) return user;
        User made = users.create(new NewUser(ACCOUNT, email, null, time.nowMs()));
        record("created a user", email);
        return made;
    }

    static String email(Request request) {
        String email = request.text("email").strip();
        if (email.length() <= EMAIL_CHARS_MAX && EMAIL.matcher(email).matches()) return email;
        throw new Refused("'" + email + "' is not an email address");
    }

    private static String password(Request request, String email) {
        String password = request.text("password");
        String fault = PasswordRules.fault(password, email);
        if (fault != null) throw new Refused("the password is not taken: " + fault);
        return password;
    }

    private String hash(String password) {
        try {
            return passwords.hash(password);
        } catch (Passwords.BusyException e) {
            throw new Refused("too many passwords are being checked just now: try again");
        }
    }

    private void record(String action, String email) {
        Map<String, Object> what = Map.of("what", "user", "new", email, "by", "command line", "action", action);
        log.append(new EventDraft(
                EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, what));
    }

    private static Map<String, @Nullable Object> json(User user) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", user.id());
        json.put("email", user.email());
        return json;
    }
}
