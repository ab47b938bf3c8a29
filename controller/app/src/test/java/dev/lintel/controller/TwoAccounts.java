package dev.lintel.controller;

import dev.lintel.controller.access.DecisionThread;
import dev.lintel.controller.action.OutputDesk;
import dev.lintel.controller.api.Accounts;
import dev.lintel.controller.api.Announcements;
import dev.lintel.controller.api.Api;
import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.board.BoxMakeup;
import dev.lintel.controller.commission.KeyFiles;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.DemoConfig;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.DoorLane;
import dev.lintel.controller.door.Elsewhere;
import dev.lintel.controller.door.LateLane;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.metrics.Metrics;
import dev.lintel.controller.metrics.MetricsResource;
import dev.lintel.controller.mobile.MobileRig;
import dev.lintel.controller.net.AddressGuard;
import dev.lintel.controller.people.ImageFetcher;
import dev.lintel.controller.people.ImageShelf;
import dev.lintel.controller.people.ImageWorker;
import dev.lintel.controller.people.Images;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.server.EventLoops;
import dev.lintel.controller.server.WebServer;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.tls.Certificates;
import dev.lintel.controller.tls.ClientTrust;
import dev.lintel.controller.tls.TestTls;
import dev.lintel.controller.wallet.WalletDesk;
import dev.lintel.controller.wallet.WalletRig;
import dev.lintel.controller.wiring.DoorWorks;
import dev.lintel.controller.wiring.KeyRing;
import dev.lintel.controller.wiring.ReaderKeys;
import dev.lintel.controller.wiring.VirtualDoorways;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/// A box with the demo's two doors and the test account beside it, each with threads and a database of its own, behind
/// one server over TLS. Which account somebody belongs to goes by their key. Time moves by hand.
final class TwoAccounts implements AutoCloseable {
    static final int RATE = 50;

    final HandTime time = new HandTime("2026-03-02T10:00:00Z"); // a Monday
    final Database database;
    final DoorBoard board = new DoorBoard();
    final VirtualDoorways doorways;
    final TestAccount account;
    private final DataFolder folder;
    private final DoorLane lane;
    private final DecisionThread decisions;
    private final WebServer server;
    private final SSLContext trust;
    private final String customerKey;
    private final String testKey;
    private final String strangersKey;

    TwoAccounts(Path path) {
        folder = DataFolder.open(path);
        database = TestDatabase.open(folder, time);
        var policy = new PolicyCatalog(new PolicyStore(database, time), time, _ -> {});
        if (policy.begin(FirstSite.demo())) addUser();
        ControllerConfig wiring = DemoConfig.create();
        doorways = new VirtualDoorways(wiring, time);
        var late = new LateLane();
        var ground = new DoorWorks.Ground(
                wiring,
                database,
                database.events(),
                policy,
                doorways,
                board,
                () -> ClockReading.trusted(time.now()),
                time);
        var works = new DoorWorks(ground, late, TwoAccounts::fail);
        works.open(doorways);
        lane = new DoorLane(works.doors(), time, _ -> {});
        late.runs(lane);
        decisions = new DecisionThread(works.decisions());
        works.start();
        customerKey = database.apiKeys().create(1, "documented", Listing.A);
        testKey = database.apiKeys().create(1, "documented", Listing.A);
        long testKeyId = database.read(sql -> sql.get("SELECT max(id) FROM api_key", row -> row.number(1)));
        strangersKey = database.apiKeys().create(1, "documented", Listing.A);
        account = new TestAccount(
                new TestAccount.Parts(folder, database, "test", () -> "https://lobby.example:8443", time));
        var endpoints = new Endpoints();
        Api.Entrance entrance = Api.mount(
                endpoints,
                new Api.Settings(
                        database,
                        board,
                        late,
                        Elsewhere.NOWHERE,
                        time,
                        RATE,
                        new BoxMakeup("test", _ -> null),
                        works.whatIf(),
                        works.places(),
                        images(),
                        MobileRig.desk(database, folder, MobileRig.BY_CODE, time),
                        wallet(),
                        noKeys(path),
                        _ -> null,
                        _ -> null,
                        accounts(database, account, testKeyId),
                        Announcements.NONE,
                        () -> null,
                        () -> null,
                        works.decisions(),
                        works.decisions(),
                        OutputDesk.NONE));
        new MetricsResource(new Metrics(), entrance.ofAccount()).mount(endpoints);
        var served = served();
        trust = ClientTrust.in(served.authority());
        server = start(served, endpoints);
    }

    private WalletDesk wallet() {
        return WalletRig.desk(database, folder, MobileRig.desk(database, folder, MobileRig.BY_CODE, time), time);
    }

    private static void fail(RuntimeException fault) {
        throw fault;
    }

    private WebServer start(Certificates.Served served, Endpoints endpoints) {
        return WebServer.start(
                EventLoops.start(time),
                new WebServer.Settings(0, WebServer.ANY_PORT, served.key(), served.certificate(), null),
                endpoints,
                time);
    }

    private static KeyRing noKeys(Path path) {
        return new KeyRing(new KeyFiles(path), List.of(), new ReaderKeys(Map.of(), List.of(), Set.of()), _ -> {});
    }

    private static Accounts accounts(Database database, TestAccount account, long testKeyId) {
        return new Accounts(
                Accounts.CUSTOMER, database, who -> accountOf(who.credentialId() - testKeyId), account::answer);
    }

    private Certificates.Served served() {
        return TestTls.in(folder.folder("tls"));
    }

    /// By where a key was made: before the test account's, it, or after it.
    private static long accountOf(long place) {
        return place < 0 ? Accounts.CUSTOMER : place == 0 ? Accounts.TEST : Accounts.TEST + 1;
    }

    private void addUser() {
        database.write(sql -> sql.run("INSERT INTO user (id, account_id, email, first_name, last_name, created_at,"
                + " updated_at) VALUES (1, 1, 'ops@example.com', 'Olga', 'Ops', 0, 0)"));
    }

    private Images images() {
        var shelf = new ImageShelf(folder);
        var fetcher =
                new ImageFetcher(new AddressGuard(_ -> false), () -> (SSLSocketFactory) SSLSocketFactory.getDefault());
        return new Images(shelf, new ImageWorker(database, shelf, fetcher, time));
    }

    ApiClient customer() {
        return new ApiClient(server.publicUrl(), trust, customerKey);
    }

    ApiClient developer() {
        return new ApiClient(server.publicUrl(), trust, testKey);
    }

    /// Of an account that this box has not.
    ApiClient stranger() {
        return new ApiClient(server.publicUrl(), trust, strangersKey);
    }

    /// A door's exit that runs would be waited for, by a clock that stands still.
    @Override
    public void close() {
        server.close();
        account.events(false);
        time.advance(Duration.ofMinutes(1));
        account.close();
        decisions.close();
        lane.close();
        database.close();
        folder.close();
    }
}
