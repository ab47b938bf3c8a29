package dev.lintel.controller.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import dev.lintel.sync.wire.Cursor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    private static List<String> triggers(Database database) {
        return database.read(sql -> sql.list(
                "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%revision%' ORDER BY name",
                row -> row.text(1)));
    }

    private static long revisionOf(Database database, long person) {
        return database.read(sql -> RevisionQueries.of(sql, List.of(person)).getOrDefault(person, 0L));
    }

    @Test
    void onlyAHubCountsChangesAndMissesNoneFromItsFirstMomentOn() {
        try (var folder = DataFolder.open(path.resolve("data"));
                var database = TestDatabase.open(folder, time)) {
            HubSite.write(database);
            assertThat(triggers(database)).isEmpty();
            assertThat(revisionOf(database, 1)).isZero();
            begin(database, "first");
            assertThat(triggers(database)).hasSize(HubTriggers.wanted().size()).hasSizeGreaterThan(15);
            long first = revisionOf(database, 1);
            assertThat(first).isPositive();
            assertThat(revisionOf(database, 4)).isPositive();
            database.write(sql -> sql.run("DELETE FROM credential WHERE id = 1"));
            assertThat(revisionOf(database, 1)).isGreaterThan(first);
        }
    }

    @Test
    void triggersOfAnotherVersionAreMadeAnewAtTheNextStart() {
        try (var folder = DataFolder.open(path.resolve("data"));
                var database = TestDatabase.open(folder, time)) {
            HubSite.write(database);
            begin(database, "first");
            List<String> made = triggers(database);
            database.write(sql -> {
                sql.run("DROP TRIGGER person_role_gone_revision");
                sql.run("DROP TRIGGER person_role_made_revision");
                sql.run("CREATE TRIGGER person_role_gone_revision AFTER DELETE ON person_role"
                        + " BEGIN SELECT 1; END");
                sql.run("CREATE TRIGGER of_old_revision AFTER DELETE ON person BEGIN SELECT 1; END");
                return true;
            });
            begin(database, "second");
            assertThat(triggers(database)).isEqualTo(made);
            long before = revisionOf(database, 1);
            database.write(sql -> sql.run("DELETE FROM person_role WHERE person_id = 1"));
            assertThat(revisionOf(database, 1)).isGreaterThan(before);
        }
    }

    @Test
    void whatCameAfterACopyIsUnknownToTheCopy() throws IOException {
        Path copy = path.resolve("copy.db");
        long atCopy;
        long later;
        try (var folder = DataFolder.open(path.resolve("data"))) {
            try (var database = TestDatabase.open(folder, time)) {
                HubSite.write(database);
                begin(database, "first");
                HubSite.guests(database, 100, 3);
                atCopy = database.read(RevisionQueries::head);
            }
            Files.copy(folder.database(), copy);
            try (var database = TestDatabase.open(folder, time)) {
                HubSite.guests(database, 200, 3); // still in the first era
                later = database.read(RevisionQueries::head);
                assertThat(knows(database, "first", later)).isTrue();
                assertThat(knows(database, "first", later + 1)).isFalse();
                begin(database, "second");
            }
        }
        Files.copy(copy, path.resolve("data/lintel.db"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        try (var folder = DataFolder.open(path.resolve("data"));
                var database = TestDatabase.open(folder, time)) {
            begin(database, "restored");
            HubSite.guests(database, 300, 30); // its revisions pass those of before
            assertThat(knows(database, "second", later)).isFalse();
            assertThat(knows(database, "first", later)).isFalse();
            assertThat(knows(database, "first", atCopy)).isTrue();
            assertThat(knows(database, "restored", later)).isTrue();
        }
    }
}
