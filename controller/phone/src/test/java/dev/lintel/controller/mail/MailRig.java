package dev.lintel.controller.mail;

import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.Time;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Mail in a test: nobody carries it but who asks for it.
public final class MailRig {
    private MailRig() {}

    /// A desk on that database.
    ///
    /// @param server null: there is none
    public static MailDesk desk(Database database, @Nullable String server, Time time) {
        var letters = new Letters("Lobby", Map.of());
        var postman = new Postman(new Postman.Parts(database, null, letters, "lobby.example", time));
        return new MailDesk(database, postman, letters, server, time);
    }
}
