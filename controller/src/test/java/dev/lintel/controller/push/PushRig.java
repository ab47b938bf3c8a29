package dev.lintel.controller.push;

import dev.lintel.controller.client.HttpSender;
import dev.lintel.controller.client.Sender.Outcome;
import dev.lintel.controller.net.AddressGuard;
import dev.lintel.controller.store.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Time;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.util.List;

/// Notifications that go to a push service of the test.
public final class PushRig {
    static final String CONTACT = "https://door.example";

    private PushRig() {}

    /// The caller closes it before the service.
    public static Push of(DataFolder folder, Database database, PushService service, Time time) {
        return new Push(new Push.Parts(folder, database, sender(service, time), () -> CONTACT, time));
    }

    /// A desk whose push services cannot be reached.
    public static PushDesk away(DataFolder folder, Database database, Time time) {
        return Push.desk(
                folder,
                database,
                (_, done) -> done.accept(Outcome.none("It could not be connected to.")),
                () -> CONTACT,
                time);
    }

    static HttpSender sender(PushService service, Time time) {
        Vertx vertx = service.vertx();
        return new HttpSender(new HttpSender.Parts(
                () -> vertx,
                new AddressGuard(InetAddress::isLoopbackAddress),
                false,
                List.of(service.authority()),
                "Lintel/test",
                InetAddress::getAllByName,
                15_000,
                time));
    }
}
