package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.DatabaseProof;
import dev.lintel.controller.store.DiskProbe;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// When a database that fails counts as damaged. A folder in its place is a database that cannot be read.
class DatabaseDoubtTest {
    private static final long SECOND_MS = 1_000;
    private static final long MINUTE_MS = 60_000;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final AtomicReference<DiskProbe.Finding> disk = new AtomicReference<>(DiskProbe.WORKS);
    private final Path file;
    private final DatabaseProof proof;
    private final DatabaseDoubt doubt;

    DatabaseDoubtTest(@TempDir Path folder) {
        file = folder.resolve("lintel.db");
        proof = new DatabaseProof(file);
        doubt = new DatabaseDoubt(proof, disk::get, time);
    }

    @BeforeEach
    void makeDatabase() {
        try (var data = DataFolder.open(file.resolveSibling("."));
                var database = Database.open(data, time)) {
            assertThat(database.integrityCheck()).isEqualTo("ok");
        }
    }

    @AfterEach
    void close() {
        proof.close();
    }

    private void unreadable() throws IOException {
        Files.move(file, file.resolveSibling("elsewhere"));
        Files.createDirectory(file);
    }

    private void readable() throws IOException {
        Files.delete(file);
        Files.move(file.resolveSibling("elsewhere"), file);
    }

    private void look(long afterMs) {
        time.advance(Duration.ofMillis(afterMs));
        doubt.look();
    }

    @Test
    void soundDatabase_raisesADoubt_clearsItAtTheNextLook() {
        doubt.raise("a decision failed", true);
        assertThat(doubt.words()).contains("a decision failed");
        look(0);
        assertThat(doubt.words()).isNull();
        assertThat(doubt.damage()).isNull();
    }

    @Test
    void damagedDatabase_isProvenByTheSecondLookASecondLater() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (int page = 1; page < 20; page++) Arrays.fill(bytes, page * 4096, page * 4096 + 512, (byte) 0);
        Files.write(file, bytes);
        doubt.raise("a decision failed", false);
        look(0);
        assertThat(doubt.damage()).isNull();
        look(0);
        assertThat(doubt.damage()).as("at once again").isNull();
        look(SECOND_MS);
        assertThat(doubt.damage()).contains("is damaged");
    }

    @Test
    void unreadableDatabase_onADiskThatWorks_isGivenUpAfterAMinute() throws IOException {
        unreadable();
        doubt.raise("a decision failed", false);
        for (long ms = 0; ms < MINUTE_MS; ms += 5 * SECOND_MS) look(ms == 0 ? 0 : 5 * SECOND_MS);
        assertThat(doubt.damage()).isNull();
        look(5 * SECOND_MS);
        assertThat(doubt.damage()).contains("cannot be read");
    }

    @Test
    void unreadableDatabase_thatCanBeReadInTime_isSound() throws IOException {
        unreadable();
        doubt.raise("a decision failed", false);
        look(0);
        look(MINUTE_MS - SECOND_MS);
        readable();
        look(5 * SECOND_MS);
        assertThat(doubt.damage()).isNull();
        assertThat(doubt.words()).isNull();
    }

    @Test
    void unreadableDatabase_onADiskThatGivesOtherFilesButTakesNone_isGivenUpAfterAMinute() throws IOException {
        unreadable();
        disk.set(new DiskProbe.Finding(true, "the disk takes no file"));
        doubt.raise("a decision failed", false);
        look(0);
        assertThat(doubt.words()).isEqualTo("the disk takes no file");
        look(MINUTE_MS);
        assertThat(doubt.damage()).contains("cannot be read");
    }

    /// As where SQLite has no memory for a look.
    @Test
    void readableDatabaseThatCannotBeLookedAt_isNeitherDamagedNorSound() throws Exception {
        run("ALTER TABLE person RENAME TO elsewhere");
        doubt.raise("a decision failed", false);
        for (int i = 0; i < 3; i++) look(MINUTE_MS);
        assertThat(doubt.damage()).isNull();
        assertThat(doubt.words()).contains("a decision failed");
        run("ALTER TABLE elsewhere RENAME TO person");
        look(MINUTE_MS);
        assertThat(doubt.words()).isNull();
    }

    private void run(String change) throws SQLException {
        try (var sqlite = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = sqlite.createStatement()) {
            statement.execute(change);
        }
    }

    @Test
    void unreadableDatabase_onADiskThatIsGone_isNeverDamaged() throws IOException {
        unreadable();
        disk.set(new DiskProbe.Finding(false, "the disk is gone"));
        doubt.raise("a decision failed", false);
        for (int i = 0; i < 50; i++) look(MINUTE_MS);
        assertThat(doubt.damage()).isNull();
        assertThat(doubt.words()).isEqualTo("the disk is gone");
        readable();
        disk.set(DiskProbe.WORKS);
        look(MINUTE_MS);
        assertThat(doubt.words()).isNull();
    }

    @Test
    void databaseThatIsTakenAway_isNeverDamagedAndSoundOnceItIsBack() throws IOException {
        doubt.raise("an event cannot be written", true);
        Path elsewhere = file.resolveSibling("elsewhere");
        Files.move(file, elsewhere);
        for (int i = 0; i < 50; i++) look(MINUTE_MS);
        assertThat(doubt.damage()).isNull();
        assertThat(doubt.words()).contains("not in its folder");
        Files.move(elsewhere, file);
        look(MINUTE_MS);
        assertThat(doubt.words()).isNull();
    }

    @Test
    void emptyFolderInThePlaceOfTheDatabases_isNoDamage(@TempDir Path other) throws IOException {
        doubt.raise("an event cannot be written", false);
        Path folder = file.getParent();
        Path moved = other.resolve("moved");
        Files.move(folder, moved);
        Files.createDirectory(folder);
        for (int i = 0; i < 50; i++) look(MINUTE_MS);
        assertThat(doubt.damage()).isNull();
        Files.delete(folder);
        Files.move(moved, folder);
        look(MINUTE_MS);
        assertThat(doubt.words()).isNull();
    }
}
