package dev.lintel.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.proof.LogKey;
import dev.lintel.controller.proof.Tpm;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.time.SystemTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsKeyCommandTest {
    @TempDir
    Path folder;

    private Path key;
    private String fingerprint;

    @BeforeEach
    void makeKey() {
        key = folder.resolve("data/keys/event-log.pem");
        try (var data = DataFolder.open(folder.resolve("data"))) {
            fingerprint = LogKey.open(data, null).fingerprint().hex();
        }
    }

    private CommandRun run(String... more) {
        var words = new ArrayList<>(
                List.of("events", "key", "--data", folder.resolve("data").toString()));
        words.addAll(List.of(more));
        return CommandRun.of(words.toArray(String[]::new));
    }

    @Test
    void theKeyIsShownWithItsFingerprint() {
        assertThat(run().out())
                .startsWith(fingerprint + "\n-----BEGIN PUBLIC KEY-----\n")
                .endsWith("-----END PUBLIC KEY-----\nThe private key is not sealed by a TPM.\n");
        assertThat(run("--json").out()).contains("\"fingerprint\":\"" + fingerprint, "\"sealed_by_tpm\":false");
    }

    @Test
    void theKeyIsItsOwnersAndIsNotInTheExport() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
        Path data = folder.resolve("data");
        try (var opened = DataFolder.open(data);
                var _ = Database.open(opened, new SystemTime())) {
            assertThat(LogKey.open(opened, null).fingerprint().hex())
                    .as("the same at each start")
                    .isEqualTo(fingerprint);
        }
        Path export = folder.resolve("log.jsonl");
        CommandRun exported = CommandRun.of("events", "export", export.toString(), "--data", data.toString());
        assertThat(exported.exit()).as(exported.err()).isZero();
        String secret = Files.readAllLines(key).get(1);
        assertThat(export).content().contains("lintel_events").doesNotContain(secret);
        assertThat(run().out()).doesNotContain(secret);
    }

    @Test
    void withoutATpm_theKeyStaysAsItIs() throws Exception {
        String missing = Tpm.missing();
        assumeTrue(missing != null, "this machine has a TPM; LogKeyTest seals with one");
        byte[] before = Files.readAllBytes(key);
        for (String change : List.of("--seal", "--unseal")) {
            CommandRun refused = run(change);
            assertThat(refused.exit()).isEqualTo(1);
            assertThat(refused.err()).contains(missing);
        }
        assertThat(key).hasBinaryContent(before);
    }

    @Test
    void sealAndUnsealTogether_areRefused() {
        CommandRun both = run("--seal", "--unseal");
        assertThat(both.exit()).isEqualTo(2);
        assertThat(both.err()).contains("--seal", "--unseal", "mutually exclusive");
    }
}
