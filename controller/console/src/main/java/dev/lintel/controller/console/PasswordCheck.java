package dev.lintel.controller.console;

import dev.lintel.controller.console.SlowDown.Try;
import dev.lintel.controller.http.Addresses;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.TotpStore;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import org.jspecify.annotations.Nullable;

/// Checks passwords and codes, each attempt slowed down by those that failed. An address that nobody has takes the same
/// way in the same time. Blocks while a password is hashed; runs on the request's virtual thread.
final class PasswordCheck {
    private static final int MINUTE_S = 60;

    private final Parts parts;

    /// What it works with.
    record Parts(
            UserStore users,
            TotpStore totp,
            Passwords passwords,
            SlowDown slowDown,
            Sessions sessions,
            UserAudit audit,
            Time time) {}

    /// How an attempt ended.
    sealed interface Verdict {
        /// It was right; `user` is whose it was.
        record Right(User user) implements Verdict {}

        record Wrong() implements Verdict {}

        /// It was not looked at: too many have failed.
        record Wait(long seconds) implements Verdict {}

        /// It was not looked at: too many passwords are being checked.
        record Busy() implements Verdict {}
    }

    PasswordCheck(Parts parts) {
        this.parts = parts;
    }

    /// Whether the password is that of whoever has this address. Where a code is to follow, earlier failures stay
    /// counted until it has.
    Verdict password(Request request, String email, String password) {
        User user = parts.users.find(email);
        Try who = who(request, email, user);
        long waitS = parts.slowDown.attempt(who);
        if (waitS > 0) return new Verdict.Wait(waitS);
        try {
            if (!isPassword(user, password) || user == null) return wrong(who, user);
            if (user.totp()) parts.slowDown.withdraw(who);
            else parts.slowDown.succeeded(who);
            return new Verdict.Right(user);
        } catch (Passwords.BusyException e) {
            parts.slowDown.withdraw(who);
            return new Verdict.Busy();
        }
    }

    /// Whether this is a code of the user's app, or one of their recovery codes; it is spent by being asked.
    Verdict code(Request request, User user, String typed) {
        Try who = who(request, user.email(), user);
        long waitS = parts.slowDown.attempt(who);
        if (waitS > 0) return new Verdict.Wait(waitS);
        if (!isAppCode(user, typed) && !isRecoveryCode(user, typed)) return wrong(who, user);
        parts.slowDown.succeeded(who);
        return new Verdict.Right(user);
    }

    /// Whether both are right: one attempt, of which nobody learns which of the two was wrong.
    Verdict passwordAndCode(Request request, User user, String password, String typed) {
        Try who = who(request, user.email(), user);
        long waitS = parts.slowDown.attempt(who);
        if (waitS > 0) return new Verdict.Wait(waitS);
        try {
            boolean right = isPassword(parts.users.get(user.id()), password);
            if (!right || !(isAppCode(user, typed) || isRecoveryCode(user, typed))) return wrong(who, user);
            parts.slowDown.succeeded(who);
            return new Verdict.Right(user);
        } catch (Passwords.BusyException e) {
            parts.slowDown.withdraw(who);
            return new Verdict.Busy();
        }
    }

    private Verdict wrong(Try who, @Nullable User user) {
        if (parts.slowDown.failed(who)) {
            // Addresses of no user are not logged: the log keeps everything, and strangers can make up any number.
            if (user != null) parts.audit.user("locked after too many failed sign-ins", user.email(), who.network());
        }
        return new Verdict.Wrong();
    }

    private Try who(Request request, String email, @Nullable User user) {
        String network = Addresses.network(request.remoteAddress());
        String stored = user == null ? email : user.email();
        return new Try(email, network, parts.sessions.isKnown(stored, network));
    }

    private boolean isPassword(@Nullable User user, String password) {
        String hash = user == null ? null : user.passwordHash();
        if (hash != null) return parts.passwords.matches(password, hash);
        parts.passwords.matchNothing(password);
        return false;
    }

    private boolean isAppCode(User user, String typed) {
        String code = typed.replaceAll("\\s", "");
        Bytes secret = parts.totp.secret(user.id());
        if (secret == null || !Totp.isCode(code)) return false;
        Long step = Totp.step(secret, code, parts.time.nowMs());
        return step != null && parts.totp.take(user.id(), step);
    }

    private boolean isRecoveryCode(User user, String typed) {
        Bytes hash = RecoveryCodes.hash(typed);
        if (hash == null || !parts.totp.takeCode(user.id(), hash)) return false;
        parts.audit.user("used a recovery code", user.email(), user.email());
        return true;
    }

    /// What the page says of an attempt that was not right.
    static String words(Verdict verdict, String wrong) {
        return switch (verdict) {
            case Verdict.Wait(long seconds) -> "Too many attempts. Try again in " + duration(seconds) + ".";
            case Verdict.Busy _ -> "Many people are signing in just now. Try again in a few seconds.";
            case Verdict.Wrong _, Verdict.Right _ -> wrong;
        };
    }

    private static String duration(long seconds) {
        if (seconds == 1) return "a second";
        if (seconds <= 2 * MINUTE_S) return seconds + " seconds";
        return Math.ceilDiv(seconds, MINUTE_S) + " minutes";
    }
}
