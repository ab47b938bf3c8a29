package dev.lintel.controller.webhook;

import dev.lintel.controller.net.AddressGuard;
import dev.lintel.controller.oauth.OAuth;
import dev.lintel.controller.server.WebServer;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.time.Time;
import dev.lintel.reader.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Webhooks of a test's box: they post to this machine alone, and tell of the customer's account.
public final class RigWebhooks {
    private RigWebhooks() {}

    /// Made, and not started.
    ///
    /// @param server asked once they are started
    public static Webhooks of(
            SideDatabase outbox, Database box, OAuth oauth, Supplier<@Nullable WebServer> server, Time time) {
        return new Webhooks(new Webhooks.Parts(
                outbox,
                box,
                oauth,
                List.of(new House(box)),
                new AddressGuard(_ -> false),
                new Webhooks.Policy(true, List.of()),
                () -> "https://box.example",
                () -> Objects.requireNonNull(server.get()).vertx(),
                "test",
                time));
    }

    /// A body as it is stored.
    public static Bytes deflated(String body) {
        return Bodies.deflated(body.getBytes(StandardCharsets.UTF_8));
    }

    private record House(Database database) implements Source {
        @Override
        public long accountId() {
            return 1;
        }

        @Override
        public void open() {}
    }
}
