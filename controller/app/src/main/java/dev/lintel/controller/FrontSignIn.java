package dev.lintel.controller;

import dev.lintel.controller.config.RunException;
import dev.lintel.controller.console.Administrators;
import dev.lintel.controller.console.Console;
import dev.lintel.controller.console.Passwords;
import dev.lintel.controller.console.SetupLinks;
import dev.lintel.controller.console.SlowDown;
import dev.lintel.controller.console.UserDesk;
import dev.lintel.controller.console.UserEnd;
import dev.lintel.controller.store.SessionStore;
import dev.lintel.controller.store.SetupLinkStore;
import dev.lintel.controller.store.TotpStore;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.time.Time;
import org.jspecify.annotations.Nullable;

/// Who may sign in, put together: users and their passwords, links and sessions; and the first administrator.
final class FrontSignIn {
    private FrontSignIn() {}

    static Console.SignIn of(Front.Parts parts, UserEnd ended, Time time) {
        var passwords = new Passwords();
        var users = new UserStore(parts.database());
        var log = parts.database().events();
        var links = new SetupLinks(new SetupLinkStore(parts.database()), time);
        var slowDown = new SlowDown(time);
        var desk = new UserDesk(
                new UserDesk.Parts(
                        users,
                        new SessionStore(parts.database()),
                        new TotpStore(parts.database()),
                        parts.database().apiKeys(),
                        links,
                        passwords,
                        slowDown,
                        ended),
                log,
                time);
        return new Console.SignIn(new Administrators(users, passwords, log, time), links, passwords, slowDown, desk);
    }

    /// Makes the first administrator from the environment. Otherwise, while there is nobody, returns a
    /// set-up link, the one that the box was given or a new one. None where its disk is broken: that
    /// there is nobody is no sign of a new box then, and whoever comes first must not have it.
    static FirstLink.@Nullable Link firstAdministrator(Front.Parts parts, Console.SignIn signIn) {
        ClaimFile claim = ClaimFile.in(parts.folder());
        if (new UserStore(parts.database()).hasAdministrator()) {
            claim.spend();
            return null;
        }
        String email = parts.surroundings().adminEmail();
        String password = parts.surroundings().adminPassword();
        if (email == null || password == null) {
            if (parts.surroundings().disk().ofData()) return null;
            String token = claim.token();
            return token == null
                    ? FirstLink.ofDay(signIn.links())
                    : new FirstLink.Link(signIn.links().create(token), "once; the link that came with the card");
        }
        if (signIn.administrators().createFirst(email, password) instanceof Administrators.Outcome.Refused refused) {
            String variable = refused.field().equals("email") ? "LINTEL_ADMIN_EMAIL" : "LINTEL_ADMIN_PASSWORD";
            throw new RunException(variable + ": " + refused.reason());
        }
        return null;
    }
}
