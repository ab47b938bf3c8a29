package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.store.StoreException.Reason;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A damaged database is replaced, and the power goes before each change of a file, or the disk refuses it.
/// Whatever is left, the next start decides from the snapshot and tells of it.
class DamagedDatabaseTest {
    /// More changes of files than there are.
    private static final int NEVER = 100;

    @TempDir
    Path temp;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private Path template;
    private Path folder;
    private MemoryRoom memory;
    private int folders;

    /// In place of the power.
    private static final class PowerCut extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /// Counts what is changed.
    private static final class Cut implements DamagedDatabase.Step {
        private final boolean refuses;
        private int left;

        Cut(int left, boolean refuses) {
            this.left = left;
            this.refuses = refuses;
        }

        boolean isCut() {
            return left < 0;
        }

        @Override
        public void before(Path changed) throws IOException {
            if (left-- != 0) return;
            if (refuses) throw new IOException("the disk reports a fault");
            throw new PowerCut();
        }
    }

    /// A snapshot, and beside it a database that is damaged: with a log of writes that is whole, and would
    /// make of the snapshot what it never was.
    @BeforeEach
    void damage() throws Exception {
        template = Files.createDirectories(temp.resolve("template"));
        folder = template;
        memory = MemoryRoom.of(Files.createDirectories(temp.resolve("memory")));
        try (var data = DataFolder.open(template)) {
            try (var database = Database.open(data, time)) {
                database.write(sql -> sql.run("INSERT INTO account VALUES (1, 'One', 'UTC', 0, 0)"));
            }
            new Snapshots(data, time).take();
            byte[] file;
            byte[] log;
            try (var database = Database.open(data, time)) {
                database.write(sql -> sql.run("UPDATE account SET name = 'Stale'"));
                file = Files.readAllBytes(data.database());
                log = Files.readAllBytes(template.resolve("lintel.db-wal"));
            }
            Arrays.fill(file, 0, 200, (byte) 0);
            Files.write(data.database(), file);
            Files.write(template.resolve("lintel.db-wal"), log);
            Files.writeString(template.resolve("lintel.db-shm"), "of a process that was killed");
            Files.writeString(template.resolve("lintel.db.next"), "half of a snapshot");
        }
    }

    private void begin() throws IOException {
        folder = temp.resolve("box-" + folders++);
        try (Stream<Path> all = Files.walk(template)) {
            for (Path each : all.toList()) Files.copy(each, folder.resolve(template.relativize(each)));
        }
    }

    private void replace(Cut cut) throws IOException {
        time.advance(Duration.ofMinutes(1));
        try (var data = DataFolder.open(folder)) {
            new DamagedDatabase(data, time, cut).replace();
        } catch (PowerCut e) {
            assertThat(cut.isCut()).isTrue();
        }
    }

    /// The next start, and the one after.
    private void assertReplaced(String decides, List<String> accounts, String cut) throws Exception {
        time.advance(Duration.ofMinutes(1));
        try (var data = DataFolder.open(folder)) {
            boolean untouched = isDamaged(data.database());
            long head;
            try (OpenedDatabase opened = Recovery.open(data, memory, time)) {
                Database database = opened.database();
                assertThat(opened.memory()).as(cut).isNull();
                assertThat(opened.reason()).as(cut).contains("damaged").contains(decides);
                assertThat(accounts(database)).as(cut).isEqualTo(accounts);
                assertThat(database.awaitDisk(10_000)).as(cut).isTrue();
                head = database.events().head();
                assertThat(head).as(cut).isGreaterThan(1_000_000);
                assertThat(kinds(database)).as(cut).contains((long) EventKind.STORAGE_FAULT.number());
            }
            if (!untouched) assertAside(cut); // else SQLite has seen it, and has put the log into the file
            try (OpenedDatabase again = Recovery.open(data, memory, time)) {
                assertThat(again.reason()).as(cut).isNull();
                assertThat(accounts(again.database())).as(cut).isEqualTo(accounts);
                assertThat(again.database().events().head()).as(cut).isGreaterThanOrEqualTo(head);
            }
        }
    }

    private static boolean isDamaged(Path file) throws IOException {
        return Files.exists(file) && Files.readAllBytes(file)[0] == 0;
    }

    private static List<String> accounts(Database database) {
        return database.read(sql -> sql.list("SELECT name FROM account", row -> row.text(1)));
    }

    private static List<Long> kinds(Database database) {
        return database.read(sql -> sql.list("SELECT kind FROM event", row -> row.number(1)));
    }

    private void assertAside(String cut) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> left = files.filter(each -> each.getFileName().toString().startsWith("lintel.db.damaged-"))
                    .sorted()
                    .toList();
            assertThat(left).as(cut).hasSize(2);
            assertThat(left.getFirst()).hasSameBinaryContentAs(template.resolve("lintel.db"));
            assertThat(left.getLast()).hasSameBinaryContentAs(template.resolve("lintel.db-wal"));
            assertThat(left.getLast()).hasFileName(left.getFirst().getFileName() + "-wal");
        }
    }

    @Test
    void whereverThePowerGoesTheSnapshotDecidesAtTheNextStart() throws Exception {
        int steps = 0;
        for (boolean more = true; more; steps++) {
            begin();
            var cut = new Cut(steps, false);
            replace(cut);
            more = cut.isCut();
            assertReplaced("snapshot policy-20260302-100000-000.db decides", List.of("One"), "step " + steps);
        }
        assertThat(steps).isEqualTo(13);
    }

    @Test
    void whereverItGoesWithoutASnapshotAnEmptyOneIsToldOf() throws Exception {
        Files.delete(template.resolve("snapshots/policy-20260302-100000-000.db"));
        Files.delete(template.resolve("lintel.db.next"));
        int steps = 0;
        for (boolean more = true; more; steps++) {
            begin();
            var cut = new Cut(steps, false);
            replace(cut);
            more = cut.isCut();
            assertReplaced("an empty one decides", List.of(), "step " + steps);
        }
        assertThat(steps).isEqualTo(11);
    }

    @Test
    void aSecondCutChangesNothing() throws Exception {
        int steps = 0;
        for (boolean more = true; more; steps++) {
            begin();
            replace(new Cut(3, false)); // the database is put aside, its log is not
            var cut = new Cut(steps, false);
            replace(cut);
            more = cut.isCut();
            assertReplaced("snapshot policy-20260302-100000-000.db decides", List.of("One"), "second step " + steps);
        }
        assertThat(steps).isGreaterThan(5);
    }

    @Test
    void whereTheDiskRefusesAStepTheSnapshotDecidesInMemoryAndLaterOnDisk() throws Exception {
        for (int step = 0; step < 8; step++) {
            begin();
            var cut = new Cut(step, true);
            try (var data = DataFolder.open(folder);
                    OpenedDatabase opened = Recovery.openDamaged(data, memory, time, cut)) {
                assertThat(opened.reason()).contains("the disk reports a fault").contains("as of snapshot policy-");
                assertThat(accounts(opened.database())).containsExactly("One");
            }
            assertReplaced("snapshot policy-20260302-100000-000.db decides", List.of("One"), "step " + step);
        }
    }

    /// As after `rm lintel.db`, or where the file system lost it. At a terminal somebody can say what is
    /// meant.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDatabaseThatIsGoneIsNotBegunAnewSilently(boolean empty) throws Exception {
        begin();
        for (String name : List.of("lintel.db", "lintel.db-wal", "lintel.db-shm")) Files.delete(folder.resolve(name));
        if (empty) Files.createFile(folder.resolve("lintel.db"));
        try (var data = DataFolder.open(folder)) {
            assertThatThrownBy(() -> Recovery.openOnDisk(data, time))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.GONE));
            assertThat(data.database().toFile().length()).isZero();
            try (OpenedDatabase opened = Recovery.open(data, memory, time)) {
                assertThat(opened.reason())
                        .isEqualTo("the database was gone; snapshot policy-20260302-100000-000.db decides");
                assertThat(accounts(opened.database())).containsExactly("One");
            }
        }
    }

    /// One that was put aside long ago tells nothing of the box that loses its database now.
    @Test
    void aDatabaseThatIsGoneTakesNothingFromOneThatWasDamagedLongAgo() throws Exception {
        begin();
        try (var data = DataFolder.open(folder)) {
            Recovery.open(data, memory, time).close(); // in March
            time.advance(Duration.ofDays(180));
            try (var database = Database.open(data, time)) {
                database.write(sql -> sql.run("UPDATE account SET name = 'Now'"));
            }
            new Snapshots(data, time).take();
            for (String name : List.of("lintel.db", "lintel.db-wal", "lintel.db-shm")) {
                Files.deleteIfExists(folder.resolve(name));
            }
            try (OpenedDatabase opened = Recovery.open(data, memory, time)) {
                assertThat(opened.reason()).startsWith("the database was gone; snapshot policy-2026082");
                assertThat(accounts(opened.database())).containsExactly("Now");
            }
        }
    }

    @Test
    void aClockThatShowsTheSameTimeTwiceOverwritesNothing() throws Exception {
        begin();
        replace(new Cut(NEVER, false));
        Files.copy(template.resolve("lintel.db"), folder.resolve("lintel.db"), StandardCopyOption.REPLACE_EXISTING);
        time.advance(Duration.ofMinutes(-1));
        replace(new Cut(NEVER, false));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(each -> each.getFileName().toString().matches("lintel[.]db[.]damaged-\\d+")))
                    .hasSize(2);
        }
    }
}
