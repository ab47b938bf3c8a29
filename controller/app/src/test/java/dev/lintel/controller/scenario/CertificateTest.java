package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.acme.FakeAcme;
import dev.lintel.controller.acme.FakeAcme.Trouble;
import dev.lintel.controller.config.RunException;
import dev.lintel.controller.time.Await;
import dev.lintel.controller.tls.CertificateNames;
import dev.lintel.controller.tls.ClientTrust;
import dev.lintel.controller.tls.Shown;
import dev.lintel.controller.tls.TestAuthority;
import dev.lintel.controller.tls.TestAuthority.Wish;
import dev.lintel.sync.tls.PinnedTrust;
import dev.lintel.sync.tls.Tls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A whole box and the certificates it shows, over real sockets.
class CertificateTest {
    private static final String HOST = "lobby.example.com";
    private static final TestAuthority ROOT = TestAuthority.create("Real Root");
    private static final TestAuthority REAL = ROOT.below("Real");

    @TempDir
    Path folder;

    private @Nullable WholeLintel box;

    @AfterEach
    void end() {
        if (box != null) box.close();
    }

    private WholeLintel box() {
        if (box == null) box = new WholeLintel(folder);
        return box;
    }

    private WholeLintel boxWith(String yaml) throws IOException {
        box().config = Files.writeString(folder.resolve("controller.yaml"), "listen: {address: 127.0.0.1}\n" + yaml);
        return box();
    }

    private static X509Certificate shown(WholeLintel box, @Nullable String name) throws IOException {
        try (var shown = Shown.toAnybody(box.port(), name)) {
            return shown.leaf();
        }
    }

    /// A pair of files; the certificate.
    private X509Certificate write(Wish wish) throws IOException {
        KeyPair pair = TestAuthority.ec("secp256r1");
        X509Certificate leaf = REAL.sign(pair.getPublic(), wish);
        Path key = folder.resolve("real.key");
        Files.writeString(key, TestAuthority.pem(pair.getPrivate()));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(folder.resolve("real.pem"), TestAuthority.pem(leaf, REAL.certificate()));
        return leaf;
    }

    private static final String FILES =
            "public_url: https://lobby.example.com\ntls: {certificate: real.pem, key: real.key}\n";

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void filesAreShownToWhoAsksForTheirNameAndTheOwnCertificateToTheRest() throws Exception {
        X509Certificate leaf = write(Wish.of(HOST));
        WholeLintel box = boxWith(FILES).start();
        assertThat(box.troubles()).isEmpty();
        try (var browser = Shown.by(ROOT.client(), box.port(), HOST)) {
            assertThat(browser.leaf()).isEqualTo(leaf);
            assertThat(browser.path()).hasSize(2);
            assertThat(browser.get("/health")).isEqualTo("HTTP/1.1 200 OK");
        }
        var own = ClientTrust.in(box.data.resolve("tls/ca.crt"));
        try (var local = Shown.by(own, box.port(), "localhost");
                var byAddress = Shown.by(own, box.port(), null)) {
            assertThat(local.leaf()).isEqualTo(byAddress.leaf()).isNotEqualTo(leaf);
        }
    }

    @Test
    void newFilesAreShownWithoutARestartAndOpenConnectionsGoOn() throws Exception {
        write(Wish.of(HOST));
        WholeLintel box = boxWith(FILES).start();
        try (var open = Shown.by(ROOT.client(), box.port(), HOST)) {
            assertThat(open.get("/health")).isEqualTo("HTTP/1.1 200 OK");
            X509Certificate next = write(Wish.of(HOST, "gate.example.com"));
            box.ask("certificate renew");
            assertThat(shown(box, HOST)).isEqualTo(next);
            assertThat(shown(box, "gate.example.com")).isEqualTo(next);
            assertThat(open.get("/health")).isEqualTo("HTTP/1.1 200 OK");
        }
    }

    @Test
    void faultyFilesLeaveTheOldOnesAndAreTold() throws Exception {
        X509Certificate leaf = write(Wish.of(HOST));
        WholeLintel box = boxWith(FILES).start();
        Files.writeString(folder.resolve("real.key"), "nothing");
        box.ask("certificate renew");
        assertThat(shown(box, HOST)).isEqualTo(leaf);
        assertThat(box.troubles()).singleElement().asString().startsWith("tls: the one of before goes on: tls.key: ");
        assertThat(box.ask("certificate show")).contains("holds no private key");
        X509Certificate next = write(Wish.of(HOST));
        box.ask("certificate renew");
        assertThat(box.troubles()).isEmpty();
        assertThat(shown(box, HOST)).isEqualTo(next);
    }

    @Test
    void aTerminalIsToldEveryFaultAndAServiceGoesOnWithItsOwn() throws Exception {
        write(Wish.of("other.example.com"));
        Files.setPosixFilePermissions(folder.resolve("real.key"), PosixFilePermissions.fromString("rw-r--r--"));
        WholeLintel box = boxWith(FILES);
        assertThatThrownBy(box::start)
                .isInstanceOf(RunException.class)
                .hasMessageContaining("tls.key: " + folder.resolve("real.key") + " can be read or changed by others");
        Files.setPosixFilePermissions(folder.resolve("real.key"), PosixFilePermissions.fromString("rw-------"));
        assertThatThrownBy(box::start)
                .isInstanceOf(RunException.class)
                .hasMessageContaining("is for other.example.com, not for lobby.example.com (public_url)");
        box.service = true;
        box.start();
        assertThat(box.troubles()).singleElement().asString().startsWith("tls: the box's own certificate serves: ");
        var own = ClientTrust.in(box.data.resolve("tls/ca.crt"));
        try (var anybody = Shown.by(own, box.port(), HOST)) { // public_url is one of its names
            assertThat(anybody.get("/health")).isEqualTo("HTTP/1.1 503 Se");
        }
    }

    @Test
    void anInstalledCertificateOutlivesARestartAndCanBeRemoved() throws Exception {
        X509Certificate leaf = write(Wish.of(HOST));
        WholeLintel box = box().start();
        var sheet = box.asked(Map.of(
                "command", "certificate install",
                "certificate", Files.readString(folder.resolve("real.pem")),
                "key", Files.readString(folder.resolve("real.key"))));
        assertThat(sheet).containsEntry("source", "installed").containsEntry("fault", null);
        assertThat(shown(box, HOST)).isEqualTo(leaf);
        box.stop();
        box.start();
        assertThat(shown(box, HOST)).isEqualTo(leaf);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(box.data.resolve("tls/installed.pem"))))
                .isEqualTo("rw-------");
        assertThat(box.asked(Map.of("command", "certificate remove"))).containsEntry("source", "own");
        assertThat(shown(box, HOST)).isNotEqualTo(leaf);
        assertThat(box.ask("certificate remove")).contains("no certificate is installed");
    }

    @Test
    void nothingIsInstalledOfWhatNoBrowserTakes() throws Exception {
        write(Wish.of(HOST).during(TestAuthority.FROM, TestAuthority.FROM.plusSeconds(1)));
        WholeLintel box = box().start();
        String answer = box.ask(Map.of(
                "command", "certificate install",
                "certificate", Files.readString(folder.resolve("real.pem")),
                "key", Files.readString(folder.resolve("real.key"))));
        assertThat(answer).contains("nothing was installed", "ended on 2026-01-01T00:00:01Z");
        assertThat(box.data.resolve("tls/installed.pem")).doesNotExist();
    }

    @Test
    void aHubsBoxesBelieveItWhateverItShowsToBrowsers() throws Exception {
        X509Certificate leaf = write(Wish.of(HOST));
        WholeLintel box = boxWith(FILES).start();
        X509Certificate authority = Tls.certificate(Files.readString(box.data.resolve("tls/ca.crt")));
        var pinned = Tls.anonymous(new PinnedTrust(authority, null));
        assertThatThrownBy(() -> Shown.by(pinned, box.port(), HOST)).hasMessageContaining("is not this box's hub");
        box.ask(Map.of("command", "hub code", "box", "Gate", "everything", true));
        try (var follower = Shown.by(pinned, box.port(), HOST);
                var browser = Shown.by(ROOT.client(), box.port(), HOST)) {
            assertThat(follower.path()).hasSize(4);
            assertThat(follower.path().getLast()).isEqualTo(authority);
            assertThat(browser.leaf()).isEqualTo(leaf);
        }
        var stranger = Tls.anonymous(new PinnedTrust(REAL.certificate(), null));
        assertThatThrownBy(() -> Shown.by(stranger, box.port(), HOST)).hasMessageContaining("is not this box's hub");
    }

    private WholeLintel ordering(FakeAcme authority) throws IOException {
        authority.trust(folder.resolve("trust.pem"));
        box().http = freePort();
        authority.looksAt(box().http);
        return boxWith("""
                tls:
                  acme:
                    directory: %s
                    email: ops@example.com
                    names: [lobby.example.com]
                    trust: trust.pem
                """.formatted(authority.directory()));
    }

    @Test
    void aCertificateIsOrderedShownAndRenewed() throws Exception {
        WholeLintel box = box();
        try (var authority = new FakeAcme(box.time::now)) {
            ordering(authority).start();
            X509Certificate before = shown(box, HOST);
            Await.until("a certificate is shown", () -> !before.equals(shownOr(box, before)));
            assertThat(box.troubles()).isEmpty();
            X509Certificate first;
            try (var browser = Shown.by(authority.root().client(), box.port(), HOST)) {
                first = browser.leaf();
                assertThat(CertificateNames.of(first).all()).containsExactly(HOST);
                assertThat(browser.get("/health")).isEqualTo("HTTP/1.1 200 OK");
            }
            assertThat(shown(box, null)).isNotEqualTo(first);
            assertThat(box.ask("certificate show")).contains("\"source\":\"acme\"", "lobby.example.com", "\"order\"");
            box.time.pass(Duration.ofDays(59));
            assertThat(authority.orders()).isEqualTo(1);
            box.time.pass(Duration.ofDays(2));
            Await.until("it is renewed", () -> !first.equals(shownOr(box, first)));
            assertThat(authority.orders()).isEqualTo(2);
            assertThat(authority.accounts()).isEqualTo(1);
        }
    }

    private static X509Certificate shownOr(WholeLintel box, X509Certificate other) {
        try {
            return shown(box, HOST);
        } catch (IOException e) {
            return other;
        }
    }

    @Test
    void anOrderGoesOnAfterARestartAndTheBoxServesMeanwhile() throws Exception {
        WholeLintel box = box();
        try (var authority = new FakeAcme(box.time::now)) {
            authority.troubles.put("finalize", Trouble.CUT);
            ordering(authority).start();
            Await.until("the order is stuck", () -> authority.asked.contains("finalize"));
            var own = ClientTrust.in(box.data.resolve("tls/ca.crt"));
            try (var local = Shown.by(own, box.port(), "localhost")) {
                assertThat(local.get("/health")).isEqualTo("HTTP/1.1 503 Se");
            }
            Await.until("it is told", () -> box.troubles().toString().contains("no certificate for lobby.example.com"));
            box.stop();
            authority.troubles.clear();
            box.start();
            box.time.pass(Duration.ofMinutes(2));
            Await.until("a certificate is there", () -> box.troubles().isEmpty());
            assertThat(authority.orders()).isEqualTo(1);
        }
    }

    @Test
    void plainHttpAnswersNothingButWhatAnAuthorityWaitsFor() throws Exception {
        WholeLintel box = box();
        try (var authority = new FakeAcme(box.time::now);
                var client = HttpClient.newHttpClient()) {
            authority.troubles.put("challenge", Trouble.CUT);
            ordering(authority).start();
            Await.until("it waits to be looked at", () -> authority.asked.contains("challenge"));
            String token = authority.tokens().getFirst();
            assertThat(plain(client, box, "GET", token)).isEqualTo(200);
            assertThat(plain(client, box, "POST", token)).isEqualTo(404);
            assertThat(plain(client, box, "GET", "token-of-order-0-0")).isEqualTo(404);
            assertThat(plain(client, box, "GET", token + "/more")).isEqualTo(404);
            assertThat(plain(client, box, "GET", "")).isEqualTo(404);
            assertThat(plain(client, box, "GET", "..%2f..%2fhealth")).isEqualTo(404);
        }
    }

    private static int plain(HttpClient client, WholeLintel box, String method, String token) throws Exception {
        var at = URI.create("http://127.0.0.1:" + box.http + "/.well-known/acme-challenge/" + token);
        var request = HttpRequest.newBuilder(at).method(method, HttpRequest.BodyPublishers.noBody());
        return client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /// Root may add an address, as the build machine is; others see what the fixed list of [NameMemoryTest] shows.
    @Test
    void anAddressThatAppearsIsServedWithoutARestart() throws Exception {
        assumeThat(System.getProperty("user.name"))
                .as("only root may add an address")
                .isEqualTo("root");
        String address = "127.7.7.7";
        WholeLintel box = box().start();
        try (var open = Shown.by(ClientTrust.in(box.data.resolve("tls/ca.crt")), box.port(), "localhost")) {
            assertThat(CertificateNames.of(open.leaf()).addresses()).doesNotContain(address);
            ip("add", address);
            try {
                box.ask("certificate renew");
                X509Certificate now = shown(box, null);
                assertThat(CertificateNames.of(now).addresses()).contains(address);
                awaitWell(box);
                assertThat(open.get("/health")).isEqualTo("HTTP/1.1 200 OK");
            } finally {
                ip("del", address);
            }
            box.ask("certificate renew");
            assertThat(CertificateNames.of(shown(box, null)).addresses()).contains(address); // it may come back
            box.time.pass(Duration.ofMinutes(61));
            box.ask("certificate renew");
            assertThat(CertificateNames.of(shown(box, null)).addresses()).doesNotContain(address);
            awaitWell(box);
            assertThat(open.get("/health")).isEqualTo("HTTP/1.1 200 OK");
        }
    }

    /// What /health finds beside the certificate, such as a disk that is slow just now, is not this test's.
    private static void awaitWell(WholeLintel box) {
        Await.until("/health has no reason", () -> {
            try (var other = Shown.by(ClientTrust.in(box.data.resolve("tls/ca.crt")), box.port(), "localhost")) {
                return other.get("/health").equals("HTTP/1.1 200 OK");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static void ip(String what, String address) throws Exception {
        var command = List.of("ip", "addr", what, address + "/32", "dev", "lo");
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor()).as(command.toString()).isZero();
    }

    @Test
    void anOwnCertificateIsNamedByWhoeverAsks() {
        WholeLintel box = box().start();
        var sheet = box.asked(Map.of("command", "certificate show"));
        assertThat(sheet)
                .containsEntry("source", "own")
                .containsEntry("fault", null)
                .containsEntry("order", null);
        assertThat(Objects.requireNonNull(sheet.get("certificates")).toString())
                .contains("localhost", "days_left=39", "CN=Lintel CA");
    }
}
