package dev.lintel.controller.hub;

import dev.lintel.controller.fleet.BoxCopies;
import dev.lintel.controller.store.Database;
import java.util.ArrayList;
import java.util.List;

/// The addresses from which boxes opened their links before the hub was restarted. The web server prefers connections
/// from their networks.
public final class LastAddresses {
    private LastAddresses() {}

    /// Of boxes that follow, the latest of each as far as it was stored.
    public static List<String> of(Database database) {
        var addresses = new ArrayList<String>();
        for (BoxCopies.Kept kept : database.read(BoxCopies::kept).values()) {
            BoxIdentity identity = BoxIdentity.parse(kept.name(), kept.runs());
            if (identity != null && !identity.runs.isEmpty())
                addresses.add(identity.runs.getLast().address());
        }
        return addresses;
    }
}
