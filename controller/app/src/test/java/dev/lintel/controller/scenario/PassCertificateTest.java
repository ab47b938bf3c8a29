package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.time.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a whole box says of the certificate that its passes are signed by, as its year goes by.
class PassCertificateTest {
    private static final String SUBJECT = "/UID=pass.com.example.doors/CN=Doors/OU=ABCDE12345/O=Example";

    @TempDir
    Path folder;

    /// Good for a year, and its own authority.
    private void makeCertificate() throws Exception {
        Path key = folder.resolve("pass.key");
        Path leaf = folder.resolve("leaf.pem");
        Process openssl = new ProcessBuilder(
                        "openssl req -x509 -nodes -newkey rsa:2048 -days 365 -keyout %s -out %s -subj %s"
                                .formatted(key, leaf, SUBJECT)
                                .split(" ", -1))
                .redirectErrorStream(true)
                .start();
        String said = new String(openssl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(openssl.waitFor()).as(said).isZero();
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(folder.resolve("pass.pem"), Files.readString(leaf) + Files.readString(leaf));
    }

    @Test
    void doctorWarnsAMonthBeforeItsEndAndHealthTellsOfTheEnd() throws Exception {
        makeCertificate();
        try (var box = new WholeLintel(folder)) {
            box.config = Files.writeString(folder.resolve("controller.yaml"), """
                    listen: {address: 127.0.0.1}
                    wallet: {apple: {certificate: pass.pem, key: pass.key}}
                    """);
            box.start();
            assertThat(box.doctor("pass certificate"))
                    .contains("\"state\":\"ok\"")
                    .contains("are signed until 20")
                    .contains("\"advice\":null");
            box.time.pass(Duration.ofDays(340));
            assertThat(box.doctor("pass certificate"))
                    .contains("\"state\":\"warn\"")
                    .contains("renew it at Apple");
            box.time.pass(Duration.ofDays(30));
            assertThat(box.doctor("pass certificate")).isEqualTo("none");
            Await.until("health tells", () -> box.doctor("process").contains("wallet.apple.certificate"));
            assertThat(box.doctor("process")).contains("\"state\":\"fail\"").contains("was good until");
        }
    }

    @Test
    void aBoxThatSignsByItsOwnHasNothingToLookAfter() {
        try (var box = new WholeLintel(folder)) {
            box.start();
            assertThat(box.doctor("pass certificate")).isEqualTo("none");
        }
    }
}
