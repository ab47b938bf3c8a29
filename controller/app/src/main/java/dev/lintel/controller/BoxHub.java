package dev.lintel.controller;

import dev.lintel.controller.acme.BoxCertificate;
import dev.lintel.controller.hub.Hub;
import dev.lintel.controller.hub.LastAddresses;
import dev.lintel.controller.people.Images;
import dev.lintel.controller.server.WebServer;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.ClockTrust;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.BoxCertificates;
import java.util.HexFormat;

/// The wiring of the hub's half of syncing: what it signs with, and what it is called.
final class BoxHub {
    /// Names this Lintel to the boxes that follow it; no secret.
    private static final String ID = "hub-id";

    private static final int ID_BYTES = 12;

    private BoxHub() {}

    static Hub of(Front.Parts parts, Images images, Time time) {
        var hub = new Hub(new Hub.Parts(
                parts.database(),
                time,
                Front.version(),
                parts.config().name(),
                () -> HexFormat.of().formatHex(parts.folder().secret(ID, ID_BYTES)),
                new BoxCertificates(parts.folder().path().resolve(BoxCertificate.FOLDER), time),
                images.shelf(),
                parts.config().massGuard(),
                new Hub.Around(
                        () -> parts.asking().clock().read().trust() == ClockTrust.TRUSTED,
                        parts.following()::elsewhere)));
        parts.health().add("restored hub", hub.desk().restored()::withheldFault);
        parts.health().add("old boxes", hub.desk().restored()::silentFault);
        parts.health().add("proofs of boxes", hub.desk().restored()::proofsFault);
        hub.links().onChange(parts.doors()::touch); // pages that wait for a change of doors see theirs
        return hub;
    }

    /// Has the web server ask clients for certificates once this becomes a hub.
    static void serve(Hub hub, WebServer server, Runnable lookAtCertificate) {
        hub.onBecome(() -> {
            lookAtCertificate.run();
            server.askClients();
        });
    }

    /// Has the web server prefer the networks from which boxes came before this start.
    static void remember(Database database, WebServer server) {
        server.rememberBoxes(LastAddresses.of(database));
    }
}
