package dev.lintel.controller.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.files.DataFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The key of the event log under a TPM.
class LogKeyTest {
    @TempDir
    Path folder;

    private DataFolder data;

    @BeforeEach
    void open() {
        data = DataFolder.open(folder.resolve("data"));
    }

    @AfterEach
    void close() {
        data.close();
    }

    private Path file() {
        return data.path().resolve("keys/event-log.pem");
    }

    @Test
    void aNewKeyIsSealedByTheMachinesTpm() throws Exception {
        String fingerprint;
        try (var chip = SoftwareTpm.in(folder.resolve("chip"))) {
            LogKey key = LogKey.open(data, chip.tpm());
            fingerprint = key.fingerprint().hex();
            assertThat(file()).content().contains("TPM SEALED KEY").doesNotContain("PRIVATE KEY");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                    .isEqualTo("rw-------");
            assertThat(LogKey.open(data, chip.tpm()).fingerprint().hex()).isEqualTo(fingerprint);
        }
        try (var again = SoftwareTpm.in(folder.resolve("chip"))) {
            assertThat(LogKey.open(data, again.tpm()).fingerprint().hex())
                    .as("after the machine was off")
                    .isEqualTo(fingerprint);
        }
        assertThat(LogKey.fingerprint(LogKey.publicOf(data.path())).hex())
                .as("without the TPM")
                .isEqualTo(fingerprint);
    }

    @Test
    void aCopyOfTheDiskSignsNothing() throws Exception {
        try (var chip = SoftwareTpm.in(folder.resolve("chip"))) {
            LogKey.open(data, chip.tpm());
        }
        byte[] before = Files.readAllBytes(file());
        assertThatThrownBy(() -> LogKey.open(data, null))
                .isInstanceOf(ProofException.class)
                .hasMessageContaining("cannot be used: it is sealed by a TPM, and ");
        try (var other = SoftwareTpm.in(folder.resolve("other"))) {
            Tpm foreign = other.tpm();
            assertThatThrownBy(() -> LogKey.open(data, foreign))
                    .isInstanceOf(ProofException.class)
                    .hasMessageContaining("tpm2_load: ERROR: ");
        }
        assertThat(file()).as("no new key").hasBinaryContent(before);
    }

    @Test
    void aKeyIsSealedLaterAndUnsealed() throws Exception {
        String fingerprint = LogKey.open(data, null).fingerprint().hex();
        byte[] plain = Files.readAllBytes(file());
        try (var chip = SoftwareTpm.in(folder.resolve("chip"))) {
            assertThat(LogKey.isSealed(data.path())).isFalse();
            LogKey.seal(data.path(), chip.tpm());
            assertThat(LogKey.isSealed(data.path())).isTrue();
            assertThat(LogKey.open(data, chip.tpm()).fingerprint().hex()).isEqualTo(fingerprint);
            LogKey.unseal(data.path(), chip.tpm());
        }
        assertThat(file()).hasBinaryContent(plain);
    }

    @Test
    void aDamagedFileIsRefused() throws Exception {
        try (var chip = SoftwareTpm.in(folder.resolve("chip"))) {
            Tpm tpm = chip.tpm();
            LogKey.open(data, tpm);
            String whole = Files.readString(file());
            int begin = whole.indexOf('\n') + 1;
            for (int at : new int[] {0, 1, 40, 90, 150, 200}) {
                char other = whole.charAt(begin + at) == 'A' ? 'B' : 'A';
                Files.writeString(file(), whole.substring(0, begin + at) + other + whole.substring(begin + at + 1));
                assertThatThrownBy(() -> LogKey.open(data, tpm))
                        .as("character %d", at)
                        .isInstanceOf(ProofException.class);
            }
        }
    }

    @Test
    void aTpmThatFailsKeepsNoLogFromBeingSigned() throws Exception {
        Tpm gone = Tpm.at("swtpm:path=" + folder.resolve("nothing"), 60_000);
        LogKey key = LogKey.open(data, gone);
        assertThat(file()).content(StandardCharsets.US_ASCII).contains("BEGIN PRIVATE KEY");
        assertThatThrownBy(() -> LogKey.seal(data.path(), gone)).isInstanceOf(ProofException.class);
        assertThat(LogKey.open(data, null).fingerprint()).isEqualTo(key.fingerprint());
    }

    @Test
    void aTpmThatDoesNotAnswerIsGivenUp() throws Exception {
        try (var chip = SoftwareTpm.in(folder.resolve("chip"))) {
            chip.hang();
            Tpm tpm = chip.tpm(200);
            assertThatThrownBy(() -> tpm.seal(new byte[48]))
                    .isInstanceOf(ProofException.class)
                    .hasMessageContaining("no answer from the TPM within");
        }
    }
}
