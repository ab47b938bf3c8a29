package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.files.MemoryRoom;
import dev.lintel.controller.proof.HeadSigner;
import dev.lintel.controller.proof.LogKey;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.OpenedDatabase;
import dev.lintel.controller.store.Recovery;
import dev.lintel.controller.time.SystemTime;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `lintel events verify`, and the script `verify-events` on an export, of a log of which a damaged disk lost events.
class LostEventsProofTest {
    private static final Path SCRIPT = Path.of("src/main/scripts/verify-events");
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

    /// Exports the log and runs the script on it.
    private CommandRun script(String... more) throws Exception {
        Path export = folder.resolve("log.jsonl");
        Files.deleteIfExists(export);
        CommandRun.of("events", "export", export.toString(), "--data", data.toString());
        return scriptOn(export, more);
    }

    private static CommandRun scriptOn(Path export, String... more) throws Exception {
        var words = new ArrayList<>(List.of("python3", SCRIPT.toString(), export.toString()));
        words.addAll(List.of(more));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new CommandRun(process.waitFor(), said, "");
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
                OpenedDatabase opened = Recovery.openDamaged(box, MemoryRoom.of(folder), time)) {
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
        CommandRun unsigned = script();
        assertThat(unsigned.exit()).as(unsigned.out()).isEqualTo(1);
        assertThat(unsigned.out()).startsWith("NOT VERIFIED: event " + (lost.get(1) + 1) + ", or one before it");
        sign();
        CommandRun run = verify();
        assertThat(run.exit()).as(run.out()).isEqualTo(3);
        long count = lost.get(1) - lost.get(0) + 1;
        assertThat(count).isBetween(5L, 100L);
        assertThat(run.out())
                .contains("none was changed or removed")
                .contains("But " + count + " events are missing: " + lost.get(0) + " to " + lost.get(1)
                        + ". The disk lost them")
                .contains("No head covers the events 1 to " + (lost.get(0) - 1));
        assertThat(verify("--json").json())
                .containsEntry("verified", true)
                .containsEntry("lost_events", count)
                .containsEntry("lost", List.of(lost))
                .containsEntry("unproven", List.of(List.of(1L, lost.get(0) - 1)));
        CommandRun script = script();
        assertThat(script.exit()).as(script.out()).isEqualTo(3);
        assertThat(script.out())
                .startsWith("events " + lost.get(0) + " to " + lost.get(1)
                        + " are missing: the disk lost them, and a signed event records it; event "
                        + (lost.get(1) + 1) + " is not verified\nevents 1 to " + (lost.get(0) - 1)
                        + " are not verified: no head covers them\n")
                .contains("none was changed or removed");
        assertThat(Files.readAllLines(SCRIPT)).hasSizeLessThan(200);
    }

    /// The first event after a gap is not verified itself, so somebody may write a storage fault into it.
    @Test
    void aRecordInTheEventAfterTheGap_isForged() throws Exception {
        sql(
                "DROP TRIGGER IF EXISTS event_never_changes",
                "DELETE FROM event WHERE id BETWEEN 100 AND 119",
                "UPDATE event SET kind = 353, additional = '{\"reason\":\"events 100 to 119 cannot be read\"}'"
                        + " WHERE id = 120");
        CommandRun run = verify();
        assertThat(run.exit()).as(run.out()).isEqualTo(1);
        assertThat(run.out()).contains("the chain of events is broken at event 120");
        assertThat(script().out()).startsWith("NOT VERIFIED: event 120, or one before it, was changed or removed");
    }

    /// A gap that the box recorded does not make the events before it provable: a record among them proves nothing.
    @Test
    void aRecordBeforeAnotherGap_isForged() throws Exception {
        List<Long> lost = replaced();
        sign();
        Path export = folder.resolve("log.jsonl");
        script();
        List<String> lines = new ArrayList<>(Files.readAllLines(export));
        lines.subList(10, 13).clear(); // events 10 to 12; event 13 is not verified itself
        byte[] before = HexFormat.of().parseHex(hash(lines.get(10)));
        int end = Math.toIntExact(lost.get(0)) - 3;
        for (int line = 11; line < end; line++) {
            String text = lines.get(line);
            if (line == 20) {
                text = text.replace("\"kind\":" + EventKind.REJECTED_UNKNOWN_CARD.number(), "\"kind\":353")
                        .replaceFirst(
                                "\"additional\":\"[^}]*}\"",
                                "\"additional\":\"{\\\\\"reason\\\\\":\\\\\"events 10 to 12 cannot be read\\\\\"}\"");
                assertThat(text).contains("events 10 to 12");
            }
            before = EventLogProofTest.hash(before, EventLogProofTest.event(text));
            lines.set(line, text.replace(hash(text), HexFormat.of().formatHex(before)));
        }
        Files.write(export, lines);
        CommandRun run = scriptOn(export);
        assertThat(run.out()).startsWith("NOT VERIFIED: event 13, or one before it, was changed or removed");
        sql("DROP TRIGGER IF EXISTS event_never_changes", "DELETE FROM event WHERE id BETWEEN 10 AND 12");
        for (int line = 11; line < end; line++) {
            Map<String, @Nullable Object> event = EventLogProofTest.event(lines.get(line));
            sql("UPDATE event SET kind = " + event.get("kind") + ", additional = '" + event.get("additional")
                    + "', hash = x'" + event.get("hash") + "' WHERE id = " + event.get("id"));
        }
        assertThat(verify().out()).contains("the chain of events is broken at event 13");
    }

    private static String hash(String line) {
        return String.valueOf(EventLogProofTest.event(line).get("hash"));
    }

    @Test
    void eventsThatWereRemovedBesideARecordedGap_areFound() throws Exception {
        List<Long> lost = replaced();
        sign();
        long beside = lost.get(1) + 1;
        sql("DELETE FROM event WHERE id = " + beside);
        assertThat(verify().exit()).isEqualTo(1);
        assertThat(verify().out()).contains("the chain of events is broken at event " + (beside + 1));
        assertThat(script().out()).startsWith("NOT VERIFIED: event " + (beside + 1) + ", or one before it");
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
        assertThat(script("--heads", heads.toString()).exit()).isEqualTo(3);
    }
}
