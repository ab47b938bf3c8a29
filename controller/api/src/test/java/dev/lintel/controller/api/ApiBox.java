package dev.lintel.controller.api;

import dev.lintel.controller.access.AreaSet;
import dev.lintel.controller.access.Gate;
import dev.lintel.controller.access.Gates;
import dev.lintel.controller.access.HandDecisions;
import dev.lintel.controller.access.HandRules;
import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.access.WhatIf;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.DoorViews;
import dev.lintel.controller.door.Elsewhere;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.http.Shape;
import dev.lintel.controller.http.UpstreamDesk;
import dev.lintel.controller.metrics.Metrics;
import dev.lintel.controller.metrics.MetricsResource;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.mobile.MobileRig;
import dev.lintel.controller.net.AddressGuard;
import dev.lintel.controller.people.ImageFetcher;
import dev.lintel.controller.people.ImageShelf;
import dev.lintel.controller.people.ImageWorker;
import dev.lintel.controller.people.Images;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.PolicySnapshot;
import dev.lintel.controller.server.TestLimits;
import dev.lintel.controller.server.WebServer;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PlaceStore;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.RightsStore;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.tls.ClientTrust;
import dev.lintel.controller.tls.TestTls;
import dev.lintel.controller.wallet.WalletDesk;
import dev.lintel.controller.wallet.WalletRig;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/// A box for tests: a real database, a real certificate, a real server, and clients that trust it. The account is
/// in Europe/Berlin; doors are two fixed pictures.
public final class ApiBox implements AutoCloseable {
    /// Somebody who is signed in to the console.
    static final Principal OPERATOR = new Principal(
            Principal.Kind.SESSION,
            1,
            "session 1",
            1,
            1,
            "ops@example.com",
            Shape.DOCUMENTED,
            Listing.A,
            Scope.ALL,
            true);

    private static final Set<String> AREAS = Set.of("inside", "outside");

    private static final OpenApi OPEN_API = OpenApi.ofProgram();

    /// When each box begins.
    static final String BEGIN = "2026-03-02T10:00:00.123Z";

    public final HandTime time = new HandTime(BEGIN);
    public final Database database;
    final PlaceStore places;
    final Endpoints endpoints = new Endpoints();
    public final WebServer server;
    public final SSLContext trust;
    public final String documentedKey;
    final String sdkKey;
    final String listingBKey;
    /// What the doors look like; two fixed pictures unless a test has doors of its own.
    public final AtomicReference<DoorViews> views = new AtomicReference<>(new FixedDoors());

    /// The channels of which questions hear that they stand unlocked, or that another keeps them shut.
    volatile long unlocked;

    volatile long interlocked;

    /// Where commands go; full unless a test has doors of its own.
    public final AtomicReference<Lane> lane = new AtomicReference<>(_ -> false);

    /// Has seen the answers that this box's clients got.
    final AnswerJudge judge = new AnswerJudge(OPEN_API);

    /// Whom this box follows; nobody unless a test says otherwise.
    final AtomicReference<@org.jspecify.annotations.Nullable UpstreamDesk> following = new AtomicReference<>();
    /// Where people are changed; here unless a test says otherwise.
    final AtomicReference<@org.jspecify.annotations.Nullable String> elsewhere = new AtomicReference<>();
    /// Addresses that images may be fetched from beside public ones.
    final Set<InetAddress> reachable = ConcurrentHashMap.newKeySet();
    /// Makes images when a test has it `work()`.
    final Images images;
    /// The persons who wait for an operator.
    public final FakeApprovals approvals = new FakeApprovals();
    /// The named outputs of the box.
    final FakeOutputs outputs = new FakeOutputs();
    /// The keys of the channels' readers.
    final FakeKeys keys = new FakeKeys();
    /// Whose an access token is.
    final Map<String, Principal> tokens = new ConcurrentHashMap<>();
    /// Who is signed in to the console.
    final AtomicReference<@org.jspecify.annotations.Nullable Principal> operator = new AtomicReference<>();

    /// What `/metrics` tells.
    final Metrics metrics = new Metrics();

    public final Path certificate;
    final Path key;
    /// Hears what is announced, and says which addresses may be posted to.
    final FakeAnnouncements announcements = new FakeAnnouncements();

    private final DataFolder folder;

    public ApiBox(Path path, int ratePerMinute, Consumer<Endpoints> more) {
        ApiBoxTemplate first = ApiBoxTemplate.get();
        folder = DataFolder.open(path.resolve("data"));
        first.copyTo(folder);
        database = Database.open(folder, time);
        places = new PlaceStore(database);
        documentedKey = first.documentedKey();
        sdkKey = first.sdkKey();
        listingBKey = first.listingBKey();
        var served = TestTls.in(folder.folder("tls"));
        certificate = served.certificate();
        key = served.key();
        trust = ClientTrust.in(served.authority());
        images = images();
        Api.Entrance entrance = Api.mount(
                endpoints,
                new Api.Settings(
                        database,
                        new AsHung(views),
                        input -> lane.get().offer(input),
                        Elsewhere.NOWHERE,
                        time,
                        ratePerMinute,
                        new FixedMakeup(),
                        whatIf(),
                        places,
                        images,
                        mobile(),
                        wallet(),
                        keys,
                        tokens::get,
                        _ -> operator.get(),
                        Accounts.customerAlone(database),
                        announcements,
                        following::get,
                        elsewhere::get,
                        approvals,
                        byHand(),
                        outputs));
        endpoints.guard("/oauth/token/info", entrance.tokens());
        new MetricsResource(metrics, entrance.ofAccount()).mount(endpoints);
        more.accept(endpoints);
        server = WebServer.start(TestLimits.unlimited(time), settings(0), endpoints, time);
    }

    /// Phones, as the test has them invited.
    WalletDesk wallet() {
        return WalletRig.desk(database, folder, mobile(), time);
    }

    MobileDesk mobile() {
        return MobileRig.desk(database, folder, MobileRig.BY_CODE, time);
    }

    private Images images() {
        var shelf = new ImageShelf(folder);
        var fetcher = new ImageFetcher(new AddressGuard(reachable::contains), trust::getSocketFactory);
        return new Images(shelf, new ImageWorker(database, shelf, fetcher, time));
    }

    /// Answers from what stands in the database and from the doors' pictures.
    WhatIf whatIf() {
        return new WhatIf(asked());
    }

    /// Decides from the same.
    public HandDecisions byHand() {
        return new HandRules(asked());
    }

    private WhatIf.Parts asked() {
        return new WhatIf.Parts(
                ask -> RightsStore.ask(database, ask),
                () -> ClockReading.trusted(time.now()),
                this::policy,
                gates(),
                places.forQuestions());
    }

    /// As it stands in the database.
    PolicySnapshot policy() {
        return new PolicyCatalog(new PolicyStore(database, time), time, _ -> {}).snapshot();
    }

    /// Where the person is, `inside` or `outside`.
    @org.jspecify.annotations.Nullable
    Place placeOf(long personId) {
        return places.forQuestions().of(personId, new AreaSet(AREAS, List.of()));
    }

    /// The person goes inside.
    void goesInside(long personId, Instant at) {
        places.moved(personId, new Place("inside", at), AREAS);
    }

    private Gates gates() {
        return new Gates() {
            @Override
            public Gate at(long channelId, String side) {
                DoorView door = views.get().of(channelId);
                if (door == null) return Gate.PLAIN;
                return new Gate(door.cardLockdown(), door.tampered(side), door.egressByBox(), door.mode());
            }

            @Override
            public @org.jspecify.annotations.Nullable String unlockedBy(long channelId) {
                return channelId == unlocked ? "mode" : null;
            }

            @Override
            public boolean interlocked(long channelId, String side) {
                return channelId == interlocked;
            }
        };
    }

    public ApiBox(Path path) {
        this(path, 0, _ -> {});
    }

    public WebServer.Settings settings(int httpsPort) {
        return new WebServer.Settings(httpsPort, WebServer.ANY_PORT, key, certificate, null);
    }

    /// A client that shows the key of the documented shape and listing A.
    public ApiClient client() {
        return client(documentedKey);
    }

    /// Its answers are held to the API's own description.
    public ApiClient client(String apiKey) {
        String shape = apiKey.equals(sdkKey) ? "sdk" : "documented";
        return new ApiClient(
                server.publicUrl(),
                trust,
                apiKey,
                (method, path, answer) -> judge.problems(method, path, shape, answer));
    }

    /// A client that shows an access token of these scopes, made for it; held to the description, too.
    public ApiClient bearer(Scope... scopes) {
        return bearer(token("application A", scopes));
    }

    public ApiClient bearer(String token) {
        return ApiClient.bearer(
                server.publicUrl(),
                trust,
                token,
                (method, path, answer) -> judge.problems(method, path, "documented", answer));
    }

    /// Makes an access token of an application.
    String token(String client, Scope... scopes) {
        return tokenOf(1, client, scopes);
    }

    String tokenOf(long user, String client, Scope... scopes) {
        long id = tokens.size() + 1L;
        String token = "token." + id + "~-_+/=";
        var who = new Principal(
                Principal.Kind.TOKEN,
                id,
                client,
                user,
                1,
                "ops@example.com",
                Shape.DOCUMENTED,
                Listing.A,
                Set.of(scopes),
                false);
        tokens.put(token, who);
        return token;
    }

    /// Appends events and waits until they are on disk; returns the last one's id.
    long append(EventDraft... drafts) throws InterruptedException {
        var ids = new ArrayBlockingQueue<Long>(drafts.length);
        for (EventDraft draft : drafts) database.events().append(draft, ids::add);
        long last = 0;
        for (int i = 0; i < drafts.length; i++) {
            Long id = ids.poll(10, TimeUnit.SECONDS);
            if (id == null) throw new IllegalStateException("the log took no event in 10 s");
            last = id;
        }
        return last;
    }

    EventDraft event(EventKind kind, EventDraft.Subject subject) {
        return new EventDraft(kind, time.nowMs(), time.nowNs(), subject, Map.of());
    }

    @Override
    public void close() {
        server.close();
        database.close();
        folder.close();
    }

    /// The pictures that hang there now.
    private record AsHung(AtomicReference<DoorViews> views) implements DoorViews {
        @Override
        public List<DoorView> all() {
            return views.get().all();
        }

        @Override
        public @org.jspecify.annotations.Nullable DoorView of(long channelId) {
            return views.get().of(channelId);
        }

        @Override
        public long revision() {
            return views.get().revision();
        }

        @Override
        public long awaitChange(long revision, long timeoutMs) throws InterruptedException {
            return views.get().awaitChange(revision, timeoutMs);
        }
    }

    record FixedDoors() implements DoorViews {
        private static final List<DoorView> VIEWS = List.of(
                new DoorView(1, 1, "secure", "normal", false, false, Map.of("entry", true)),
                new DoorView(2, 2, "secure", "unlock", true, false, Map.of("entry", false)));

        @Override
        public List<DoorView> all() {
            return VIEWS;
        }

        @Override
        public @org.jspecify.annotations.Nullable DoorView of(long channelId) {
            for (DoorView view : VIEWS) if (view.channelId() == channelId) return view;
            return null;
        }

        @Override
        public long revision() {
            return 1;
        }

        @Override
        public long awaitChange(long revision, long timeoutMs) {
            return 1;
        }
    }
}
