package dev.lintel.controller.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SigningKeyTest {
    private static final String PASSPHRASE = "correct horse battery";

    /// As long as the key itself; damage elsewhere is found.
    private static final int SIGNING_KEY_BYTES = 32;

    private final SigningKey plain = SigningKey.make("plain");

    @TempDir
    Path folder;

    private String openssl(String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
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

    /// The JDK's own encoder names another function than it uses, in its release 25.0.5.
    @Test
    void fileNamesWhatItWasEncryptedWith() throws Exception {
        Path file = folder.resolve("release.pem");
        SigningKey.make("release").write(file, PASSPHRASE);
        assertThat(openssl("asn1parse", "-in", file.toString()))
                .contains(":PBES2", ":PBKDF2", ":hmacWithSHA512", ":aes-256-cbc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hmacWithSHA1", "hmacWithSHA224", "hmacWithSHA256", "hmacWithSHA384", "hmacWithSHA512"})
    void everyFunctionOfOpensslIsRead(String function) throws Exception {
        for (String cipher : List.of("aes-128-cbc", "aes-192-cbc", "aes-256-cbc")) {
            Path theirs = encryptedByOpenssl(cipher + ".pem", "-v2", cipher, "-v2prf", function, "-iter", "1000");
            assertThat(SigningKey.read(theirs, () -> PASSPHRASE).trusted().base64())
                    .as(cipher)
                    .isEqualTo(plain.trusted().base64());
        }
    }

    @Test
    void whatIsEncryptedInAnotherWay_isNamed() throws Exception {
        for (List<String> words :
                List.of(List.of("-v2", "camellia-256-cbc"), List.of("-scrypt"), List.of("-v1", "PBE-SHA1-3DES"))) {
            Path theirs = encryptedByOpenssl("theirs.pem", words.toArray(String[]::new));
            assertThatThrownBy(() -> SigningKey.read(theirs, () -> PASSPHRASE))
                    .hasMessageStartingWith(theirs + " is encrypted in a way that is not supported (1.")
                    .hasMessageEndingWith("): only PBES2 with PBKDF2 and AES-CBC is");
        }
    }

    @Test
    void damagedFile_isRefusedOrAnotherKey() throws Exception {
        Path file = encryptedByOpenssl("whole.pem", "-v2", "aes-256-cbc", "-iter", "1000");
        List<String> lines = Files.readAllLines(file);
        byte[] der = Base64.getMimeDecoder().decode(String.join("", lines.subList(1, lines.size() - 1)));
        int others = 0; // AES-CBC cannot tell a damaged key from another one
        for (int i = 0; i < der.length; i++) {
            byte[] damaged = der.clone();
            damaged[i] ^= 0x55;
            Path half = folder.resolve("damaged.pem");
            Files.write(half, List.of(lines.getFirst(), Base64.getEncoder().encodeToString(damaged), lines.getLast()));
            Throwable refused = catchThrowable(() -> SigningKey.read(half, () -> PASSPHRASE));
            if (refused == null) others++;
            else assertThat(refused).as("byte %d", i).isInstanceOf(UpdateException.class);
        }
        assertThat(others).as("damaged keys that were read").isLessThan(SIGNING_KEY_BYTES);
    }

    private Path encryptedByOpenssl(String name, String... how) throws Exception {
        Path from = folder.resolve("plain.pem");
        if (!Files.exists(from)) plain.write(from);
        Path to = folder.resolve(name);
        var words = new ArrayList<>(List.of("pkcs8", "-topk8", "-in", from.toString()));
        words.addAll(List.of(how));
        words.addAll(List.of("-passout", "pass:" + PASSPHRASE, "-out", to.toString()));
        openssl(words.toArray(String[]::new));
        return to;
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
        Path slow =
                encryptedByOpenssl("slow.pem", "-v2", "aes-256-cbc", "-v2prf", "hmacWithSHA512", "-iter", "2000001");
        assertThatThrownBy(() -> SigningKey.read(slow, () -> PASSPHRASE))
                .hasMessageContaining("asks for 2000001 iterations, more than 2000000");
    }
}
