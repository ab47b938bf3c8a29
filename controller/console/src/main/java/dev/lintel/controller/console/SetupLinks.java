package dev.lintel.controller.console;

import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.SetupLinkStore;
import dev.lintel.controller.store.UserStore.NewUser;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.controller.time.Time;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Links that are good once: the one that makes the first administrator, printed at start, for a day, while no operator
/// has a password; and one a user to choose a password by, for a week.
public final class SetupLinks {
    static final Duration LIFE = Duration.ofHours(24);
    static final Duration INVITATION = Duration.ofDays(7);

    /// On paper beside a box that may lie in a store for a year; a box without an administrator opens no door.
    static final Duration CLAIM = Duration.ofDays(3653);

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

    /// The same with a token that was given to the box before its first start, for whoever has it on paper.
    public String create(String claim) {
        store.replace(Tokens.hash(claim), time.nowMs(), time.nowMs() + CLAIM.toMillis());
        return "/setup?token=" + claim;
    }

    /// Whether what [#create] returned makes an administrator still.
    public boolean isGood(String path) {
        return isValid(path.substring(path.indexOf('=') + 1));
    }

    /// Whether it is as long as a token, of its characters.
    public static boolean isToken(String text) {
        return TOKEN.matcher(text).matches();
    }

    /// Makes a link for this user in the place of any earlier one; returns its path and query, `/invitation?token=…`,
    /// or null when there is no such user.
    @Nullable
    String invite(long userId) {
        String token = tokens.make();
        long now = time.nowMs();
        boolean made = store.replaceFor(userId, Tokens.hash(token), now, now + INVITATION.toMillis());
        return made ? "/invitation?token=" + token : null;
    }

    /// Who may choose a password by this token, or null.
    @Nullable
    User invited(@Nullable String token) {
        if (token == null || !TOKEN.matcher(token).matches()) return null;
        return store.invited(Tokens.hash(token), time.nowMs());
    }

    /// Spends the link; the user as they were before, or null when it is spent.
    @Nullable
    User choose(String token, String passwordHash) {
        return store.redeemFor(Tokens.hash(token), passwordHash, time.nowMs());
    }

    /// Until when a link of each user holds, Unix milliseconds by user id.
    Map<Long, Long> ends() {
        return store.ends(time.nowMs());
    }

    boolean isValid(@Nullable String token) {
        return token != null && TOKEN.matcher(token).matches() && store.isValid(Tokens.hash(token), time.nowMs());
    }

    @Nullable
    User redeem(String token, NewUser user) {
        return store.redeem(Tokens.hash(token), user);
    }
}
