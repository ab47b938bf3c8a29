package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.proof.HeadSigner;
import dev.lintel.controller.proof.LogKey;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.SystemTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A log whose key was lost: a key that no longer exists has signed its older head.
class FormerLogKeyTest {
    /// A newer head takes the place of an older one of the same thousand events.
    private static final int THOUSAND = 1_000;

    @TempDir
    Path folder;

    private Path data;
    private String former;

    @BeforeEach
    void write() throws Exception {
        data = folder.resolve("data");
        former = sign(THOUSAND);
        Files.delete(data.resolve("keys/event-log.pem"));
        assertThat(sign(1)).isNotEqualTo(former);
    }

    /// Appends events and signs the last of them; returns the key's fingerprint.
    private String sign(int count) throws InterruptedException {
        var time = new SystemTime();
        try (DataFolder opened = DataFolder.open(data);
                Database database = Database.open(opened, time)) {
            for (int i = 0; i < count; i++) {
                database.events()
                        .append(new EventDraft(EventKind.REJECTED_UNKNOWN_CARD, 1, 1, Subject.NOBODY, Map.of("n", 1L)));
            }
            assertThat(database.awaitDisk(60_000)).isTrue();
            LogKey key = LogKey.open(opened, null);
            assertThat(new HeadSigner(database, key, time).sign()).isTrue();
            return key.fingerprint().hex();
        }
    }

    private CommandRun verify(String... more) {
        var words = new ArrayList<>(List.of("events", "verify", "--data", data.toString()));
        words.addAll(List.of(more));
        return CommandRun.of(words.toArray(String[]::new));
    }

    private CommandRun script(String... more) throws Exception {
        Path export = folder.resolve("log.jsonl");
        if (!Files.exists(export)) {
            CommandRun.of("events", "export", export.toString(), "--data", data.toString());
        }
        var words = new ArrayList<>(List.of("python3", "src/main/scripts/verify-events", export.toString()));
        words.addAll(List.of(more));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new CommandRun(process.waitFor(), said, "");
    }

    @Test
    void headsOfAnotherKeyAreAFaultThatNamesIt() throws Exception {
        CommandRun run = verify();
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.out()).contains("is signed by another key, " + former, "--former-key " + former);
        assertThat(verify("--former-key", "0".repeat(64)).exit())
                .as("a third key")
                .isEqualTo(1);
        assertThat(script().exit()).isEqualTo(1);
    }

    @Test
    void aFormerKeyThatIsNamedIsNone() throws Exception {
        String colons = former.toUpperCase(java.util.Locale.ROOT).replaceAll("(..)(?=.)", "$1:");
        for (String name : List.of(former, colons)) {
            CommandRun run = verify("--former-key", name);
            assertThat(run.exit()).as(run.out()).isZero();
            assertThat(run.out())
                    .startsWith("1,001 events, 1 to 1001: none was changed or removed; signed up to event 1001.")
                    .contains("1 heads are of a former key: their signatures were not verified.");
            CommandRun other = script("--former-key", name);
            assertThat(other.exit()).as(other.out()).isZero();
            assertThat(other.out()).contains("signatures of the key " + name + " were not verified");
        }
    }

    /// The signature cannot be verified, the hash can.
    @Test
    void anotherHashUnderAFormerKeyIsFound() throws Exception {
        Path heads = folder.resolve("heads");
        Files.writeString(heads, """
                {"event_id":1000,"hash":"%s","signed_at":1,"key":"%s","signature":"%s"}
                """.formatted("11".repeat(32), former, "22".repeat(64)));
        CommandRun run = verify("--former-key", former, "--heads", heads.toString());
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.out()).contains("event 1000 is not the event whose hash was signed or kept");
        assertThat(script("--former-key", former, "--heads", heads.toString()).exit())
                .isEqualTo(1);
    }

    /// Whoever forges a log can write such heads as well.
    @Test
    void headsOfAFormerKeyAloneProveNothing() throws Exception {
        script(); // exports
        Path export = folder.resolve("log.jsonl");
        List<String> without = Files.readAllLines(export).stream()
                .filter(line -> !line.contains("\"head\"") || line.contains(former))
                .toList();
        assertThat(without).hasSizeLessThan(Files.readAllLines(export).size());
        Files.write(export, without);
        CommandRun forged = script("--former-key", former);
        assertThat(forged.exit()).isEqualTo(1);
        assertThat(forged.out()).contains("nothing is signed");
        removeHeads("key <> x'" + former + "'");
        CommandRun run = verify("--former-key", former);
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.out()).contains("nothing is signed");
    }

    @Test
    void aFormerKeySignsNothingAfterTheKeyOfNow() throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("lintel.db"));
                var statement = connection.createStatement()) {
            statement.execute("UPDATE event_head SET event_id = 1002 WHERE event_id = 1000");
        }
        CommandRun run = verify("--former-key", former);
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.out()).contains("the head of event 1002 is of a former key");
    }

    private void removeHeads(String which) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("lintel.db"));
                var statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("DELETE FROM event_head WHERE " + which))
                    .isEqualTo(1);
        }
    }

    @Test
    void whatIsNoFingerprintIsRefused() {
        CommandRun run = verify("--former-key", "abc");
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains("--former-key: abc is no fingerprint of 64 hexadecimal digits");
    }
}
