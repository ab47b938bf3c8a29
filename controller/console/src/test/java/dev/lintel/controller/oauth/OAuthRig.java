package dev.lintel.controller.oauth;

import dev.lintel.controller.console.TestPasswords;
import dev.lintel.controller.console.UserDesk;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuthClient.Answer;
import dev.lintel.controller.oauth.OAuthClient.Pair;
import dev.lintel.controller.server.EventLoops;
import dev.lintel.controller.server.WebServer;
import dev.lintel.controller.store.ApplicationStore.Details;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PermissionStore.Allowed;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.tls.ClientTrust;
import dev.lintel.controller.tls.TestTls;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// The authorization server with the API it lets programs into: real databases, a real certificate, a real server;
/// the clock alone is a test's. Account 1 is the house, with user `olga@example.com`; account 2 is the one to try
/// applications with, with user `tess@example.com`.
final class OAuthRig implements AutoCloseable {
    static final String BACK = "https://desk.example/back";
    static final String SCOPE = "account.event.readonly account.person.readonly";
    /// RFC 7636, appendix B.
    static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    static final long HOUSE = 1;
    static final String PASSWORD = "seven quiet harbours";

    private static final String HASH = TestPasswords.quick().hash(PASSWORD);

    final HandTime time = new HandTime("2026-11-22T10:00:00Z");
    final DataFolder folder;
    final Database box;
    final SideDatabase database;
    final OAuth oauth;
    final WebServer server;
    final SSLContext trust;
    final OAuthClient http;
    final UserDesk desk;
    final long olga;
    final long tess;

    OAuthRig(Path path) {
        this(path, 0);
    }

    OAuthRig(Path path, int ratePerMinute) {
        folder = DataFolder.open(path.resolve("data"));
        box = TestDatabase.open(folder, time);
        seed();
        database = SideDatabase.oauth(folder);
        oauth = new OAuth(database, box, time);
        var wall = new SystemTime(); // certificates and idle connections live in the world's time
        var served = TestTls.in(folder.folder("tls"));
        trust = ClientTrust.in(served.authority());
        var endpoints = new Endpoints();
        var signIn =
                RigApi.mount(endpoints, new RigApi.Parts(box, folder, time, ratePerMinute, trust), oauth.bearers());
        oauth.mount(endpoints, signIn);
        desk = RigConsole.mount(endpoints, box, folder, oauth, time);
        olga = create("olga@example.com", Kind.USER);
        tess = create("tess@example.com", Kind.DEVELOPER);
        var settings = new WebServer.Settings(0, WebServer.ANY_PORT, served.key(), served.certificate(), null);
        server = WebServer.start(EventLoops.start(wall), settings, endpoints, wall);
        http = new OAuthClient(server.publicUrl(), trust, null);
    }

    private void seed() {
        box.write(sql -> {
            sql.run("INSERT INTO account VALUES (1, 'Test', 'UTC', 0, 0)");
            return sql.run("INSERT INTO site (id, account_id, name, time_zone, created_at, updated_at)"
                    + " VALUES (1, 1, 'Main Office', 'UTC', 0, 0)");
        });
    }

    /// A user with the password of all.
    long create(String email, Kind kind) {
        var user = UserStore.NewUser.of(kind, email, HASH, time.nowMs());
        return new UserStore(box).create(user).id();
    }

    String issuer() {
        return server.publicUrl();
    }

    /// One that asks from another address of this machine.
    OAuthClient from(String address) {
        return new OAuthClient(server.publicUrl(), trust, address);
    }

    Registered confidential() {
        return register("Desk", false, State.LIVE, BACK);
    }

    /// Without a secret.
    Registered open() {
        return register("Phone", true, State.LIVE, BACK);
    }

    Registered register(String name, boolean open, State state, String... redirects) {
        var wanted = Set.of("account.person", "account.channel.admit", "account.notification_rule");
        var details = new Details(name, "documented", Listing.A, null, List.of(redirects), wanted);
        return oauth.applications().register(details, open, state, By.COMMAND_LINE);
    }

    /// The code that Olga's browser brings back when she agrees.
    String code(Registered app, String scope, @Nullable String challenge) {
        return code(app, new Allowed(app.application().id(), olga, HOUSE, scope), challenge);
    }

    String code(Registered app, Allowed allowed, @Nullable String challenge) {
        String back = app.application().details().redirects().getFirst();
        return oauth.permissions().allow(allowed, back, challenge);
    }

    /// With PKCE where it must be.
    String code(Registered app) {
        return code(app, SCOPE, app.clientSecret() == null ? CHALLENGE : null);
    }

    /// From Allow to the first pair.
    Pair connect(Registered app) {
        return connect(app, SCOPE);
    }

    Pair connect(Registered app, String scope) {
        boolean open = app.clientSecret() == null;
        String code = code(app, scope, open ? CHALLENGE : null);
        return (open ? redeem(app, code, "code_verifier", VERIFIER) : redeem(app, code)).pair();
    }

    Answer redeem(Registered app, String code, String... more) {
        String back = app.application().details().redirects().getFirst();
        var pairs = new ArrayList<>(List.of("grant_type", "authorization_code", "code", code, "redirect_uri", back));
        pairs.addAll(List.of(more));
        return token(app, pairs.toArray(String[]::new));
    }

    Answer renew(Registered app, String refresh, String... more) {
        var pairs = new ArrayList<>(List.of("grant_type", "refresh_token", "refresh_token", refresh));
        pairs.addAll(List.of(more));
        return token(app, pairs.toArray(String[]::new));
    }

    /// At the token endpoint as this application, which says so in the form.
    Answer token(Registered app, String... pairs) {
        return http.post(OAuthClient.TOKEN, as(app, pairs));
    }

    /// `pairs` and who asks.
    static String[] as(Registered app, String... pairs) {
        var all = new ArrayList<>(List.of("client_id", app.application().clientId()));
        String secret = app.clientSecret();
        if (secret != null) all.addAll(List.of("client_secret", secret));
        all.addAll(List.of(pairs));
        return all.toArray(String[]::new);
    }

    /// Headers of who asks by HTTP Basic.
    static List<String> basic(Registered app) {
        return List.of("Authorization", OAuthClient.basic(app.application().clientId(), app.clientSecret()));
    }

    Answer revoke(Registered app, String... pairs) {
        return http.post(OAuthClient.REVOKE, basic(app), pairs);
    }

    OAuthBrowser browser() {
        return new OAuthBrowser(this);
    }

    boolean works(Pair pair) {
        return works(pair.access());
    }

    boolean works(String access) {
        return http.bearer("/api/3/events", access).status() == 200;
    }

    @Override
    public void close() {
        http.close();
        server.close();
        database.close();
        box.close();
        folder.close();
    }
}
