package dev.lintel.controller.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.api.ApiBox;
import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.tls.Certificates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WebServerTest {
    @TempDir
    static Path folder;

    private static ApiBox box;
    private static final CountDownLatch STREAM_ENDED = new CountDownLatch(1);
    private static final CountDownLatch ASKED = new CountDownLatch(BoxPlaces.PER_BOX_MAX);
    private static final CountDownLatch ANSWERED = new CountDownLatch(1);

    @BeforeAll
    static void start() {
        box = new ApiBox(folder, 0, WebServerTest::mount);
    }

    @AfterAll
    static void stop() {
        box.close();
    }

    private static Reply waited() {
        ASKED.countDown();
        try {
            ANSWERED.await();
            return new Reply.Text(200, "text/plain", "here");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void mount(Endpoints endpoints) {
        endpoints.on(Method.GET, "/sync/1/wait", _ -> waited());
        endpoints.on(Method.GET, "/", _ -> new Reply.Html(200, "<p>hello"));
        endpoints.on(Method.GET, "/broken/:secret", _ -> {
            throw new IllegalStateException("a defect, and its message");
        });
        endpoints.on(Method.POST, "/echo", request -> new Reply.Text(200, "text/plain", request.bodyText()));
        endpoints.on(Method.GET, "/assets/*", request -> new Reply.Text(200, "text/plain", request.variable("*")));
        endpoints.on(
                Method.GET,
                "/stream",
                _ -> new Reply.EventStream(sink -> {
                    try {
                        for (long i = 0; ; i++) sink.send("tick", Long.toString(i), "line one\nline two");
                    } finally {
                        STREAM_ENDED.countDown();
                    }
                }));
        endpoints.on(
                Method.GET,
                "/long",
                _ -> new Reply.Streamed(out -> {
                    out.writeStartArray();
                    for (int i = 0; i < 100_000; i++) out.writeNumber(i);
                    out.writeEndArray();
                }));
        endpoints.on(
                Method.GET,
                "/cut",
                _ -> new Reply.Streamed(out -> {
                    out.writeStartArray();
                    for (int i = 0; i < 10_000; i++) out.writeNumber(i);
                    throw new IllegalStateException("in the middle");
                }));
    }

    /// Whatever the client would like best; and what has no forward secrecy is not to be had.
    @Test
    void theBoxPicksTheCipherThatItIsFastWith() throws Exception {
        assertThat(suite("TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"))
                .isEqualTo("TLS_CHACHA20_POLY1305_SHA256");
        assertThat(suite("TLS_AES_256_GCM_SHA384")).isEqualTo("TLS_AES_256_GCM_SHA384");
        assertThat(suite("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"))
                .isEqualTo("TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256");
        assertThatThrownBy(() -> suite("TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384"))
                .isInstanceOf(SSLHandshakeException.class);
    }

    private static String suite(String... offered) throws IOException {
        try (var socket = (SSLSocket)
                box.trust.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), box.server.httpsPort())) {
            socket.setEnabledCipherSuites(offered);
            socket.startHandshake();
            return socket.getSession().getCipherSuite();
        }
    }

    @Test
    void everyAnswerNamesTheRequest() {
        assertThat(box.client().get("/").header("X-Request-Id")).matches("[0-9a-f]{16}");
        assertThat(box.client().get("/nothing").header("X-Request-Id")).matches("[0-9a-f]{16}");
    }

    @Test
    void aDefectAnswersItsRequestIdAndNothingElse() {
        var answer = box.client().get("/broken/abc");
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.object()).containsEntry("error", "internal_server_error");
        assertThat(answer.object()).containsEntry("request_id", answer.header("X-Request-Id"));
        assertThat(answer.text()).doesNotContain("a defect").doesNotContain("Exception");
    }

    @Test
    void anUnknownPathIs404AndAKnownOneWithAnotherMethod405() {
        assertThat(box.client().get("/nothing").object()).containsEntry("error", "not_found");
        var answer = box.client().put("/echo", "x");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.header("Allow")).isEqualTo("POST");
        assertThat(answer.object()).containsEntry("error", "method_not_allowed");
        assertThat(box.client().send("TRACE", "/", null).status()).isEqualTo(405);
    }

    @Test
    void aBodyIsReadUpToItsLimit() {
        String longest = "x".repeat(Endpoints.BODY_BYTES_MAX);
        assertThat(box.client().post("/echo", longest).text()).isEqualTo(longest);
        var refused = box.client().post("/echo", longest + "x");
        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.object()).containsEntry("error", "payload_too_large");
    }

    @Test
    void aRestOfAPathIsDecodedAndHidesNoSlash() {
        assertThat(box.client().get("/assets/a/b%20c").text()).isEqualTo("a/b c");
        assertThat(box.client().get("/assets/a/b%20c%2F..%2Fd").status()).isEqualTo(404);
    }

    @Test
    void aHeadRequestHasTheLengthAndNoBody() {
        var answer = box.client().send("HEAD", "/", null);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Length")).isEqualTo("8");
        assertThat(answer.text()).isEmpty();
    }

    @Test
    void aLongListArrivesWhole() {
        assertThat((List<?>) box.client().get("/long").json()).hasSize(100_000);
    }

    @Test
    void aListThatBreaksInTheMiddleIsNotTakenForWhole() {
        assertThatThrownBy(() -> box.client().get("/cut")).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void aStreamOfEventsEndsWhenItsClientGoes() throws Exception {
        var client = HttpClient.newBuilder().sslContext(box.trust).build();
        var request = HttpRequest.newBuilder(URI.create(box.server.publicUrl() + "/stream"))
                .build();
        try (Stream<String> lines = client.send(request, BodyHandlers.ofLines()).body()) {
            List<String> first = lines.filter(line -> !line.startsWith(":") && !line.isEmpty())
                    .limit(4)
                    .toList();
            assertThat(first).containsExactly("id: 0", "event: tick", "data: line one", "data: line two");
        }
        client.shutdownNow();
        assertThat(STREAM_ENDED.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whoAsksForWhatIsForBoxesWaitsAndNobodyWaitsForThem() throws Exception {
        try (var client = HttpClient.newBuilder().sslContext(box.trust).build()) {
            var request = HttpRequest.newBuilder(URI.create(box.server.publicUrl() + "/sync/1/wait"))
                    .build();
            var answers = Stream.generate(() -> client.sendAsync(request, BodyHandlers.ofString()))
                    .limit(40)
                    .toList();
            assertThat(ASKED.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(box.client().get("/").status()).isEqualTo(200);
            ANSWERED.countDown();
            for (var answer : answers) assertThat(answer.get().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void plainHttpRedirectsPages() throws Exception {
        var answer = plain("GET", "/people?page=2");
        assertThat(answer.statusCode()).isEqualTo(307);
        assertThat(answer.headers().firstValue("Location"))
                .contains("https://localhost:" + box.server.httpsPort() + "/people?page=2");
    }

    /// A cache before the box would keep an address that a stranger chose.
    @Test
    void plainHttpNeverReflectsTheHostOfARequest() throws Exception {
        for (String host : List.of("evil.example", "localhost:99", "[::1]", "127.0.0.1", "a@b", "")) {
            try (var socket = new Socket("localhost", box.server.httpPort())) {
                String head = "GET /people HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
                socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
                String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(answer)
                        .as(host)
                        .containsIgnoringCase("location: https://localhost:" + box.server.httpsPort() + "/people\r\n");
            }
        }
    }

    @Test
    void plainHttpRefusesTheApiAndExecutesNothing() throws Exception {
        var answer = plain("POST", "/api/3/people");
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("\"tls_required\"");
        assertThat(plain("GET", "/oauth/token/info").statusCode()).isEqualTo(403);
        assertThat(plain("POST", "/login").statusCode()).isEqualTo(403);
        assertThat(box.client().get("/api/3/people?email=plain@example.com").array())
                .isEmpty();
    }

    private static java.net.http.HttpResponse<String> plain(String method, String path) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://localhost:" + box.server.httpPort() + path))
                .method(
                        method,
                        HttpRequest.BodyPublishers.ofString(
                                "{\"first_name\":\"P\",\"last_name\":\"P\",\"email\":\"plain@example.com\"}"))
                .header("Authorization", ApiClient.basic(box.documentedKey))
                .build();
        try (var client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.ofString());
        }
    }

    @Test
    void garbageIsAnsweredWithJsonAndAnEnd() throws Exception {
        for (String garbage : List.of(
                "\u0000\u0001\u0002\r\n\r\n",
                "GET /" + "a".repeat(20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(20_000) + "\r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n")) {
            assertThat(raw(garbage)).matches("(?s)HTTP/1.[01] 4.*\"bad_request\".*");
        }
        assertThat(box.client().get("/").status()).isEqualTo(200);
    }

    /// What the box answers until it closes the connection.
    private static String raw(String request) throws Exception {
        try (Socket socket =
                box.trust.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), box.server.httpsPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            var all = new ByteArrayOutputStream();
            socket.getInputStream().transferTo(all);
            return all.toString(StandardCharsets.UTF_8);
        }
    }

    /// A short header takes forty times its length of the heap. The head of the second request does not end: the box
    /// does not wait for more of it.
    @Test
    void headersOfARequestAreLimitedInNumber() throws Exception {
        String most = "a:\r\n".repeat(HeadDecoder.HEADERS_MAX - 2);
        String head = "GET / HTTP/1.1\r\nHost: x\r\n";
        assertThat(raw(head + most + "Connection: close\r\n\r\n")).startsWith("HTTP/1.1 200 ");
        assertThat(raw(head + most + "a:\r\nb:\r\n"))
                .startsWith("HTTP/1.1 431 ")
                .contains("\"bad_request\"");
        String first = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"; // each request has its own number
        assertThat(raw(first + head + most + "Connection: close\r\n\r\n"))
                .matches("(?s)HTTP/1.1 200 .*HTTP/1.1 200 .*");
    }

    @Test
    void aPortInUseIsSaidInWords() {
        int taken = box.server.httpsPort();
        assertThatThrownBy(() ->
                        WebServer.start(EventLoops.start(box.time), box.settings(taken), new Endpoints(), box.time))
                .isInstanceOf(WebServerException.class)
                .hasMessage("port " + taken + " is in use");
    }

    @Test
    void aCertificateThatCannotBeReadIsSaidInWords() throws Exception {
        Path broken = folder.resolve("broken.pem");
        Files.writeString(broken, "no certificate");
        var settings = new WebServer.Settings(0, 0, broken, broken, null);
        assertThatThrownBy(() -> WebServer.start(EventLoops.start(box.time), settings, new Endpoints(), box.time))
                .isInstanceOf(WebServerException.class);
        var missing = new WebServer.Settings(0, 0, folder.resolve("none"), broken, null);
        assertThatThrownBy(() -> WebServer.start(EventLoops.start(box.time), missing, new Endpoints(), box.time))
                .hasMessageContaining("cannot be read");
    }

    @Test
    void aRenewedCertificateIsServedWithoutARestart() throws Exception {
        byte[] before = Files.readAllBytes(box.certificate);
        try {
            Files.writeString(box.certificate, "rubbish");
            assertThatThrownBy(() -> box.server.renewCertificate()).isInstanceOf(WebServerException.class);
            assertThat(box.client().get("/").status()).isEqualTo(200);
        } finally {
            Files.write(box.certificate, before);
        }
        assertThat(box.server.renewCertificate()).isFalse(); // the one being served
        Files.write(box.certificate, new byte[] {'\n'}, StandardOpenOption.APPEND);
        assertThat(box.server.renewCertificate()).isFalse(); // another file, the same certificate
        var names = new TreeSet<>(List.of("localhost", "10.9.8.7"));
        var made = new Certificates(box.certificate.resolveSibling(""), new SystemTime()).ensure(names);
        assertThat(made.made()).isTrue();
        assertThat(box.server.renewCertificate()).isTrue(); // whatever failed before
        assertThat(box.server.renewCertificate()).isFalse();
        assertThat(box.client().get("/").status()).isEqualTo(200);
    }

    @Test
    void routesPreferTheLiteral() {
        var endpoints = new Endpoints();
        endpoints.on(Method.GET, "/a/:id", _ -> new Reply.Ok("name"));
        endpoints.on(Method.GET, "/a/b", _ -> new Reply.Ok("literal"));
        endpoints.on(Method.GET, "/a/*", _ -> new Reply.Ok("rest"));
        assertThat(endpoints.find(Method.GET, "/a/b").pattern()).isEqualTo("/a/b");
        assertThat(endpoints.find(Method.GET, "/a/7").variables()).isEqualTo(Map.of("id", "7"));
        assertThat(endpoints.find(Method.GET, "/a/7/8").variables()).isEqualTo(Map.of("*", "7/8"));
        assertThatThrownBy(() -> endpoints.on(Method.GET, "/a/b/", _ -> new Reply.NoContent()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
