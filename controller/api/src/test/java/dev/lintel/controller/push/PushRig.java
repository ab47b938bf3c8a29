package dev.lintel.controller.push;

import dev.lintel.controller.client.HttpSender;
import dev.lintel.controller.client.Sender;
import dev.lintel.controller.client.Sender.Outcome;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.net.AddressGuard;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PushStore;
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
        return new Push(new Push.Parts(folder, database, sender(service, time), () -> CONTACT, true, time));
    }

    /// As [#of], with another sender.
    static Notifications of(DataFolder folder, Database database, Sender sender, Time time) {
        var parts = new PushSender.Parts(sender, new VapidKey(folder), new PushStore(database), () -> CONTACT, time);
        return Push.notifications(parts, true);
    }

    /// Push services that cannot be reached.
    public static Notifications away(DataFolder folder, Database database, Time time) {
        return of(folder, database, (_, done) -> done.accept(Outcome.none("It could not be connected to.")), time);
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
