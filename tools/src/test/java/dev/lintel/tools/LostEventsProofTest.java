package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.proof.HeadSigner;
import dev.lintel.controller.proof.LogKey;
import dev.lintel.controller.store.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.MemoryRoom;
import dev.lintel.controller.store.Recovery;
import dev.lintel.controller.time.SystemTime;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `lintel events verify` on a log of which a damaged disk lost events.
class LostEventsProofTest {
    private static final int EVENTS = 1_000;

    private final Path folder;
    private final Path data;

    LostEventsProofTest(@TempDir Path folder) {
        this.folder = folder;
        this.data = folder.resolve("data");
    }

    @BeforeEach
    void write() throws InterruptedException {
        var time = new SystemTime();
        try (DataFolder box = DataFolder.open(data);
                Database database = Database.open(box, time)) {
            for (int i = 1; i <= EVENTS; i++) {
                var subject = new EventDraft.Subject(1L, 7L, null, null, "c" + i, false);
                database.events().append(new EventDraft(EventKind.REJECTED_UNKNOWN_CARD, i, i, subject, Map.of()));
            }
            assertThat(database.awaitDisk(60_000)).isTrue();
            assertThat(new HeadSigner(database, LogKey.open(box, null), time).sign())
                    .isTrue();
        }
    }

    private CommandRun verify(String... more) {
        var arguments = new ArrayList<>(List.of("events", "verify", "--data", data.toString()));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private void sql(String... statements) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("lintel.db"));
                var statement = connection.createStatement()) {
            statement.execute("DROP TRIGGER IF EXISTS event_never_goes");
            for (String one : statements) statement.execute(one);
        }
    }

    /// Damages the page of old events as a dead sector does, and starts the box. Returns the ids that are lost.
    private List<Long> replaced() throws Exception {
        long page;
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("lintel.db"));
                var rows = connection
                        .createStatement()
                        .executeQuery("SELECT pageno FROM dbstat WHERE name = 'event' AND pagetype = 'leaf'"
                                + " ORDER BY path LIMIT 1 OFFSET 3")) {
            page = rows.getLong(1);
        }
        try (var file = new RandomAccessFile(data.resolve("lintel.db").toFile(), "rw")) {
            file.seek((page - 1) * 4096);
            file.write(new byte[512]);
        }
        var time = new SystemTime();
        try (DataFolder box = DataFolder.open(data);
                Recovery.Opened opened = Recovery.openDamaged(box, MemoryRoom.of(folder), time)) {
            assertThat(opened.reason()).contains("only events are damaged");
            assertThat(opened.database().awaitDisk(60_000)).isTrue();
            var lost = Pattern.compile("events (\\d+) to (\\d+) cannot be read").matcher(opened.reason());
            assertThat(lost.find()).isTrue();
            return List.of(Long.parseLong(lost.group(1)), Long.parseLong(lost.group(2)));
        }
    }

    private void sign() {
        var time = new SystemTime();
        try (DataFolder box = DataFolder.open(data);
                Database database = Database.open(box, time)) {
            assertThat(new HeadSigner(database, LogKey.open(box, null), time).sign())
                    .isTrue();
        }
    }

    @Test
    void eventsThatTheDiskLostAndTheBoxRecorded_areAGapAndNoTampering() throws Exception {
        List<Long> lost = replaced();
        assertThat(verify().exit()).as("nothing signs the record").isEqualTo(1);
        sign();
        CommandRun run = verify();
        assertThat(run.exit()).as(run.out()).isEqualTo(3);
        long count = lost.get(1) - lost.get(0) + 1;
        assertThat(count).isBetween(5L, 100L);
        assertThat(run.out())
                .contains("none was changed or removed")
                .contains("But " + count + " events are missing: " + lost.get(0) + " to " + lost.get(1)
                        + ". The disk lost them");
        assertThat(verify("--json").json())
                .containsEntry("verified", true)
                .containsEntry("lost_events", count)
                .containsEntry("lost", List.of(lost));
    }

    @Test
    void eventsThatWereRemovedBesideARecordedGap_areFound() throws Exception {
        List<Long> lost = replaced();
        sign();
        long beside = lost.get(1) + 1;
        sql("DELETE FROM event WHERE id = " + beside);
        assertThat(verify().exit()).isEqualTo(1);
        assertThat(verify().out()).contains("the chain of events is broken at event " + (beside + 1));
    }

    @Test
    void headOfAnEventThatTheDiskLost_asksForNothing() throws Exception {
        List<Long> lost = replaced();
        sign();
        Path heads = Files.writeString(
                folder.resolve("hub-heads"),
                "{\"event_id\":" + (lost.get(0) + 1) + ",\"hash\":\"" + "ab".repeat(32)
                        + "\",\"box\":\"Gate\",\"branch\":0}\n");
        assertThat(verify("--heads", heads.toString()).exit()).isEqualTo(3);
    }
}
