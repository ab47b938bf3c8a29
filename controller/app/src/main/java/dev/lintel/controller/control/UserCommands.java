package dev.lintel.controller.control;

import dev.lintel.controller.console.UserDesk;
import dev.lintel.controller.console.UserDesk.By;
import dev.lintel.controller.console.UserDesk.NewPerson;
import dev.lintel.controller.net.EmailAddress;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.store.UserStore.User;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `user create`, `invite`, `list`, `password`, `unlock` and `remove`. Fields: `email`, `password`, and `kind`,
/// which is `operator`, `user` or `developer`. Each answers at least `id` and `email`; each change leaves an audit
/// event without the password.
public final class UserCommands {
    private final UserDesk desk;
    private final Supplier<@Nullable String> url;

    /// `url` is the address that the pages are known by, or null while they are not served.
    public UserCommands(UserDesk desk, Supplier<@Nullable String> url) {
        this.desk = desk;
        this.url = url;
    }

    public void create(Request request, Responses out) {
        String email = email(request);
        Kind kind = kind(request, Kind.OPERATOR);
        String password = request.text("password");
        guarded(() -> out.send(json(desk.create(By.COMMAND_LINE, person(email, kind), password))));
    }

    /// Answers the address that the invited person opens as `link` too.
    public void invite(Request request, Responses out) {
        String base = url.get();
        if (base == null) throw new Refused("the web server is not open yet, see the log");
        String email = email(request);
        Kind kind = kind(request, Kind.USER);
        guarded(() -> {
            String path = desk.invite(By.COMMAND_LINE, person(email, kind));
            Map<String, @Nullable Object> json = json(user(email));
            json.put("link", base + path);
            out.send(json);
        });
    }

    public void list(Request request, Responses out) {
        for (User user : desk.list()) out.send(json(user));
    }

    public void password(Request request, Responses out) {
        User user = user(request.text("email").strip());
        String password = request.text("password");
        guarded(() -> desk.setPassword(By.COMMAND_LINE, user.id(), password));
        out.send(json(user(user.email())));
    }

    /// Answers `unlocked`: false when there was no lock.
    public void unlock(Request request, Responses out) {
        User user = user(request.text("email").strip());
        boolean unlocked = desk.unlock(By.COMMAND_LINE, user);
        Map<String, @Nullable Object> json = json(user);
        json.put("unlocked", unlocked);
        out.send(json);
    }

    public void remove(Request request, Responses out) {
        User user = user(request.text("email").strip());
        Map<String, @Nullable Object> json = json(user);
        guarded(() -> desk.remove(By.COMMAND_LINE, user.id()));
        out.send(json);
    }

    /// The user that a key is for; one that is not there is made, without a password: it cannot sign in. Refuses a
    /// developer: a key reaches doors and people that are not theirs.
    User forKeys(Request request) {
        String email = request.text("email").strip();
        User user = desk.find(email);
        if (user == null) {
            if (!EmailAddress.isOfUser(email)) throw notOne(email);
            guarded(() -> desk.createForKeys(By.COMMAND_LINE, email));
            return user(email);
        }
        if (user.kind() == Kind.DEVELOPER) throw new Refused(email + " is a developer, who has no API keys");
        if (!user.mayHaveKeys()) guarded(() -> desk.allowKeys(By.COMMAND_LINE, user.id(), true));
        return user;
    }

    private User user(String email) {
        User user = desk.find(email); // first: a user whose address no other could get today is found, too
        if (user != null) return user;
        throw EmailAddress.isOfUser(email) ? new Refused("there is no user " + email) : notOne(email);
    }

    /// Of a new user.
    private static String email(Request request) {
        String email = request.text("email").strip();
        if (EmailAddress.isOfUser(email)) return email;
        throw notOne(email);
    }

    private static Refused notOne(String email) {
        return new Refused("'" + email + "' is not an email address");
    }

    private static Kind kind(Request request, Kind otherwise) {
        String word = request.nullableText("kind");
        if (word == null) return otherwise;
        Kind kind = Kind.of(word);
        if (kind == null) throw new Refused("kind is operator, user or developer, not " + word);
        return kind;
    }

    private static NewPerson person(String email, Kind kind) {
        return new NewPerson(email, "", "", kind);
    }

    private static void guarded(Runnable change) {
        try {
            change.run();
        } catch (UserDesk.RefusedException e) {
            throw new Refused(Objects.requireNonNullElse(e.getMessage(), "refused"));
        }
    }

    private Map<String, @Nullable Object> json(User user) {
        Long at = user.signedInAtMs();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", user.id());
        json.put("email", user.email());
        json.put("kind", user.kind().word());
        json.put("name", user.name());
        json.put("password", user.passwordHash() != null);
        json.put("two_step", user.totp());
        json.put("locked", desk.isLocked(user));
        json.put("signed_in_at", at == null ? null : Instant.ofEpochMilli(at).toString());
        return json;
    }
}
