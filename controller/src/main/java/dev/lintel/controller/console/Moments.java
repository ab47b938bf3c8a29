package dev.lintel.controller.console;

import dev.lintel.controller.store.AccountStore;
import dev.lintel.controller.store.Database;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Times as pages write them, in the zone of the customer's account. Reads the store; any thread but an event loop.
final class Moments {
    private static final DateTimeFormatter WORDS = DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm", Locale.ENGLISH);

    private final Database database;

    Moments(Database database) {
        this.database = database;
    }

    /// The zone as it is now: to be asked for once a page.
    ZoneId zone() {
        return database.read(AccountStore::zone);
    }

    /// Such as `22 Nov 2026, 11:10`.
    static String words(long ms, ZoneId zone) {
        return WORDS.format(Instant.ofEpochMilli(ms).atZone(zone));
    }
}
