package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
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

    @Test
    void oneAddressHasABoundedNumberOfConnections() throws IOException {
        for (int i = 0; i < Connections.PER_ADDRESS_MAX; i++) plain("127.0.0.2");
        assertThat(plain("127.0.0.2").getInputStream().read()).isEqualTo(-1);
        Socket other = plain("127.0.0.3");
        send(other, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(received(other)).startsWith("HTTP/1.1 307 ");
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
        var socket = new Socket();
        sockets.add(socket);
        socket.setSoTimeout(20_000);
        socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), box.server.httpPort()));
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
