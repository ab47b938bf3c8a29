package dev.lintel.tools.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.OAuth;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.Details;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PermissionStore;
import dev.lintel.controller.store.PermissionStore.Allowed;
import dev.lintel.controller.store.PermissionStore.Code;
import dev.lintel.controller.store.PermissionStore.NewCode;
import dev.lintel.controller.store.PermissionStore.NewPair;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Applications that hear of a box's events, each at an address of its own in this process: some answer at once, the
/// last may be dead, which is that it takes connections and says nothing. Any thread.
final class Listeners implements AutoCloseable {
    private static final String SCOPES = "account.event.access.readonly account.event.perimeters.readonly";
    private static final String BACK = "https://bench.example/back";
    /// Any will do: no user signs in.
    private static final long USER = 1;

    private static final long ACCOUNT = 1;
    private static final Pattern EVENT = Pattern.compile("\"resource_id\":\"([0-9]+)\"");

    private final Time time;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Listener> living = new ArrayList<>();
    private final List<HttpServer> servers = new ArrayList<>();
    private final List<ServerSocket> dead = new ArrayList<>();
    private final List<String> urls = new ArrayList<>();
    private final AtomicLong twice = new AtomicLong();

    /// What one of them has received: when, by event. `this` guards it.
    static final class Listener {
        private final Map<Long, Long> atNs = new HashMap<>();

        synchronized Map<Long, Long> received() {
            return Map.copyOf(atNs);
        }

        synchronized int count() {
            return atNs.size();
        }

        private synchronized boolean first(long event, long ns) {
            return atNs.putIfAbsent(event, ns) == null;
        }
    }

    Listeners(int living, int dead, Time time) {
        this.time = time;
        try {
            for (int i = 0; i < living; i++) urls.add(open());
            for (int i = 0; i < dead; i++) {
                var socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
                this.dead.add(socket);
                urls.add("http://127.0.0.1:" + socket.getLocalPort() + "/hook");
            }
        } catch (IOException e) {
            throw new BenchException("no receiver can be opened", e);
        }
    }

    private String open() throws IOException {
        var listener = new Listener();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/hook", exchange -> receive(listener, exchange));
        server.start();
        living.add(listener);
        servers.add(server);
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
    }

    private void receive(Listener listener, HttpExchange exchange) throws IOException {
        long nowNs = time.nowNs();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
        Matcher event = EVENT.matcher(body);
        while (event.find()) {
            if (!listener.first(Long.parseLong(event.group(1)), nowNs)) twice.incrementAndGet();
        }
    }

    /// Makes `folder` a box's with the demo site, to which no process has come yet.
    static void prepare(Path folder, Time time) {
        try (DataFolder data = DataFolder.open(folder);
                Database database = Database.open(data, time)) {
            new PolicyCatalog(new PolicyStore(database, time), time, _ -> List.of(), _ -> {}).begin(FirstSite.demo());
        }
    }

    /// Registers them with the box on `folder`, which must not run, as users would who have allowed each of them.
    void join(Path folder) {
        try (DataFolder data = DataFolder.open(folder);
                Database database = Database.open(data, time);
                SideDatabase file = SideDatabase.oauth(data)) {
            var oauth = new OAuth(file, database, time);
            for (int i = 0; i < urls.size(); i++) {
                var details =
                        new Details("Listener " + i, "documented", Listing.A, urls.get(i), List.of(BACK), Set.of());
                Application application = oauth.applications()
                        .register(details, false, State.LIVE, By.COMMAND_LINE)
                        .application();
                file.write(sql -> allow(sql, application));
            }
        }
    }

    private long allow(Sql sql, Application application) {
        var tokens = new Tokens();
        Bytes code = Tokens.hash(tokens.make());
        var allowed = new Allowed(application.id(), USER, ACCOUNT, SCOPES);
        PermissionStore.allow(sql, allowed, new NewCode(code, BACK, null), time.nowMs(), 0);
        Code made = Objects.requireNonNull(PermissionStore.code(sql, code));
        PermissionStore.spend(sql, made, time.nowMs());
        var pair = new NewPair(Tokens.hash(tokens.make()), Tokens.hash(tokens.make()), SCOPES);
        PermissionStore.issue(sql, made.permissionId(), pair, time.nowMs());
        return made.permissionId();
    }

    List<Listener> living() {
        return List.copyOf(living);
    }

    /// How often one was told of an event once more.
    long twice() {
        return twice.get();
    }

    @Override
    public void close() {
        for (HttpServer server : servers) server.stop(0);
        threads.close();
        try {
            for (ServerSocket socket : dead) socket.close();
        } catch (IOException e) {
            throw new BenchException("a receiver cannot be closed", e);
        }
    }
}
