package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.Details;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.DeliveryStore;
import dev.lintel.controller.store.DeliveryStore.Attempt;
import dev.lintel.controller.store.EndpointStore;
import dev.lintel.controller.store.EndpointStore.Standing;
import dev.lintel.controller.store.OutboxStore;
import dev.lintel.controller.store.OutboxStore.Item;
import dev.lintel.controller.store.OutboxStore.Matter;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.store.UserStore.NewUser;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.webhook.DeliveryDesk.Whole;
import dev.lintel.controller.webhook.RigWebhooks;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A rig with a developer, and a receiver on this machine that answers what a test says. What was sent before the test
/// is written by the stores; what is sent in it goes by real webhooks, once they are started.
final class DeliveryRig implements AutoCloseable {
    static final String DORA = "dora@example.com";
    private static final long ANSWER_S = 20;

    final Rig rig;
    final long dora;
    /// Bodies that arrived.
    final BlockingQueue<String> posted = new LinkedBlockingQueue<>();

    volatile int status = 200;
    volatile String answer = "thanks";

    private final HttpServer receiver;
    private final Time time;

    DeliveryRig(Path folder, Time time) throws Exception {
        this.time = time;
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            posted.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] text = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        receiver.start();
        rig = new Rig(folder, time, false);
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        dora = developer(DORA);
    }

    long developer(String email) {
        String hash = TestPasswords.quick().hash(Rig.PASSWORD);
        return new UserStore(rig.database)
                .create(NewUser.of(Kind.DEVELOPER, email, hash, 0))
                .id();
    }

    String address() {
        return "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook";
    }

    /// An application that hears of people.
    Application live(String name, long owner) {
        Application made = register(name, owner, address());
        rig.oauth.applications().approve(made.id(), Set.of("account.person"), By.COMMAND_LINE);
        Application live = rig.oauth.applications().setState(made.id(), State.LIVE, By.COMMAND_LINE);
        long olga = Objects.requireNonNull(new UserStore(rig.database).find(Rig.EMAIL))
                .id();
        rig.connect(live, olga, "https://desk.example/back");
        return live;
    }

    Application register(String name, long owner, @Nullable String webhookUrl) {
        var details = new Details(
                name,
                "documented",
                Listing.A,
                webhookUrl,
                List.of("https://desk.example/back"),
                Set.of("account.person"));
        return rig.oauth
                .applications()
                .register(details, false, State.TESTING, new By(DORA, owner))
                .application();
    }

    /// The customer's of an application.
    long endpoint(Application application, Standing standing) {
        return endpoint(EndpointStore.Kind.APPLICATION, application.id(), standing);
    }

    long endpoint(EndpointStore.Kind kind, long owner, Standing standing) {
        return rig.outbox.write(sql -> {
            var key = new EndpointStore.Key(kind, 1, owner);
            long id = EndpointStore.make(sql, key, time.nowMs()).id();
            EndpointStore.keep(sql, id, standing);
            return id;
        });
    }

    /// One that was put together then.
    long delivery(long endpoint, DeliveryStore.State state, long atMs, Attempt... attempts) {
        return rig.outbox.write(sql -> {
            var matter = new Matter(OutboxStore.Type.CREDENTIAL, OutboxStore.Action.UPDATE, 1, 1L);
            var item = new Item(OutboxStore.note(sql, endpoint, matter, atMs), matter, atMs);
            String body = "[{\"action\":\"UPDATE\",\"resource_type\":\"PersonCredential\",\"resource_id\":\"1\"}]";
            long id = DeliveryStore.make(sql, endpoint, List.of(item), RigWebhooks.deflated(body), atMs)
                    .id();
            for (Attempt attempt : attempts) DeliveryStore.attempted(sql, id, attempt);
            if (state != DeliveryStore.State.WAITING) DeliveryStore.end(sql, id, state, atMs);
            return id;
        });
    }

    /// Waits until a delivery has come so far.
    Whole await(long id, DeliveryStore.State state, int attempts) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_S);
        while (true) {
            Whole whole = rig.webhooks.desk().get(id);
            if (whole != null
                    && whole.line().state() == state
                    && whole.attempts().size() >= attempts) return whole;
            assertThat(System.nanoTime()).as("%s", whole).isLessThan(end);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    @Override
    public void close() {
        rig.close();
        receiver.stop(0);
    }
}
