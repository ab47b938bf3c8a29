package dev.lintel.controller.oauth;

import dev.lintel.controller.api.Api;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.http.Shape;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PermissionStore.Pair;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.reader.Bytes;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Whose an access token is. What was found is remembered until something is written to `oauth.db`, or a user
/// ends: a request asks the disk for what it wants, not for who it is. Any thread but an event loop.
public final class Bearers implements Api.Bearers {
    /// Tokens remembered, some 3 MB; each integration has one.
    private static final int KNOWN_MAX = 10_000;

    private final SideDatabase database;
    private final Permissions permissions;
    private final UserStore users;
    private final Map<Bytes, Known> known = new ConcurrentHashMap<>();

    /// @param commit of the database when it was read: after another one it is read anew
    private record Known(long commit, Pair pair, Principal principal) {}

    public Bearers(SideDatabase database, Permissions permissions, Database box) {
        this.database = database;
        this.permissions = permissions;
        this.users = new UserStore(box);
    }

    @Override
    public @Nullable Principal of(String token) {
        Known found = find(token);
        return found == null ? null : found.principal;
    }

    /// The pair of a token that is good, or null.
    @Nullable
    Pair pair(String token) {
        Known found = find(token);
        return found == null ? null : found.pair;
    }

    /// To be called when a user is gone or another one: what is remembered of them is not true any more.
    public void forget() {
        known.clear();
    }

    private @Nullable Known find(String token) {
        Bytes hash = Tokens.hash(token);
        long commit = database.commits(); // before it is read: what is written meanwhile is read next time
        Known before = known.get(hash);
        if (before != null && before.commit == commit) return permissions.isGood(before.pair) ? before : null;
        Pair pair = permissions.bearer(hash);
        User user = pair == null ? null : users.get(pair.allowed().userId());
        if (pair == null || user == null || user.accountId() != pair.allowed().accountId()) {
            known.remove(hash);
            return null;
        }
        var found = new Known(commit, pair, principal(pair, user));
        if (known.size() >= KNOWN_MAX) known.clear();
        known.put(hash, found);
        return found;
    }

    /// What its access token may do now.
    static Set<String> standing(Pair pair) {
        return Scopes.standing(pair.scope(), Scopes.split(pair.client().approved()));
    }

    private static Principal principal(Pair pair, User user) {
        Set<Scope> scopes = EnumSet.noneOf(Scope.class);
        for (String text : standing(pair)) {
            Scope scope = Scope.of(text);
            if (scope != null) scopes.add(scope); // one that a later version knows
        }
        return new Principal(
                Principal.Kind.TOKEN,
                pair.id(),
                "application " + pair.client().clientId(),
                user.id(),
                pair.allowed().accountId(),
                user.email(),
                Shape.of(pair.client().shape()),
                Listing.valueOf(pair.client().listing()),
                scopes,
                false);
    }
}
