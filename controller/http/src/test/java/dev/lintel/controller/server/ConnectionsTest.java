package dev.lintel.controller.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.server.AcceptGate.Rank;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.tls.BoxTrust;
import dev.lintel.controller.tls.ClientTrust;
import dev.lintel.controller.tls.TestAuthority;
import dev.lintel.controller.tls.TestTls;
import dev.lintel.reader.Bytes;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the server remembers of the networks of its clients. Every address of 127/8 is this machine's.
class ConnectionsTest {
    private static final String GET = " HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private static final String OK = "HTTP/1.1 200 ";
    private static final String BODY = "hello";

    /// Slow readers: so many of a network that one of them may give way.
    private static final int SLOW = 16;

    /// More than the operating system takes of one connection.
    private static final int LONG = 16 << 20;

    private static final Bytes LONG_BODY = Bytes.copyOf(new byte[LONG]);

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final EventLoops loops = EventLoops.start(time, TestLimits.UNLIMITED);
    private final List<SSLSocket> sockets = new ArrayList<>();
    private WebServer server;
    private Path authorityFile;
    private SSLContext trust;
    private final TestAuthority boxes = TestAuthority.create("boxes");

    @BeforeEach
    void start() {
        var served = TestTls.in(folder);
        var endpoints = new Endpoints();
        endpoints.on(Method.GET, "/", _ -> new Reply.Text(200, "text/plain", BODY));
        endpoints.on(Method.GET, "/long", _ -> new Reply.Asset("application/octet-stream", LONG_BODY, "1"));
        endpoints.on(Method.GET, "/signed-in", request -> {
            request.noteSignIn();
            return new Reply.Text(200, "text/plain", BODY);
        });
        authorityFile = served.authority();
        trust = ClientTrust.in(authorityFile);
        server = WebServer.start(
                loops,
                new WebServer.Settings(
                        "127.0.0.1",
                        0,
                        0,
                        served.key(),
                        served.certificate(),
                        null,
                        () -> new BoxTrust(boxes.certificate())),
                endpoints,
                time);
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) socket.close();
        server.close();
    }

    private SSLSocket open(String from) throws IOException {
        return open(from, trust);
    }

    private SSLSocket open(String from, SSLContext context) throws IOException {
        var socket = (SSLSocket) context.getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), server.httpsPort(), InetAddress.ofLiteral(from), 0);
        sockets.add(socket);
        socket.setSoTimeout(20_000);
        return socket;
    }

    /// Sends a request and returns the answer.
    private static String ask(Socket socket, String path) throws IOException {
        socket.getOutputStream().write(("GET " + path + GET).getBytes(StandardCharsets.US_ASCII));
        var answer = new StringBuilder();
        while (!answer.toString().endsWith(BODY)) {
            int next = socket.getInputStream().read();
            if (next < 0) throw new EOFException(answer.toString());
            answer.append((char) next);
        }
        return answer.toString();
    }

    /// A client with the certificate of a box, or with one that another authority has signed.
    private SSLContext box(TestAuthority authority) throws GeneralSecurityException, IOException {
        KeyPair pair = TestAuthority.ec("secp256r1");
        var wish = TestAuthority.Wish.of().use(KeyPurposeId.id_kp_clientAuth);
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "box", pair.getPrivate(), new char[0], new X509Certificate[] {authority.sign(pair.getPublic(), wish)});
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        return ClientTrust.in(authorityFile, keys.getKeyManagers());
    }

    private Rank rank(String address) {
        return loops.gate().rankOf(ClientNetwork.of(InetAddress.ofLiteral(address)));
    }

    private static boolean isOpen(Socket socket) {
        try {
            return ask(socket, "/").startsWith(OK);
        } catch (IOException e) { // reset
            return false;
        }
    }

    /// As many networks as there are places for strangers.
    @Test
    void networksThatHoldAnIdleConnectionEachShutNobodyOut() throws IOException {
        Socket client = open("127.0.0.2");
        assertThat(ask(client, "/signed-in")).startsWith(OK);
        int places = loops.gate().withoutCertificateMax() - AcceptGate.LOOPBACK_RESERVED;
        var idle = new ArrayList<SSLSocket>();
        while (idle.size() < places - 1) {
            idle.add(open("127.0." + (1 + idle.size() / 200) + "." + (1 + idle.size() % 200)));
            idle.getLast().startHandshake();
        }
        assertThat(ask(open("127.0.9.1"), "/")).startsWith(OK);
        assertThat(isOpen(client)).as("a client that has signed in").isTrue();
        assertThat(idle.stream().filter(ConnectionsTest::isOpen))
                .as("all but one")
                .hasSize(places - 2);
    }

    /// Clients that ask for a long answer and read only its first byte are never idle. Connections of loopback fill the
    /// other places, and never give way.
    @Test
    void aSlowReaderOfANetworkWithManyGivesWayWhereNoConnectionIsIdle() throws IOException {
        int places = loops.gate().withoutCertificateMax() - AcceptGate.LOOPBACK_RESERVED;
        for (int i = 0; i < places - SLOW; i++) open("127.0.0.1").startHandshake();
        var slow = new ArrayList<SSLSocket>();
        for (int i = 0; i < SLOW; i++) {
            slow.add(open("127.0.0.2"));
            slow.getLast().getOutputStream().write(("GET /long" + GET).getBytes(StandardCharsets.US_ASCII));
            assertThat(slow.getLast().getInputStream().read()).isEqualTo('H');
            time.advance(Duration.ofMillis(1));
        }
        assertThat(isOpen(open("127.0.0.3"))).as("most answers take less").isFalse();
        time.advance(Duration.ofSeconds(10));
        assertThat(ask(open("127.0.0.3"), "/")).startsWith(OK);
        assertThat(slow.stream().map(ConnectionsTest::readsOn))
                .as("the longest busy gives way")
                .containsExactlyElementsOf(
                        IntStream.range(0, SLOW).mapToObj(i -> i > 0).toList());
    }

    /// Whether the answer goes on, beyond what may be on its way already.
    private static boolean readsOn(SSLSocket socket) {
        try {
            socket.getInputStream().skipNBytes(LONG / 2);
            return true;
        } catch (IOException e) { // reset
            return false;
        }
    }

    @Test
    void aNetworkIsThatOfABoxOnceOneHasShownItsCertificate() throws Exception {
        assertThat(ask(open("127.0.0.2", box(boxes)), "/")).startsWith(OK);
        assertThat(rank("127.0.0.2")).isEqualTo(Rank.BOX);
        SSLSocket other = open("127.0.0.3", box(TestAuthority.create("others")));
        assertThat(isOpen(other))
                .as("it has no authority of the server's to show a certificate of")
                .isTrue();
        assertThat(rank("127.0.0.3")).isEqualTo(Rank.KNOWN);
    }

    @Test
    void networksOfBoxesAreRememberedByTheirAddresses() {
        server.rememberBoxes(List.of("127.0.0.2", "2001:db8::1", "127.0.0.1", ""));
        assertThat(rank("127.0.0.2")).isEqualTo(Rank.BOX);
        assertThat(rank("2001:db8::2")).isEqualTo(Rank.BOX);
        assertThat(rank("127.0.0.3")).isEqualTo(Rank.NEW);
    }

    @Test
    void aNetworkIsThatOfAClientOnceOneHasSignedIn() throws IOException {
        assertThat(rank("127.0.0.2")).isEqualTo(Rank.NEW);
        assertThat(ask(open("127.0.0.2"), "/")).startsWith(OK);
        assertThat(rank("127.0.0.2")).isEqualTo(Rank.KNOWN);
        assertThat(ask(open("127.0.0.2"), "/signed-in")).startsWith(OK);
        assertThat(rank("127.0.0.2")).isEqualTo(Rank.CLIENT);
        assertThat(rank("127.0.0.3")).isEqualTo(Rank.NEW);
    }
}
