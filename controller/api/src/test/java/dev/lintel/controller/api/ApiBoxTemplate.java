package dev.lintel.controller.api;

import dev.lintel.controller.event.Listing;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What each new [ApiBox] has a copy of, made once a JVM: a database with the policy and three keys, and the secret
/// that belongs to its events. Four transactions and a key file cost more processor time than their copy.
record ApiBoxTemplate(Bytes database, Bytes secret, String documentedKey, String sdkKey, String listingBKey) {
    private static final String POLICY = """
            INSERT INTO account VALUES (1, 'Test', 'Europe/Berlin', 0, 0);
            INSERT INTO site (id, account_id, name, time_zone, created_at, updated_at)
              VALUES (1, 1, 'Main Office', 'Europe/Berlin', 0, 0);
            INSERT INTO credential_type (id, account_id, label, slug, code)
              VALUES (1, 1, 'Card', 'credentials_number', 200);
            INSERT INTO credential_type (id, account_id, label, slug, code)
              VALUES (2, 1, 'Key fob', 'key_fob_number', 181);
            INSERT INTO credential_type (id, account_id, label, slug, code)
              VALUES (3, 1, 'PIN', 'pin', 10);
            INSERT INTO credential_type (id, account_id, label, slug, code)
              VALUES (4, 1, 'Multi-factor PIN', 'mf_pin', 11);
            INSERT INTO credential_type (id, account_id, label, slug, code)
              VALUES (5, 1, 'Mobile', 'mobile_credential', 800);
            INSERT INTO channel (id, account_id, site_id, unit, name, kind, unlock_ms, extended_unlock_ms,
                extended_open_ms, warning_ms, relock, forced, created_at, updated_at)
              VALUES (1, 1, 1, 1, 'Front Door', 'door', 5000, 10000, 30000, 20000, 'open', 1, 0, 0),
                     (2, 1, 1, 2, 'Back Door', 'door', 5000, 10000, 30000, 20000, 'open', 1, 0, 0);
            INSERT INTO channel_accept (channel_id, side, position, means)
              VALUES (1, 'entry', 0, 'card,pin'), (2, 'entry', 0, 'card,pin');
            INSERT INTO role (id, account_id, name, created_at, updated_at) VALUES (1, 1, 'Zebra', 0, 0);
            INSERT INTO role (id, account_id, name, created_at, updated_at) VALUES (2, 1, 'always', 0, 0);
            INSERT INTO people_group (id, account_id, name, created_at, updated_at) VALUES (1, 1, 'Staff', 0, 0);
            INSERT INTO group_role VALUES (1, 2);
            INSERT INTO user (id, account_id, email, first_name, last_name, created_at, updated_at)
              VALUES (1, 1, 'ops@example.com', 'Olga', 'Ops', 0, 0)""";

    private static final String SECRET = "event-names";
    private static @Nullable ApiBoxTemplate made;

    static synchronized ApiBoxTemplate get() {
        ApiBoxTemplate known = made;
        if (known == null) made = known = make();
        return known;
    }

    /// Where no box is yet; else this is another process of the same box.
    void copyTo(DataFolder folder) {
        if (Files.exists(folder.database())) return;
        try {
            Files.write(folder.folder("keys").resolve(SECRET), secret.toArray());
            Files.write(folder.database(), database.toArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ApiBoxTemplate make() {
        try {
            Path path = Files.createTempDirectory("lintel-api-box-");
            try (var folder = DataFolder.open(path)) {
                String[] keys = fill(folder);
                Bytes secret =
                        Bytes.copyOf(Files.readAllBytes(folder.folder("keys").resolve(SECRET)));
                Bytes database = Bytes.copyOf(Files.readAllBytes(folder.database()));
                return new ApiBoxTemplate(database, secret, keys[0], keys[1], keys[2]);
            } finally {
                MemoryRoom.remove(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The keys of the documented shape, of the SDK's, and of listing B.
    private static String[] fill(DataFolder folder) {
        try (var database = TestDatabase.open(folder, new HandTime(ApiBox.BEGIN))) {
            database.write(sql -> {
                for (String statement : POLICY.split(";", -1)) sql.run(statement);
                return true;
            });
            var keys = database.apiKeys();
            return new String[] {
                keys.create(1, "documented", Listing.A),
                keys.create(1, "sdk", Listing.A),
                keys.create(1, "documented", Listing.B)
            };
        } // the write-ahead log is carried over into the file
    }
}
