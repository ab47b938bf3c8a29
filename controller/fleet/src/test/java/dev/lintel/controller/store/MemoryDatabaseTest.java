package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.fleet.EraStore;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box with years of events whose disk takes nothing.
class MemoryDatabaseTest {
    private static final long MIB = 1 << 20;
    private static final int EVENTS = 30_000;
    private static final String MANY_EVENTS = """
            INSERT INTO event (id, kind, pin, occurred_at, boot_id, monotonic_ns, additional, created_at, hash)
            WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < %d)
            SELECT id, 1, 0, 0, 'boot', 0, '{}', 0, zeroblob(32) FROM ids""".formatted(EVENTS);
    private static final String PERSON = """
            INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)
            VALUES (%d, 1, 'Ada', 'Byron', 1, 0, 0)""";
    private static final String PEOPLE = "SELECT id FROM person ORDER BY id";

    @TempDir
    Path folder;

    @TempDir
    Path memory;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private DataFolder data;

    @BeforeEach
    void open() {
        data = DataFolder.open(folder);
    }

    @AfterEach
    void close() {
        data.close();
    }

    /// One account and person 7; person 8 is gone, whose number nobody gets again.
    private void fill(String... more) {
        try (var database = Database.open(data, time)) {
            database.write(sql -> {
                sql.run("INSERT INTO account VALUES (1, 'One', 'UTC', 0, 0)");
                sql.run(PERSON.formatted(7));
                sql.run(PERSON.formatted(8));
                sql.run("DELETE FROM person WHERE id = 8");
                for (String each : more) sql.run(each);
                return true;
            });
        }
    }

    private MemoryRoom room(long bytes) {
        return new MemoryRoom(List.of(memory), _ -> bytes);
    }

    private OpenedDatabase start(MemoryRoom room) throws IOException {
        // A folder in place of the write-ahead log: SQLite cannot open the database, as on a failing disk.
        Files.createDirectories(folder.resolve("lintel.db-wal/in-the-way"));
        return Recovery.open(data, room, time);
    }

    private static List<Long> numbers(Database database, String query) {
        return database.read(sql -> sql.list(query, row -> row.number(1)));
    }

    private static Map<String, Integer> contents(Path folder) throws IOException {
        var contents = new TreeMap<String, Integer>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                contents.put(each.getFileName().toString(), Arrays.hashCode(Files.readAllBytes(each)));
            }
        }
        return contents;
    }

    private void assertPeopleWithoutHistory(MemoryRoom room) throws Exception {
        fill(MANY_EVENTS);
        assertThat(Files.size(data.database())).isGreaterThan(3 * MIB);
        try (OpenedDatabase opened = start(room)) {
            Database database = opened.database();
            assertThat(opened.reason()).contains("in memory only, without the events of before");
            assertThat(numbers(database, PEOPLE)).containsExactly(7L);
            assertThat(database.awaitDisk(10_000)).isTrue();
            assertThat(database.events().head()).isGreaterThan(EVENTS + 1_000_000);
            // The newest, and this start's.
            assertThat(numbers(database, "SELECT count(*) FROM event")).containsExactly(2L);
        }
        assertThat(memory).isEmptyDirectory();
    }

    @Test
    void whoMayPassDoesThoughAllEventsDoNotFit() throws Exception {
        assertPeopleWithoutHistory(room(2 * MIB));
    }

    @Test
    void theSameOnARamDiskThatIsTooSmall() throws Exception {
        mount("4m");
        try {
            assertPeopleWithoutHistory(MemoryRoom.of(memory));
        } finally {
            run("umount", memory.toString());
        }
    }

    @Test
    void nothingStaysOnARamDiskWithRoomForNoneAtAll() throws Exception {
        fill();
        mount("64k");
        try {
            assertThatThrownBy(() -> start(MemoryRoom.of(memory)).close()).isInstanceOf(RuntimeException.class);
            assertThat(memory).isEmptyDirectory();
        } finally {
            run("umount", memory.toString());
        }
    }

    private void mount(String size) throws Exception {
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", memory.toString()))
                .as("only root mounts")
                .isZero();
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    }

    @Test
    void aDatabaseThatFitsHasItsEventsAndGrowsIntoItsRoomOnly() throws Exception {
        fill(MANY_EVENTS);
        long room = 2 * Files.size(data.database()) + MIB;
        try (OpenedDatabase opened = start(room(room))) {
            Database database = opened.database();
            assertThat(opened.reason()).endsWith("in memory only");
            assertThat(numbers(database, "SELECT count(*) FROM event WHERE id <= " + EVENTS))
                    .containsExactly((long) EVENTS);
            assertThatThrownBy(() -> database.write(sql -> sql.run("CREATE TABLE t AS SELECT zeroblob(" + room + ")")))
                    .isInstanceOf(StoreException.class);
        }
    }

    @Test
    void numbersOfWhoIsGoneAndTriggersOfAHubGoAlong() throws Exception {
        fill(MANY_EVENTS);
        try (var database = Database.open(data, time)) {
            database.write(sql -> {
                EraStore.begin(sql, "an era");
                return true;
            });
        }
        try (OpenedDatabase opened = start(room(2 * MIB))) {
            Database database = opened.database();
            assertThat(numbers(database, "SELECT seq FROM sqlite_sequence WHERE name = 'person'"))
                    .containsExactly(8L);
            assertThat(numbers(database, "SELECT count(*) FROM sqlite_schema WHERE name = 'person_made_revision'"))
                    .containsExactly(1L);
            assertThat(numbers(database, "SELECT person_id FROM person_revision"))
                    .containsExactly(7L);
        }
    }

    /// The power went: what was written last is in the log of writes only, and nothing may be made beside
    /// it.
    @Test
    void whatOnlyTheLogOfWritesHasCountsAndNothingOfItChanges() throws Exception {
        fill(MANY_EVENTS);
        Path copy = Files.createDirectories(folder.resolve("killed"));
        try (var database = Database.open(data, time)) {
            database.write(sql -> sql.run(PERSON.formatted(9)));
            for (String end : List.of("", "-wal")) {
                Files.copy(folder.resolve("lintel.db" + end), copy.resolve("lintel.db" + end));
            }
        }
        Map<String, Integer> before = contents(copy);
        try (var killed = DataFolder.open(copy)) {
            before.put("lintel.lock", contents(copy).get("lintel.lock"));
            MemoryDatabase made = MemoryDatabase.open(killed, room(2 * MIB), time, true);
            try (var database = made.database()) {
                assertThat(made.decides()).isEqualTo(", without the events of before");
                assertThat(numbers(database, PEOPLE)).containsExactly(7L, 9L);
            }
            made.folder().close();
        }
        assertThat(contents(copy)).isEqualTo(before);
    }

    @Test
    void aDatabaseOfAnOlderVersionIsBroughtToThisOneInMemory() throws Exception {
        Sql sql = Database.connect(data.database(), false, Database.OTHERS_CACHE_KIB);
        Migrations.run(sql, new Migrations.Series("", 8), null);
        sql.script("INSERT INTO account VALUES (1, 'One', 'UTC', 0, 0)");
        sql.script(PERSON.formatted(7));
        sql.script(MANY_EVENTS);
        sql.close();
        try (OpenedDatabase opened = start(room(2 * MIB))) {
            assertThat(opened.reason()).contains("without the events of before");
            assertThat(numbers(opened.database(), PEOPLE)).containsExactly(7L);
            assertThat(numbers(opened.database(), "PRAGMA user_version")).containsExactly((long) Migrations.LATEST);
        }
    }

    @Test
    void aSnapshotDecidesWhereTheDatabaseCannotBeReadAndAnEmptyOneWhereThereIsNone() throws Exception {
        fill();
        var snapshots = new Snapshots(data, time);
        Path snapshot = snapshots.take();
        Files.write(data.database(), new byte[100_000]);
        try (OpenedDatabase opened = start(room(2 * MIB))) {
            assertThat(opened.reason()).contains("as of snapshot " + snapshot.getFileName());
            assertThat(numbers(opened.database(), PEOPLE)).containsExactly(7L);
        }
        Files.write(snapshot, new byte[4096]);
        try (OpenedDatabase opened = start(room(2 * MIB))) {
            assertThat(opened.reason()).contains("an empty one decides");
            assertThat(numbers(opened.database(), PEOPLE)).isEmpty();
        }
    }

    /// The disk is damaged and takes nothing: what is damaged is none to decide from.
    @Test
    void ofADamagedDatabaseThatCannotBeReplacedASnapshotIsInMemory() throws Exception {
        fill();
        new Snapshots(data, time).take();
        Files.write(data.database(), new byte[100_000]);
        try (OpenedDatabase opened = Recovery.openDamaged(data, room(2 * MIB), time, _ -> {
            throw new IOException("read-only");
        })) {
            assertThat(opened.reason()).contains("read-only").contains("as of snapshot policy-");
            assertThat(numbers(opened.database(), PEOPLE)).containsExactly(7L);
        }
    }

    @Test
    void theRoomiestIsTakenAndOfThoseAlikeTheFirst() throws Exception {
        fill();
        Path small = Files.createDirectories(memory.resolve("small"));
        Path large = Files.createDirectories(memory.resolve("large"));
        var different = new MemoryRoom(List.of(small, large), each -> each.equals(large) ? 4 * MIB : 3 * MIB);
        try (OpenedDatabase _ = start(different)) {
            assertThat(small).isEmptyDirectory();
            assertThat(large).isNotEmptyDirectory();
        }
        try (OpenedDatabase _ = start(new MemoryRoom(List.of(small, large), _ -> 3 * MIB))) {
            assertThat(small).isNotEmptyDirectory();
            assertThat(large).isEmptyDirectory();
        }
    }

    @Test
    void whatAKilledProcessLeftGoesAtTheNextStartAndNothingElseDoes() throws Exception {
        fill();
        Path left = memory.resolve("lintel-123");
        Files.createDirectories(left.resolve("keys"));
        Files.writeString(left.resolve("lintel.db"), "left");
        Files.writeString(left.resolve("lintel.lock"), "");
        Path others = Files.createDirectories(memory.resolve("lintel-456"));
        Files.writeString(others.resolve("lintel.db"), "somebody's work");
        Files.writeString(others.resolve("notes.txt"), "somebody's work");
        Path running = Files.createDirectories(memory.resolve("lintel-789"));
        Files.writeString(running.resolve("lintel.db"), "in use");
        try (DataFolder _ = DataFolder.open(running);
                OpenedDatabase opened = Recovery.open(data, room(2 * MIB), time)) {
            assertThat(opened.reason()).isNull();
            assertThat(left).doesNotExist();
            assertThat(others.resolve("notes.txt")).exists();
            assertThat(running.resolve("lintel.db")).exists();
        }
    }
}
