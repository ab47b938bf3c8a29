package dev.lintel.controller.hub;

import dev.lintel.controller.api.ApiMount;
import dev.lintel.controller.config.MassGuard;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.fleet.BoxStore.Terms;
import dev.lintel.controller.fleet.HubSite;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.people.ImageShelf;
import dev.lintel.controller.server.EventLoops;
import dev.lintel.controller.server.WebServer;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.tls.BoxCertificates;
import dev.lintel.controller.tls.Certificates;
import dev.lintel.controller.tls.TlsException;
import dev.lintel.sync.wire.Wire;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A hub for tests: a real database with [HubSite], a real certificate, a real server, and time that is moved
/// by hand.
final class HubRig implements AutoCloseable {
    private static final long DEADLINE_NS = 10_000_000_000L;

    final HandTime time = new HandTime("2026-11-20T10:00:00Z");
    /// What the hub is told of its own clock, and of the hub that it follows itself.
    volatile boolean clockTrusted = true;

    volatile @Nullable String elsewhere;
    /// Is run whenever the hub asks for its clock.
    volatile Runnable onClock = () -> {};

    final DataFolder folder;
    final Database database;
    final Hub hub;
    final WebServer server;
    final Path authority;

    /// `more`: routes beside the hub's.
    HubRig(Path path, Consumer<Endpoints> more) {
        this(
                path,
                MassGuard.DEFAULT,
                (_, endpoints) -> more.accept(endpoints),
                Runtime.getRuntime().maxMemory());
    }

    /// A hub that clients change people at.
    static HubRig withApi(Path path) {
        return new HubRig(
                path,
                MassGuard.DEFAULT,
                (rig, endpoints) -> ApiMount.mount(endpoints, rig.database, rig.folder, rig.time),
                Runtime.getRuntime().maxMemory());
    }

    HubRig(Path path, MassGuard guard) {
        this(path, guard, (_, _) -> {}, Runtime.getRuntime().maxMemory());
    }

    /// A hub whose process may use so much.
    HubRig(Path path, long heapBytes) {
        this(path, MassGuard.DEFAULT, (_, _) -> {}, heapBytes);
    }

    private HubRig(Path path, MassGuard guard, BiConsumer<HubRig, Endpoints> more, long heapBytes) {
        folder = DataFolder.open(path);
        boolean anew = !path.resolve("lintel.db").toFile().exists();
        database = TestDatabase.open(folder, time);
        if (anew) HubSite.write(database);
        Path tls = folder.folder("tls");
        hub = new Hub(new Hub.Parts(
                database,
                time,
                "1.2.3",
                "The yard",
                () -> "hub1",
                new BoxCertificates(tls, time),
                new ImageShelf(folder),
                guard,
                new Hub.Around(this::isClockTrusted, () -> elsewhere, heapBytes)));
        hub.start();
        var served = served(new Certificates(tls, time, hub::isHub, () -> true));
        authority = served.authority();
        var endpoints = new Endpoints();
        hub.mount(endpoints);
        more.accept(this, endpoints);
        server = WebServer.start(
                EventLoops.start(time),
                new WebServer.Settings("127.0.0.1", 0, 0, served.key(), served.certificate(), null, hub::clients),
                endpoints,
                time);
        hub.onBecome(server::askClients);
    }

    HubRig(Path path) {
        this(path, _ -> {});
    }

    private static Certificates.Served served(Certificates certificates) {
        try {
            return certificates.ensure(new TreeSet<>(List.of("localhost")));
        } catch (TlsException e) { // the test has damaged something
            return Objects.requireNonNull(certificates.standing(), e.getMessage());
        }
    }

    private boolean isClockTrusted() {
        onClock.run();
        return clockTrusted;
    }

    /// A box that has joined under that name, and has come since.
    TestBoxClient join(String name) {
        return join(name, false);
    }

    TestBoxClient join(String name, boolean everything) {
        return join(name, new Terms(everything, false));
    }

    /// A box that the hub does not know.
    TestBoxClient stranger() {
        return new TestBoxClient(server.publicUrl(), authority);
    }

    TestBoxClient join(String name, Terms terms) {
        TestBoxClient box = stranger();
        box.admitted(hub, name, terms);
        if (box.get(Wire.EVENTS).statusCode() != 200) throw new IllegalStateException("it has not joined");
        return box;
    }

    /// Waits until something is so.
    static void await(BooleanSupplier so) {
        var clock = new SystemTime();
        long end = clock.nowNs() + DEADLINE_NS;
        while (!so.getAsBoolean()) {
            if (clock.nowNs() - end > 0) throw new IllegalStateException("it did not become so in 10 s");
            LockSupport.parkNanos(2_000_000);
        }
    }

    @Override
    public void close() {
        server.close();
        hub.close();
        database.close();
        folder.close();
    }
}
