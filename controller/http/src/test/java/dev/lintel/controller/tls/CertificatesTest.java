package dev.lintel.controller.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CertificatesTest {
    private static final SortedSet<String> NAMES =
            new TreeSet<>(List.of("localhost", "127.0.0.1", "::1", "lobby.example.com"));

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-21T10:00:00Z");

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "::1", "lobby.example.com"})
    void aClientThatTrustsTheAuthorityReachesEveryNameAndAddress(String name) throws Exception {
        // The handshake checks validity by the machine's clock, which may stand on either side of the hand-moved one.
        var now = new HandTime(SYSTEM_NOW);
        assertThat(handshake(new Certificates(folder, now).ensure(NAMES), name)).isEqualTo("TLSv1.3");
    }

    @Test
    void aNameThatTheBoxHasNotIsRefusedByTheClient() {
        var served = new Certificates(folder, new HandTime(SYSTEM_NOW)).ensure(NAMES);
        assertThatThrownBy(() -> handshake(served, "other.example.com"))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("other.example.com");
    }

    @Test
    void keysAndCertificatesAreReadableByTheirOwnerOnly() throws Exception {
        ensure(NAMES);
        for (String name : List.of("ca.key", "ca.crt", "server.key", "server.crt")) {
            var permissions = Files.getPosixFilePermissions(folder.resolve(name));
            assertThat(PosixFilePermissions.toString(permissions)).as(name).isEqualTo("rw-------");
        }
    }

    @Test
    void theAuthorityHoldsTenYearsAndMaySignServersOnly() throws Exception {
        ensure(NAMES);
        X509Certificate authority = certificate("ca.crt");
        assertThat(authority.getNotAfter().toInstant()).isEqualTo(time.now().plus(Duration.ofDays(3653)));
        assertThat(authority.getBasicConstraints()).isZero();
        assertThat(authority.getPublicKey().getAlgorithm()).isEqualTo("EC");
        X509Certificate server = certificate("server.crt");
        assertThat(server.getBasicConstraints()).isEqualTo(-1);
        assertThat(server.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(Duration.between(
                        server.getNotBefore().toInstant(), server.getNotAfter().toInstant()))
                .isEqualTo(Duration.ofDays(397));
        assertThat(server.getNotBefore().toInstant()).isEqualTo("2026-11-19T10:00:00Z");
    }

    @Test
    void nothingIsMadeWhileTheCertificateHolds() throws Exception {
        assertThat(ensure(NAMES).made()).isTrue();
        X509Certificate first = certificate("server.crt");
        time.advance(Duration.ofDays(364));
        assertThat(ensure(NAMES).made()).isFalse();
        assertThat(certificate("server.crt")).isEqualTo(first);
    }

    @Test
    void theServerCertificateIsRenewedThirtyDaysBeforeItsEndAndTheAuthorityStays() throws Exception {
        String fingerprint = ensure(NAMES).fingerprint();
        time.advance(Duration.ofDays(365));
        var renewed = ensure(NAMES);
        assertThat(renewed.made()).isTrue();
        assertThat(renewed.fingerprint()).isEqualTo(fingerprint);
        assertThat(renewed.validTo()).isAfter(time.now().plus(Duration.ofDays(390)));
    }

    @Test
    void aNewAddressIsServedAndOneThatIsGoneChangesNothing() throws Exception {
        ensure(NAMES);
        var more = new TreeSet<>(NAMES);
        more.add("192.168.7.20");
        assertThat(ensure(more).made()).isTrue();
        assertThat(certificate("server.crt").getSubjectAlternativeNames()).contains(List.of(7, "192.168.7.20"));
        assertThat(ensure(NAMES).made()).isFalse();
    }

    @Test
    void anAuthorityNearItsEndIsReplacedTogetherWithWhatItSigned() throws Exception {
        String first = ensure(NAMES).fingerprint();
        time.advance(Duration.ofDays(3640));
        var renewed = ensure(NAMES);
        assertThat(renewed.fingerprint()).isNotEqualTo(first);
        certificate("server.crt").verify(certificate("ca.crt").getPublicKey());
    }

    private List<Path> kept() throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("ca-replaced-"))
                    .toList();
        }
    }

    @Test
    void aWrongYearForAMinuteChangesNothingInTheEnd() throws Exception {
        var first = ensure(NAMES);
        byte[] certificate = Files.readAllBytes(first.authority());
        byte[] key = Files.readAllBytes(folder.resolve("ca.key"));
        time.setWall("2040-12-01T00:00:00Z");
        assertThat(ensure(NAMES).fingerprint()).isNotEqualTo(first.fingerprint());
        assertThat(kept()).hasSize(1);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept().getFirst())))
                .isEqualTo("rw-------");
        time.setWall("2026-11-21T10:01:00Z");
        assertThat(new Certificates(folder, time).current(NAMES))
                .as("it is to be changed")
                .isNull();
        var back = ensure(NAMES);
        assertThat(back.made()).isTrue();
        assertThat(back.fingerprint()).isEqualTo(first.fingerprint());
        assertThat(Files.readAllBytes(first.authority())).isEqualTo(certificate);
        assertThat(Files.readAllBytes(folder.resolve("ca.key"))).isEqualTo(key);
        certificate("server.crt").verify(certificate("ca.crt").getPublicKey());
        certificate("server.crt").checkValidity(java.util.Date.from(time.now()));
        assertThat(ensure(NAMES).made()).as("and it stays").isFalse();
    }

    @Test
    void theSameWrongYearAgainMakesNoFurtherAuthority() throws Exception {
        ensure(NAMES);
        time.setWall("2040-12-01T00:00:00Z");
        String wrong = ensure(NAMES).fingerprint();
        time.setWall("2026-11-21T10:01:00Z");
        ensure(NAMES);
        time.setWall("2041-12-01T00:00:00Z");
        assertThat(ensure(NAMES).fingerprint()).isEqualTo(wrong);
        assertThat(kept()).hasSize(1);
    }

    @Test
    void manyWrongYearsKeepFewAndTheFirstAmongThem() throws Exception {
        String first = ensure(NAMES).fingerprint();
        for (int year = 2100; year < 2100 + 20 * 12; year += 20) {
            time.setWall(year + "-12-01T00:00:00Z");
            ensure(NAMES);
        }
        assertThat(kept()).hasSize(Authorities.KEPT_MAX);
        time.setWall("2026-11-21T10:00:00Z");
        assertThat(ensure(NAMES).fingerprint()).isEqualTo(first);
    }

    @Test
    void byAClockThatIsNotBelievedNoAuthorityIsReplacedAndNothingMadeOverAndOver() throws Exception {
        String first = ensure(NAMES).fingerprint();
        var held = new Certificates(folder, time, () -> false, () -> false);
        time.setWall("2040-12-01T00:00:00Z");
        assertThat(held.ensure(NAMES).fingerprint()).isEqualTo(first);
        time.advance(Duration.ofMinutes(1));
        assertThat(held.ensure(NAMES).made()).isFalse();
        assertThat(kept()).isEmpty();
        String second = ensure(NAMES).fingerprint();
        assertThat(second).as("it is believed").isNotEqualTo(first);
        time.setWall("2026-11-21T10:00:00Z");
        assertThat(held.ensure(NAMES).fingerprint())
                .as("nor does one come back")
                .isEqualTo(second);
    }

    @Test
    void aroundTheDayOnWhichAnAuthorityIsReplacedAClockThatIsSetBackALittleChangesNothing() throws Exception {
        ensure(NAMES);
        time.advance(Duration.ofDays(3653 - 30));
        String second = ensure(NAMES).fingerprint();
        time.setWall(time.now().minus(Duration.ofHours(23)).toString());
        assertThat(ensure(NAMES).fingerprint()).isEqualTo(second);
    }

    @Test
    void aPowerCutWhileOneTakesTheOthersPlaceLeavesBoth() throws Exception {
        String first = ensure(NAMES).fingerprint();
        time.setWall("2040-12-01T00:00:00Z");
        ensure(NAMES);
        Files.delete(folder.resolve("ca.crt"));
        Files.copy(folder.resolve("server.key"), folder.resolve("ca.key"), REPLACE);
        time.setWall("2026-11-21T10:00:00Z");
        var held = new Certificates(folder, time, () -> false, () -> false);
        assertThat(held.ensure(NAMES).fingerprint()).isEqualTo(first);
        certificate("server.crt").verify(certificate("ca.crt").getPublicKey());
    }

    @Test
    void aKeptOneThatIsDamagedIsPassedOver() throws Exception {
        ensure(NAMES);
        time.setWall("2040-12-01T00:00:00Z");
        String second = ensure(NAMES).fingerprint();
        Files.writeString(kept().getFirst(), "garbage");
        time.setWall("2026-11-21T10:00:00Z");
        assertThat(ensure(NAMES).fingerprint()).isEqualTo(second);
    }

    @Test
    void aServerCertificateNeverOutlivesItsAuthority() throws Exception {
        ensure(NAMES);
        time.advance(Duration.ofDays(3500));
        ensure(NAMES);
        assertThat(certificate("server.crt").getNotAfter())
                .isEqualTo(certificate("ca.crt").getNotAfter());
    }

    @Test
    void aClockThatStartsIn1970NeitherReplacesNorShortensWhatIsThere() throws Exception {
        time.setWall("2028-05-01T00:00:00Z");
        ensure(NAMES);
        X509Certificate first = certificate("server.crt");
        time.setWall("1970-01-01T00:00:10Z");
        assertThat(ensure(NAMES).made()).isFalse();
        assertThat(certificate("server.crt")).isEqualTo(first);
    }

    @Test
    void aFirstStartIn1970MakesCertificatesThatHoldToday() throws Exception {
        time.setWall("1970-01-01T00:00:10Z");
        ensure(NAMES);
        certificate("server.crt").checkValidity(java.util.Date.from(Instant.parse("2026-11-21T10:00:00Z")));
    }

    @Test
    void anAuthorityMadeUnderAClockThatRanAheadIsGoodOnceTheClockIsSet() throws Exception {
        time.setWall("2099-01-01T00:00:00Z");
        String fingerprint = ensure(NAMES).fingerprint();
        time.setWall("2026-11-21T10:00:00Z");
        var again = ensure(NAMES);
        assertThat(again.made()).isTrue();
        assertThat(again.fingerprint()).isEqualTo(fingerprint);
        certificate("server.crt").checkValidity(java.util.Date.from(time.now()));
        certificate("ca.crt").checkValidity(java.util.Date.from(time.now()));
    }

    @Test
    void halfAServerFileOrAForeignKeyIsMadeAnew() throws Exception {
        ensure(NAMES);
        byte[] oldKey = Files.readAllBytes(folder.resolve("server.key"));
        byte[] whole = Files.readAllBytes(folder.resolve("server.crt"));
        Files.write(folder.resolve("server.crt"), java.util.Arrays.copyOf(whole, 200));
        assertThat(ensure(NAMES).made()).isTrue();
        Files.write(folder.resolve("server.key"), oldKey);
        assertThat(ensure(NAMES).made()).isTrue();
        Files.delete(folder.resolve("server.key"));
        assertThat(ensure(NAMES).made()).isTrue();
        Files.writeString(folder.resolve("server.key"), "-----BEGIN PRIVATE KEY-----\n!\n-----END PRIVATE KEY-----");
        assertThat(ensure(NAMES).made()).isTrue();
    }

    @Test
    void whatAPowerCutLeftBeforeTheAuthorityWasWholeIsMadeAnew() throws Exception {
        Files.writeString(folder.resolve("ca.key"), "half");
        Files.writeString(folder.resolve("ca.crt.part"), "half");
        assertThat(ensure(NAMES).made()).isTrue();
    }

    @Test
    void aDamagedAuthorityIsNamedAndLeftAsItIs() throws Exception {
        ensure(NAMES);
        Files.writeString(folder.resolve("ca.crt"), "garbage");
        assertThatThrownBy(() -> ensure(NAMES))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("ca.crt")
                .hasMessageContaining("restore it from a backup");
        assertThat(folder.resolve("ca.crt")).hasContent("garbage");
    }

    @Test
    void anAuthorityWithoutItsKeyOrWithAnothersIsNamed() throws Exception {
        ensure(NAMES);
        Files.copy(folder.resolve("server.key"), folder.resolve("ca.key"), REPLACE);
        assertThatThrownBy(() -> ensure(NAMES)).hasMessageContaining("is not the key of ca.crt");
        Files.delete(folder.resolve("ca.key"));
        assertThatThrownBy(() -> ensure(NAMES)).hasMessageContaining("ca.key").hasMessageContaining("is missing");
    }

    @Test
    void aFileThatCannotBeReadOrWrittenIsNamed() throws Exception {
        Files.createDirectory(folder.resolve("server.key")); // holds for every user, root too
        Files.createFile(folder.resolve("server.crt"));
        assertThatThrownBy(() -> ensure(NAMES))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("server.key cannot be read");
        var nowhere = new Certificates(folder.resolve("nowhere"), time);
        assertThatThrownBy(() -> nowhere.ensure(NAMES))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("cannot be written");
    }

    @Test
    void whatIsGoodStillServesWhereNothingCanBeMade() throws Exception {
        var certificates = new Certificates(folder, time);
        assertThat(certificates.standing()).isNull();
        var first = certificates.ensure(NAMES);
        time.advance(Duration.between(time.now(), first.validTo().minus(Duration.ofDays(2))));
        Files.createDirectories(folder.resolve("server.key.part/in the way"));
        assertThatThrownBy(() -> certificates.ensure(NAMES)).hasMessageContaining("cannot be written");
        var standing = Objects.requireNonNull(certificates.standing());
        assertThat(standing.fingerprint()).isEqualTo(first.fingerprint());
        time.advance(Duration.ofDays(3));
        assertThat(certificates.standing()).as("it has ended").isNull();
    }

    @Test
    void theBoxesNamesHoldTheHostTheInterfacesAndThePublicAddress() throws Exception {
        var names = BoxNames.of(URI.create("https://Lobby.Example.com:8443"));
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        assertThat(names)
                .contains("localhost", "127.0.0.1", BoxNames.canonical("::1"), "lobby.example.com")
                .contains(BoxNames.canonical(host));
        assertThat(BoxNames.of(URI.create("https://[2001:db8::7]:8443"))).contains("2001:db8:0:0:0:0:0:7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "-x", "a b", "a..b", "*.example.com", "\u0000", "a/b", "é\ud800"})
    void whatIsNoNameNeverReachesACertificate(String text) {
        assertThat(BoxNames.canonical(text)).isEmpty();
    }

    private static final java.nio.file.CopyOption REPLACE = java.nio.file.StandardCopyOption.REPLACE_EXISTING;
    private static final String SYSTEM_NOW =
            new dev.lintel.controller.time.SystemTime().now().toString();

    private Certificates.Served ensure(SortedSet<String> names) {
        return new Certificates(folder, time).ensure(names);
    }

    private X509Certificate certificate(String file) throws IOException, GeneralSecurityException {
        return Pem.certificates(Files.readAllBytes(folder.resolve(file))).getFirst();
    }

    /// One real handshake over loop-back, the client trusting `ca.crt` alone; returns the protocol agreed on.
    private static String handshake(Certificates.Served served, String name) throws Exception {
        var serverContext = SSLContext.getInstance("TLS");
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        Certificate[] chain =
                Pem.certificates(Files.readAllBytes(served.certificate())).toArray(Certificate[]::new);
        store.setKeyEntry("server", Pem.key(Files.readAllBytes(served.key())), new char[0], chain);
        var keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, new char[0]);
        serverContext.init(keys.getKeyManagers(), null, null);
        try (var server = (SSLServerSocket)
                serverContext.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var answered = CompletableFuture.runAsync(() -> {
                try (var socket = server.accept()) {
                    socket.getOutputStream().write(7);
                } catch (IOException e) {
                    return; // the client refused: its side of the test tells
                }
            });
            try (var socket = (SSLSocket) ClientTrust.in(served.authority())
                    .getSocketFactory()
                    .createSocket(
                            new java.net.Socket(InetAddress.getLoopbackAddress(), server.getLocalPort()),
                            name,
                            server.getLocalPort(),
                            true)) {
                var parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.startHandshake();
                assertThat(socket.getInputStream().read()).isEqualTo(7);
                return socket.getSession().getProtocol();
            } finally {
                answered.join();
            }
        }
    }
}
