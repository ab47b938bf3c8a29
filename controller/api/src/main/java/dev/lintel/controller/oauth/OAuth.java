package dev.lintel.controller.oauth;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Filter;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.ApplicationStore;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PermissionStore;
import dev.lintel.controller.store.PermissionStore.Allowed;
import dev.lintel.controller.store.PermissionStore.Connected;
import dev.lintel.controller.store.PermissionStore.CutOff;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.StoreException;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.User;
import dev.lintel.controller.time.Time;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The authorization server, put together: what programs ask is mounted here, what people see is in `console`. Made
/// once by the wiring. Any thread but an event loop.
public final class OAuth {
    /// Client id, secret, code, verifier, token and addresses, percent-encoded at worst.
    private static final int FORM_BYTES_MAX = 16 * 1024;

    private final SideDatabase database;
    private final Database box;
    private final Time time;
    private final Applications applications;
    private final Permissions permissions;
    private final Bearers bearers;
    /// Users whose end could not be written yet; there are as many users at most.
    private final Set<Long> pending = ConcurrentHashMap.newKeySet();

    public OAuth(SideDatabase database, Database box, Time time) {
        this.database = database;
        this.box = box;
        this.time = time;
        this.applications = new Applications(database, box.events(), time);
        this.permissions = new Permissions(database, time, this::stolen);
        this.bearers = new Bearers(database, permissions, box);
    }

    public Applications applications() {
        return applications;
    }

    public Permissions permissions() {
        return permissions;
    }

    public Bearers bearers() {
        return bearers;
    }

    public SideDatabase database() {
        return database;
    }

    /// `signIn`: the API's, for what access tokens alone may ask.
    public void mount(Endpoints endpoints, Filter signIn) {
        var tokens = new TokenEndpoint(new Clients(database), permissions, new Turnstile(time));
        endpoints.bodyMax("/oauth", FORM_BYTES_MAX);
        endpoints.on(Method.POST, "/oauth/token", tokens::token);
        endpoints.on(Method.POST, "/oauth/revoke", tokens::revoke);
        endpoints.guard("/oauth/token/info", signIn);
        endpoints.on(Method.GET, "/oauth/token/info", new TokenInfo(bearers, permissions)::get);
        endpoints.on(Method.GET, "/.well-known/oauth-authorization-server", Metadata::get);
    }

    /// An application that has access to an account.
    ///
    /// @param permissions the scopes of each of its tokens, without sensitive ones that operators do not approve
    public record Admitted(Application application, List<Set<Scope>> permissions) {
        public Admitted {
            permissions = List.copyOf(permissions);
        }

        /// The scopes of all tokens.
        public Set<Scope> scopes() {
            var all = EnumSet.noneOf(Scope.class);
            permissions.forEach(all::addAll);
            return all;
        }
    }

    /// Those that an account's users let in at this moment.
    public List<Admitted> admitted(long accountId) {
        if (!database.exists()) return List.of();
        var admitted = new ArrayList<Admitted>();
        for (PermissionStore.Admitted one : database.read(sql -> PermissionStore.admitted(sql, accountId))) {
            var permissions = new ArrayList<Set<Scope>>();
            for (String held : one.scopes()) {
                var scopes = EnumSet.noneOf(Scope.class);
                for (String text : Scopes.standing(held, one.application().approved())) {
                    Scope scope = Scope.of(text);
                    if (scope != null) scopes.add(scope);
                }
                permissions.add(scopes);
            }
            admitted.add(new Admitted(one.application(), permissions));
        }
        return List.copyOf(admitted);
    }

    /// How many applications wait for an operator; 0 while that cannot be read, for every page of an operator asks.
    public long waiting() {
        try {
            return database.exists() ? applications.waiting() : 0;
        } catch (StoreException e) {
            return 0; // /health tells of it
        }
    }

    /// What a user has connected, by name.
    public List<Connected> connected(long userId) {
        return database.read(sql -> PermissionStore.connected(sql, userId));
    }

    /// What was cut off from a user's account of late, because somebody else had its secrets.
    public List<CutOff> cutOff(long userId) {
        long since = time.nowMs() - Permissions.ENDED_KNOWN.toMillis();
        return database.read(sql -> PermissionStore.cutOff(sql, userId, since));
    }

    /// A user agrees: returns the code for the application.
    public String allow(Allowed allowed, AuthorizeRequest.Ask ask, String by) {
        String code = permissions.allow(allowed, ask.redirectUri(), ask.challenge());
        tell(ask.application().details().name(), "allowed: " + allowed.scope(), by);
        return code;
    }

    /// How many users have an application connected.
    public long usersOf(long applicationId) {
        return database.read(sql -> PermissionStore.usersOf(sql, applicationId));
    }

    /// Ends all that a user allowed one application. False when there was nothing.
    public boolean disconnect(long userId, long applicationId, String by) {
        int ended = database.write(sql -> PermissionStore.disconnect(sql, userId, applicationId, time.nowMs()));
        if (ended > 0) tell(name(applicationId), "disconnected", by);
        return ended > 0;
    }

    /// Ends all that a user allowed anybody: the user is gone, belongs to another account, or begins anew. Operators
    /// are to look at the applications that user made. Throws [StoreException] when it cannot be written now; then
    /// [#finishEnds] does it later.
    public void userEnded(long userId) {
        bearers.forget();
        if (!database.exists()) return; // nobody was ever allowed anything
        pending.add(userId); // until it is written
        boolean gone = new UserStore(box).get(userId) == null;
        database.write(sql -> {
            if (gone) ApplicationStore.disown(sql, userId);
            else ApplicationStore.unsee(sql, userId);
            return PermissionStore.revokeOfUser(sql, userId, "the user ended", time.nowMs());
        });
        pending.remove(userId);
        bearers.forget();
    }

    /// Ends what users allowed who are gone or belong to another account: for a power cut, or a full disk, between
    /// the two databases. Nothing while the box works on another database than the one beside the tokens, in memory
    /// say: that does not know its users, who are not gone.
    public void finishEnds() {
        if (!database.isBeside(box)) return;
        for (long userId : pending) userEnded(userId);
        var users = new UserStore(box);
        for (long ownerId : database.read(ApplicationStore::owners)) {
            if (users.get(ownerId) == null) userEnded(ownerId);
        }
        for (PermissionStore.Holder holder : database.read(PermissionStore::holders)) {
            User user = users.get(holder.userId());
            if (user == null || user.accountId() != holder.accountId()) userEnded(holder.userId());
        }
    }

    private void stolen(Allowed allowed, String what) {
        // On a thread of its own: renewals wait for nothing of the box's other database.
        Thread.ofVirtual().name("told").start(() -> {
            User user = new UserStore(box).get(allowed.userId());
            String whose = user == null ? "user " + allowed.userId() : user.email();
            tell(name(allowed.applicationId()), "cut off from what " + whose + " allowed it: " + what, "Lintel");
        });
    }

    private String name(long applicationId) {
        var application = applications.get(applicationId);
        return application == null
                ? "application " + applicationId
                : application.details().name();
    }

    private void tell(String application, String action, String by) {
        Map<String, Object> what = Map.of("what", "application", "new", application, "by", by, "action", action);
        box.events()
                .append(new EventDraft(
                        EventKind.CONFIGURATION_CHANGED, time.nowMs(), time.nowNs(), EventDraft.Subject.NOBODY, what));
    }
}
