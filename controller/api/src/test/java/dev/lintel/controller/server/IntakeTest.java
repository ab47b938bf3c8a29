package dev.lintel.controller.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiBox;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bodies that trickle in, or never come, keep nobody else from being answered. Every address of 127/8 is this
/// machine's, so one test is many clients.
class IntakeTest {
    private static final String CONTINUE = "HTTP/1.1 100";
    private static final String BUSY = "HTTP/1.1 503";

    @TempDir
    Path folder;

    private final List<Socket> sockets = new ArrayList<>();
    private final CountDownLatch waiting = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);
    private ApiBox box;

    @BeforeEach
    void start() {
        box = new ApiBox(folder, 0, endpoints -> {
            endpoints.on(Method.GET, "/", _ -> new Reply.Html(200, "hello"));
            endpoints.on(Method.POST, "/echo", request -> new Reply.Text(200, "text/plain", request.bodyText()));
            endpoints.on(
                    Method.POST,
                    "/signed",
                    request -> new Reply.Text(
                            200, "text/plain", "" + request.bodyOfStranger().size()));
            endpoints.on(Method.GET, "/wait", _ -> {
                waiting.countDown();
                awaitQuietly(answered);
                return new Reply.Text(200, "text/plain", "waited");
            });
            endpoints.bodyMax("/form", 1_000);
            endpoints.on(Method.POST, "/form", request -> new Reply.Text(200, "text/plain", request.bodyText()));
        });
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void stop() throws IOException {
        answered.countDown();
        for (Socket socket : sockets) socket.close();
        box.close();
    }

    @Test
    void formsThatTrickleInTakeNoPlaceAndAreRefusedAfterSeconds() throws IOException {
        for (int i = 0; i < 260; i++) {
            send(tls("127.0.0." + (2 + i / 60)), "POST /form HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nemail=");
        }
        assertThat(box.client().get("/").status()).isEqualTo(200);
        assertThat(received(sockets.getFirst())).contains("HTTP/1.1 400 ").contains("the body did not arrive");
    }

    /// What one request has taken is free again, however it ends.
    @Test
    void bodiesGiveTheirRoomBack() throws Exception {
        var budget = Intake.budget(Runtime.getRuntime().maxMemory()); // the server's own has the same size
        var network = new MemoryBudget.Holder(MemoryBudget.Kind.STRANGER, "10.0.0.1");
        int fit = 0;
        while (budget.take(network, 60_000 - Intake.FREE_BYTES)) fit++;
        String body = "x".repeat(60_000);
        for (int i = 0; i < 2 * fit; i++) {
            boolean whole = i % 2 == 0;
            Socket socket = tls("127.0.0.2");
            send(
                    socket,
                    "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\nConnection: close\r\n\r\n"
                            + body.substring(0, whole ? 60_000 : 59_000));
            if (whole) assertThat(received(socket)).startsWith("HTTP/1.1 200 ");
            socket.close();
        }
        assertThat(fit).isPositive();
    }

    @Test
    void chunkedBodiesWaitForTheirTurnOnlyOnceTheyAreLong() throws Exception {
        for (int i = 0; i < 3; i++) {
            String path = i == 0 ? "/form" : "/echo";
            send(
                    tls("127.0.0.2"),
                    "POST " + path + " HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab");
        }
        assertThat(chunked("/form", "short")).isEqualTo("short");
        String longText = "0123456789".repeat(50_000);
        assertThat(chunked("/echo", longText)).isEqualTo(longText);
        assertThat(chunked("/form", "x".repeat(1_001))).contains("payload_too_large");
    }

    /// Bodies that are read before it is known whose they are.
    @Test
    void longBodiesOfStrangersTakeNoPlaceOfAnybodyElseAndEndSoon() throws Exception {
        Socket first = tls("127.0.0.2");
        Socket elsewhere = tls("127.0.0.3");
        Socket second = tls("127.0.0.2");
        Socket third = tls("127.0.0.4");
        assertThat(sendHalf(first)).isEqualTo(CONTINUE);
        assertThat(sendHalf(elsewhere)).isEqualTo(CONTINUE);
        assertThat(sendHalf(second)).as("a network has one place").isEqualTo(BUSY);
        assertThat(sendHalf(third)).as("there are two").isEqualTo(BUSY);
        String longText = "0123456789".repeat(50_000);
        assertThat(chunked("/echo", longText)).as("at once").isEqualTo(longText);
        assertThat(received(first)).contains("HTTP/1.1 400 ").contains("the body did not arrive");
        assertThat(chunked("/signed", longText)).isEqualTo("500000");
        Socket again = tls("127.0.0.2");
        assertThat(sendHalf(again)).as("its last body was too slow").isEqualTo(BUSY);
    }

    /// Begins a long body and returns the status: `100` once the body has its place, which it then keeps for 5 s.
    private static String sendHalf(Socket socket) throws IOException {
        String head = "POST /signed HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\nExpect: 100-continue\r\n\r\n";
        send(socket, head);
        String status = status(socket);
        if (status.equals(CONTINUE)) send(socket, "x".repeat(5 * StrangerBodies.BYTES_PER_S - 1));
        return status;
    }

    @Test
    void oneAddressHasABoundedNumberOfConnections() throws IOException {
        for (int i = 0; i < Connections.PER_ADDRESS_MAX; i++) plain("127.0.0.2");
        assertThat(isRefused(plain("127.0.0.2"))).isTrue();
        Socket other = plain("127.0.0.3");
        send(other, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(received(other)).startsWith("HTTP/1.1 307 ");
    }

    /// Closed, or reset where the others are not all open yet.
    private static boolean isRefused(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() == -1;
        } catch (SocketException e) {
            return true;
        }
    }

    /// Where all places are taken, an idle connection of the address with the most is closed for a new client.
    @Test
    void aFewAddressesThatHoldConnectionsShutNobodyOut() throws IOException {
        for (int i = 0; i < WebServer.CONNECTIONS_MAX; i++) plain("127.0.1." + (1 + i / 60));
        for (int i = 1; i <= 5; i++) {
            Socket other = plain("127.0.2." + i);
            send(other, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(received(other)).startsWith("HTTP/1.1 307 ");
        }
    }

    /// Where a client sends its next request early, the end of the first answer does not make its connection idle.
    @Test
    void aConnectionWithAnotherRequestUnderWayGivesNoPlaceAway() throws Exception {
        Socket busy = tls("127.0.3.1");
        send(busy, "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /wait HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        assertThat(waiting.await(20, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < Connections.PER_ADDRESS_MAX - 1; i++) plain("127.0.3.1");
        for (int i = 0; i < WebServer.CONNECTIONS_MAX - Connections.PER_ADDRESS_MAX; i++) {
            plain("127.0.1." + (1 + i / 60));
        }
        for (int i = 0; i < Connections.PER_ADDRESS_MAX; i++) { // each takes the place of an idle one of 127.0.3.1
            Socket other = plain("127.0.4." + (1 + i));
            send(other, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(received(other)).startsWith("HTTP/1.1 307 ");
            plain("127.0.3.1");
        }
        answered.countDown();
        assertThat(received(busy)).contains("hello").contains("waited");
    }

    /// Nor does one that is in a handshake for good: it is closed after seconds.
    @Test
    void handshakesThatNobodyEndsAreClosed() throws IOException {
        var silent = new ArrayList<Socket>();
        for (int i = 0; i < 3; i++) silent.add(connected("127.0.0.2", box.server.httpsPort()));
        for (Socket socket : silent) assertThat(isRefused(socket)).isTrue();
        Socket secure = tls("127.0.0.2");
        send(secure, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(received(secure)).startsWith("HTTP/1.1 200 ");
    }

    /// What is too many is refused before it has any TLS state.
    @Test
    void anAddressHasABoundedNumberOfHandshakes() throws IOException {
        var silent = new ArrayList<Socket>();
        for (int i = 0; i < 2 * AcceptGate.HALF_OPEN_PER_NETWORK_MAX; i++) {
            silent.add(connected("127.0.0.2", box.server.httpsPort()));
        }
        int refused = 0;
        for (Socket socket : silent.subList(AcceptGate.HALF_OPEN_PER_NETWORK_MAX, silent.size())) {
            if (isRefused(socket)) refused++;
        }
        assertThat(refused).isEqualTo(AcceptGate.HALF_OPEN_PER_NETWORK_MAX);
        assertThat(box.server.connectionCounts().refused().get("half_open_of_network"))
                .isEqualTo(refused);
        send(tls("127.0.0.3"), "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    }

    @Test
    void aProxyOnTheBoxItselfIsNotBoundedLikeAClient() throws IOException {
        for (int i = 0; i < Connections.PER_ADDRESS_MAX; i++) plain("127.0.0.1");
        Socket last = plain("127.0.0.1");
        send(last, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(received(last)).startsWith("HTTP/1.1 307 ");
    }

    private String chunked(String path, String text) throws Exception {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        var request = HttpRequest.newBuilder(URI.create(box.server.publicUrl() + path))
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)))
                .timeout(Duration.ofSeconds(4))
                .build();
        try (var client = HttpClient.newBuilder()
                .sslContext(box.trust)
                .version(HttpClient.Version.HTTP_1_1)
                .build()) {
            return client.send(request, BodyHandlers.ofString()).body();
        }
    }

    private Socket tls(String from) throws IOException {
        var socket = (SSLSocket) box.trust
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), box.server.httpsPort(), InetAddress.ofLiteral(from), 0);
        sockets.add(socket);
        socket.setSoTimeout(20_000);
        socket.startHandshake();
        return socket;
    }

    private Socket plain(String from) throws IOException {
        return connected(from, box.server.httpPort());
    }

    private Socket connected(String from, int port) throws IOException {
        var socket = new Socket();
        sockets.add(socket);
        socket.setSoTimeout(20_000);
        socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    private static String status(Socket socket) throws IOException {
        return new String(socket.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1);
    }

    private static String received(Socket socket) throws IOException {
        var all = new ByteArrayOutputStream();
        socket.getInputStream().transferTo(all);
        return all.toString(StandardCharsets.UTF_8);
    }
}
