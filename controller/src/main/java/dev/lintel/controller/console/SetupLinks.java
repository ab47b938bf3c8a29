package dev.lintel.controller.console;

import dev.lintel.controller.store.SetupLinkStore;
import dev.lintel.controller.store.UserStore.NewUser;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.controller.time.Time;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The link that makes the first administrator: printed at start, good once, for a day, while nobody has a password.
public final class SetupLinks {
    static final Duration LIFE = Duration.ofHours(24);

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{43}");

    private final SetupLinkStore store;
    private final Time time;
    private final Tokens tokens = new Tokens();

    public SetupLinks(SetupLinkStore store, Time time) {
        this.store = store;
        this.time = time;
    }

    /// Makes a link in the place of any earlier one; returns its path and query, `/setup?token=…`, to be put behind
    /// the public address. The token is not kept: only its hash is.
    public String create() {
        String token = tokens.make();
        store.replace(Tokens.hash(token), time.nowMs(), time.nowMs() + LIFE.toMillis());
        return "/setup?token=" + token;
    }

    boolean isValid(@Nullable String token) {
        return token != null && TOKEN.matcher(token).matches() && store.isValid(Tokens.hash(token), time.nowMs());
    }

    @Nullable
    User redeem(String token, NewUser user) {
        return store.redeem(Tokens.hash(token), user);
    }
}
