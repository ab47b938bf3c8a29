package dev.lintel.controller;

import dev.lintel.controller.api.Accounts;
import dev.lintel.controller.client.HttpSender;
import dev.lintel.controller.client.Sender;
import dev.lintel.controller.config.ControllerConfig;
import dev.lintel.controller.config.ControllerConfig.HardwareKind;
import dev.lintel.controller.oauth.OAuth;
import dev.lintel.controller.push.Push;
import dev.lintel.controller.push.PushContact;
import dev.lintel.controller.server.WebServer;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.webhook.Source;
import dev.lintel.controller.webhook.Webhooks;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Creates webhooks and notifications: the accounts that they report, and the networks that this box may post to.
final class Telling {
    private Telling() {}

    /// What stands beside the box's own database.
    record Beside(SideDatabase outbox, OAuth oauth, TestAccount testAccount) {}

    /// `server`: null until the web is open; nothing is told before.
    static Webhooks webhooks(Front.Parts parts, Beside beside, Supplier<@Nullable WebServer> server, Time time) {
        ControllerConfig config = parts.config();
        var webhooks = new Webhooks(new Webhooks.Parts(
                beside.outbox,
                parts.database(),
                beside.oauth,
                List.of(new Customer(parts.database()), new Test(beside.testAccount)),
                Fetching.guard(config.receivers().networks()),
                // Who tries an integration out has its receiver on the same machine; on a board that is the box itself.
                new Webhooks.Policy(
                        config.hardware() == HardwareKind.SIMULATED,
                        config.receivers().trust()),
                () -> url(server.get()),
                () -> Objects.requireNonNull(server.get(), "nothing is sent before")
                        .vertx(),
                Front.version(),
                time));
        beside.testAccount.tells(webhooks, webhooks::opened);
        parts.health().add("webhooks", webhooks::fault);
        parts.health().add("webhooks.db", beside.outbox::fault);
        return webhooks;
    }

    /// Notifications go to push services of the public Internet, and to receivers that the configuration adds.
    static Push push(Front.Parts parts, Supplier<@Nullable WebServer> server, Time time) {
        ControllerConfig config = parts.config();
        var sender = new HttpSender(new HttpSender.Parts(
                () -> Objects.requireNonNull(server.get(), "the server is not open yet")
                        .vertx(),
                Fetching.guard(config.receivers().networks()),
                config.hardware() == HardwareKind.SIMULATED,
                config.receivers().trust(),
                "Lintel/" + Front.version(),
                InetAddress::getAllByName,
                (int) TimeUnit.SECONDS.toMillis(Sender.LIMIT_S),
                time));
        boolean anyPort = config.hardware() == HardwareKind.SIMULATED
                || !config.receivers().networks().isEmpty();
        var users = new UserStore(parts.database());
        return new Push(new Push.Parts(
                parts.folder(),
                parts.database(),
                sender,
                () -> PushContact.of(config.securityContact(), url(server.get()), users.firstOperator()),
                anyPort,
                time));
    }

    private static @Nullable String url(@Nullable WebServer server) {
        return server == null ? null : server.publicUrl();
    }

    /// The box's own events and changes, which are there as long as the box is.
    private record Customer(Database database) implements Source {
        @Override
        public long accountId() {
            return Accounts.CUSTOMER;
        }

        @Override
        public void open() {}
    }

    /// The test account's. Somebody who is to be told of them opens it, as a request does.
    private record Test(TestAccount account) implements Source {
        @Override
        public long accountId() {
            return Accounts.TEST;
        }

        @Override
        public @Nullable Database database() {
            return account.database();
        }

        @Override
        public void open() {
            account.open(); // why it cannot be is told to those who ask it
        }
    }
}
