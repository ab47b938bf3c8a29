package dev.lintel.controller;

import dev.lintel.controller.access.AdmissionDesk;
import dev.lintel.controller.access.Admissions;
import dev.lintel.controller.access.Decisions;
import dev.lintel.controller.access.WhatIf;
import dev.lintel.controller.acme.BoxCertificate;
import dev.lintel.controller.api.Accounts;
import dev.lintel.controller.api.Api;
import dev.lintel.controller.api.SecurityTxt;
import dev.lintel.controller.board.BoxClock;
import dev.lintel.controller.board.BoxMakeup;
import dev.lintel.controller.commission.Commissioning;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.RunException;
import dev.lintel.controller.config.TlsConfig;
import dev.lintel.controller.console.Console;
import dev.lintel.controller.control.Command;
import dev.lintel.controller.control.ControlServer;
import dev.lintel.controller.control.RestoredCommands;
import dev.lintel.controller.door.ActInput;
import dev.lintel.controller.door.AllDoors;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.health.Housekeeping;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.hub.Hub;
import dev.lintel.controller.hub.RemoteDoors;
import dev.lintel.controller.metrics.HealthResource;
import dev.lintel.controller.metrics.Metrics;
import dev.lintel.controller.metrics.MetricsResource;
import dev.lintel.controller.oauth.OAuth;
import dev.lintel.controller.people.Images;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.push.Push;
import dev.lintel.controller.server.Descriptors;
import dev.lintel.controller.server.WebServer;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.HeldDeliveries;
import dev.lintel.controller.store.PlaceStore;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.sync.Following;
import dev.lintel.controller.sync.HookResource;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.Certificates;
import dev.lintel.controller.webhook.Webhooks;
import dev.lintel.controller.wiring.KeyRing;
import dev.lintel.controller.wiring.ReaderWires;
import dev.lintel.reader.hardware.Hardware;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The box's outside: certificate, web server with API and pages, control socket. Opened by [Lintel] when the
/// doors work already; nothing here is on a card's way. The web and the socket open one without the other, on the
/// main thread or, when a service tries again, on housekeeping's.
final class Front implements AutoCloseable {
    /// What is served and told.
    record Parts(
            ControllerConfig config,
            DataFolder folder,
            Database database,
            PolicyCatalog policy,
            DoorViews doors,
            Hardware hardware,
            Health health,
            ReaderWires wires,
            Asking asking,
            Following following,
            Surroundings surroundings,
            BoxCommissioning.Beginning beginning) {}

    /// What can be asked of decisions, and told to the clock, the doors, passback and the readers' keys.
    record Asking(
            BoxClock clock,
            WhatIf whatIf,
            Decisions decisions,
            Lane lane,
            PlaceStore places,
            KeyRing keys,
            Resetting resetting) {}

    /// What a factory reset waits for, and what begins in place of this box.
    record Resetting(List<ActInput> acts, Runnable again) {}

    /// How often a service tries again what did not open: a port that is let go, a disk that has room again.
    private static final String HELD = "webhooks of before the restore wait for a decision: 'lintel restored'";
    private static final Duration RETRY_EVERY = Duration.ofMinutes(1);
    /// How often what ended users allowed is looked for: after a power cut or a full disk something may be left.
    private static final Duration ENDED_EVERY = Duration.ofMinutes(1);
    /// Somebody who has removed the socket's file sees it again before they have looked for the reason.
    private static final Duration SOCKET_EVERY = Duration.ofSeconds(10);
    /// How soon it begins anew when somebody wants it to: see [BoxCommissioning.Beginning].
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    /// A port that another program has is often free again by then.
    private static final Duration REACHED_WITHIN = Duration.ofMinutes(10);
    /// How often it is looked whether an order of a certificate goes on: authorities answer within seconds.
    private static final Duration ORDER_EVERY = Duration.ofSeconds(1);
    private final Parts parts;
    private final AtomicReference<@Nullable Ahead<FrontGround>> ground;
    private final Housekeeping housekeeping;
    private final Time time;
    private final Console.SignIn signIn;
    private final Images images;
    private final SideDatabase tokens;
    private final OAuth oauth;
    private final TestAccount testAccount;
    private final HeldDeliveries held;
    private final SideDatabase outbox;
    private final Webhooks webhooks;
    private final BoxMobile mobile;
    private final BoxMail mail;
    private final Push push;
    private final Metrics metrics;
    private final Hub hub;
    private final Commissioning commissioning;
    private final BoxCertificate certificate;
    private volatile @Nullable WebServer server;
    private volatile @Nullable ControlServer control;
    final FirstLink firstLink;

    /// `ground` is used by the first try; its owner closes it. `startedNs`: when the box began, as `time` has it.
    Front(Parts parts, Ahead<FrontGround> ground, Housekeeping housekeeping, long startedNs, Time time) {
        this.parts = parts;
        this.ground = new AtomicReference<>(ground);
        this.housekeeping = housekeeping;
        this.time = time;
        this.tokens = SideDatabase.oauth(parts.folder);
        this.oauth = new OAuth(tokens, parts.database, time);
        this.signIn = FrontSignIn.of(parts, oauth::userEnded, time);
        this.firstLink = new FirstLink(signIn.links(), parts.database);
        this.images = Fetching.images(parts, time);
        parts.health.add("oauth", tokens::fault);
        housekeeping.every("ended users", ENDED_EVERY, ENDED_EVERY, () -> {
            if (!tokens.exists()) return;
            oauth.finishEnds();
            oauth.applications().endRotations();
        });
        this.testAccount =
                new TestAccount(new TestAccount.Parts(parts.folder, parts.database, version(), this::publicUrl, time));
        this.outbox = SideDatabase.webhooks(parts.folder);
        this.held = new HeldDeliveries(parts.folder, outbox);
        parts.health.add("restored", () -> held.isHeld() ? HELD : null);
        this.webhooks = Telling.webhooks(parts, new Telling.Beside(outbox, oauth, testAccount), () -> server, time);
        this.hub = BoxHub.of(parts, images, time);
        this.mobile = BoxMobile.of(parts, new BoxMobile.Around(hub, this::posted, this::publicUrl), housekeeping, time);
        this.mail = BoxMail.of(parts, () -> server, mobile.letters(), time);
        this.push = Telling.push(parts, () -> server, time);
        parts.following.open(followed(), housekeeping);
        this.metrics = BoxMetrics.of(parts, housekeeping, version(), startedNs, time);
        WebhookMetrics.add(metrics, webhooks);
        WebMetrics.add(metrics, () -> server);
        this.commissioning = BoxCommissioning.of(parts, this::publicUrl, time);
        housekeeping.every("begin anew", LOOK_EVERY, LOOK_EVERY, parts.beginning::look);
        housekeeping.every("wiring nobody reaches", REACHED_WITHIN, REACHED_WITHIN, parts.beginning::unreached);
        parts.health.add("boxes", hub::fault);
        this.certificate = new BoxCertificate(new BoxCertificate.Parts(
                parts.config,
                parts.folder,
                version(),
                !parts.surroundings.service(),
                hub::isHub,
                parts.asking.clock()::read,
                time));
        parts.health.add("tls", certificate::fault);
        housekeeping.watch("descriptors", SOCKET_EVERY, SOCKET_EVERY, Descriptors.own()::fault);
        housekeeping.until("hub", RETRY_EVERY, hub::start); // a disk that takes nothing keeps no door shut
    }

    /// This box, as following uses it.
    private Following.Parts followed() {
        List<Long> units = parts.config.channels().stream()
                .map(channel -> (long) channel.unit())
                .toList();
        return new Following.Parts(
                parts.database,
                parts.health,
                parts.policy,
                parts.doors,
                images.shelf(),
                parts.asking.clock::read,
                new BoxTargets(parts, time),
                new Following.About(version(), units, parts.config.upstream()));
    }

    /// Opens both, or throws in words what cannot be opened, or [RunException] where no administrator can be made.
    void open() {
        openWeb();
        openPlain();
        openControl();
    }

    /// Opens what can be opened, and tries the rest again each minute: /health and `doctor` tell of it meanwhile.
    void openAtLast() {
        housekeeping.until("web", RETRY_EVERY, () -> {
            openWeb();
            housekeeping.until("plain HTTP", RETRY_EVERY, this::openPlain); // another program's port shuts no page
        });
        housekeeping.until("control socket", RETRY_EVERY, this::openControl);
    }

    private void openWeb() {
        ControllerConfig config = parts.config;
        Ahead<FrontGround> ahead = ground.getAndSet(null);
        FrontGround laid = ahead != null ? ahead.get() : FrontGround.lay(config, parts.folder, time);
        WebServer opened;
        try {
            certificate.open(laid.served());
            firstLink.open(() -> FrontSignIn.firstAdministrator(parts, signIn));
            var listen = config.listen();
            opened = WebServer.startSecure(
                    laid.loops(),
                    new WebServer.Settings(
                            listen.address(),
                            listen.https(),
                            listen.http(),
                            certificate::identity,
                            BoxAddress.of(config),
                            hub::clients,
                            certificate::challenge),
                    endpoints(),
                    time);
        } catch (RuntimeException e) { // the next try lays its own
            laid.close();
            throw e;
        }
        server = opened;
        parts.beginning.worked(); // doors and pages: what it was started with stays
        certificate.onChange(opened::renewCertificate);
        BoxHub.serve(hub, opened, certificate::look);
        housekeeping.until("networks of boxes", RETRY_EVERY, () -> BoxHub.remember(parts.database, opened));
        if (!held.isHeld()) webhooks.start();
        mail.start();
        push.start(new RemoteDoors(hub).approvals(parts.asking.decisions));
        housekeeping.every("certificate", Certificates.CHECK_EVERY, Certificates.CHECK_EVERY, certificate::look);
        if (config.tls() instanceof TlsConfig.Acme) {
            housekeeping.every("certificate order", ORDER_EVERY, ORDER_EVERY, certificate::order);
        }
    }

    private void openPlain() {
        WebServer web = server;
        if (web != null) web.openPlain();
    }

    private void openControl() {
        Map<String, Command> commands =
                BoxCommands.of(parts, signIn.desk(), oauth.applications(), this::publicUrl, time);
        BoxCommands.addHub(commands, hub.desk(), this::publicUrl);
        BoxCommands.addCommissioning(commands, commissioning, parts, time);
        BoxCommands.addCare(commands, parts, mobile.wallet(), this::listens, time);
        BoxCommands.addEvacuation(commands, parts, hub, time);
        BoxCommands.addCertificate(commands, certificate);
        BoxCommands.addRestored(
                commands, new RestoredCommands(held, mail.desk(), parts.database.events(), webhooks::start, time));
        BoxCommands.addMail(commands, mail.desk(), parts.database.events(), time);
        BoxCommands.addMobile(commands, mobile.desk(), mobile.wallet(), this::publicUrl);
        ControlServer opened = ControlServer.open(parts.folder.home(), time, commands);
        control = opened;
        housekeeping.watch("control socket file", SOCKET_EVERY, SOCKET_EVERY, opened::look);
    }

    private Endpoints endpoints() {
        var endpoints = new Endpoints();
        var elsewhere = new RemoteDoors(hub);
        var doors = new AllDoors(parts.doors, elsewhere, elsewhere);
        var console = new Console(
                new Console.Parts(
                        parts.database,
                        parts.database.events(),
                        doors,
                        new DoorOrders(parts.asking.lane, parts.database()::awaitDisk, time, elsewhere),
                        admissions(elsewhere),
                        elsewhere.approvals(parts.asking.decisions),
                        oauth,
                        webhooks.desk(),
                        new Console.Messages(mail.desk(), push.notifications()),
                        new Console.Mobile(mobile.desk(), mobile.phones(), mobile.wallet(), this::publicUrl),
                        testAccount,
                        time,
                        parts.hardware.simulator(),
                        commissioning,
                        parts.wires.desk(),
                        new Console.Syncing(hub.desk(), parts.following, parts.following::elsewhere),
                        BoxSystem.of(parts, time)),
                signIn,
                BoxSystem.settings(parts));
        console.mount(endpoints);
        new HealthResource(parts.health).mount(endpoints);
        new SecurityTxt(parts.config.securityContact(), time).mount(endpoints);
        Api.Entrance entrance = Api.mount(
                endpoints,
                new Api.Settings(
                        parts.database,
                        doors,
                        parts.asking.lane,
                        elsewhere,
                        time,
                        parts.config.rateLimit(),
                        new BoxMakeup(version(), parts.wires.kinds()),
                        parts.asking.whatIf,
                        parts.asking.places,
                        images,
                        mobile.desk(),
                        mobile.wallet(),
                        parts.asking.keys,
                        oauth.bearers(),
                        console::operator,
                        new Accounts(Accounts.CUSTOMER, parts.database, Principal::accountId, testAccount::answer),
                        webhooks,
                        parts.following::desk,
                        parts.following::elsewhere,
                        elsewhere.approvals(parts.asking.decisions),
                        parts.asking.decisions,
                        parts.wires.desk().outputs()));
        oauth.mount(endpoints, entrance.tokens());
        new MetricsResource(metrics, entrance.ofAccount()).mount(endpoints);
        mobile.mount(endpoints, time);
        hub.mount(endpoints);
        new HookResource(parts.following.service(), time).mount(endpoints);
        return endpoints;
    }

    private AdmissionDesk admissions(RemoteDoors elsewhere) {
        var admissions = new Admissions(parts.asking.decisions, time);
        return new AdmissionDesk(
                admissions, parts.database.events(), parts.asking.lane, parts.database::awaitDisk, elsewhere);
    }

    private void posted() {
        mail.desk().posted();
    }

    /// The version in the manifest of the jar.
    static String version() {
        String version = Front.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }

    /// Where it is served; null while it is not.
    @Nullable
    String publicUrl() {
        WebServer web = server;
        return web == null ? null : web.publicUrl();
    }

    /// Where it listens; null while it does not.
    @Nullable
    String listens() {
        WebServer web = server;
        return web == null ? null : web.listens();
    }

    /// See [Lintel#next].
    RunOptions next(RunOptions options) {
        WebServer web = server;
        return web == null ? options : options.again(parts.config.listen(), web.httpsPort(), web.httpPort());
    }

    /// What a start says at its end.
    Welcome welcome() {
        Path authority = parts.folder.path().resolve(BoxCertificate.FOLDER).resolve("ca.crt");
        return new Welcome(publicUrl(), parts.hardware.simulator() != null, authority, firstLink.made());
    }

    /// After housekeeping, which might open again what is closed here.
    @Override
    public void close() {
        WebServer web = server;
        ControlServer socket = control;
        try {
            if (socket != null) socket.close();
        } finally {
            closeWeb(web);
        }
    }

    private void closeWeb(@Nullable WebServer web) {
        try {
            parts.following.close(); // forwarded requests end
            mobile.close();
            mail.close();
            push.close();
            webhooks.close(); // first: it can still hear what came of the last ones
            if (web != null) web.close();
        } finally {
            closeRest();
        }
    }

    private void closeRest() {
        try {
            hub.close();
            certificate.close();
            testAccount.close(); // nobody asks it any more
        } finally {
            images.worker().close();
            outbox.close();
            tokens.close();
        }
    }
}
