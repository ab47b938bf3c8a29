package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.HandTime;
import dev.lintel.sync.wire.Cursor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Cursors from a time that a restored copy of the database knows nothing of.
class EraStoreTest {
    @TempDir
    Path path;

    private final HandTime time = new HandTime("2026-11-10T10:00:00Z");

    private boolean knows(Database database, String era, long revision) {
        return database.read(sql -> EraStore.knows(sql, new Cursor(era, revision)));
    }

    private void begin(Database database, String era) {
        database.write(sql -> {
            EraStore.begin(sql, era);
            return true;
        });
    }

    @Test
    void whatCameAfterACopyIsUnknownToTheCopy() throws IOException {
        Path copy = path.resolve("copy.db");
        long atCopy;
        long later;
        try (var folder = DataFolder.open(path.resolve("data"))) {
            try (var database = Database.open(folder, time)) {
                HubSite.write(database);
                begin(database, "first");
                HubSite.guests(database, 100, 3);
                atCopy = database.read(RevisionQueries::head);
            }
            Files.copy(folder.database(), copy);
            try (var database = Database.open(folder, time)) {
                HubSite.guests(database, 200, 3); // still in the first era
                later = database.read(RevisionQueries::head);
                assertThat(knows(database, "first", later)).isTrue();
                assertThat(knows(database, "first", later + 1)).isFalse();
                begin(database, "second");
            }
        }
        Files.copy(copy, path.resolve("data/lintel.db"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        try (var folder = DataFolder.open(path.resolve("data"));
                var database = Database.open(folder, time)) {
            begin(database, "restored");
            HubSite.guests(database, 300, 30); // its revisions pass those of before
            assertThat(knows(database, "second", later)).isFalse();
            assertThat(knows(database, "first", later)).isFalse();
            assertThat(knows(database, "first", atCopy)).isTrue();
            assertThat(knows(database, "restored", later)).isTrue();
        }
    }
}
