package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.proof.HeadSigner;
import dev.lintel.controller.proof.LogKey;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.Snapshots;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.pack.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `lintel events verify`, `export` and `key`, and the script `verify-events`, on a real log: as it was written, and
/// after each kind of change.
class EventLogProofTest {
    private static final Path SCRIPT = Path.of("src/main/scripts/verify-events").toAbsolutePath();
    private static final int EVENTS = 1_060;
    private static final int SIGNED = 1_050; // and 1,000: one head of a thousand events stays

    /// The log and its export, of which each case gets a copy.
    @TempDir
    private static Path prepared;

    @TempDir
    Path folder;

    private Path data;
    private Path export;

    @BeforeAll
    static void write() throws Exception {
        Path data = prepared.resolve("data");
        Path export = prepared.resolve("log.jsonl");
        log(data);
        assertThat(CommandRun.of("events", "export", export.toString(), "--data", data.toString())
                        .out())
                .isEqualTo(EVENTS + " events in " + export + "\n");
    }

    @BeforeEach
    void copy() {
        data = folder.resolve("data");
        export = folder.resolve("log.jsonl");
        Programs.run("cp", "-a", prepared + "/.", folder.toString());
    }

    /// 1,050 events of which the 1,000th and the last were signed, then 10 that were not.
    private static void log(Path data) throws InterruptedException {
        var time = new SystemTime();
        try (DataFolder folder = DataFolder.open(data);
                Database database = Database.open(folder, time)) {
            var signer = new HeadSigner(database, LogKey.open(folder, null), time);
            append(database, 1, 500);
            assertThat(signer.sign()).isTrue();
            append(database, 501, 1_000);
            assertThat(signer.sign()).isTrue();
            assertThat(signer.sign()).as("once").isFalse();
            append(database, 1_001, SIGNED);
            assertThat(signer.sign()).isTrue();
            append(database, SIGNED + 1, EVENTS);
        }
    }

    private static void append(Database database, int from, int to) throws InterruptedException {
        for (int i = from; i <= to; i++) {
            String name = i % 3 == 0 ? "Zoë \"\u001f\" " + i : null;
            var subject = new EventDraft.Subject(1L, i % 4 == 0 ? null : 7L, name, null, "é" + i, i % 2 == 0);
            Map<String, Object> more = Map.of("n", (long) i, "text", "ü\n\"");
            database.events().append(new EventDraft(EventKind.REJECTED_UNKNOWN_CARD, i, i, subject, more));
        }
        assertThat(database.awaitDisk(60_000)).isTrue();
    }

    private CommandRun verify(String... more) {
        var arguments = new ArrayList<>(List.of("events", "verify", "--data", data.toString()));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private CommandRun script(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("python3", SCRIPT.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new CommandRun(process.waitFor(), out, "");
    }

    private String fingerprint() {
        return CommandRun.of("events", "key", "--data", data.toString())
                .out()
                .lines()
                .findFirst()
                .orElseThrow();
    }

    private List<String> lines() throws IOException {
        return new ArrayList<>(Files.readAllLines(export));
    }

    private String written(List<String> lines) throws IOException {
        return Files.write(folder.resolve("other.jsonl"), lines).toString();
    }

    /// The heads of the export, as a witness would have kept them.
    private String witness(int skip) throws IOException {
        List<String> heads = lines().stream()
                .filter(line -> line.startsWith("{\"head\""))
                .skip(skip)
                .map(line -> "<110>1 2026-03-02T10:00:00Z Gate lintel - event-head - "
                        + line.substring("{\"head\":".length(), line.length() - 1))
                .toList();
        return Files.write(folder.resolve("heads"), heads).toString();
    }

    private void sql(String... statements) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("lintel.db"));
                var statement = connection.createStatement()) {
            for (String trigger : List.of("event_never_goes", "event_never_changes")) {
                statement.execute("DROP TRIGGER IF EXISTS " + trigger);
            }
            connection.setAutoCommit(false);
            for (String one : statements) statement.execute(one);
            connection.commit();
        }
    }

    @Test
    void aLogAsItWasWrittenIsVerified() throws Exception {
        assertThat(verify("--key", fingerprint()).out())
                .isEqualTo("1,060 events, 1 to 1060: none was changed or removed; signed up to event 1050"
                        + " (the rest follows within seconds while the box runs).\n");
        assertThat(verify("--json").json()).containsEntry("verified", true).containsEntry("signed", 1_050L);
        CommandRun script = script(export.toString(), "--key", fingerprint(), "--heads", witness(0));
        assertThat(script.out())
                .isEqualTo("1060 events, 1 to 1060: none was changed or removed; names of people are not verified\n"
                        + "signed up to event 1050 by the key "
                        + fingerprint()
                        + "\nkept elsewhere up to event 1050\n10 events after that are not signed yet\n");
        assertThat(script.exit()).isZero();
        assertThat(verify("--heads", witness(0)).out()).contains("; kept elsewhere up to event 1050.");
    }

    @Test
    void aPartOfTheLogIsVerified() throws Exception {
        String part = folder.resolve("part.jsonl").toString();
        assertThat(CommandRun.of("events", "export", part, "--after", "1030", "--data", data.toString())
                        .out())
                .startsWith("30 events");
        assertThat(script(part, "--heads", witness(0)).out()).startsWith("30 events, 1031 to 1060: none was changed");
    }

    @Test
    void aChangedEventIsFound() throws Exception {
        List<String> lines = lines();
        lines.set(13, lines.get(13).replace("\"channel_id\":1", "\"channel_id\":2"));
        assertThat(script(written(lines)))
                .isEqualTo(new CommandRun(1, "NOT VERIFIED: event 13, or one before it, was changed or removed\n", ""));
        sql("UPDATE event SET channel_id = 2 WHERE id = 13");
        assertThat(verify().exit()).isEqualTo(1);
        assertThat(verify().out()).contains("the chain of events is broken at event 13");
    }

    @Test
    void aChangedFirstEventIsFound() throws Exception {
        sql("UPDATE event SET kind = 21 WHERE id = 1");
        assertThat(verify().out()).contains("the chain of events is broken at event 1");
    }

    @Test
    void aRemovedEventIsFound() throws Exception {
        List<String> lines = lines();
        lines.remove(13);
        assertThat(script(written(lines)).out()).contains("event 14, or one before it, was changed or removed");
        sql("DELETE FROM event WHERE id = 13");
        assertThat(verify().out()).contains("the chain of events is broken at event 14");
    }

    /// Whoever knows the public key alone may write any line of an export.
    @Test
    void anExportThatWasForgedWithoutTheKeyIsFound() throws Exception {
        List<String> unsigned = new ArrayList<>(
                lines().stream().filter(line -> !line.startsWith("{\"head\"")).toList());
        String last = unsigned.getLast().replaceAll(".*\"hash\":\"([0-9a-f]{64})\".*", "$1");
        assertThat(last).hasSize(64);
        unsigned.add("{\"head\":{\"event_id\":1060,\"hash\":\"" + last + "\"}}");
        assertThat(script(written(unsigned), "--key", fingerprint()).exit()).isEqualTo(1);
        List<String> twice = lines();
        twice.add(20, twice.getFirst());
        assertThat(script(written(twice), "--key", fingerprint()).out())
                .contains("NOT VERIFIED: line 21: an export begins in its first line only");
    }

    /// Also of a box whose database was replaced by a snapshot: it has one event of before.
    @Test
    void aLogWhoseBeginningIsMissingSaysSo() throws Exception {
        sql("DELETE FROM event WHERE id < 1040");
        assertThat(verify().out()).contains("the log begins at event 1040: what was before is not in it");
    }

    /// A snapshot has the newest event alone; the box goes on from it.
    @Test
    void aLogThatBeginsWithASnapshotIsVerifiedFromItsFirstEvent() throws Exception {
        try (DataFolder source = DataFolder.open(data)) {
            data = folder.resolve("replaced");
            Files.createDirectories(data.resolve("keys"));
            for (String key : List.of("event-log.pem", "event-names")) {
                Files.copy(
                        source.path().resolve("keys").resolve(key),
                        data.resolve("keys").resolve(key));
            }
            Files.copy(new Snapshots(source, new SystemTime()).take(), data.resolve("lintel.db"));
        }
        var time = new SystemTime();
        try (DataFolder folder = DataFolder.open(data);
                Database database = Database.open(folder, time)) {
            append(database, EVENTS + 1, EVENTS + 20);
            assertThat(new HeadSigner(database, LogKey.open(folder, null), time).sign())
                    .isTrue();
        }
        assertThat(verify("--heads", witness(0)).out())
                .startsWith("21 events, 1060 to 1080: none was changed or removed; signed up to event 1080. But the log"
                        + " begins at event 1060")
                .doesNotContain("kept elsewhere", "cannot be verified");
        Files.delete(export);
        CommandRun.of("events", "export", export.toString(), "--data", data.toString());
        assertThat(script(export.toString(), "--key", fingerprint()).out())
                .startsWith("21 events, 1060 to 1080: none was changed or removed; ");

        sql("UPDATE event SET kind = 21 WHERE id = 1060");
        assertThat(verify().out()).contains("the chain of events is broken at event 1060");
        sql("DELETE FROM event_before");
        assertThat(verify().exit()).isZero();
        assertThat(verify().out()).contains("The first event's own fields cannot be verified.");
        assertThat(verify("--json").json()).containsEntry("first_verified", false);
        Files.delete(export);
        CommandRun.of("events", "export", export.toString(), "--data", data.toString());
        CommandRun unproven = script(export.toString(), "--key", fingerprint());
        assertThat(unproven.out()).startsWith("the fields of the first event, 1060, are not verified\n21 events");
        List<String> lines = lines();
        lines.set(2, lines.get(2).replace("\"channel_id\":1", "\"channel_id\":2"));
        assertThat(script(written(lines)).out()).contains("event 1061, or one before it, was changed");
    }

    @Test
    void anExportAfterAnEventThatIsNotThereIsRefused() {
        for (String after : List.of("1061", "-1")) {
            CommandRun run = CommandRun.of("events", "export", "-", "--after", after, "--data", data.toString());
            assertThat(run.exit()).isEqualTo(1);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).contains("event " + after + " is not in the log, which has events 1 to 1060");
        }
    }

    /// As `lintel hub heads` prints them.
    @Test
    void hashesThatAHubKeptAreCompared() throws Exception {
        String hash = Json.parseObject(lines().get(1_060)).toString().replaceAll(".*hash=([0-9a-f]{64}).*", "$1");
        String line = "{\"event_id\":1060,\"hash\":\"" + hash + "\",\"box\":\"Gate\",\"branch\":0}";
        Path heads = Files.writeString(folder.resolve("hub-heads"), line + "\n");
        assertThat(verify("--heads", heads.toString()).out()).contains("; kept elsewhere up to event 1060.");
        assertThat(script(export.toString(), "--heads", heads.toString()).out())
                .contains("kept elsewhere up to event 1060");

        String other = hash.replaceFirst("^.", hash.startsWith("0") ? "1" : "0");
        Files.writeString(heads, line.replace(hash, other));
        assertThat(verify("--heads", heads.toString()).out())
                .contains("event 1060 is not the event whose hash was signed or kept: the log was rewritten");
        assertThat(script(export.toString(), "--heads", heads.toString()).exit())
                .isEqualTo(1);
    }

    /// A head without its event is no witness of this log.
    @Test
    void anEmptyLogWithAHeadIsNoLogWithoutEvents() throws Exception {
        sql("DELETE FROM event");
        assertThat(verify().exit()).isEqualTo(1);
        assertThat(verify().out()).contains("event 1050 was signed, and the log ends at event 0");
    }

    @Test
    void aRemovedTailIsFound() throws Exception {
        List<String> cut = lines();
        cut.subList(1_040, EVENTS + 1).clear();
        assertThat(script(written(cut)).out())
                .contains("the end is missing", "a head of event 1050", "ends at event 1039");
        List<String> both =
                cut.stream().filter(line -> !line.contains("\"event_id\":1050")).toList();
        assertThat(script(written(both)).exit())
                .as("a log that is 1,039 events long")
                .isZero();
        assertThat(script(written(both), "--heads", witness(0)).out())
                .contains("the end is missing: the witness has a head of event 1050");

        sql("DELETE FROM event WHERE id > 1039");
        assertThat(verify().out()).contains("event 1050 was signed, and the log ends at event 1039");
        sql("DELETE FROM event_head WHERE event_id = 1050");
        assertThat(verify().exit()).isZero();
        assertThat(verify("--heads", witness(1)).out()).contains("the end of the log is missing: event 1050");
    }

    /// Whoever can write the database can make all hashes again, but no signature.
    @Test
    void aLogWhoseHashesWereMadeAgainIsFound() throws Exception {
        List<String> lines = lines();
        var updates = new ArrayList<String>();
        byte[] before = new byte[32];
        for (int i = 1; i <= EVENTS; i++) {
            Map<String, @Nullable Object> event = event(lines.get(i));
            if (i == 13) event.put("channel_id", 2L);
            before = hash(before, event);
            event.put("hash", HexFormat.of().formatHex(before));
            lines.set(i, Json.write(Map.of("event", event)));
            updates.add("UPDATE event SET channel_id = " + event.get("channel_id") + ", hash = x'" + event.get("hash")
                    + "' WHERE id = " + i);
        }
        sql(updates.toArray(String[]::new));
        assertThat(script(written(lines)).out()).contains("event 1000 is not the one", "the log was rewritten");
        assertThat(verify().out()).contains("event 1000 is not the event whose hash was signed or kept");
    }

    /// The event in a line of an export.
    static Map<String, @Nullable Object> event(String line) {
        Map<String, @Nullable Object> event = new LinkedHashMap<>();
        ((Map<?, ?>) Objects.requireNonNull(Json.parseObject(line).get("event")))
                .forEach((name, value) -> event.put(String.valueOf(name), value));
        return event;
    }

    static byte[] hash(byte[] before, Map<String, @Nullable Object> event) throws NoSuchAlgorithmException {
        var sha256 = MessageDigest.getInstance("SHA-256");
        sha256.update(before);
        event.forEach((name, value) -> {
            if (name.equals("hash")) return;
            if (value != null) sha256.update(value.toString().getBytes(StandardCharsets.UTF_8));
            sha256.update((byte) 0x1F);
        });
        return sha256.digest();
    }

    @Test
    void anotherKeyIsFound() throws Exception {
        Path other = folder.resolve("other");
        log(other);
        String theirs = CommandRun.of("events", "key", "--data", other.toString())
                .out()
                .lines()
                .findFirst()
                .orElseThrow();
        assertThat(script(export.toString(), "--key", theirs).out()).contains("the export is of another key");
        assertThat(verify("--key", theirs).exit()).isEqualTo(1);
        List<String> lines = lines();
        lines.set(EVENTS + 1, lines.get(EVENTS + 1).replaceFirst("\"signature\":\"..", "\"signature\":\"00"));
        assertThat(script(written(lines)).out()).contains("the signature of event 1000 in the export is wrong");

        Files.copy(
                other.resolve("keys/event-log.pem"),
                data.resolve("keys/event-log.pem"),
                StandardCopyOption.REPLACE_EXISTING);
        assertThat(verify().out()).contains("the head of event 1000 in this log is signed by another key");
    }

    @Test
    void whatIsNoExportIsRefusedInWords() throws Exception {
        assertThat(script().exit()).isEqualTo(2);
        assertThat(script(written(List.of("{\"event\":{}}"))).out()).startsWith("NOT VERIFIED: line 1");
        assertThat(script(written(List.of("ü[", "{}"))).exit()).isEqualTo(1);
        assertThat(script(folder.resolve("none").toString()).exit()).isEqualTo(1);
        assertThat(verify("--heads", written(List.of("no head"))).err()).contains(": there is no head in it");
    }
}
