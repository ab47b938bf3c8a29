package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A database that could not be read, was put aside, and can be read again.
class ReturnedDatabaseTest {
    private static final int PAGE_BYTES = 4096;

    @TempDir
    Path folder;

    @TempDir
    Path memory;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private DataFolder data;
    private byte[] unread = new byte[0];

    @BeforeEach
    void open() {
        data = DataFolder.open(folder);
    }

    @AfterEach
    void close() {
        data.close();
    }

    private OpenedDatabase start() {
        return Recovery.open(data, MemoryRoom.of(memory), time);
    }

    private static void add(Database database, String name) {
        database.write(sql -> {
            sql.run("INSERT OR IGNORE INTO account VALUES (1, 'One', 'UTC', 0, 0)");
            return sql.insert(
                    "INSERT INTO person (account_id, first_name, last_name, email, enabled, created_at, updated_at)"
                            + " VALUES (1, ?1, 'Person', ?1 || '@example.com', 1, 0, 0)",
                    name);
        });
    }

    private static void change(Database database, String column, String value, String name) {
        database.write(sql -> sql.run("UPDATE person SET " + column + " = ? WHERE first_name = ?", value, name));
    }

    private static List<String> people(Database database) {
        return database.read(sql -> sql.list(
                "SELECT first_name || ' ' || last_name || ' ' || coalesce(notes, '') FROM person ORDER BY id",
                row -> row.text(1)));
    }

    private void log(Database database, int number) throws InterruptedException {
        long before = database.events().head();
        database.events()
                .append(new EventDraft(
                        EventKind.REX_PRESSED,
                        time.nowMs(),
                        time.nowNs(),
                        EventDraft.Subject.channel(1),
                        Map.of("number", number)));
        assertThat(database.events().awaitHeadAbove(before, 10_000)).isGreaterThan(before);
    }

    private static List<String> numbers(Database database) {
        return database.read(sql -> sql.list("""
                SELECT json_extract(additional, '$.number')
                  FROM event
                 WHERE kind = 30
                 ORDER BY id""", row -> row.text(1)));
    }

    /// Sectors of each page cannot be read for a while.
    private void lose() throws IOException {
        unread = Files.readAllBytes(data.database());
        try (var file = new RandomAccessFile(data.database().toFile(), "rw")) {
            for (int at = 0; at < unread.length; at += PAGE_BYTES) {
                file.seek(at);
                file.write(new byte[PAGE_BYTES / 2]);
            }
        }
    }

    private Path aside() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("lintel.db.damaged-\\d+"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void recover() throws IOException {
        Files.write(aside(), unread);
    }

    @Test
    void asideThatProvesSound_comesBackWithWhatBothHistoriesHave() throws Exception {
        try (var opened = start()) {
            Database database = opened.database();
            for (String name : List.of("Kept", "Changed", "Deleted")) add(database, name);
            log(database, 1);
        }
        new Snapshots(data, time).take();
        try (var opened = start()) {
            Database database = opened.database();
            add(database, "Acknowledged");
            change(database, "notes", "before", "Changed");
            log(database, 2);
        }
        lose();
        try (var opened = start()) {
            Database database = opened.database();
            assertThat(people(database)).as("of the snapshot").hasSize(3);
            add(database, "Meanwhile");
            change(database, "last_name", "Renamed", "Changed");
            database.write(sql -> sql.run("DELETE FROM person WHERE first_name = 'Deleted'"));
            log(database, 3);
            log(database, 4);
            assertThat(ReturnedDatabase.prove(data))
                    .as("while it cannot be read")
                    .isFalse();
            recover();
            time.advance(Duration.ofHours(1));
            assertThat(ReturnedDatabase.prove(data)).isTrue();
        }
        try (var opened = start()) {
            Database database = opened.database();
            assertThat(people(database))
                    .containsExactly(
                            "Kept Person ", "Changed Renamed before", "Acknowledged Person ", "Meanwhile Person ");
            assertThat(numbers(database)).containsExactly("1", "2", "3", "4");
            assertThat(opened.database().integrityCheck()).isEqualTo("ok");
            log(database, 5);
        }
        var checked = DatabaseCheck.of(data.database(), time, Duration.ofDays(1), _ -> {});
        assertThat(checked.fault()).isNull();
        assertThat(checked.events()).isGreaterThanOrEqualTo(5);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains(ReturnedDatabase.KEPT)
                    .noneMatch(name -> name.contains("damaged"));
        }
    }

    @Test
    void asideOfABoxWithoutSnapshots_comesBackTheSame() throws Exception {
        try (var opened = start()) {
            add(opened.database(), "Acknowledged");
            log(opened.database(), 1);
        }
        lose();
        try (var opened = start()) {
            assertThat(people(opened.database())).isEmpty();
            opened.database().write(sql -> sql.run("INSERT INTO account VALUES (1, 'One', 'UTC', 0, 0)"));
            add(opened.database(), "Meanwhile");
            log(opened.database(), 2);
        }
        recover();
        assertThat(ReturnedDatabase.prove(data)).isTrue();
        try (var opened = start()) {
            assertThat(people(opened.database())).containsExactly("Acknowledged Person ", "Meanwhile Person ");
            assertThat(numbers(opened.database())).containsExactly("1", "2");
        }
    }

    @Test
    void mergeThatFailsForAMoment_isTriedAgainAtTheNextStart() throws Exception {
        try (var opened = start()) {
            add(opened.database(), "Kept");
        }
        new Snapshots(data, time).take();
        try (var opened = start()) {
            change(opened.database(), "notes", "before", "Kept");
        }
        lose();
        try (var opened = start()) {
            change(opened.database(), "last_name", "Renamed", "Kept");
        }
        recover();
        assertThat(ReturnedDatabase.prove(data)).isTrue();
        Path base = ReturnedDatabase.base(aside());
        byte[] snapshot = Files.readAllBytes(base);
        Files.write(base, new byte[10_000]); // the disk gives zeros for it
        try (var opened = start()) {
            assertThat(people(opened.database())).containsExactly("Kept Renamed ");
        }
        assertThat(folder.resolve("lintel.db.merging")).doesNotExist();
        assertThat(folder.resolve("lintel.db.next")).doesNotExist();
        assertThat(ReturnedDatabase.prove(data)).as("worth a restart").isFalse();
        Files.delete(base);
        Files.write(base, snapshot);
        try (var opened = start()) {
            assertThat(people(opened.database())).containsExactly("Kept Renamed before");
        }
    }

    @Test
    void historiesThatContradictEachOther_stayApartAndItIsSaid() throws Exception {
        try (var opened = start()) {
            add(opened.database(), "Kept");
        }
        new Snapshots(data, time).take();
        try (var opened = start()) {
            add(opened.database(), "Twice");
        }
        lose();
        try (var opened = start()) {
            add(opened.database(), "Twice");
        }
        recover();
        byte[] before = Files.readAllBytes(aside());
        assertThat(ReturnedDatabase.prove(data)).isTrue();
        try (var opened = start()) {
            assertThat(people(opened.database())).containsExactly("Kept Person ", "Twice Person ");
            assertThat(opened.database().awaitDisk(10_000)).isTrue();
            List<String> said = opened.database()
                    .read(sql -> sql.list(
                            "SELECT additional FROM event WHERE kind = 353 ORDER BY id DESC LIMIT 1",
                            row -> row.text(1)));
            assertThat(said.getFirst()).contains("is sound, and does not come back");
        }
        assertThat(Files.readAllBytes(aside())).isEqualTo(before);
        assertThat(ReturnedDatabase.prove(data)).as("again").isFalse();
    }

    @Test
    void powerCutAfterTheSwap_changesNothingTheSecondTime() throws Exception {
        try (var opened = start()) {
            add(opened.database(), "Kept");
        }
        new Snapshots(data, time).take();
        try (var opened = start()) {
            add(opened.database(), "Acknowledged");
        }
        lose();
        try (var opened = start()) {
            add(opened.database(), "Meanwhile");
            log(opened.database(), 1);
        }
        recover();
        assertThat(ReturnedDatabase.prove(data)).isTrue();
        Path aside = aside();
        Path base = ReturnedDatabase.base(aside);
        Path beside = Files.createDirectory(memory.resolve("beside"));
        for (Path file : List.of(aside, base)) Files.copy(file, beside.resolve(file.getFileName()));
        List<String> people;
        try (var opened = start()) {
            people = people(opened.database());
            assertThat(people).hasSize(3);
        }
        for (Path file : List.of(aside, base)) Files.move(beside.resolve(file.getFileName()), file);
        assertThat(ReturnedDatabase.prove(data)).isTrue();
        try (var opened = start()) {
            assertThat(people(opened.database())).isEqualTo(people);
            assertThat(numbers(opened.database())).containsExactly("1");
        }
    }
}
