package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A newer version changes the tables, works for a while, and is left. It is played by SQL that no
/// version has.
class StepBackTest {
    private static final String NEWER_TABLES = """
            ALTER TABLE event ADD COLUMN mood TEXT;
            ALTER TABLE account ADD COLUMN motto TEXT;
            CREATE TABLE novelty (id INTEGER PRIMARY KEY);
            PRAGMA application_id = 77;
            PRAGMA user_version = 99""";
    private static final String NEWER_EVENT = """
            INSERT INTO event (id, kind, pin, occurred_at, boot_id, monotonic_ns, additional, created_at, hash, mood)
            SELECT max(id) + 1, kind, pin, occurred_at, boot_id, monotonic_ns, additional, created_at, x'%s', 'calm'
              FROM event""";
    private static final String LOG = "SELECT id, kind, occurred_at, hex(hash) FROM event ORDER BY id";

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

    private EventDraft draft() {
        return new EventDraft(
                EventKind.REX_PRESSED, time.nowMs(), time.nowNs(), EventDraft.Subject.channel(1), Map.of());
    }

    private static List<String> log(Path file) {
        Sql sql = Database.connect(file, false, Database.OTHERS_CACHE_KIB);
        try {
            return sql.list(LOG, row -> row.number(1) + " " + row.number(2) + " " + row.number(3) + " " + row.text(4));
        } finally {
            sql.close();
        }
    }

    /// This version's time: three events, an account, a door that is released.
    private void before() throws InterruptedException {
        try (var database = Database.open(data, time)) {
            database.write(sql -> sql.run("INSERT INTO account VALUES (1, 'One', 'UTC', 0, 0)"));
            for (int i = 0; i < 3; i++) database.events().append(draft());
            assertThat(database.events().awaitHeadAbove(2, 10_000)).isEqualTo(3);
        }
    }

    /// The newer version's: it keeps a copy, changes the tables, writes two events and the account's
    /// name. It ends as a process that is killed does, with its log of writes beside the file.
    private void newer() throws IOException {
        Path file = data.database();
        Path copy = Files.createDirectory(memory.resolve("newer")).resolve("lintel.db");
        Sql sql = Database.connect(file, false, Database.OTHERS_CACHE_KIB);
        try {
            new SchemaBackups(file).take(sql, Migrations.LATEST);
            sql.script("PRAGMA wal_autocheckpoint = 0");
            sql.script(NEWER_TABLES);
            sql.script(NEWER_EVENT.formatted("AA"));
            sql.script(NEWER_EVENT.formatted("BB"));
            sql.script("UPDATE account SET name = 'Renamed', motto = 'new'");
            for (String suffix : List.of("", "-wal")) {
                Files.copy(file.resolveSibling("lintel.db" + suffix), copy.resolveSibling("lintel.db" + suffix));
            }
        } finally {
            sql.close();
        }
        for (String suffix : List.of("", "-wal")) {
            Path killed = copy.resolveSibling("lintel.db" + suffix);
            Files.write(file.resolveSibling("lintel.db" + suffix), Files.readAllBytes(killed));
        }
        assertThat(Files.size(file.resolveSibling("lintel.db-wal"))).isPositive();
    }

    @Test
    void noEventIsLostAndPeopleAreAsBefore() throws Exception {
        before();
        newer();
        List<String> all = log(data.database());
        assertThat(all).hasSize(5);
        try (OpenedDatabase opened = Recovery.open(data, MemoryRoom.of(memory), time)) {
            assertThat(opened.memory()).isNull();
            assertThat(opened.reason()).as("nothing is wrong any more").isNull();
            var database = opened.database();
            String name = database.read(sql -> sql.get("SELECT name FROM account", row -> row.text(1)));
            assertThat(name).isEqualTo("One");
            database.events().append(draft());
            assertThat(database.events().awaitHeadAbove(6, 10_000)).isEqualTo(7);
        }
        List<String> now = log(data.database());
        assertThat(now.subList(0, 5)).isEqualTo(all);
        assertThat(now).as("what happened is told, and the log goes on").hasSize(7);
        Path aside = folder.resolve("lintel.db.newer-schema-99");
        assertThat(log(aside)).isEqualTo(all);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.database())))
                .isEqualTo("rw-------");
    }

    @Test
    void whatIsToldSaysWhatBecameOfWhat() throws Exception {
        before();
        newer();
        assertThat(StepBack.take(data.database()))
                .contains("people and rights are as in lintel.db.schema-" + Migrations.LATEST)
                .contains("2 events since were kept")
                .contains("the newer file is lintel.db.newer-schema-99");
    }

    @Test
    void aSecondTimeGoesOnFromTheFirst() throws Exception {
        before();
        newer();
        try (OpenedDatabase opened = Recovery.open(data, MemoryRoom.of(memory), time)) {
            assertThat(opened.reason()).isNull();
        }
        // Forward again: the new version's own copy is of what stands now.
        Sql sql = Database.connect(data.database(), false, Database.OTHERS_CACHE_KIB);
        try {
            new SchemaBackups(data.database()).take(sql, Migrations.LATEST);
            sql.script(NEWER_TABLES);
            sql.script(NEWER_EVENT.formatted("CC"));
        } finally {
            sql.close();
        }
        try (OpenedDatabase opened = Recovery.open(data, MemoryRoom.of(memory), time)) {
            assertThat(opened.reason()).isNull();
        }
        assertThat(log(data.database())).hasSize(8);
    }

    @Test
    void whereDoorsStandIsWhatTheNewerVersionSaw() throws Exception {
        before();
        Sql old = Database.connect(data.database(), false, Database.OTHERS_CACHE_KIB);
        try {
            old.script("INSERT INTO person_area (person_id, area, since) VALUES (1, 'outside', 5)");
        } finally {
            old.close();
        }
        newer();
        Sql sql = Database.connect(data.database(), false, Database.OTHERS_CACHE_KIB);
        try {
            sql.script("UPDATE person_area SET area = 'inside', since = 6");
        } finally {
            sql.close();
        }
        try (OpenedDatabase opened = Recovery.open(data, MemoryRoom.of(memory), time)) {
            String area = opened.database().read(read -> read.get("SELECT area FROM person_area", row -> row.text(1)));
            assertThat(area).isEqualTo("inside");
        }
    }

    @Test
    void aNumberThatTheNewerVersionGaveIsNobodyElses() throws Exception {
        before();
        newer();
        Sql sql = Database.connect(data.database(), false, Database.OTHERS_CACHE_KIB);
        try {
            sql.script("INSERT INTO user (id, account_id, email, created_at, updated_at)"
                    + " VALUES (17, 1, 'lost@example.com', 0, 0)");
        } finally {
            sql.close();
        }
        try (OpenedDatabase opened = Recovery.open(data, MemoryRoom.of(memory), time)) {
            long next = opened.database().write(write -> {
                write.run("INSERT INTO user (account_id, email, created_at, updated_at)"
                        + " VALUES (1, 'new@example.com', 0, 0)");
                return write.get("SELECT id FROM user WHERE email = 'new@example.com'", row -> row.number(1));
            });
            assertThat(next).isEqualTo(18);
        }
    }

    @Test
    void aDamagedCopyIsNoWayBack() throws Exception {
        before();
        newer();
        Path backup = folder.resolve("lintel.db.schema-" + Migrations.LATEST);
        byte[] bytes = Files.readAllBytes(backup);
        java.util.Arrays.fill(bytes, 4096, bytes.length, (byte) 7);
        Files.write(backup, bytes);
        try (OpenedDatabase opened = Recovery.open(data, MemoryRoom.of(memory), time)) {
            assertThat(opened.reason()).contains("newer version").contains("in memory only");
        }
        assertThat(log(data.database())).hasSize(5);
    }

    @Test
    void aMigrationTakesACopyFirst() throws Exception {
        Path file = data.database();
        data.ensurePrivate(file);
        var older = new Migrations.Series("", Migrations.LATEST - 1);
        Sql sql = Database.connect(file, false, Database.OTHERS_CACHE_KIB);
        try {
            Migrations.run(sql, older, new SchemaBackups(file));
            assertThat(names()).as("a new database has nothing to keep").doesNotContain("schema-");
            sql.run("INSERT INTO account VALUES (1, 'One', 'UTC', 0, 0)");
        } finally {
            sql.close();
        }
        Files.writeString(folder.resolve("lintel.db.schema-3"), "of long ago");
        try (var database = Database.open(data, time)) {
            long accounts = database.read(read -> read.get("SELECT count(*) FROM account", row -> row.number(1)));
            assertThat(accounts).isOne();
        }
        Path copy = folder.resolve("lintel.db.schema-" + (Migrations.LATEST - 1));
        assertThat(folder.resolve("lintel.db.schema-3")).doesNotExist();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
                .isEqualTo("rw-------");
        Sql kept = Database.connectUntouched(copy);
        try {
            assertThat(Migrations.refuseNewer(kept, older)).isEqualTo(Migrations.LATEST - 1);
            String name = kept.get("SELECT name FROM account", row -> row.text(1));
            assertThat(name).isEqualTo("One");
        } finally {
            kept.close();
        }
    }

    private String names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList().toString();
        }
    }

    @Test
    void tablesAreLeftAsTheyAreWhereNoCopyCanBeTaken() throws Exception {
        Path file = data.database();
        data.ensurePrivate(file);
        Sql sql = Database.connect(file, false, Database.OTHERS_CACHE_KIB);
        try {
            Migrations.run(sql, new Migrations.Series("", Migrations.LATEST - 1), null);
        } finally {
            sql.close();
        }
        // In the copy's place stands something that is no file.
        Files.createDirectories(folder.resolve("lintel.db.schema-part").resolve("in the way"));
        assertThatThrownBy(() -> Database.open(data, time)).isInstanceOf(StoreException.class);
        Sql after = Database.connectUntouched(file);
        try {
            int version = after.get("PRAGMA user_version", row -> row.integer(1));
            assertThat(version).isEqualTo(Migrations.LATEST - 1);
        } finally {
            after.close();
        }
    }

    @Test
    void aDatabaseBesideGoesBackToItsCopy() throws Exception {
        try (var side = SideDatabase.sync(data)) {
            int version = side.read(sql -> sql.get("PRAGMA user_version", row -> row.integer(1)));
            assertThat(version).isEqualTo(Migrations.SYNC.latest());
        }
        Path file = folder.resolve("sync.db");
        Sql sql = Database.connect(file, false, Database.OTHERS_CACHE_KIB);
        try {
            new SchemaBackups(file).take(sql, Migrations.SYNC.latest());
            sql.script("CREATE TABLE novelty (id INTEGER PRIMARY KEY); PRAGMA user_version = 99");
        } finally {
            sql.close();
        }
        try (var side = SideDatabase.sync(data)) {
            int version = side.read(read -> read.get("PRAGMA user_version", row -> row.integer(1)));
            assertThat(version).isEqualTo(Migrations.SYNC.latest());
            assertThat(side.fault()).isNull();
        }
        assertThat(folder.resolve("sync.db.newer-schema-99")).exists();
    }
}
