package dev.lintel.controller.console;

import dev.lintel.controller.api.Addresses;
import dev.lintel.controller.api.Request;
import dev.lintel.controller.console.SlowDown.Try;
import dev.lintel.controller.store.TotpStore;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import java.util.Locale;
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
        Try who = who(request, email);
        long waitS = parts.slowDown.attempt(who);
        if (waitS > 0) return new Verdict.Wait(waitS);
        try {
            User user = verified(who.account(), password);
            if (user == null) return wrong(who);
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
        Try who = who(request, user.email());
        long waitS = parts.slowDown.attempt(who);
        if (waitS > 0) return new Verdict.Wait(waitS);
        if (!isAppCode(user, typed) && !isRecoveryCode(user, typed)) return wrong(who);
        parts.slowDown.succeeded(who);
        return new Verdict.Right(user);
    }

    /// Whether both are right: one attempt, of which nobody learns which of the two was wrong.
    Verdict passwordAndCode(Request request, User user, String password, String typed) {
        Try who = who(request, user.email());
        long waitS = parts.slowDown.attempt(who);
        if (waitS > 0) return new Verdict.Wait(waitS);
        try {
            boolean right = verified(who.account(), password) != null;
            if (!right || !(isAppCode(user, typed) || isRecoveryCode(user, typed))) return wrong(who);
            parts.slowDown.succeeded(who);
            return new Verdict.Right(user);
        } catch (Passwords.BusyException e) {
            parts.slowDown.withdraw(who);
            return new Verdict.Busy();
        }
    }

    private Verdict wrong(Try who) {
        if (parts.slowDown.failed(who)) {
            // Addresses that nobody has are not told: the log keeps everything, and strangers can make up any number.
            User user = parts.users.find(who.account());
            if (user != null) parts.audit.user("locked after too many failed sign-ins", user.email(), who.network());
        }
        return new Verdict.Wrong();
    }

    private Try who(Request request, String email) {
        String account = email.toLowerCase(Locale.ROOT);
        String network = Addresses.network(request.remoteAddress());
        return new Try(account, network, parts.sessions.isKnown(account, network));
    }

    private @Nullable User verified(String account, String password) {
        User user = parts.users.find(account);
        String hash = user == null ? null : user.passwordHash();
        if (hash == null) {
            parts.passwords.matchNothing(password);
            return null;
        }
        return parts.passwords.matches(password, hash) ? user : null;
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
