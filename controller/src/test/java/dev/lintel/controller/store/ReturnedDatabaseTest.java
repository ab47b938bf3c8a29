package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.Bytes;
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

    private Recovery.Opened start() {
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

    private void begin() throws Exception {
        try (var opened = start()) {
            add(opened.database(), "Kept");
            opened.database().write(sql -> {
                sql.run("INSERT INTO site VALUES (1, 1, 'Site', 'UTC', '', 0, 0)");
                sql.run("INSERT INTO role (id, account_id, name, created_at, updated_at) VALUES (1, 1, 'Staff', 0, 0)");
                for (int channel = 1; channel <= 3; channel++) addChannel(sql, channel);
                return door(sql, 1, 0, 0);
            });
        }
        new Snapshots(data, time).take();
    }

    private static void addChannel(Sql sql, long id) {
        sql.run(
                "INSERT INTO channel (id, account_id, site_id, unit, name, kind, unlock_ms, extended_unlock_ms,"
                        + " extended_open_ms, warning_ms, relock, forced, created_at, updated_at)"
                        + " VALUES (?1, 1, 1, ?1, 'Door', 'door', 1, 1, 1, 1, 'open', 1, 0, 0)",
                id);
    }

    private static int door(Sql sql, long channel, int unlock, int lockdown) {
        return sql.run(
                "INSERT OR REPLACE INTO door_state (channel_id, unlock, card_lockdown, rex_lockdown, aux_lockdown,"
                        + " hours_overridden, hours_first_card, hours_on, changed_at)"
                        + " VALUES (?, ?, ?, 0, 0, 0, 0, 0, 0)",
                channel,
                unlock,
                lockdown);
    }

    private void update(Sql sql, String column, int value) {
        time.advance(Duration.ofSeconds(1));
        sql.run("UPDATE person SET " + column + " = ?, updated_at = ? WHERE id = 1", value, time.nowMs());
    }

    private List<String> all(String query) {
        try (var opened = start()) {
            return opened.database().read(sql -> sql.list(query, row -> row.text(1)));
        }
    }

    private void run(Database.Work<?> work) {
        try (var opened = start()) {
            opened.database().write(work);
        }
    }

    /// Main does one thing after the snapshot, its replacement another; then main comes back.
    private void bothChange(Database.Work<?> main, Database.Work<?> interim) throws Exception {
        run(main);
        lose();
        run(interim);
        recover();
        assertThat(ReturnedDatabase.prove(data)).isTrue();
    }

    @Test
    void doorStates_areThoseOfTheReplacement() throws Exception {
        begin();
        bothChange(
                sql -> {
                    addChannel(sql, 4);
                    return door(sql, 1, 1, 0) + door(sql, 2, 0, 0) + door(sql, 3, 1, 0) + door(sql, 4, 0, 1);
                },
                sql -> {
                    sql.run("DELETE FROM door_state WHERE channel_id = 3");
                    return door(sql, 1, 0, 0) + door(sql, 2, 0, 1);
                });
        assertThat(all("SELECT channel_id || ' ' || unlock || card_lockdown FROM door_state ORDER BY channel_id"))
                .as("unlocked and set back to normal, locked down, reset, and of a door that only one has")
                .containsExactly("1 00", "2 01", "4 01");
    }

    @Test
    void revocationOnTheReplacement_staysWhereItsValueIsThatOfTheSnapshot() throws Exception {
        begin();
        run(sql -> sql.run("UPDATE person SET enabled = 0 WHERE id = 1"));
        new Snapshots(data, time).take();
        bothChange(
                sql -> {
                    update(sql, "enabled", 1);
                    update(sql, "first_responder", 1);
                    sql.run("INSERT INTO person_role VALUES (1, 1)");
                    return sql.run("INSERT INTO role_channel VALUES (1, 2)");
                },
                sql -> {
                    update(sql, "enabled", 1);
                    update(sql, "enabled", 0);
                    return sql.run("UPDATE role SET updated_at = 1");
                });
        assertThat(all("SELECT enabled || ' ' || first_responder FROM person")).containsExactly("0 0");
        assertThat(all("SELECT role_id FROM person_role UNION SELECT channel_id FROM role_channel"))
                .isEmpty();
        assertThat(aside()).as("has what was left out").exists();
        assertThat(all("SELECT additional FROM event WHERE kind = 353 ORDER BY id DESC LIMIT 1")
                        .getFirst())
                .contains("left out", "person 1", "person_role 1", "role_channel 1");
    }

    @Test
    void revocationBeforeTheLoss_staysWhereTheReplacementChangedSomethingElse() throws Exception {
        begin();
        bothChange(
                sql -> {
                    update(sql, "enabled", 0);
                    return sql.run("UPDATE person SET valid_to = '2026-01-01' WHERE id = 1");
                },
                sql -> sql.run("UPDATE person SET notes = 'seen', updated_at = 5 WHERE id = 1"));
        assertThat(all("SELECT enabled || ' ' || valid_to || ' ' || notes FROM person"))
                .containsExactly("0 2026-01-01 seen");
    }

    @Test
    void cardNumbersThatChangeHands_areThoseOfTheReplacement() throws Exception {
        begin();
        String card =
                "INSERT INTO credential (id, account_id, person_id, credential_type_id, value, card_number, status,"
                        + " created_at, updated_at) VALUES (?1, 1, ?1, 1, ?2, ?2, 'active', 0, 0)";
        run(sql -> {
            sql.run("INSERT INTO credential_type VALUES (1, 1, 'Card', 'card', 200, NULL)");
            sql.run("INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)"
                    + " VALUES (2, 1, 'Second', 'Person', 1, 0, 0)");
            sql.run(card, 1, 11);
            return sql.run(card, 2, 22);
        });
        new Snapshots(data, time).take();
        bothChange(sql -> sql.run("UPDATE person SET notes = 'before' WHERE id = 2"), sql -> {
            sql.run("UPDATE credential SET card_number = NULL WHERE id = 2");
            sql.run("UPDATE credential SET card_number = 22, updated_at = 1 WHERE id = 1");
            return sql.run("UPDATE credential SET card_number = 11, updated_at = 1 WHERE id = 2");
        });
        assertThat(all("SELECT id || ' ' || card_number FROM credential ORDER BY id"))
                .containsExactly("1 22", "2 11");
        assertThat(all("SELECT notes FROM person WHERE id = 2")).containsExactly("before");
    }

    @Test
    void ofABoxThatFollows_peopleAndRightsAreThoseOfTheReplacement() throws Exception {
        begin();
        run(sql -> sql.run("INSERT INTO sync_cursor (id, upstream, cursor) VALUES (1, 'hub/1', '5')"));
        new Snapshots(data, time).take();
        bothChange(
                sql -> {
                    sql.run("UPDATE sync_cursor SET cursor = '7'");
                    sql.run("INSERT INTO person_role VALUES (1, 1)");
                    sql.run("INSERT INTO person_synced VALUES (1, 7)");
                    return sql.run("INSERT INTO user (account_id, email, created_at, updated_at)"
                            + " VALUES (1, 'before@example.com', 0, 0)");
                },
                sql -> {
                    sql.run("UPDATE sync_cursor SET cursor = '9'");
                    return sql.run("INSERT INTO person_synced VALUES (1, 9)");
                });
        assertThat(all("SELECT role_id FROM person_role"))
                .as("taken by the hub at revision 9")
                .isEmpty();
        assertThat(all("SELECT revision FROM person_synced")).containsExactly("9");
        assertThat(all("SELECT cursor FROM sync_cursor")).containsExactly("9");
        assertThat(all("SELECT email FROM user")).containsExactly("before@example.com");
    }

    @Test
    void sessionsOfBefore_endAndPasswordsAreThoseOfTheReplacement() throws Exception {
        begin();
        run(sql -> sql.run("INSERT INTO user (account_id, email, password_hash, created_at, updated_at)"
                + " VALUES (1, 'ops@example.com', 'old', 0, 0)"));
        new Snapshots(data, time).take();
        String session = "INSERT INTO session (token_hash, user_id, csrf_token, created_at, last_seen_at)"
                + " VALUES (?, 1, 'x', 0, 0)";
        bothChange(
                sql -> {
                    sql.run("INSERT INTO totp VALUES (1, x'01', 0)");
                    return sql.run(session, Bytes.of(1));
                },
                sql -> {
                    sql.run("UPDATE user SET password_hash = 'new', updated_at = 1");
                    return sql.run(session, Bytes.of(2));
                });
        assertThat(all("SELECT hex(token_hash) FROM session")).containsExactly("02");
        assertThat(all("SELECT password_hash FROM user")).containsExactly("new");
        assertThat(all("SELECT user_id FROM totp")).as("the second factor").containsExactly("1");
    }

    @Test
    void mergeThatFailsForAMoment_isTriedAgainAtTheNextStart() throws Exception {
        begin();
        run(sql -> sql.run("UPDATE person SET notes = 'before'"));
        lose();
        run(sql -> sql.run("UPDATE person SET mobile = '1'"));
        recover();
        assertThat(ReturnedDatabase.prove(data)).isTrue();
        Path base = ReturnedDatabase.base(aside());
        byte[] snapshot = Files.readAllBytes(base);
        Files.write(base, new byte[10_000]); // the disk gives zeros for it
        assertThat(all("SELECT mobile FROM person")).containsExactly("1");
        assertThat(folder.resolve("lintel.db.merging")).doesNotExist();
        assertThat(folder.resolve("lintel.db.next")).doesNotExist();
        assertThat(ReturnedDatabase.prove(data)).as("worth a restart").isFalse();
        Files.delete(base);
        Files.write(base, snapshot);
        assertThat(all("SELECT notes || mobile FROM person")).containsExactly("before1");
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
