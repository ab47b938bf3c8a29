package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Holds what the migrations make to the schema that is checked in: a change to one shows as a change to the other.
class SchemaTest {
    private static final String SCHEMA = """
            SELECT sql
              FROM sqlite_schema
             WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'
             ORDER BY tbl_name, type = 'table' DESC, name""";

    /// Whoever changes what a migration does shuts out each database that it made: write the next one instead.
    @Test
    void whatAMigrationDoesNeverChanges() {
        assertThat(IntStream.rangeClosed(1, Migrations.LATEST)
                        .map(number -> Migrations.checksum(Migrations.BOX, number)))
                .containsExactly(
                        -922_870_943,
                        1_642_165_602,
                        1_277_228_831,
                        1_508_503_479,
                        -1_334_788_082,
                        472_306_317,
                        530_354_842,
                        1_552_553_521,
                        1_254_952_684);
    }

    /// As above, for the databases beside the box's own.
    @Test
    void whatAMigrationOfTheOthersDoesNeverChanges() {
        assertThat(List.of(
                        Migrations.checksum(Migrations.OAUTH, 1),
                        Migrations.checksum(Migrations.OAUTH, 2),
                        Migrations.checksum(Migrations.WEBHOOKS, 1),
                        Migrations.checksum(Migrations.SYNC, 1),
                        Migrations.checksum(Migrations.SYNC, 2)))
                .containsExactly(1_914_513_689, -1_583_344_914, -1_725_344_400, -1_581_859_125, 844_702_788);
    }

    @Test
    void theMigrationsMakeTheSchemaThatIsCheckedIn(@TempDir Path folder) throws IOException {
        String made = made(folder);
        Path copy = Files.writeString(Path.of("target", "schema.sql"), made);
        assertThat(made)
                .as("copy %s over src/test/resources/dev/lintel/controller/store/schema.sql if it is as meant", copy)
                .isEqualTo(checkedIn());
    }

    private static String made(Path folder) {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, new HandTime("2026-03-02T10:00:00Z"))) {
            List<String> statements = database.read(sql -> sql.list(SCHEMA, row -> row.text(1)));
            return String.join(";\n\n", statements) + ";\n";
        }
    }

    private static String checkedIn() throws IOException {
        try (InputStream file = Objects.requireNonNull(SchemaTest.class.getResourceAsStream("schema.sql"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
