package dev.lintel.controller.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.config.WalletConfig;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.mobile.MobileException;
import dev.lintel.controller.time.HandTime;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Passes as others read them: Info-ZIP's unzip and OpenSSL.
class ApplePassTest {
    private static final Face FACE =
            new Face("0a1b", "a-token-of-22-letters!", "North gate", "Ada North", 50_000_000_000_000_017L, 0);

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-25T08:00:00Z");
    private DataFolder data;

    @BeforeEach
    void open() {
        data = DataFolder.open(folder.resolve("data"));
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private Path unpacked(Face face, AppleSigner.Identity signer, @Nullable String service) throws Exception {
        Bytes pass = ApplePass.of(face, signer, service, time.now());
        Path file = Files.write(folder.resolve("lintel.pkpass"), pass.toArray());
        Path to = Files.createTempDirectory(folder, "pass");
        run("unzip", "-q", file.toString(), "-d", to.toString());
        return to;
    }

    private static Map<String, @Nullable Object> json(Path file) throws IOException {
        return Json.parseObject(Files.readString(file));
    }

    /// A pass type's certificate as Apple gives it, by an authority of the test's own.
    private WalletConfig.Apple given(List<String> kind) throws Exception {
        Path ca = folder.resolve("ca.pem");
        Path key = folder.resolve("pass.key");
        run(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-keyout",
                folder.resolve("ca.key").toString(),
                "-out",
                ca.toString(),
                "-days",
                "3650",
                "-subj",
                "/CN=Test WWDR/O=Test");
        Path request = folder.resolve("pass.csr");
        var asked = new ArrayList<>(List.of("openssl", "req", "-new", "-newkey"));
        asked.addAll(kind);
        asked.addAll(List.of(
                "-nodes",
                "-keyout",
                key.toString(),
                "-out",
                request.toString(),
                "-subj",
                "/UID=pass.com.example.doors/CN=Pass Type ID: pass.com.example.doors/OU=ABCDE12345/O=Example"));
        run(asked.toArray(new String[0]));
        Path leaf = folder.resolve("leaf.pem");
        run(
                "openssl",
                "x509",
                "-req",
                "-in",
                request.toString(),
                "-CA",
                ca.toString(),
                "-CAkey",
                folder.resolve("ca.key").toString(),
                "-CAcreateserial",
                "-days",
                "365",
                "-out",
                leaf.toString());
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        Path both = Files.writeString(folder.resolve("pass.pem"), Files.readString(leaf) + Files.readString(ca));
        return new WalletConfig.Apple(both, key);
    }

    private AppleSigner.Identity identity(WalletConfig.@Nullable Apple apple) {
        return WalletRig.signer(data, apple, time).identity();
    }

    private void verified(Path pass, Path authority) throws Exception {
        String said = run(
                "openssl",
                "smime",
                "-verify",
                "-inform",
                "DER",
                "-in",
                pass.resolve("signature").toString(),
                "-content",
                pass.resolve("manifest.json").toString(),
                "-CAfile",
                authority.toString(),
                "-purpose",
                "any",
                "-no_check_time");
        assertThat(said).contains("Verification successful");
        Map<String, @Nullable Object> manifest = json(pass.resolve("manifest.json"));
        var files = new ArrayList<String>();
        try (var all = Files.list(pass)) {
            all.map(file -> file.getFileName().toString()).forEach(files::add);
        }
        files.removeAll(List.of("manifest.json", "signature"));
        assertThat(manifest.keySet()).containsExactlyInAnyOrderElementsOf(files);
        for (String name : files) {
            String hash =
                    run("openssl", "dgst", "-sha1", "-r", pass.resolve(name).toString());
            assertThat(hash).startsWith(manifest.get(name) + " ");
        }
    }

    @Test
    void aPassOfAGivenCertificateIsReadByOthers() throws Exception {
        for (List<String> kind : List.of(List.of("rsa:2048"), List.of("ec", "-pkeyopt", "ec_paramgen_curve:P-256"))) {
            Path pass = unpacked(FACE, identity(given(kind)), "https://doors.example.com/wallet/apple");
            verified(pass, folder.resolve("ca.pem"));
            Map<String, @Nullable Object> json = json(pass.resolve("pass.json"));
            assertThat(json)
                    .containsEntry("formatVersion", 1L)
                    .containsEntry("passTypeIdentifier", "pass.com.example.doors")
                    .containsEntry("teamIdentifier", "ABCDE12345")
                    .containsEntry("serialNumber", "0a1b")
                    .containsEntry("organizationName", "North gate")
                    .containsEntry("webServiceURL", "https://doors.example.com/wallet/apple")
                    .containsEntry("authenticationToken", "a-token-of-22-letters!")
                    .doesNotContainKey("voided");
            assertThat(json.get("barcodes"))
                    .isEqualTo(List.of(Map.of(
                            "format", "PKBarcodeFormatQR",
                            "message", "50000000000000017",
                            "messageEncoding", "iso-8859-1")));
            for (Map.Entry<String, Integer> picture : Map.of(
                            "icon.png", 29, "icon@2x.png", 58, "icon@3x.png", 87, "logo@3x.png", 150)
                    .entrySet()) {
                assertThat(ImageIO.read(pass.resolve(picture.getKey()).toFile()).getWidth())
                        .isEqualTo(picture.getValue());
            }
        }
    }

    @Test
    void aPassOfTheBoxsOwnCertificateIsSoundTooAndThatStays() throws Exception {
        AppleSigner signer = WalletRig.signer(data, null, time);
        assertThat(signer.isDevelopment()).isTrue();
        assertThat(signer.fault()).isNull();
        Path file = data.path().resolve("keys/own.pem");
        Path pass = unpacked(FACE, signer.identity(), null);
        Path certificate = folder.resolve("own.crt");
        run("openssl", "x509", "-in", file.toString(), "-out", certificate.toString());
        verified(pass, certificate);
        assertThat(json(pass.resolve("pass.json"))).doesNotContainKeys("webServiceURL", "authenticationToken");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(WalletRig.signer(data, null, time).identity().pair().leaf())
                .isEqualTo(signer.identity().pair().leaf());
    }

    @Test
    void whatIsChangedIsSeen() throws Exception {
        Path pass = unpacked(FACE, identity(given(List.of("rsa:2048"))), null);
        Path manifest = pass.resolve("manifest.json");
        Files.writeString(manifest, Files.readString(manifest) + " ");
        assertThatThrownBy(() -> verified(pass, folder.resolve("ca.pem"))).hasMessageContaining("erification failure");
    }

    @Test
    void aVoidPassShowsNoCodeAndNobody() throws Exception {
        var gone = new Face("0a1b", "t", "North gate", "", null, 0);
        Path pass = unpacked(gone, identity(null), null);
        assertThat(json(pass.resolve("pass.json")))
                .containsEntry("voided", true)
                .doesNotContainKey("barcodes");
        assertThat(Files.readString(pass.resolve("pass.json"))).doesNotContain("Ada");
    }

    @Test
    void filesThatAreNotGoodAreToldByTheirSettingAndNobodyGetsAPass() throws Exception {
        WalletConfig.Apple apple = given(List.of("rsa:2048"));
        assertThat(WalletRig.signer(data, apple, time).fault()).isNull();
        Files.setPosixFilePermissions(apple.key(), PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(WalletRig.signer(data, apple, time).fault())
                .startsWith("wallet.apple.key: ")
                .contains("chmod 600");
        Files.setPosixFilePermissions(apple.key(), PosixFilePermissions.fromString("rw-------"));
        String both = Files.readString(apple.certificate());
        Files.writeString(apple.certificate(), Files.readString(folder.resolve("leaf.pem")));
        assertThat(WalletRig.signer(data, apple, time).fault()).contains("lacks Apple's certificate");
        Files.writeString(apple.certificate(), Files.readString(folder.resolve("ca.pem")));
        assertThat(WalletRig.signer(data, apple, time).fault()).contains("is not the key of the first certificate");
        Files.writeString(apple.certificate(), both);
        time.advance(java.time.Duration.ofDays(400));
        var old = WalletRig.signer(data, apple, time);
        assertThat(old.fault()).contains("was good until ");
        assertThatThrownBy(old::identity)
                .isInstanceOf(MobileException.class)
                .hasMessageStartingWith("This box cannot make the pass just now");
        Files.delete(apple.certificate());
        assertThat(WalletRig.signer(data, apple, time).fault())
                .isEqualTo(
                        "wallet.apple.certificate: " + Objects.requireNonNull(apple.certificate()) + " is not there");
    }
}
