package dev.lintel.controller.console;

import dev.lintel.controller.store.AccountStore;
import dev.lintel.controller.store.Database;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Times as pages write them, in the zone of the customer's account. Reads the store; any thread but an event loop.
final class Moments {
    private static final DateTimeFormatter WORDS = DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter EXACT = DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm:ss", Locale.ENGLISH);
    /// As browsers' date and time fields have it.
    private static final DateTimeFormatter FIELD = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm", Locale.ROOT);

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

    /// Such as `22 Nov 2026, 11:10:05`: where many things happen in a minute.
    static String exact(long ms, ZoneId zone) {
        return EXACT.format(Instant.ofEpochMilli(ms).atZone(zone));
    }

    /// Such as `2026-11-22T11:10`, for a field.
    static String field(long ms, ZoneId zone) {
        return FIELD.format(Instant.ofEpochMilli(ms).atZone(zone));
    }

    /// What somebody put into a field; null when it is no date and time.
    static @Nullable Long read(@Nullable String field, ZoneId zone) {
        if (field == null) return null;
        try {
            return LocalDateTime.parse(field.strip()).atZone(zone).toInstant().toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) { // the latter: a year that no clock has
            return null;
        }
    }
}
