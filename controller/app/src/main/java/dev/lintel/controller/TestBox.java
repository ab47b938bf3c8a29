package dev.lintel.controller;

import dev.lintel.controller.access.DecisionThread;
import dev.lintel.controller.action.OutputDesk;
import dev.lintel.controller.api.Accounts;
import dev.lintel.controller.api.Announcements;
import dev.lintel.controller.api.Api;
import dev.lintel.controller.commission.KeyFiles;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.door.DoorBoard;
import dev.lintel.controller.door.DoorLane;
import dev.lintel.controller.door.Elsewhere;
import dev.lintel.controller.door.LateLane;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.health.Health;
import dev.lintel.controller.health.Housekeeping;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.mobile.MobileDesk;
import dev.lintel.controller.net.AddressGuard;
import dev.lintel.controller.people.ImageFetcher;
import dev.lintel.controller.people.ImageShelf;
import dev.lintel.controller.people.ImageWorker;
import dev.lintel.controller.people.Images;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.readers.Makeup;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.EventTrim;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.time.ClockReading;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.wiring.DoorWorks;
import dev.lintel.controller.wiring.KeyRing;
import dev.lintel.controller.wiring.ReaderKeys;
import dev.lintel.controller.wiring.VirtualDoorways;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// The test account, opened: a box in the box, made of the same parts as [Lintel]'s, on doorways that are not there. It
/// shares with the real one the clock and nothing else: neither database, lane, decision thread nor hardware. It has no
/// watchdog, and the end of a thread of its is told by [#broken], for no fault of it may end the process.
final class TestBox implements AutoCloseable {
    /// Two weeks of a scene a minute, at two or three events each.
    static final long EVENTS_KEPT = 50_000;
    /// The database: 40 MB of events, and room for 100,000 people. A client that writes for ever meets its own end
    /// before the disk's.
    private static final long BYTES_MAX = 256L << 20;
    /// The pictures: a thousand of them. They lie on the customer's disk.
    private static final long IMAGE_BYTES_MAX = 64L << 20;

    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration TRIM_AFTER = Duration.ofMinutes(1);
    private static final Duration TRIM_EVERY = Duration.ofHours(6);
    private static final Logger LOG = System.getLogger(TestBox.class.getName());

    private final Time time;
    private final Deque<AutoCloseable> closing = new ArrayDeque<>();
    private final Endpoints api = new Endpoints();
    private final AtomicReference<@Nullable String> broken = new AtomicReference<>();
    private @Nullable VirtualDoorways doorways;
    private @Nullable Database database;

    /// What it is opened with.
    ///
    /// @param path its folder
    /// @param users where those who sign in are
    /// @param version of this program
    /// @param url where this box is reached; null: nowhere yet
    /// @param events whether something is to happen by itself
    /// @param announcements tells others of what happens
    record Parts(
            Path path,
            Database users,
            String version,
            Supplier<@Nullable String> url,
            BooleanSupplier events,
            Announcements announcements,
            Time time) {}

    private TestBox(Time time) {
        this.time = time;
    }

    /// Throws whatever the folder or the database says, with everything closed again.
    static TestBox open(Parts parts) {
        var box = new TestBox(parts.time);
        try {
            box.openAll(parts);
            return box;
        } catch (RuntimeException e) { // half a box must not stay behind
            box.close();
            throw e;
        }
    }

    private void openAll(Parts parts) {
        var folder = closed(DataFolder.open(parts.path));
        var opened = closed(Database.open(folder, time));
        database = opened;
        opened.growTo(BYTES_MAX);
        ControllerConfig wiring = TestSite.wiring();
        var onPolicy = new AtomicReference<@Nullable DoorWorks>();
        var policy = new PolicyCatalog(new PolicyStore(opened, time), time, _ -> {
            DoorWorks running = onPolicy.get();
            if (running != null) running.onPolicy();
        });
        if (!policy.begun()) policy.begin(TestSite.first());
        var hung = closed(new VirtualDoorways(wiring, time));
        doorways = hung;
        var board = new DoorBoard();
        var lane = new LateLane();
        var ground = new DoorWorks.Ground(
                wiring, opened, opened.events(), policy, hung, board, () -> ClockReading.trusted(time.now()), time);
        var works = new DoorWorks(ground, lane, e -> LOG.log(Level.ERROR, "a test decision failed", e));
        works.open(hung);
        var running = new DoorLane(
                works.doors(), time, e -> LOG.log(Level.ERROR, "a test door broke down", e), thread("test-door-lane"));
        lane.runs(closed(running));
        closed(new DecisionThread(works.decisions(), thread("test-decision")));
        onPolicy.set(works);
        works.start();
        Api.mountResources(api, settings(parts, new Doors(folder, opened, board, lane, works, wiring)));
        keepHouse(parts, opened, works, hung);
    }

    /// What its API is made of.
    private record Doors(
            DataFolder folder,
            Database database,
            DoorBoard board,
            LateLane lane,
            DoorWorks works,
            ControllerConfig wiring) {}

    private Api.Settings settings(Parts parts, Doors doors) {
        MobileDesk mobile = BoxMobile.ofTest(doors.folder, doors.database, time);
        return new Api.Settings(
                doors.database,
                doors.board,
                doors.lane,
                Elsewhere.NOWHERE,
                time,
                0, // counted where they sign in
                new Nowhere(parts.version, doors.wiring),
                doors.works.whatIf(),
                doors.works.places(),
                images(doors.folder, doors.database),
                mobile,
                BoxMobile.passesOfTest(doors.folder, doors.database, mobile, parts.url, time),
                keys(doors.folder),
                _ -> null, // tokens are known where they sign in
                _ -> null, // operators look after real people
                Accounts.signedInElsewhere(Accounts.TEST, parts.users),
                parts.announcements,
                () -> null,
                () -> null,
                doors.works.decisions(),
                doors.works.decisions(),
                OutputDesk.NONE);
    }

    /// No reader here has a key: the same answer as for such a reader anywhere.
    private static KeyRing keys(DataFolder folder) {
        var files = new KeyFiles(folder.path().resolve("keys"));
        return new KeyRing(files, List.of(), new ReaderKeys(Map.of(), List.of(), Set.of()), _ -> {});
    }

    /// Fetched from public addresses only: what the customer's network holds is no matter of a developer's.
    private Images images(DataFolder folder, Database opened) {
        var shelf = new ImageShelf(folder, IMAGE_BYTES_MAX);
        var fetcher =
                new ImageFetcher(new AddressGuard(_ -> false), () -> (SSLSocketFactory) SSLSocketFactory.getDefault());
        return new Images(shelf, closed(new ImageWorker(opened, shelf, fetcher, time).start()));
    }

    private void keepHouse(Parts parts, Database opened, DoorWorks works, VirtualDoorways hung) {
        var housekeeping = closed(new Housekeeping(new Health(), "test-housekeeping"));
        var events = new TestEvents(hung, time, parts.events);
        housekeeping.every("test events", TICK, TICK, events::step);
        housekeeping.every("test rules", TICK, TICK, works::catchUp);
        housekeeping.every("test log", TRIM_AFTER, TRIM_EVERY, () -> EventTrim.trim(opened, EVENTS_KEPT));
    }

    /// The process goes on without it.
    private Thread.Builder thread(String name) {
        return Thread.ofPlatform().name(name).daemon(true).uncaughtExceptionHandler((_, fault) -> {
            LOG.log(Level.ERROR, name + " ended", fault);
            isBroken("a thread of it ended");
        });
    }

    /// Answers requests that are signed in, with the account's own resources.
    Endpoints api() {
        return api;
    }

    /// Why it is of no use any more, and to be opened anew; null while it works. Any thread.
    @Nullable
    String broken() {
        return broken.get();
    }

    void isBroken(String why) {
        broken.compareAndSet(null, why);
    }

    /// For tests.
    VirtualDoorways doorways() {
        if (doorways == null) throw new IllegalStateException("open() returns opened boxes only");
        return doorways;
    }

    Database database() {
        if (database == null) throw new IllegalStateException("open() returns opened boxes only");
        return database;
    }

    /// In the reverse order of opening: what makes events first, the folder last.
    @Override
    public void close() {
        while (!closing.isEmpty()) {
            try {
                closing.pop().close();
            } catch (Exception e) { // AutoCloseable's declaration; one part's failure must not keep another open
                LOG.log(Level.ERROR, "a part of the test account did not close", e);
            }
        }
    }

    private <T extends AutoCloseable> T closed(T part) {
        closing.push(part);
        return part;
    }

    /// Of this board a developer learns the version alone.
    private record Nowhere(String version, ControllerConfig wiring) implements Makeup {
        @Override
        public Board board() {
            return new Board(version, "", "");
        }

        @Override
        public ReaderKind reader(long channelId) {
            return new ReaderKind(
                    "Wiegand",
                    wiring.channels()
                            .getFirst()
                            .readers()
                            .values()
                            .iterator()
                            .next()
                            .formats()
                            .list(),
                    "");
        }
    }
}
