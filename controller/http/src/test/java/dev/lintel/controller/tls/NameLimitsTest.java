package dev.lintel.controller.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.tls.CertificateMaker.Pair;
import dev.lintel.controller.tls.CertificateMaker.Validity;
import dev.lintel.sync.tls.PinnedTrust;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What trusting a box's authority allows, as OpenSSL judges it: the JDK passes over limits of an authority that is
/// trusted itself.
class NameLimitsTest {
    private static final SortedSet<String> NAMES = names(
            "localhost",
            "127.0.0.1",
            "::1",
            "gate",
            "gate.local",
            "lobby.example.com",
            "192.168.7.20",
            "203.0.113.7",
            "2001:db8:1:2::9");

    @TempDir
    Path folder;

    private final HandTime time = new HandTime(new SystemTime().now().toString());

    private static SortedSet<String> names(String... names) {
        return new TreeSet<>(List.of(names));
    }

    private Certificates certificates() {
        return new Certificates(folder, time);
    }

    private X509Certificate certificate(String name) throws Exception {
        return Pem.certificates(Files.readAllBytes(folder.resolve(name))).getFirst();
    }

    private Pair authority() throws Exception {
        return new Pair(certificate("ca.crt"), Pem.key(Files.readAllBytes(folder.resolve("ca.key"))));
    }

    /// A server's certificate for those names, signed with the box's key without asking what is permitted.
    private Path forged(String... names) throws Exception {
        var validity =
                new Validity(time.now().minus(Duration.ofDays(1)), time.now().plus(Duration.ofDays(9)));
        Pair server = new CertificateMaker().server(names(names), validity, authority());
        return Files.write(folder.resolve("forged.crt"), Pem.of(server.certificate()));
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + out;
    }

    private String verify(String authority, Path certificate, String name) throws Exception {
        var command = new ArrayList<>(List.of("openssl", "verify", "-x509_strict", "-purpose", "sslserver"));
        command.addAll(List.of("-CAfile", folder.resolve(authority).toString()));
        command.addAll(List.of(BoxNames.isAddress(name) ? "-verify_ip" : "-verify_hostname", name));
        command.add(certificate.toString());
        return run(command.toArray(String[]::new));
    }

    /// As a version without limits made it.
    private void older() throws Exception {
        create(
                "ca",
                "-days",
                "3000",
                "-subj",
                "/O=Lintel/CN=Lintel CA gate 0A1B2C",
                "-addext",
                "basicConstraints=critical,CA:TRUE,pathlen:0",
                "-addext",
                "keyUsage=critical,keyCertSign,cRLSign");
        assertThat(NameLimits.isLimited(certificate("ca.crt"))).isFalse();
    }

    @Test
    void theBoxesOwnNamesAndAddressesAreGood() throws Exception {
        certificates().ensure(NAMES);
        for (String name : NAMES) {
            assertThat(verify("ca.crt", folder.resolve("server.crt"), name))
                    .as(name)
                    .startsWith("0 ");
        }
        assertThat(certificate("ca.crt").getCriticalExtensionOIDs()).contains("2.5.29.30");
    }

    /// With a stolen key of the authority.
    @Test
    void noMailIsSigned() throws Exception {
        certificates().ensure(NAMES);
        assertThat(judgedForMail(signed("emailProtection"))).contains("unsuitable certificate purpose");
        assertThat(certificate("ca.crt").getExtendedKeyUsage())
                .as("TLS servers and clients")
                .containsExactly("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");
    }

    @Test
    void mailIsSignedBelowAnAuthorityWithoutLimits() throws Exception {
        older();
        assertThat(judgedForMail(signed("emailProtection"))).startsWith("0 ");
    }

    private String judgedForMail(Path certificate) throws Exception {
        String authority = folder.resolve("ca.crt").toString();
        return run("openssl", "verify", "-purpose", "smimesign", "-CAfile", authority, certificate.toString());
    }

    /// A certificate of that use, signed with the key of the authority.
    private Path signed(String usage) throws Exception {
        return create(
                "signed",
                "-CA",
                folder.resolve("ca.crt").toString(),
                "-CAkey",
                folder.resolve("ca.key").toString(),
                "-days",
                "9",
                "-subj",
                "/CN=Somebody",
                "-addext",
                "basicConstraints=critical,CA:FALSE",
                "-addext",
                "keyUsage=critical,digitalSignature",
                "-addext",
                "extendedKeyUsage=" + usage);
    }

    /// Has OpenSSL make a key and a certificate, `NAME.key` and `NAME.crt`. Returns the certificate.
    private Path create(String name, String... options) throws Exception {
        Path certificate = folder.resolve(name + ".crt");
        var command = new ArrayList<>(List.of("openssl", "req", "-x509", "-newkey", "ec"));
        command.addAll(List.of("-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"));
        command.addAll(List.of("-keyout", folder.resolve(name + ".key").toString(), "-out", certificate.toString()));
        command.addAll(List.of(options));
        String printed = run(command.toArray(String[]::new));
        assertThat(printed).startsWith("0 ");
        return certificate;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bank.example",
                "example.com",
                "gate2.local",
                "com",
                "8.8.8.8",
                "203.0.113.8",
                "2001:db8:1:3::9",
                "notlocalhost"
            })
    void anythingElseIsNot(String name) throws Exception {
        certificates().ensure(NAMES);
        assertThat(verify("ca.crt", forged("localhost", name), name)).contains("permitted subtree violation");
        assertThat(NameLimits.permitted(certificate("ca.crt"), names(name))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.20.30.40",
                "172.31.0.1",
                "192.168.99.1",
                "169.254.1.1",
                "fd00::1",
                "fe80::1",
                "2001:db8:1:2:ffff::1",
                "gate.local"
            })
    void anAddressOfAnotherPrivateNetworkIsGoodWhenTheBoxMoves(String name) throws Exception {
        certificates().ensure(names("localhost", "gate.local", "2001:db8:1:2::9"));
        X509Certificate authority = certificate("ca.crt");
        certificates().ensure(names("localhost", name));
        assertThat(certificate("ca.crt")).isEqualTo(authority);
        assertThat(verify("ca.crt", folder.resolve("server.crt"), name)).startsWith("0 ");
    }

    @Test
    void anOlderAuthorityIsLimitedAndWhoTrustsTheOneOfBeforeStillReachesTheBox() throws Exception {
        older();
        X509Certificate before = certificate("ca.crt");
        byte[] key = Files.readAllBytes(folder.resolve("ca.key"));
        assertThat(certificates().current(NAMES)).isNull();
        assertThat(certificates().ensure(NAMES).made()).isTrue();

        X509Certificate after = certificate("ca.crt");
        assertThat(NameLimits.isLimited(after)).isTrue();
        assertThat(after.getPublicKey()).isEqualTo(before.getPublicKey());
        assertThat(after.getSubjectX500Principal()).isEqualTo(before.getSubjectX500Principal());
        assertThat(after.getNotAfter()).isEqualTo(before.getNotAfter());
        assertThat(Files.readAllBytes(folder.resolve("ca.key"))).isEqualTo(key);
        assertThat(certificate("ca-before.crt")).isEqualTo(before);
        for (String authority : List.of("ca.crt", "ca-before.crt")) {
            for (String name : NAMES) {
                assertThat(verify(authority, folder.resolve("server.crt"), name))
                        .startsWith("0 ");
            }
        }
        assertThat(verify("ca.crt", forged("bank.example"), "bank.example")).contains("permitted subtree violation");
        assertThat(verify("ca-before.crt", forged("bank.example"), "bank.example"))
                .as("until the new one takes its place there")
                .startsWith("0 ");
        assertThat(Pem.certificates(Files.readAllBytes(folder.resolve("server.crt"))))
                .as("boxes of older versions refuse another one behind it, and a new box learns it there")
                .containsExactly(certificate("server.crt"), before);
        assertThat(new BoxCertificates(folder, time).authority()).isEqualTo(before);
        assertThat(certificates().ensure(NAMES).made()).as("once").isFalse();
    }

    /// With the certificates that it shows a hub is believed by a box that knows either.
    @Test
    void boxesThatFollowBelieveTheHubBeforeAndAfter() throws Exception {
        older();
        X509Certificate before = certificate("ca.crt");
        certificates().ensure(NAMES);
        X509Certificate after = certificate("ca.crt");
        X509Certificate server = certificate("server.crt");
        for (X509Certificate pinned : List.of(before, after)) {
            var trust = new PinnedTrust(pinned, null);
            trust.checkServerTrusted(new X509Certificate[] {server}, "EC");
            trust.checkServerTrusted(new X509Certificate[] {server, before}, "EC");
            trust.checkServerTrusted(new X509Certificate[] {server, after}, "EC");
        }
    }

    @Test
    void aPowerCutAfterTheAuthorityWasLimitedLeavesAServerThatIsGood() throws Exception {
        older();
        new Authorities(new TlsFiles(folder)).limit(authority(), NAMES);
        assertThat(certificates().ensure(NAMES).made()).isTrue();
        assertThat(verify("ca.crt", folder.resolve("server.crt"), "gate.local")).startsWith("0 ");
    }

    /// One name beyond the limits would have clients refuse all of the certificate.
    @Test
    void aNewNameIsLeftOutUntilAnOperatorAsksForIt() throws Exception {
        var certificates = certificates();
        certificates.ensure(NAMES);
        X509Certificate first = certificate("ca.crt");
        var more = new TreeSet<>(NAMES);
        more.addAll(List.of("new.example.org", "198.51.100.4"));
        certificates.ensure(more);
        assertThat(certificate("ca.crt")).isEqualTo(first);
        assertThat(verify("ca.crt", folder.resolve("server.crt"), "gate.local")).startsWith("0 ");
        assertThat(verify("ca.crt", folder.resolve("server.crt"), "new.example.org"))
                .contains("hostname mismatch");

        assertThat(certificates.cover(more)).isTrue();
        assertThat(certificates.ensure(more).made()).isTrue();
        for (String name : more) {
            assertThat(verify("ca.crt", folder.resolve("server.crt"), name))
                    .as(name)
                    .startsWith("0 ");
        }
        assertThat(certificates.cover(more)).as("nothing is missing").isFalse();
        assertThat(verify("ca-before.crt", folder.resolve("server.crt"), "gate.local"))
                .as("clients need the new one")
                .contains("permitted subtree violation");
    }

    @Test
    void networksAreAnAddressAndItsMask() {
        assertThat(NameLimits.networks(names("8.8.4.4")).stream().map(Arrays::toString))
                .contains(
                        "[10, 0, 0, 0, -1, 0, 0, 0]", "[-84, 16, 0, 0, -1, -16, 0, 0]", "[8, 8, 4, 4, -1, -1, -1, -1]");
        assertThat(NameLimits.networks(names("10.1.2.3"))).hasSameSizeAs(NameLimits.networks(names("gate")));
    }
}
