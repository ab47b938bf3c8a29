package dev.lintel.controller.console;

import dev.lintel.controller.access.AdmissionDesk;
import dev.lintel.controller.access.ApprovalDesk;
import dev.lintel.controller.api.PeopleExport;
import dev.lintel.controller.api.PeopleImport;
import dev.lintel.controller.commission.Commissioning;
import dev.lintel.controller.commission.LetIn;
import dev.lintel.controller.commission.WireDesk;
import dev.lintel.controller.console.Gate.Who;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.evacuation.Evacuations;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.http.Shape;
import dev.lintel.controller.hub.HubDesk;
import dev.lintel.controller.mail.MailDesk;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.mobile.PhoneDesk;
import dev.lintel.controller.oauth.OAuth;
import dev.lintel.controller.push.Notifications;
import dev.lintel.controller.store.ConsoleStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.SessionStore;
import dev.lintel.controller.store.SessionStore.Session;
import dev.lintel.controller.store.TotpStore;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.sync.Membership;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.wallet.WalletDesk;
import dev.lintel.controller.webhook.DeliveryDesk;
import dev.lintel.reader.hardware.Simulator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The pages, put together. Made and mounted once by the wiring.
public final class Console {
    /// Where a developer is led after signing in, instead of the live page.
    static final String DEVELOPER_HOME = DeveloperPages.PATH;

    private final Pages pages;
    private final Sessions sessions;
    private final Gate gate;
    private final SignInPages signIn;
    private final LinkPages links;
    private final AccountPages account;
    private final UsersPages users;
    private final ApplicationSide applications;
    private final LiveStream live;
    private final Assets assets = new Assets();
    private final BoxesPages boxes;
    private final FollowingPages following;
    private final CommissionSteps commission;
    private final DoorDesk desk;
    private final PeoplePage people;
    private final @Nullable SimPage sim;
    private final SystemPages system;
    private final OutboxPages outbox;
    private final PhonePages phone;
    private final PhonesPages phones;
    private final PassPages passes;
    private final ThreatPages threats;
    private final EvacuationPages evacuation;
    private final AreaList areas;
    private final ApprovalList approvals;

    /// What the pages show and act on. `doors` and `log` are read, never changed, but for the audit of new users.
    ///
    /// @param orders what operators tell doors
    /// @param admissions lets people in by hand
    /// @param approvals has those who wait for an operator
    /// @param oauth has the applications
    /// @param deliveries what they are told
    /// @param messages emails and notifications
    /// @param mobile their phones
    /// @param testDoors the account that they are tried out with
    public record Parts(
            Database database,
            EventLog log,
            DoorViews doors,
            DoorOrders orders,
            AdmissionDesk admissions,
            ApprovalDesk approvals,
            OAuth oauth,
            DeliveryDesk deliveries,
            Messages messages,
            Mobile mobile,
            TestDoors testDoors,
            Time time,
            @Nullable Simulator simulator,
            Commissioning commissioning,
            WireDesk wires,
            Syncing syncing,
            SystemPages.Machinery machinery) {}

    /// Emails and notifications: they reach people who have no page open.
    ///
    /// @param mail the letters to people
    /// @param notifications in the browsers of users
    public record Messages(MailDesk mail, Notifications notifications) {}

    /// Phones as keys.
    ///
    /// @param desk invites and revokes them
    /// @param phones answers them
    /// @param wallet makes passes for their wallets
    /// @param url where this box is reached; null: nowhere yet
    public record Mobile(MobileDesk desk, PhoneDesk phones, WalletDesk wallet, Supplier<@Nullable String> url) {}

    /// Both sides of following.
    ///
    /// @param hub the boxes that follow this one
    /// @param following the hub that this one follows
    /// @param elsewhere where policy and people are changed, in a sentence; null: here
    public record Syncing(HubDesk hub, Membership following, Supplier<@Nullable String> elsewhere) {}

    /// Who may sign in and how that is checked: shared with the wiring, which makes the first administrator too, and
    /// with the command line.
    public record SignIn(
            Administrators administrators, SetupLinks links, Passwords passwords, SlowDown slowDown, UserDesk desk) {}

    /// How the pages behave.
    ///
    /// @param boxName shown on every page
    /// @param publicCertificate the certificate is one that browsers trust by themselves (see [Pages])
    /// @param loopbackOnly the server listens on loop-back alone: `/sim` then needs no sign-in
    /// @param broken what the box had to start without, said on every page; null: nothing
    public record Settings(
            String boxName,
            boolean publicCertificate,
            boolean loopbackOnly,
            @Nullable String broken) {
        /// Of a box that has all.
        public Settings(String boxName, boolean publicCertificate, boolean loopbackOnly) {
            this(boxName, publicCertificate, loopbackOnly, null);
        }
    }

    public Console(Parts parts, SignIn access, Settings settings) {
        var names = new ConsoleStore(parts.database);
        var events = new EventFeed(new EventStore(parts.database), names);
        Simulator simulator = parts.simulator;
        pages = new Pages(settings, simulator != null, links(parts));
        sessions = new Sessions(new SessionStore(parts.database), parts.time);
        gate = new Gate(sessions, pages);
        var forms = new FormGuard();
        var userStore = new UserStore(parts.database);
        var totp = new TotpStore(parts.database);
        var audit = new UserAudit(parts.log, parts.time);
        var check = new PasswordCheck(new PasswordCheck.Parts(
                userStore, totp, access.passwords, access.slowDown, sessions, audit, parts.time));
        signIn = new SignInPages(
                new SignInPages.Parts(pages, sessions, userStore, check, new HalfSignIns(parts.time), forms));
        links = new LinkPages(new LinkPages.Parts(
                pages,
                access.administrators,
                access.links,
                access.desk,
                access.passwords,
                forms,
                signIn,
                () -> parts.commissioning.isNew() ? CommissionPages.PATH : "/"));
        var moments = new Moments(parts.database);
        account = new AccountPages(new AccountPages.Parts(
                pages,
                sessions,
                userStore,
                totp,
                parts.database.apiKeys(),
                check,
                access.desk,
                audit,
                new NotificationPages(parts.messages.notifications(), pages, settings.boxName),
                moments,
                parts.time,
                settings.boxName));
        users = new UsersPages(pages, access.desk, access.links, moments, new OwnPassword(userStore, check));
        applications = ApplicationSide.of(pages, sessions, parts, userStore, moments);
        live = new LiveStream(
                parts.log, events, new LiveStream.Shown(parts.doors, parts.wires.outputs()), names, parts.time::nowNs);
        var letIn = new LetIn(parts.admissions, parts.database, parts.time);
        desk = new DoorDesk(parts.orders, parts.doors, letIn, parts.wires.outputs());
        commission = CommissionSteps.of(pages, parts, letIn, moments);
        people = people(parts);
        boxes = boxes(parts, moments, names);
        following = new FollowingPages(new FollowingPages.Parts(
                pages, parts.syncing.following, parts.syncing.elsewhere, parts.database, moments, parts.time));
        system = new SystemPages(new SystemPages.Parts(pages, parts.machinery, moments, audit, parts.time));
        phone = new PhonePages(pages, parts.mobile.phones(), settings.boxName, parts.time);
        phones = new PhonesPages(new PhonesPages.Parts(pages, parts.mobile, moments, parts.database));
        threats = new ThreatPages(pages, parts.database, parts.orders, moments);
        evacuation = new EvacuationPages(pages, new Evacuations(parts.database, parts.doors, parts.orders));
        areas = new AreaList(parts.database, parts.time);
        approvals = new ApprovalList(parts.approvals, parts.time);
        passes = new PassPages(pages, parts.mobile.wallet(), parts.time);
        outbox = new OutboxPages(new OutboxPages.Parts(pages, parts.messages.mail(), audit, moments));
        sim = simulator == null ? null : sim(simulator, parts, events, settings.loopbackOnly);
    }

    private PeoplePage people(Parts parts) {
        var intake = new PeopleImport(parts.database, parts.time, parts.syncing.elsewhere);
        return new PeoplePage(pages, intake, new PeopleExport(parts.database));
    }

    private static Pages.Links links(Parts parts) {
        return new Pages.Links(
                parts.oauth::waiting, parts.messages.mail()::failed, parts.syncing.hub::isHub, parts.syncing.elsewhere);
    }

    private SimPage sim(Simulator simulator, Parts parts, EventFeed events, boolean loopbackOnly) {
        var names = new ConsoleStore(parts.database);
        return new SimPage(
                new SimPage.Parts(simulator, parts.doors, parts.log, events, names, pages, sessions, loopbackOnly));
    }

    private BoxesPages boxes(Parts parts, Moments moments, ConsoleStore names) {
        return new BoxesPages(
                new BoxesPages.Parts(pages, parts.syncing.hub, names, moments, parts.time, parts.syncing.elsewhere));
    }

    public void mount(Endpoints endpoints) {
        signIn.mount(endpoints, gate);
        links.mount(endpoints);
        account.mount(endpoints, gate);
        users.mount(endpoints, gate);
        applications.mount(endpoints, gate);
        boxes.mount(endpoints, gate);
        following.mount(endpoints, gate);
        commission.mount(endpoints, gate);
        system.mount(endpoints, gate);
        outbox.mount(endpoints, gate);
        phone.mount(endpoints);
        phones.mount(endpoints, gate);
        passes.mount(endpoints);
        threats.mount(endpoints, gate);
        evacuation.mount(endpoints, gate);
        areas.mount(endpoints, gate);
        endpoints.on(Method.GET, "/", gate.page(Who.ANYONE, (_, session) -> home(session)));
        endpoints.on(
                Method.GET,
                "/live/stream",
                gate.call((request, _) -> live.open(request, () -> gate.lets(Who.HOUSE, request))));
        endpoints.on(Method.GET, "/live/session", gate.call((_, _) -> new Reply.NoContent()));
        desk.mount(endpoints, gate);
        approvals.mount(endpoints, gate);
        people.mount(endpoints, gate);
        endpoints.on(Method.GET, "/assets/:name", this::asset);
        new ReferencePage(pages).mount(endpoints);
        if (sim != null) sim.mount(endpoints, gate);
    }

    private Reply home(Session session) {
        return session.kind().isOfHouse() ? pages.live(session, threats.raised()) : pages.redirect(DEVELOPER_HOME);
    }

    /// Who is signed in by the request's cookie, for what the API shows to people of the customer's account, too.
    public @Nullable Principal operator(Request request) {
        var session = sessions.of(request);
        if (session == null || !session.kind().isOfHouse()) return null;
        return new Principal(
                Principal.Kind.SESSION,
                session.userId(),
                Principal.Kind.SESSION.named(session.userId()),
                session.userId(),
                session.accountId(),
                session.email(),
                Shape.DOCUMENTED,
                Listing.A,
                Scope.ALL,
                session.kind() == UserStore.Kind.OPERATOR);
    }

    private Reply asset(Request request) {
        Reply asset = assets.get(request.variable("name"));
        return asset == null ? new Reply.NotFound("file") : pages.guarded(asset);
    }
}
