package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A database of which a page of events is damaged, whose log of writes has the newest changes, is replaced by its own
/// content, and the power goes before each change of a file. The snapshot has events that the database has in its log
/// alone.
class CutReplacementTest {
    private static final int EVENTS = 1_500;
    private static final int STEPS_MAX = 100;
    private static final int PAGE_BYTES = 4096;

    @TempDir
    Path temp;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private Path template;
    private Path folder;
    private MemoryRoom memory;
    private byte[] sound;

    /// In place of the power.
    private static final class PowerCut extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @BeforeEach
    void damage() throws Exception {
        template = Files.createDirectories(temp.resolve("template"));
        folder = template;
        memory = MemoryRoom.of(Files.createDirectories(temp.resolve("memory")));
        try (var data = DataFolder.open(template)) {
            try (var database = Database.open(data, time)) {
                database.write(sql -> sql.run("INSERT INTO account VALUES (1, 'Checkpointed', 'UTC', 0, 0)"));
                append(database, EVENTS);
            }
            byte[] log;
            try (var database = Database.open(data, time)) {
                append(database, 1);
                new Snapshots(data, time).take();
                database.write(sql -> sql.run("UPDATE account SET name = 'Acknowledged'"));
                sound = Files.readAllBytes(data.database());
                log = Files.readAllBytes(template.resolve("lintel.db-wal"));
            }
            int page = DamagedPages.leaves(data.database(), "event").get(3).intValue();
            byte[] file = sound.clone();
            Arrays.fill(file, (page - 1) * PAGE_BYTES, page * PAGE_BYTES, (byte) 0x5a);
            Files.write(data.database(), file);
            Files.write(template.resolve("lintel.db-wal"), log);
        }
    }

    private void append(Database database, int count) throws InterruptedException {
        long seen = database.events().head();
        for (int i = 0; i < count; i++) {
            database.events()
                    .append(new EventDraft(
                            EventKind.REX_PRESSED,
                            time.nowMs(),
                            time.nowNs(),
                            EventDraft.Subject.channel(1),
                            Map.of()));
        }
        assertThat(database.events().awaitHeadAbove(seen + count - 1, 60_000)).isEqualTo(seen + count);
    }

    /// Returns the name of the file before whose change the power went; empty: it did not.
    private String cutBefore(int step) throws IOException {
        folder = temp.resolve("box-" + step);
        try (Stream<Path> all = Files.walk(template)) {
            for (Path each : all.toList()) Files.copy(each, folder.resolve(template.relativize(each)));
        }
        var cut = new String[] {""};
        int[] left = {step};
        DamagedDatabase.Step steps = changed -> {
            if (left[0]-- != 0) return;
            cut[0] = changed.getFileName().toString();
            throw new PowerCut();
        };
        time.advance(Duration.ofMinutes(1));
        try (var data = DataFolder.open(folder)) {
            new DamagedDatabase(data, time, steps).replace();
        } catch (PowerCut e) {
            assertThat(cut[0]).isNotEmpty();
        }
        time.advance(Duration.ofMinutes(1));
        return cut[0];
    }

    private static String account(Database database) {
        return database.read(sql -> sql.get("SELECT name FROM account", row -> row.text(1)));
    }

    private static List<Path> left(DataFolder data, String kind) throws IOException {
        try (Stream<Path> files = Files.list(data.path())) {
            return files.filter(each -> each.getFileName().toString().matches("lintel[.]db[.]" + kind))
                    .toList();
        }
    }

    @Test
    void powerCutBeforeEachStep_acknowledgedChangesOfTheLogDecideAndTheOriginalCanComeBack() throws Exception {
        int steps = 0;
        for (String cut = "?"; !cut.isEmpty(); steps++) {
            assertThat(steps).isLessThan(STEPS_MAX);
            cut = cutBefore(steps);
            String step = "step " + steps + ": " + cut;
            try (var data = DataFolder.open(folder)) {
                boolean found = Files.exists(data.database()); // the next look finds it damaged, or it is replaced
                boolean replaced = found && !left(data, "damaged-\\d+").isEmpty();
                try (OpenedDatabase opened = found && !replaced
                        ? Recovery.openDamaged(data, memory, time)
                        : Recovery.open(data, memory, time)) {
                    assertThat(account(opened.database())).as(step).isEqualTo("Acknowledged");
                    assertThat(opened.reason())
                            .as(step)
                            .contains("the database was damaged and is kept as", "only events are damaged")
                            .containsPattern("events \\d+ to \\d+ cannot be read");
                    assertThat(opened.memory()).as(step).isNull();
                    assertThat(opened.database().awaitDisk(10_000)).as(step).isTrue();
                    opened.database().write(sql -> sql.run("UPDATE account SET time_zone = 'Europe/Berlin'"));
                }
                assertThat(left(data, "next.*")).as(step).isEmpty();
                assertComesBack(data, step);
            }
        }
        assertThat(steps).isGreaterThan(8);
    }

    private void assertComesBack(DataFolder data, String step) throws Exception {
        List<Path> asides = DamagedDatabase.asides(data);
        assertThat(asides).as(step).hasSize(1);
        Files.write(asides.getFirst(), sound);
        assertThat(ReturnedDatabase.prove(data)).as(step).isTrue();
        try (OpenedDatabase opened = Recovery.open(data, memory, time)) {
            assertThat(account(opened.database())).as(step).isEqualTo("Acknowledged");
            String zone = opened.database().read(sql -> sql.get("SELECT time_zone FROM account", row -> row.text(1)));
            assertThat(zone).as(step).isEqualTo("Europe/Berlin");
            long events = opened.database()
                    .read(sql -> sql.get("SELECT count(*) FROM event WHERE id <= 1501", row -> row.number(1)));
            assertThat(events).as(step).isEqualTo(EVENTS + 1);
        }
    }
}
