package dev.lintel.controller.console;

import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.net.EmailAddress;
import dev.lintel.controller.store.ApiKeyStore;
import dev.lintel.controller.store.SessionStore;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.store.TotpStore;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.Change;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.store.UserStore.NewUser;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.controller.time.Time;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What operators do about users, on the pages and the command line: each change with its event. Throws
/// [RefusedException] in words, with nothing changed. Blocks; callable from any thread but an event loop.
public final class UserDesk {
    /// Of a first or a last name.
    static final int NAME_CHARS_MAX = 100;
    /// People who sign in: a limit for what a page lists and a mistake can fill.
    static final int USERS_MAX = 1_000;

    private static final String LAST_OPERATOR =
            "This is the last operator who can sign in: make somebody else an operator first.";

    private final Parts parts;
    private final UserAudit audit;
    private final Time time;

    /// What it works with. `end` hears of whom it removes, moves to another account or gives a password to.
    public record Parts(
            UserStore users,
            SessionStore sessions,
            TotpStore totp,
            ApiKeyStore keys,
            SetupLinks links,
            Passwords passwords,
            SlowDown slowDown,
            UserEnd end) {}

    /// Who acts.
    ///
    /// @param name an address, or `command line`
    /// @param userId null for the command line
    public record By(String name, @Nullable Long userId) {
        /// Whoever may use the box's own command line.
        public static final By COMMAND_LINE = new By("command line", null);
    }

    /// Who is to be made.
    public record NewPerson(String email, String firstName, String lastName, Kind kind) {}

    /// Why something is not done, in a sentence.
    public static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RefusedException(String why) {
            super(why, null, false, false);
        }
    }

    public UserDesk(Parts parts, EventLog log, Time time) {
        this.parts = parts;
        this.audit = new UserAudit(log, time);
        this.time = time;
    }

    /// Makes a user who can sign in.
    public User create(By by, NewPerson person, String password) {
        String fault = PasswordRules.fault(password, person.email());
        if (fault != null) throw new RefusedException("The password is not taken: " + fault);
        return make(by, person, hash(password));
    }

    /// Makes a user who is to choose a password by the link whose path this returns.
    public String invite(By by, NewPerson person) {
        return link(make(by, person, null).id());
    }

    /// Makes a user without a password, for whom API keys are.
    public User createForKeys(By by, String email) {
        return make(by, new NewPerson(email, "", "", Kind.OPERATOR), null);
    }

    private User make(By by, NewPerson person, @Nullable String passwordHash) {
        String email = person.email().strip().toLowerCase(Locale.ROOT);
        if (!EmailAddress.isOfUser(email)) throw new RefusedException("'" + email + "' is not an email address.");
        String first = name(person.firstName());
        String last = name(person.lastName());
        if (parts.users.list().size() >= USERS_MAX) {
            throw new RefusedException("There are " + USERS_MAX + " users, and no more are taken.");
        }
        try {
            User user = parts.users.create(new NewUser(person.kind(), email, first, last, passwordHash, time.nowMs()));
            audit.user("created a user of kind " + person.kind().word(), email, by.name);
            return user;
        } catch (StoreException e) {
            if (e.reason() != StoreException.Reason.CONSTRAINT) throw e;
            throw new RefusedException("There is a user " + email + " already.");
        }
    }

    private static String name(String name) {
        String stripped = name.strip();
        if (stripped.length() <= NAME_CHARS_MAX) return stripped;
        throw new RefusedException("A name has at most " + NAME_CHARS_MAX + " characters.");
    }

    /// The path of a new link to choose a password by; an earlier one is spent.
    public String newLink(By by, long id) {
        User user = user(id);
        refuseSelf(by, id, "Change your own password on the page Account.");
        String path = link(id);
        audit.user("made a new link to choose a password", user.email(), by.name);
        return path;
    }

    private String link(long id) {
        String path = parts.links.invite(id);
        if (path == null) throw gone();
        return path;
    }

    /// Gives somebody a password and signs them out everywhere.
    public void setPassword(By by, long id, String password) {
        User user = user(id);
        String fault = PasswordRules.fault(password, user.email());
        if (fault != null) throw new RefusedException("The password is not taken: " + fault);
        String hash = hash(password);
        parts.end.ended(id); // first: when it cannot be written, nothing has happened
        parts.users.changePassword(id, hash, time.nowMs());
        audit.user("set a user's password", user.email(), by.name);
        parts.end.ended(id); // what was allowed in between
    }

    /// As [#setPassword], by the user themselves, who keeps what they have allowed.
    void changePassword(User user, String password) {
        parts.users.changePassword(user.id(), hash(password), time.nowMs());
        audit.user("changed their password", user.email(), user.email());
    }

    /// The user of a link has chosen a password; `before` is who they were before that.
    void passwordChosen(User before) {
        audit.user("chose a password by a link", before.email(), before.email());
        if (before.passwordHash() != null) parts.end.ended(before.id());
    }

    public void setKind(By by, long id, Kind kind) {
        User user = user(id);
        refuseSelf(by, id, "You cannot change your own kind: another operator can.");
        if (user.kind() == kind) return;
        boolean moves = user.kind().accountId() != kind.accountId();
        if (moves) parts.end.ended(id); // first: when it cannot be written, nothing has happened
        settle(parts.users.setKind(id, kind, time.nowMs()));
        parts.keys.forget();
        audit.user("made somebody " + article(kind), user.email(), by.name);
        if (moves) parts.end.ended(id); // what was allowed in between
    }

    private static String article(Kind kind) {
        return (kind == Kind.OPERATOR ? "an " : "a ") + kind.word();
    }

    /// Allows API keys, or ends them all.
    public void allowKeys(By by, long id, boolean allowed) {
        User user = user(id);
        if (user.kind() != Kind.USER) throw new RefusedException("This can be said of the kind user only.");
        parts.users.allowKeys(id, allowed, time.nowMs());
        parts.keys.forget();
        audit.user(allowed ? "allowed API keys" : "forbade API keys and revoked them", user.email(), by.name);
    }

    /// Turns the second step of signing in off: for somebody who lost their phone and their codes.
    public void resetTotp(By by, long id) {
        User user = user(id);
        refuseSelf(by, id, "Turn off your own two-step sign-in on the page Account.");
        if (!parts.totp.turnOff(id)) throw new RefusedException("Two-step sign-in is off already.");
        audit.user("turned two-step sign-in off", user.email(), by.name);
    }

    /// Ends the lock that failed sign-ins have brought. False when there was none. An operator who is locked out waits,
    /// or asks another one: else an open session could guess the password without end.
    public boolean unlock(By by, User user) {
        refuseSelf(by, user.id(), "Another operator can end your own lock; it also ends by itself.");
        boolean locked = parts.slowDown.unlock(user.email());
        if (locked) audit.user("ended a lock", user.email(), by.name);
        return locked;
    }

    /// Removes somebody with their sessions, keys and codes.
    public User remove(By by, long id) {
        User user = user(id);
        refuseSelf(by, id, "You cannot remove yourself: another operator can.");
        parts.end.ended(id); // first: when it cannot be written, nothing has happened
        settle(parts.users.remove(id));
        parts.keys.forget();
        audit.user("removed a user", user.email(), by.name);
        parts.end.ended(id); // what was allowed in between
        return user;
    }

    public List<User> list() {
        return parts.users.list();
    }

    public @Nullable User find(String email) {
        return parts.users.find(email);
    }

    /// Whether failed sign-ins have locked this address.
    public boolean isLocked(User user) {
        return parts.slowDown.lockedS(user.email()) > 0;
    }

    /// Throws [RefusedException] when there is none.
    User user(long id) {
        User user = parts.users.get(id);
        if (user == null) throw gone();
        return user;
    }

    private static void refuseSelf(By by, long id, String why) {
        if (by.userId != null && by.userId == id) throw new RefusedException(why);
    }

    private static void settle(Change change) {
        if (change == Change.GONE) throw gone();
        if (change == Change.LAST_OPERATOR) throw new RefusedException(LAST_OPERATOR);
    }

    private static RefusedException gone() {
        return new RefusedException("There is no such user any more.");
    }

    private String hash(String password) {
        try {
            return parts.passwords.hash(password);
        } catch (Passwords.BusyException e) {
            throw new RefusedException("Too many passwords are being checked just now: try again.");
        }
    }
}
