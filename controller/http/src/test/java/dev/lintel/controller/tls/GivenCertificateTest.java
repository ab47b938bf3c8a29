package dev.lintel.controller.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.tls.GivenCertificate.Checked;
import dev.lintel.controller.tls.GivenCertificate.Place;
import dev.lintel.controller.tls.GivenCertificate.Terms;
import dev.lintel.controller.tls.TestAuthority.Wish;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GivenCertificateTest {
    private static final String HOST = "lobby.example.com";
    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");
    private static final KeyPair KEY = TestAuthority.ec("secp256r1");
    private static final KeyPair RSA = TestAuthority.rsa(2048);
    private static final TestAuthority ROOT = TestAuthority.create("Root");
    private static final TestAuthority BETWEEN = ROOT.below("Between");
    private static final Wish WISH = Wish.of(HOST);

    @TempDir
    Path folder;

    private List<String> faults(String certificate, String key, @Nullable Instant now) throws IOException {
        return switch (checked(certificate, key, now)) {
            case Checked.Good _ -> List.of();
            case Checked.Faulty faulty -> faulty.faults();
        };
    }

    private Checked checked(String certificate, String key, @Nullable Instant now) throws IOException {
        var place = new Place(folder.resolve("cert.pem"), folder.resolve("key.pem"));
        Files.writeString(place.certificate(), certificate);
        Files.writeString(place.key(), key);
        Files.setPosixFilePermissions(place.key(), PosixFilePermissions.fromString("rw-------"));
        var found = new ArrayList<String>();
        var read = GivenCertificate.read(place, found);
        if (read == null) return new Checked.Faulty(found);
        return GivenCertificate.check(read, new Terms(HOST, now, GivenCertificate.named(place)));
    }

    private static String key(KeyPair pair) {
        return TestAuthority.pem(pair.getPrivate());
    }

    private static String signed(Wish wish) {
        return TestAuthority.pem(BETWEEN.sign(KEY.getPublic(), wish), BETWEEN.certificate());
    }

    @Test
    void aWholeChainAndItsKeyAreGood() throws Exception {
        assertThat(faults(signed(WISH), key(KEY), NOW)).isEmpty();
        assertThat(faults(signed(Wish.of("*.example.com")), key(KEY), NOW)).isEmpty();
    }

    @Test
    void whoIsTrustedNowhereElseIsRemarkedOn() throws Exception {
        assertThat(checked(signed(WISH), key(KEY), NOW))
                .isInstanceOfSatisfying(
                        Checked.Good.class,
                        good -> assertThat(good.remarks())
                                .singleElement()
                                .asString()
                                .contains("CN=Root", "none of the authorities that Java knows"));
    }

    static Stream<Arguments> keys() throws IOException {
        var ec = PrivateKeyInfo.getInstance(KEY.getPrivate().getEncoded());
        var rsa = PrivateKeyInfo.getInstance(RSA.getPrivate().getEncoded());
        byte[] sec1 = org.bouncycastle.asn1.sec.ECPrivateKey.getInstance(ec.parsePrivateKey())
                .getEncoded();
        // As openssl writes it: with the curve inside.
        var key = org.bouncycastle.asn1.sec.ECPrivateKey.getInstance(sec1);
        var whole = new org.bouncycastle.asn1.sec.ECPrivateKey(
                256, key.getKey(), ec.getPrivateKeyAlgorithm().getParameters());
        return Stream.of(
                Arguments.of("PKCS #8, EC", key(KEY), KEY),
                Arguments.of("SEC 1", TestAuthority.pem("EC PRIVATE KEY", whole.getEncoded()), KEY),
                Arguments.of("PKCS #8, RSA", key(RSA), RSA),
                Arguments.of(
                        "PKCS #1",
                        TestAuthority.pem(
                                "RSA PRIVATE KEY",
                                rsa.parsePrivateKey().toASN1Primitive().getEncoded()),
                        RSA),
                Arguments.of(
                        "beside other blocks",
                        "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n" + key(KEY),
                        KEY));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("keys")
    void everyUsualFormOfAKeyIsRead(String form, String pem, KeyPair pair) throws Exception {
        String chain = TestAuthority.pem(BETWEEN.sign(pair.getPublic(), WISH), BETWEEN.certificate());
        assertThat(faults(chain, pem, NOW)).as(form).isEmpty();
    }

    static Stream<Arguments> faulty() {
        X509Certificate leaf = BETWEEN.sign(KEY.getPublic(), WISH);
        KeyPair weak = TestAuthority.rsa(1024);
        KeyPair other = TestAuthority.ec("secp256r1");
        String good = TestAuthority.pem(leaf, BETWEEN.certificate());
        String key = key(KEY);
        return Stream.of(
                Arguments.of(good, key(other), "key.pem is not the key of the first certificate"),
                Arguments.of(good, key(RSA), "key.pem is not the key of the first certificate"),
                Arguments.of(good, "", "key.pem holds no private key"),
                Arguments.of(good, "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA==\n", "passphrase"),
                Arguments.of(good, key.replace("\nM", "\nX"), "key.pem is damaged"),
                Arguments.of("", key, "cert.pem holds no certificate"),
                Arguments.of(good.replace("MII", "XXX"), key, "in PEM that can be read"),
                Arguments.of(signed(WISH.during(NOW.minusSeconds(9), NOW)), key, "ended on 2026-11-25T10:00:00Z"),
                Arguments.of(
                        signed(WISH.from(NOW.plusSeconds(1), Duration.ofDays(1))),
                        key,
                        "does not hold before 2026-11-25T10:00:01Z"),
                Arguments.of(signed(Wish.of("other.example.com")), key, "for other.example.com, not for " + HOST),
                Arguments.of(signed(Wish.of("*.lobby.example.com")), key, "not for " + HOST),
                Arguments.of(signed(Wish.of()), key, "names no server"),
                Arguments.of(TestAuthority.pem(BETWEEN.certificate(), leaf), key, "an authority's certificate"),
                Arguments.of(
                        TestAuthority.pem(leaf, ROOT.certificate(), BETWEEN.certificate()),
                        key,
                        "certificate 2 (CN=Root) did not sign the one before it"),
                Arguments.of(
                        TestAuthority.pem(BETWEEN.sign(KEY.getPublic(), WISH.withAccess())),
                        key,
                        "lacks the certificate of who signed it, CN=Between"),
                Arguments.of(signed(WISH.use(KeyPurposeId.id_kp_clientAuth)), key, "servers may not show"),
                Arguments.of(
                        TestAuthority.pem(BETWEEN.sign(weak.getPublic(), WISH), BETWEEN.certificate()),
                        key(weak),
                        "RSA of 1024 bits; 2048 are the least"),
                Arguments.of(signed(WISH.signedBy("SHA1withECDSA")), key, "SHA1withECDSA"));
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("faulty")
    void whatNoBrowserTakesIsNamed(String certificate, String key, String first) throws Exception {
        assertThat(String.join("\n", faults(certificate, key, NOW))).contains(first);
    }

    @Test
    void datesAreNotJudgedByAClockThatIsNotBelieved() throws Exception {
        String ended = signed(WISH.during(TestAuthority.FROM, NOW));
        assertThat(faults(ended, key(KEY), NOW)).isNotEmpty();
        assertThat(faults(ended, key(KEY), null)).isEmpty();
    }

    @Test
    void severalFaultsAreToldAtOnce() throws Exception {
        String bad = signed(Wish.of("other.example.com").during(TestAuthority.FROM, NOW));
        assertThat(faults(bad, key(TestAuthority.ec("secp256r1")), NOW)).hasSize(3);
    }

    @Test
    void aKeyThatOthersMayReadIsRefused() throws Exception {
        checked(signed(WISH), key(KEY), NOW);
        for (String rights : List.of("rw-r-----", "rw----r--", "rw--w----")) {
            Path key = folder.resolve("key.pem");
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString(rights));
            var found = new ArrayList<String>();
            assertThat(GivenCertificate.read(new Place(folder.resolve("cert.pem"), key), found))
                    .isNull();
            assertThat(found)
                    .containsExactly(
                            "tls.key: " + key + " can be read or changed by others (" + rights + "): chmod 600 " + key);
        }
    }

    @Test
    void filesThatAreNotThereOrNoFilesAreNamed() throws Exception {
        var found = new ArrayList<String>();
        Path big = folder.resolve("big");
        Files.write(big, new byte[GivenCertificate.FILE_BYTES_MAX + 1]);
        assertThat(GivenCertificate.read(new Place(folder, folder.resolve("none")), found))
                .isNull();
        assertThat(GivenCertificate.read(new Place(big, folder.resolve("none")), found))
                .isNull();
        assertThat(found.get(0)).isEqualTo("tls.certificate: " + folder + " is a folder");
        assertThat(found.get(1)).isEqualTo("tls.key: " + folder.resolve("none") + " is not there");
        assertThat(found.get(2)).contains("far too large");
    }

    @Test
    void anotherCertificateIsTakenOnceItIsWholeAndTheOldOneGoesOnUntilThen() throws Exception {
        var place = new Place(folder.resolve("cert.pem"), folder.resolve("key.pem"));
        assertThat(checked(signed(WISH), key(KEY), NOW)).isInstanceOf(Checked.Good.class);
        var files = new GivenFiles(place, true);
        files.look(HOST, NOW);
        assertThat(files.faults()).isEmpty();
        KeyAndChain first = files.good();

        KeyPair next = TestAuthority.ec("secp256r1");
        Files.writeString(
                place.certificate(), TestAuthority.pem(BETWEEN.sign(next.getPublic(), WISH), BETWEEN.certificate()));
        files.look(HOST, NOW);
        assertThat(files.faults()).singleElement().asString().contains("is not the key of");
        assertThat(files.good()).isSameAs(first);

        Files.writeString(place.key(), key(next));
        files.look(HOST, NOW);
        assertThat(files.faults()).isEmpty();
        assertThat(files.good()).isNotEqualTo(first);
    }
}
