package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.store.StoreException.Reason;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecoveryTest {
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

    private static long accounts(Database database) {
        return database.read(sql -> sql.get("SELECT count(*) FROM account", row -> row.number(1)));
    }

    private void fill(int events) throws InterruptedException {
        try (var database = Database.open(data, time)) {
            database.write(sql -> sql.run("INSERT INTO account VALUES (1, 'One', 'UTC', 0, 0)"));
            for (int i = 0; i < events; i++) database.events().append(draft());
            assertThat(database.events().awaitHeadAbove(events - 1, 10_000)).isEqualTo(events);
        }
    }

    private EventDraft draft() {
        return new EventDraft(
                EventKind.REX_PRESSED, time.nowMs(), time.nowNs(), EventDraft.Subject.channel(1), Map.of());
    }

    private void damage() throws IOException {
        try (var file = new RandomAccessFile(data.database().toFile(), "rw")) {
            file.write(new byte[200]);
        }
    }

    @Test
    void aDamagedDatabaseIsPutAsideUnalteredAndTheNewestSnapshotDecides() throws Exception {
        fill(3);
        new Snapshots(data, time).take();
        damage();
        byte[] damaged = Files.readAllBytes(data.database());
        OpenedDatabase opened = Recovery.open(data, MemoryRoom.of(memory), time);
        try (Database database = opened.database()) {
            assertThat(accounts(database)).isEqualTo(1);
            assertThat(opened.reason()).contains("damaged").contains("snapshot policy-");
            assertThat(database.events().awaitHeadAbove(1_000_003, 10_000)).isEqualTo(1_000_004); // no id twice
        }
        try (Stream<Path> files = Files.list(folder)) {
            Path aside = files.filter(file -> file.getFileName().toString().contains("damaged"))
                    .findFirst()
                    .orElseThrow();
            assertThat(Files.readAllBytes(aside)).isEqualTo(damaged);
        }
    }

    @Test
    void ofDatabasesDamagedAgainAndAgainTheFirstAndTheNewestAreKept() throws Exception {
        var asides = new java.util.ArrayList<String>();
        for (int i = 0; i < 6; i++) {
            if (i == 0) fill(1);
            damage();
            time.advance(Duration.ofHours(1));
            Recovery.open(data, MemoryRoom.of(memory), time).close();
            asides.add("lintel.db.damaged-" + time.nowMs()); // it looks again after pauses, and then puts it aside
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.contains("damaged")))
                    .containsExactlyInAnyOrder(asides.get(0), asides.get(4), asides.get(5));
        }
    }

    @Test
    void aDamagedSnapshotIsPassedOverForAnOlderOne() throws Exception {
        fill(1);
        var snapshots = new Snapshots(data, time);
        Path older = snapshots.take();
        time.advance(Duration.ofDays(1));
        Path newer = snapshots.take();
        Files.write(newer, new byte[4096]);
        damage();
        OpenedDatabase opened = Recovery.open(data, MemoryRoom.of(memory), time);
        try (Database database = opened.database()) {
            assertThat(opened.reason()).contains(older.getFileName().toString());
            assertThat(accounts(database)).isEqualTo(1);
        }
    }

    @Test
    void withoutASnapshotAnEmptyDatabaseLetsTheExitsWork() throws Exception {
        fill(1);
        damage();
        OpenedDatabase opened = Recovery.open(data, MemoryRoom.of(memory), time);
        try (Database database = opened.database()) {
            assertThat(opened.reason()).contains("an empty one decides");
            assertThat(accounts(database)).isZero();
        }
    }

    @Test
    void aDatabaseThatCannotBeOpenedIsCopiedToMemory() throws Exception {
        fill(1);
        // A folder in place of the write-ahead log: SQLite cannot open the database, as on a failing disk.
        Files.createDirectory(folder.resolve("lintel.db-wal"));
        Files.createDirectory(folder.resolve("lintel.db-wal/in-the-way"));
        OpenedDatabase opened = Recovery.open(data, MemoryRoom.of(memory), time);
        try (opened) {
            assertThat(opened.reason()).contains("in memory only");
            assertThat(accounts(opened.database())).isEqualTo(1);
        }
    }

    private OpenedDatabase inMemory() throws IOException {
        Files.createDirectories(folder.resolve("lintel.db-wal/in-the-way"));
        return Recovery.open(data, MemoryRoom.of(memory), time);
    }

    @Test
    void theDatabaseInMemoryIsInANewFolderOfItsOwnersAloneAndGoesWhenItIsClosed() throws Exception {
        fill(1);
        try (OpenedDatabase _ = inMemory();
                Stream<Path> inside = Files.list(memory)) {
            Path own = inside.findFirst().orElseThrow();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
                    .isEqualTo("rwx------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own.resolve("lintel.db"))))
                    .isEqualTo("rw-------");
        }
        assertThat(memory).isEmptyDirectory();
    }

    @Test
    void idsThatWereShownFromMemoryAreNotUsedAgain() throws Exception {
        fill(1);
        long shown;
        try (OpenedDatabase opened = inMemory()) {
            shown = opened.database().events().awaitHeadAbove(1_000_001, 10_000);
            assertThat(shown).isGreaterThan(1_000_001);
        }
        Files.delete(folder.resolve("event-floor")); // as though the disk had not taken it
        time.advance(Duration.ofSeconds(1));
        try (OpenedDatabase again = inMemory()) {
            assertThat(again.database().events().awaitHeadAbove(shown, 10_000)).isGreaterThan(shown);
            shown = again.database().events().head();
        }
        Files.delete(folder.resolve("lintel.db-wal/in-the-way"));
        Files.delete(folder.resolve("lintel.db-wal"));
        try (OpenedDatabase onDisk = Recovery.open(data, MemoryRoom.of(memory), time)) {
            assertThat(onDisk.reason()).isNull();
            onDisk.database().events().append(draft());
            assertThat(onDisk.database().events().awaitHeadAbove(shown, 10_000)).isEqualTo(shown + 1);
        }
    }

    @Test
    void aFirstStartOnADiskThatTakesNoFileIsInMemory() throws Exception {
        Files.writeString(folder.resolve("keys"), "a file where the folder belongs");
        try (OpenedDatabase opened = Recovery.open(data, MemoryRoom.of(memory), time)) {
            assertThat(opened.reason()).contains("in memory only");
        }
    }

    @Test
    void aDatabaseOfANewerVersionIsNobodysToReplace() throws Exception {
        try (var database = Database.open(data, time)) {
            database.write(sql -> {
                sql.script("PRAGMA user_version = 9999");
                return true;
            });
        }
        byte[] before = Files.readAllBytes(data.database());
        assertThatThrownBy(() -> Recovery.openOnDisk(data, time))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NEWER));
        try (OpenedDatabase opened = Recovery.open(data, MemoryRoom.of(memory), time)) {
            assertThat(opened.reason()).contains("newer version").contains("in memory only");
            assertThat(accounts(opened.database())).isZero();
        }
        assertThat(data.database()).hasBinaryContent(before);
    }

    @Test
    void onlyTheNewestSnapshotsAreKept() throws Exception {
        fill(1);
        var snapshots = new Snapshots(data, time);
        for (int day = 0; day < 5; day++) {
            snapshots.take();
            time.advance(Duration.ofDays(1));
        }
        List<Path> kept = snapshots.newestFirst();
        assertThat(kept).hasSize(Snapshots.DAYS_MAX);
        assertThat(kept.getFirst().getFileName().toString()).contains("20260306");
    }

    /// It is told by the times of those that were put aside: no process has to live to count them.
    @Test
    void twoDamagedWithinAnHourAreReplacedAndTheThirdIsLeftForMemory() throws Exception {
        fill(1);
        new Snapshots(data, time).take();
        for (int i = 0; i < 2; i++) {
            time.advance(Duration.ofMinutes(20));
            try (OpenedDatabase opened = Recovery.openDamaged(data, MemoryRoom.of(memory), time)) {
                assertThat(opened.memory()).isNull();
            }
        }
        byte[] third = Files.readAllBytes(data.database());
        time.advance(Duration.ofMinutes(20));
        try (OpenedDatabase opened = Recovery.openDamaged(data, MemoryRoom.of(memory), time)) {
            assertThat(opened.memory()).isNotNull();
            assertThat(opened.reason())
                    .contains("the disk is failing, replace it")
                    .contains("as of snapshot");
            assertThat(accounts(opened.database())).isEqualTo(1);
        }
        assertThat(data.database()).hasBinaryContent(third);
        time.advance(Duration.ofMinutes(41));
        try (OpenedDatabase opened = Recovery.openDamaged(data, MemoryRoom.of(memory), time)) {
            assertThat(opened.memory()).isNull();
        }
    }

    /// What looks find, in order: a database that opens, one that is refused as damaged, a disk that fails.
    private @Nullable OpenedDatabase look(String finds, OpenedDatabase opened) {
        var next = new AtomicInteger();
        var pauses = new AtomicInteger();
        try {
            return Recovery.lookAgain(
                    () -> switch (finds.charAt(next.getAndIncrement())) {
                        case 'o' -> opened;
                        case 'c' -> throw new StoreException(Reason.CORRUPT, "corrupt", null);
                        default -> throw new StoreException(Reason.DISK, "disk", null);
                    },
                    pauses::incrementAndGet);
        } finally {
            assertThat(next).as("each look of " + finds + " is made").hasValue(finds.length());
            assertThat(pauses).hasValue(finds.length());
        }
    }

    @Test
    void aDatabaseIsProvenDamagedByTwoRefusalsInARowAlone() {
        try (OpenedDatabase opened = Recovery.openOnDisk(data, time)) {
            for (String finds : List.of("o", "co", "do", "dco", "cdco")) {
                assertThat(look(finds, opened)).as(finds).isSameAs(opened);
            }
            for (String finds : List.of("cc", "dcc", "cdcc")) {
                assertThat(look(finds, opened)).as(finds).isNull();
            }
            for (String finds : List.of("dddd", "cdcd", "dcdc", "ddcd", "dddc")) {
                assertThatThrownBy(() -> look(finds, opened)).as(finds).isInstanceOf(StoreException.class);
            }
        }
    }
}
