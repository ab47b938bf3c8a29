package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.PersonStore.Filter;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Keys of people that an older version wrote, or somebody changed by hand.
class PersonKeysTest {
    private static final String PEOPLE = """
            INSERT INTO account VALUES (1, 'Yard', 'UTC', 0, 0);
            INSERT INTO person (id, account_id, first_name, last_name, email, system_id, enabled, created_at,
                                updated_at)
              VALUES (1, 1, 'Jörg', 'MÜLLER', 'JÖRG@Example.com', 'Ä-1', 1, 0, 0),
                     (2, 1, 'Ada', 'North', NULL, 'a', 1, 0, 0),
                     (3, 1, 'Bea', 'North', NULL, 'A', 1, 0, 0),
                     (4, 1, 'Cem', 'South', NULL, NULL, 1, 0, 0),
                     (5, 1, 'Dan', 'South', 'dan@example.com', NULL, 1, 0, 0)""";

    @TempDir
    Path path;

    private Path file;

    @BeforeEach
    void anOlderDatabase() throws IOException {
        Files.createDirectories(path.resolve("data"));
        file = path.resolve("data/lintel.db");
        Sql sql = Database.connect(Files.createFile(file), false, 1_000);
        Migrations.run(sql, new Migrations.Series("", 11), null);
        sql.script(PEOPLE);
        sql.close();
    }

    private static List<Long> found(Database database, Filter filter) {
        return database.read(sql ->
                PersonStore.page(sql, filter, 10, 0).stream().map(Person::id).toList());
    }

    private Database open(DataFolder folder) {
        return Database.open(folder, new HandTime("2026-03-02T10:00:00Z"));
    }

    private static long count(Sql sql, String table) {
        return sql.get("SELECT count(*) FROM " + table, row -> row.number(1));
    }

    private static long unkeyed(Database database) {
        return database.read(sql -> count(sql, "person_unkeyed"));
    }

    @Test
    void peopleOfAnOlderVersionGetTheirKeysWhenTheDatabaseIsOpened() {
        try (var folder = DataFolder.open(path.resolve("data"));
                var database = open(folder)) {
            assertThat(found(database, new Filter(null, "jörg@example.com", List.of())))
                    .containsExactly(1L);
            assertThat(found(database, new Filter(null, null, List.of("ä-1")))).containsExactly(1L);
            assertThat(found(database, new Filter(null, null, List.of("A"))))
                    .as("ids that were different before stay, and are found by their own text")
                    .containsExactly(3L);
            assertThat(found(database, new Filter(null, null, List.of("a")))).containsExactly(2L);
            assertThat(unkeyed(database)).isZero();
            Person first = Objects.requireNonNull(database.read(sql -> PersonStore.get(sql, 1)));
            assertThat(first.updatedAtMs()).as("nobody is changed").isZero();
            assertThat(first.text("last_name")).isEqualTo("MÜLLER");
        }
    }

    @Test
    void anEndInBetweenLosesNothing() {
        Sql sql = Database.connect(file, false, 1_000);
        Migrations.run(sql, Migrations.BOX, null);
        assertThat(PersonKeys.fillSome(sql, 2)).isEqualTo(2);
        assertThat(count(sql, "person_key")).isEqualTo(2);
        sql.close(); // and starts again
        sql = Database.connect(file, false, 1_000);
        Migrations.run(sql, Migrations.BOX, null);
        assertThat(count(sql, "person_key")).isEqualTo(2);
        assertThat(PersonKeys.fillSome(sql, 2)).isEqualTo(2);
        PersonKeys.fill(sql);
        assertThat(count(sql, "person_key")).isEqualTo(5);
        assertThat(PersonKeys.fillSome(sql, 2)).isZero();
        sql.close();
    }

    /// SQLite's own shell knows no folding: what it writes is keyed at the next start.
    @Test
    void whatIsWrittenByHandIsKeyedAtTheNextStart() {
        try (var folder = DataFolder.open(path.resolve("data"))) {
            try (var database = open(folder)) {
                database.write(sql -> sql.run("UPDATE person SET email = 'ÖRN@example.com' WHERE id = 5"));
                database.write(sql -> sql.run("UPDATE person SET notes = 'x' WHERE id = 4"));
                assertThat(unkeyed(database)).isEqualTo(1);
            }
            try (var database = open(folder)) {
                assertThat(found(database, new Filter(null, "örn@example.com", List.of())))
                        .containsExactly(5L);
                assertThat(found(database, new Filter(null, "dan@example.com", List.of())))
                        .isEmpty();
            }
        }
    }
}
