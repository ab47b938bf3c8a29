package dev.lintel.controller.console;

import dev.lintel.controller.access.AdmissionDesk;
import dev.lintel.controller.access.Admissions;
import dev.lintel.controller.access.HandRules;
import dev.lintel.controller.access.Places;
import dev.lintel.controller.access.WhatIf;
import dev.lintel.controller.commission.CommissionRig;
import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Filter;
import dev.lintel.controller.hub.Hub;
import dev.lintel.controller.mail.MailDesk;
import dev.lintel.controller.mail.MailRig;
import dev.lintel.controller.metrics.HealthResource;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.mobile.MobileRig;
import dev.lintel.controller.mobile.PhoneDesk;
import dev.lintel.controller.oauth.OAuth;
import dev.lintel.controller.people.ImageShelf;
import dev.lintel.controller.push.Push;
import dev.lintel.controller.push.PushRig;
import dev.lintel.controller.push.PushService;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.server.EventLoops;
import dev.lintel.controller.server.WebServer;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PermissionStore;
import dev.lintel.controller.store.PermissionStore.Allowed;
import dev.lintel.controller.store.PermissionStore.NewPair;
import dev.lintel.controller.store.SessionStore;
import dev.lintel.controller.store.SetupLinkStore;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.store.TotpStore;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.sync.HandMembership;
import dev.lintel.controller.system.SystemDesk;
import dev.lintel.controller.system.SystemFolders;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.BoxCertificates;
import dev.lintel.controller.tls.BoxNames;
import dev.lintel.controller.tls.Certificates;
import dev.lintel.controller.tls.TestTls;
import dev.lintel.controller.wallet.WalletDesk;
import dev.lintel.controller.wallet.WalletRig;
import dev.lintel.controller.webhook.RigWebhooks;
import dev.lintel.controller.webhook.Webhooks;
import dev.lintel.reader.gpio.LineSpec;
import dev.lintel.reader.hardware.Hardware;
import dev.lintel.reader.hardware.HardwarePlan;
import dev.lintel.reader.hardware.HardwarePlan.BoxInput;
import dev.lintel.sim.world.SimulatedHardwareProvider;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The console over a real database, real TLS and the real simulator; only the doors are moved by hand.
final class Rig implements AutoCloseable {
    static final String EMAIL = "olga@example.com";
    static final String PASSWORD = "seven quiet harbours";

    final DataFolder folder;
    final Database database;
    final HandDoors doors = new HandDoors();
    final Health health = new Health();
    final Hardware hardware;
    final SetupLinks links;
    final Administrators administrators;
    final SlowDown slowDown;
    final UserDesk desk;
    final MailDesk mail;
    final OAuth oauth;
    final HandTestDoors testDoors = new HandTestDoors();
    /// Users whose end was told.
    final List<Long> ended = new CopyOnWriteArrayList<>();
    final Hub hub;
    final CommissionRig commission;
    final HandMembership membership = new HandMembership();
    final Path authority;
    final Path certificate;
    /// The machine around the box: nothing answers there unless a test does.
    final SystemFolders machine;
    final AtomicReference<ClockTrust> clock = new AtomicReference<>(ClockTrust.TRUSTED);
    /// Null: now.
    final AtomicReference<@Nullable Instant> newestEvent = new AtomicReference<>();
    final HandOutputs outputs = new HandOutputs();
    final HandApprovals approvals = new HandApprovals();
    /// Where notifications go to; it answers 201.
    final PushService pushService;
    final Push push;
    /// What is mounted, as `POST /path`.
    final List<String> routes;

    /// Started by who needs them.
    final Webhooks webhooks;
    final SideDatabase outbox;

    private final SideDatabase tokens;
    private final Time time;
    private final WebServer server;

    Rig(Path data, Time time, boolean loopbackOnly) {
        this(data, time, loopbackOnly, TestPasswords.quick());
    }

    Rig(Path data, Time time, boolean loopbackOnly, Passwords passwords) {
        this.time = time;
        folder = DataFolder.open(data);
        machine = new SystemFolders(data.toAbsolutePath().resolveSibling("machine"), data.toAbsolutePath());
        database = TestDatabase.open(folder, time);
        seed();
        hardware = new SimulatedHardwareProvider().open(plan(), new SystemTime()::nowNs);
        doors.log = database.events()::append;
        administrators = new Administrators(new UserStore(database), passwords, database.events(), time);
        links = new SetupLinks(new SetupLinkStore(database), time);
        slowDown = new SlowDown(time);
        tokens = SideDatabase.oauth(folder);
        oauth = new OAuth(tokens, database, time);
        outbox = SideDatabase.webhooks(folder);
        webhooks = RigWebhooks.of(outbox, database, oauth, this::server, time);
        desk = users(passwords);
        mail = MailRig.desk(database, null, time);
        pushService = new PushService(folder.folder("push-service"));
        push = PushRig.of(folder, database, pushService, time);
        hub = hub(database, folder, time);
        commission = new CommissionRig(folder.path(), database, time);
        var served = certificate();
        authority = served.authority();
        certificate = served.certificate();
        var endpoints = new Endpoints();
        new Console(
                        new Console.Parts(
                                database,
                                database.events(),
                                doors,
                                new DoorOrders(doors::take, _ -> true, time),
                                admissions(database, doors, time),
                                approvals,
                                oauth,
                                webhooks.desk(),
                                new Console.Messages(mail, push.notifications()),
                                mobile(),
                                testDoors,
                                time,
                                hardware.simulator(),
                                commission.commissioning(),
                                commission.wires(outputs),
                                new Console.Syncing(hub.desk(), membership, membership::elsewhere),
                                machinery()),
                        new Console.SignIn(administrators, links, passwords, slowDown, desk),
                        new Console.Settings("Lobby", false, loopbackOnly))
                .mount(endpoints);
        oauth.mount(endpoints, Filter.NONE);
        hub.mount(endpoints);
        new HealthResource(health).mount(endpoints);
        for (int unit : List.of(1, 2)) doors.set(unit, "secure", false, false, true);
        routes = endpoints.routes();
        server = WebServer.start(
                EventLoops.start(time),
                new WebServer.Settings("0.0.0.0", 0, 0, served.key(), served.certificate(), null, hub::clients),
                endpoints,
                time);
        hub.onBecome(server::askClients);
    }

    private UserDesk users(Passwords passwords) {
        return new UserDesk(
                new UserDesk.Parts(
                        new UserStore(database),
                        new SessionStore(database),
                        new TotpStore(database),
                        database.apiKeys(),
                        links,
                        passwords,
                        slowDown,
                        this::ended),
                database.events(),
                time);
    }

    private Console.Mobile mobile() {
        MobileDesk invites = MobileRig.desk(database, folder, MobileDesk.Settings.USUAL, time);
        PhoneDesk phones = MobileRig.phones(invites, database, doors, time);
        WalletDesk wallet = WalletRig.desk(database, folder, invites, time);
        return new Console.Mobile(invites, phones, wallet, () -> WalletRig.URL);
    }

    private SystemPages.Machinery machinery() {
        return new SystemPages.Machinery(
                new SystemDesk(machine, time), this::reading, () -> clock.set(ClockTrust.TRUSTED));
    }

    private ClockReading reading() {
        Instant ahead = newestEvent.get();
        return new ClockReading(time.now(), clock.get(), ahead == null ? time.now() : ahead);
    }

    /// It is asleep until somebody makes a join code.
    private static Hub hub(Database database, DataFolder folder, Time time) {
        return new Hub(new Hub.Parts(
                database,
                time,
                "1.2.3",
                "Lobby",
                () -> "hub1",
                new BoxCertificates(folder.folder("tls"), time),
                new ImageShelf(folder),
                MassGuard.DEFAULT,
                Hub.Around.ALONE));
    }

    private static AdmissionDesk admissions(Database database, HandDoors doors, Time time) {
        return new AdmissionDesk(
                new Admissions(nobodyAsks(), time), database.events(), doors::take, database::awaitDisk);
    }

    private Certificates.Served certificate() {
        return TestTls.in(folder.folder("tls"), BoxNames.of(URI.create("https://localhost")));
    }

    private WebServer server() {
        return server;
    }

    /// A user allows an application something, and it fetches its tokens.
    void connect(Application application, long userId, String redirectUri) {
        var allowed = new Allowed(application.id(), userId, 1, "account.event.readonly account.person");
        String code = oauth.permissions().allow(allowed, redirectUri, null);
        tokens.write(sql -> {
            var spent = Objects.requireNonNull(PermissionStore.code(sql, Tokens.hash(code)));
            PermissionStore.spend(sql, spent, time.nowMs());
            var pair = new NewPair(
                    Tokens.hash("access " + application.id()),
                    Tokens.hash("refresh " + application.id()),
                    allowed.scope());
            PermissionStore.issue(sql, spent.permissionId(), pair, time.nowMs());
            return true;
        });
    }

    private void ended(long userId) {
        ended.add(userId);
        oauth.userEnded(userId);
    }

    /// Whoever is let in from a page has no name, and so no rights to ask for.
    private static HandRules nobodyAsks() {
        Supplier<AssertionError> fault = () -> new AssertionError("nobody is named");
        return new HandRules(new WhatIf.Parts(
                _ -> {
                    throw fault.get();
                },
                () -> {
                    throw fault.get();
                },
                () -> {
                    throw fault.get();
                },
                (_, _) -> {
                    throw fault.get();
                },
                Places.NONE));
    }

    String url(String path) {
        return "https://localhost:" + server.httpsPort() + path;
    }

    void append(EventKind kind, Subject subject, Map<String, Object> trace) {
        database.events().append(new EventDraft(kind, time.nowMs(), time.nowNs(), subject, trace));
    }

    static Subject person(long channel, String name, String number) {
        return new Subject(channel, 1L, name, 1L, number, false);
    }

    @Override
    public void close() {
        push.close();
        pushService.close();
        webhooks.close();
        server.close();
        hub.close();
        outbox.close();
        hardware.close();
        tokens.close();
        database.close();
        folder.close();
    }

    private void seed() {
        database.write(sql -> {
            sql.run("INSERT INTO account VALUES (1, 'Lintel Demo', 'UTC', 0, 0)");
            sql.run("INSERT INTO site VALUES (1, 1, 'Main Office', 'UTC', '', 0, 0)");
            String channel = "INSERT INTO channel (id, account_id, site_id, unit, name, kind, unlock_ms,"
                    + " extended_unlock_ms, extended_open_ms, warning_ms, relock, forced, created_at, updated_at)"
                    + " VALUES (?, 1, 1, ?, ?, 'door', 5000, 15000, 30000, 20000, 'open', 1, 0, 0)";
            sql.run(channel, 1, 1, "Front Door");
            sql.run(channel, 2, 2, "Back Door");
            sql.run("INSERT INTO role (id, account_id, name, created_at, updated_at) VALUES (1, 1, 'Always', 0, 0)");
            sql.run("INSERT INTO credential_type (id, account_id, label, slug, code)"
                    + " VALUES (1, 1, 'Card', 'credentials_number', 200)");
            sql.run("INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)"
                    + " VALUES (1, 1, 'Ada', 'Demo', 1, 0, 0)");
            return sql.run("INSERT INTO credential (account_id, person_id, credential_type_id, value, card_number,"
                    + " status, created_at, updated_at) VALUES (1, 1, 1, '1001', 1001, 'active', 0, 0)");
        });
    }

    private static HardwarePlan plan() {
        var doors = java.util.List.of(doorway(1, 10), doorway(2, 20));
        var inputs = java.util.List.of(
                new BoxInput(BoxInput.Kind.FIRE, "", new LineSpec(40, false)),
                new BoxInput(BoxInput.Kind.LOCKDOWN, "Reception", new LineSpec(41, false)),
                new BoxInput(BoxInput.Kind.EVACUATION, "Gate", new LineSpec(44, false)),
                new BoxInput(BoxInput.Kind.THREAT, "Desk", new LineSpec(45, false)),
                new BoxInput(BoxInput.Kind.NAMED, "bell", new LineSpec(42, false)));
        var outputs = java.util.List.of(new HardwarePlan.BoxOutput("siren", new LineSpec(43, true)));
        return new HardwarePlan("sim", Map.of(), doors, Map.of(), inputs, outputs, false);
    }

    private static HardwarePlan.Doorway doorway(int unit, int line) {
        var reader = new HardwarePlan.ReaderWiring.Wiegand(line, line + 1, null, null, null);
        return new HardwarePlan.Doorway(
                unit,
                Map.of("entry", reader),
                new LineSpec(line + 2, true),
                new LineSpec(line + 3, true),
                new LineSpec(line + 4, true),
                new LineSpec(line + 5, true),
                unit == 1 ? new LineSpec(line + 6, true) : null,
                unit == 1 ? new LineSpec(line + 7, true) : null);
    }
}
