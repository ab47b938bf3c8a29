package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

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
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bodies that trickle in, or never come, keep nobody else from being answered. Every address of 127/8 is this
/// machine's, so one test is many clients.
class IntakeTest {
    @TempDir
    Path folder;

    private final List<Socket> sockets = new ArrayList<>();
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
            endpoints.bodyMax("/form", 1_000);
            endpoints.on(Method.POST, "/form", request -> new Reply.Text(200, "text/plain", request.bodyText()));
        });
    }

    @AfterEach
    void stop() throws IOException {
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

    /// On a board, 380 bodies of 60 KB are a third of the heap.
    @Test
    void bodiesThatStallHaveABoundedShareOfTheHeap() throws Exception {
        var budget = new BodyBudget(64 << 20);
        int bodies = 0;
        while (budget.take("10.0.0." + bodies / 10, 60_000)) bodies++;
        assertThat(bodies * 60_000L).isBetween(7L << 20, 8L << 20);
        budget.give("10.0.0.0", 60_000);
        assertThat(budget.take("10.0.1.1", 60_000)).isTrue();
    }

    @Test
    void aNetworkHasAShareOfThatAndLoopbackAllOfIt() {
        var budget = new BodyBudget(64 << 20);
        int bodies = 0;
        while (budget.take("10.0.0.1", 60_000)) bodies++;
        assertThat(bodies).isEqualTo((1 << 20) / 60_000);
        assertThat(budget.take("10.0.0.2", 60_000)).isTrue();
        while (budget.take("127.0.0.1", 60_000)) bodies++;
        assertThat(bodies).isGreaterThan(100);
    }

    /// What one request has taken is free again, however it ends.
    @Test
    void bodiesGiveTheirRoomBack() throws Exception {
        var budget = new BodyBudget(Runtime.getRuntime().maxMemory()); // the server's own has the same size
        int fit = 0;
        while (budget.take("10.0.0.1", 60_000 - BodyBudget.FREE_BYTES)) fit++;
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
        sendHalf(first);
        sendHalf(tls("127.0.0.3"));
        Socket second = tls("127.0.0.2");
        sendHalf(second);
        assertThat(received(second)).as("a network has one place").startsWith("HTTP/1.1 503 ");
        Socket third = tls("127.0.0.4");
        sendHalf(third);
        assertThat(received(third)).as("there are two").startsWith("HTTP/1.1 503 ");
        String longText = "0123456789".repeat(50_000);
        assertThat(chunked("/echo", longText)).as("at once").isEqualTo(longText);
        assertThat(received(first)).contains("HTTP/1.1 400 ").contains("the body did not arrive");
        assertThat(chunked("/signed", longText)).isEqualTo("500000");
    }

    private static void sendHalf(Socket socket) throws IOException {
        send(socket, "POST /signed HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n" + "x".repeat(1_000));
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
        assertThat(box.server.refusedConnections()).isEqualTo(refused);
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

    private static String received(Socket socket) throws IOException {
        var all = new ByteArrayOutputStream();
        socket.getInputStream().transferTo(all);
        return all.toString(StandardCharsets.UTF_8);
    }
}
