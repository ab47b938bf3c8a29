package dev.lintel.controller.console;

import dev.lintel.controller.access.AdmissionDesk;
import dev.lintel.controller.api.Endpoints;
import dev.lintel.controller.api.Method;
import dev.lintel.controller.api.PeopleExport;
import dev.lintel.controller.api.PeopleImport;
import dev.lintel.controller.api.Principal;
import dev.lintel.controller.api.Reply;
import dev.lintel.controller.api.Request;
import dev.lintel.controller.api.Scope;
import dev.lintel.controller.api.Shape;
import dev.lintel.controller.door.DoorOrders;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.event.EventLog;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.store.ConsoleStore;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.SessionStore;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.hardware.Simulator;
import org.jspecify.annotations.Nullable;

/// The pages, put together. Made and mounted once by the wiring.
public final class Console {
    private final Pages pages;
    private final Sessions sessions;
    private final Gate gate;
    private final SignInPages signIn;
    private final LiveStream live;
    private final Assets assets = new Assets();
    private final DoorDesk desk;
    private final PeoplePage people;
    private final @Nullable SimPage sim;

    /// What the pages show and act on. `doors` and `log` are read, never changed, but for the audit of new users;
    /// `orders` is what operators tell doors, `admissions` lets people in by hand.
    public record Parts(
            Database database,
            EventLog log,
            DoorViews doors,
            DoorOrders orders,
            AdmissionDesk admissions,
            Time time,
            @Nullable Simulator simulator) {}

    /// Who may sign in and how that is checked: shared with the wiring, which makes the first administrator too.
    public record SignIn(Administrators administrators, SetupLinks links, Passwords passwords) {}

    /// How the pages behave.
    ///
    /// @param boxName shown on every page
    /// @param publicCertificate the certificate is one that browsers trust by themselves (see [Pages])
    /// @param loopbackOnly the server listens on loop-back alone: `/sim` then needs no sign-in
    public record Settings(String boxName, boolean publicCertificate, boolean loopbackOnly) {}

    public Console(Parts parts, SignIn access, Settings settings) {
        var names = new ConsoleStore(parts.database);
        var events = new EventFeed(new EventStore(parts.database), names);
        Simulator simulator = parts.simulator;
        pages = new Pages(settings.boxName, simulator != null, settings.publicCertificate);
        sessions = new Sessions(new SessionStore(parts.database), parts.time);
        gate = new Gate(sessions);
        signIn = new SignInPages(new SignInPages.Parts(
                pages,
                sessions,
                new UserStore(parts.database),
                access.passwords,
                access.administrators,
                access.links,
                new SlowDown(parts.time)));
        live = new LiveStream(parts.log, events, parts.doors, names, parts.time::nowNs);
        desk = new DoorDesk(parts.orders, parts.doors, new LetIn(parts.admissions, parts.database, parts.time));
        people = new PeoplePage(pages, new PeopleImport(parts.database, parts.time), new PeopleExport(parts.database));
        sim = simulator == null
                ? null
                : new SimPage(new SimPage.Parts(
                        simulator, parts.doors, parts.log, events, names, pages, sessions, settings.loopbackOnly));
    }

    public void mount(Endpoints endpoints) {
        signIn.mount(endpoints, gate);
        endpoints.on(Method.GET, "/", gate.page((_, session) -> pages.live(session)));
        endpoints.on(
                Method.GET,
                "/live/stream",
                gate.call((request, _) -> live.open(request, () -> sessions.of(request) != null)));
        endpoints.on(Method.GET, "/live/session", gate.call((_, _) -> new Reply.NoContent()));
        desk.mount(endpoints, gate);
        people.mount(endpoints, gate);
        endpoints.on(Method.GET, "/assets/:name", this::asset);
        new ReferencePage(pages).mount(endpoints);
        if (sim != null) sim.mount(endpoints, gate);
    }

    /// Who is signed in by the request's cookie, for what the API shows to operators, too.
    public @Nullable Principal operator(Request request) {
        var session = sessions.of(request);
        if (session == null) return null;
        return new Principal(
                Principal.Kind.SESSION,
                session.userId(),
                Principal.Kind.SESSION.named(session.userId()),
                session.userId(),
                Principal.ACCOUNT,
                session.email(),
                Shape.DOCUMENTED,
                Listing.A,
                Scope.ALL);
    }

    private Reply asset(Request request) {
        Reply asset = assets.get(request.variable("name"));
        return asset == null ? new Reply.NotFound("file") : pages.guarded(asset);
    }
}
