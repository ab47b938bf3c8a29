package dev.lintel.controller.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SigningKeyTest {
    private static final String PASSPHRASE = "correct horse battery";

    @TempDir
    Path folder;

    private void openssl(String... words) throws IOException, InterruptedException {
        var command = new java.util.ArrayList<>(java.util.List.of("openssl"));
        command.addAll(java.util.List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    @Test
    void keyWithPassphrase_opensWithItAlone() throws IOException {
        Path file = folder.resolve("release.pem");
        SigningKey key = SigningKey.make("release");
        key.write(file, PASSPHRASE);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(SigningKey.isEncrypted(file)).isTrue();
        assertThat(SigningKey.read(file, () -> PASSPHRASE).trusted()).isEqualTo(key.trusted());
        assertThatThrownBy(() -> SigningKey.read(file, () -> "wrong horse battery"))
                .isInstanceOf(UpdateException.class)
                .hasMessage(file + " cannot be opened: the passphrase is wrong, or the file is damaged");
        assertThatThrownBy(() -> SigningKey.read(file)).hasMessage(file + " has a passphrase");
    }

    @Test
    void keyWithoutPassphrase_isNotAskedForOne() {
        Path file = folder.resolve("release.pem");
        SigningKey key = SigningKey.make("release");
        key.write(file);
        assertThat(SigningKey.isEncrypted(file)).isFalse();
        assertThat(SigningKey.read(file, () -> {
                            throw new AssertionError("asked");
                        })
                        .trusted())
                .isEqualTo(key.trusted());
    }

    @Test
    void opensslReadsOurKeyAndWeReadItsKey() throws Exception {
        Path ours = folder.resolve("ours.pem");
        SigningKey key = SigningKey.make("ours");
        key.write(ours, PASSPHRASE);
        Path publicHalf = folder.resolve("ours.pub");
        openssl(
                "pkey",
                "-in",
                ours.toString(),
                "-passin",
                "pass:" + PASSPHRASE,
                "-pubout",
                "-out",
                publicHalf.toString());
        assertThat(TrustedKey.read(publicHalf)).isEqualTo(key.trusted());
        Path theirs = folder.resolve("theirs.pem");
        openssl(
                "genpkey",
                "-algorithm",
                "ed25519",
                "-aes256",
                "-pass",
                "pass:" + PASSPHRASE,
                "-out",
                theirs.toString());
        assertThat(SigningKey.read(theirs, () -> PASSPHRASE).trusted().name()).isEqualTo("theirs");
    }

    @Test
    void passphraseThatAnotherProgramWouldReadOtherwise_isRefused() {
        Path file = folder.resolve("release.pem");
        assertThatThrownBy(() -> SigningKey.make("release").write(file, "schönes langes Wort"))
                .hasMessage("the passphrase of a key has only letters, digits and signs of ASCII");
        assertThat(file).doesNotExist();
    }

    @Test
    void keyThatAsksForTooMuchWork_isRefused() throws Exception {
        Path plain = folder.resolve("plain.pem");
        SigningKey.make("plain").write(plain);
        Path slow = folder.resolve("slow.pem");
        openssl(
                "pkcs8",
                "-topk8",
                "-v2",
                "aes-256-cbc",
                "-v2prf",
                "hmacWithSHA512",
                "-iter",
                "2000001",
                "-in",
                plain.toString(),
                "-passout",
                "pass:" + PASSPHRASE,
                "-out",
                slow.toString());
        assertThatThrownBy(() -> SigningKey.read(slow, () -> PASSPHRASE))
                .hasMessageContaining("asks for 2000001 iterations, more than 2000000");
    }
}
