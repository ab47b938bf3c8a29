package dev.lintel.controller.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.client.Sender.Outcome;
import dev.lintel.controller.client.Sender.Post;
import dev.lintel.controller.net.AddressGuard;
import dev.lintel.controller.net.DeadPort;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.controller.tls.BoxNames;
import dev.lintel.controller.tls.Certificates;
import dev.lintel.reader.Bytes;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Receivers over real sockets: those that answer, those that do not, and those that must not be asked.
class HttpSenderTest {
    private static final HandTime TIME = new HandTime("2026-11-22T10:00:00Z");
    private static final String NO_CONTENT = "HTTP/1.1 204 No Content\r\n\r\n";

    private static Vertx vertx;

    @BeforeAll
    static void begin() {
        vertx = Vertx.vertx();
    }

    @AfterAll
    static void end() {
        vertx.close().await();
    }

    private static HttpSender sender(Predicate<InetAddress> allowed, boolean loopback, HttpSender.Names names) {
        return sender(allowed, loopback, names, List.of(), 15_000);
    }

    private static HttpSender sender(
            Predicate<InetAddress> allowed, boolean loopback, HttpSender.Names names, List<Path> trust, int limitMs) {
        return new HttpSender(new HttpSender.Parts(
                () -> vertx, new AddressGuard(allowed), loopback, trust, "Lintel/test", names, limitMs, TIME));
    }

    private static HttpSender usual() {
        return sender(_ -> true, false, InetAddress::getAllByName);
    }

    private static HttpSender hurried() {
        return sender(_ -> true, false, InetAddress::getAllByName, List.of(), 1_000);
    }

    private static Outcome post(HttpSender sender, String url) {
        var answer = new CompletableFuture<Outcome>();
        var body = Bytes.copyOf("[{\"ü\":1}]".getBytes(StandardCharsets.UTF_8));
        sender.send(new Post(URI.create(url), 0, Map.of("Signature", "abc"), body), answer::complete);
        return answer.join();
    }

    private static String local(int port, String rest) {
        return "http://127.0.0.1:" + port + rest;
    }

    @Test
    void itPostsTheBytesWithTheHeadersToThePathAndQuery() {
        try (var receiver = RawReceiver.saying(NO_CONTENT);
                var sender = usual()) {
            Outcome outcome = post(sender, local(receiver.port(), "/a%20b/hook?key=x%26y"));
            assertThat(outcome).isEqualTo(new Outcome(204, null, "", null));
            String head = receiver.heads().getFirst();
            assertThat(head).startsWith("POST /a%20b/hook?key=x%26y HTTP/1.1\r\n");
            assertThat(head.toLowerCase(java.util.Locale.ROOT))
                    .contains("\r\nsignature: abc\r\n", "\r\nhost: 127.0.0.1:" + receiver.port() + "\r\n")
                    .contains("\r\nuser-agent: lintel/test\r\n");
            assertThat(receiver.bodies().getFirst()).isEqualTo("[{\"ü\":1}]");
        }
    }

    @Test
    void aConnectionServesAgain() {
        try (var receiver = RawReceiver.saying("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                var sender = usual()) {
            for (int i = 0; i < 5; i++) {
                assertThat(post(sender, local(receiver.port(), "/")).answer()).isEqualTo("ok");
            }
            // The second may begin before the first has gone back to the pool.
            assertThat(receiver.connections()).isLessThanOrEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void aRedirectIsNotFollowed(int status) {
        try (var other = RawReceiver.saying(NO_CONTENT);
                var receiver = RawReceiver.saying("HTTP/1.1 " + status + " Moved\r\nLocation: "
                        + local(other.port(), "/there") + "\r\nContent-Length: 0\r\n\r\n");
                var sender = usual()) {
            Outcome outcome = post(sender, local(receiver.port(), "/"));
            assertThat(outcome.status()).isEqualTo(status);
            assertThat(outcome.fault()).contains("no redirect");
            assertThat(other.connections()).isZero();
        }
    }

    @Test
    void whatTheReceiverAsksForIsRead() {
        Map<String, Long> asked = Map.of("120", 120_000L, "Sun, 22 Nov 2026 10:01:00 GMT", 60_000L, " 7 ", 7_000L);
        asked.forEach((header, ms) -> {
            try (var receiver = RawReceiver.saying(
                            "HTTP/1.1 503 Busy\r\nRetry-After: " + header + "\r\nContent-Length: 0\r\n\r\n");
                    var sender = usual()) {
                assertThat(post(sender, local(receiver.port(), "/")).askedMs())
                        .as(header)
                        .isEqualTo(ms);
            }
        });
        for (String header : List.of("soon", "-1", "99999999999999999999", "Sun, 99 Nov 2026 10:01:00 GMT", "")) {
            try (var receiver = RawReceiver.saying(
                            "HTTP/1.1 503 Busy\r\nRetry-After: " + header + "\r\nContent-Length: 0\r\n\r\n");
                    var sender = usual()) {
                assertThat(post(sender, local(receiver.port(), "/")).askedMs())
                        .as(header)
                        .isNull();
            }
        }
    }

    @Test
    void ofALongAnswerTheBeginningIsKept() {
        String page = "x".repeat(3_000);
        try (var receiver =
                        RawReceiver.saying("HTTP/1.1 500 Oh\r\nContent-Length: " + page.length() + "\r\n\r\n" + page);
                var sender = usual()) {
            Outcome outcome = post(sender, local(receiver.port(), "/"));
            assertThat(outcome.answer()).isEqualTo("x".repeat(HttpSender.ANSWER_BYTES_MAX));
            assertThat(outcome.fault()).isEqualTo("It answered 500.");
        }
    }

    @Test
    void anAnswerWithoutAnEndIsCutOffAndItsStatusCounts() {
        try (var receiver = new RawReceiver((_, out) -> {
                    out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    while (true) out.write(new byte[4_096]); // until the other side hangs up
                });
                var sender = usual()) {
            assertThat(post(sender, local(receiver.port(), "/")).arrived()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nX: "})
    void aReceiverThatHangsIsLeft(String start) {
        try (var receiver = RawReceiver.saying(start);
                var sender = hurried()) {
            Outcome outcome = post(sender, local(receiver.port(), "/"));
            assertThat(outcome.status()).isNull();
            assertThat(outcome.fault()).isEqualTo("There was no answer within 1000 ms.");
        }
    }

    @Test
    void whereTheStatusCameAndTheRestHangsTheStatusCounts() {
        // Long enough for a first connection on a busy machine.
        try (var receiver = RawReceiver.saying("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx");
                var sender = sender(_ -> true, false, InetAddress::getAllByName, List.of(), 5_000)) {
            assertThat(post(sender, local(receiver.port(), "/"))).isEqualTo(new Outcome(200, null, "x", null));
        }
    }

    @Test
    void oneThatHangsUpOrIsNotThereOrTalksNonsenseIsAFault() throws IOException {
        try (var receiver = new RawReceiver((_, _) -> false);
                var sender = usual()) {
            assertThat(post(sender, local(receiver.port(), "/")).fault()).startsWith("The connection failed: ");
            assertThat(post(sender, "http://no.such.host.invalid/").fault()).isEqualTo("Its host name is not known.");
        }
        int closed;
        try (var socket = new java.net.ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        try (var sender = usual()) {
            assertThat(post(sender, local(closed, "/")).fault()).isEqualTo("It could not be connected to.");
        }
        try (var receiver = RawReceiver.saying("SSH-2.0-Nonsense\r\n\r\n");
                var sender = usual()) {
            assertThat(post(sender, local(receiver.port(), "/")).status()).isNull();
        }
    }

    @Test
    void aResolverThatHangsIsLeft() {
        var hung = new CountDownLatch(1);
        HttpSender.Names names = _ -> {
            try {
                hung.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new InetAddress[0];
        };
        try (var sender = sender(_ -> true, false, names, List.of(), 1_000)) {
            assertThat(post(sender, "http://slow.example/").fault()).isEqualTo("There was no answer within 1000 ms.");
        }
        hung.countDown();
    }

    /// By the address in the answer of the resolver, whatever the name says; what is looked up is what is connected to.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.1.2.3",
                "127.0.0.1",
                "169.254.169.254",
                "192.168.1.1",
                "172.16.0.1",
                "100.64.0.1",
                "0.0.0.0",
                "::1",
                "fe80::1",
                "fd00::1",
                "64:ff9b::7f00:1",
                "::ffff:127.0.0.1",
                "2002:7f00:1::"
            })
    void noPrivateAddressIsAskedHoweverItIsNamed(String address) {
        InetAddress[] found = {InetAddress.ofLiteral(address)};
        try (var sender = sender(_ -> false, true, _ -> found)) {
            for (String scheme : List.of("http", "https")) {
                assertThat(post(sender, scheme + "://harmless.example/hook").fault())
                        .isEqualTo(HttpSender.REFUSED);
            }
        }
    }

    @Test
    void oneBadAddressAmongGoodOnesIsEnough() throws UnknownHostException {
        InetAddress[] found = {InetAddress.ofLiteral("8.8.8.8"), InetAddress.ofLiteral("10.0.0.1")};
        try (var sender = sender(_ -> false, true, _ -> found)) {
            assertThat(post(sender, "https://two.example/").fault()).isEqualTo(HttpSender.REFUSED);
        }
    }

    @Test
    void thisMachineIsAskedOnlyWhereItIsWrittenAsSuchAndAllowed() {
        try (var receiver = RawReceiver.saying(NO_CONTENT);
                var open = sender(_ -> false, true, InetAddress::getAllByName);
                var shut = sender(_ -> false, false, InetAddress::getAllByName)) {
            assertThat(post(open, local(receiver.port(), "/")).arrived()).isTrue();
            assertThat(post(open, "http://localhost:" + receiver.port() + "/").arrived())
                    .isTrue();
            assertThat(post(shut, local(receiver.port(), "/")).fault()).isEqualTo(HttpSender.REFUSED);
        }
    }

    private static final InetAddress SIX = InetAddress.ofLiteral("::1");
    private static final InetAddress FOUR = InetAddress.ofLiteral("127.0.0.1");

    @Test
    void anAddressOfIpv6IsPostedToAndNamedInBrackets() {
        try (var receiver = RawReceiver.saying(SIX, NO_CONTENT);
                var sender = sender(_ -> false, true, InetAddress::getAllByName)) {
            for (int i = 0; i < 3; i++) {
                String url = "http://[::1]:" + receiver.port() + "/hook";
                assertThat(post(sender, url)).as("attempt %s", i).isEqualTo(new Outcome(204, null, "", null));
            }
            assertThat(receiver.heads().getFirst().toLowerCase(java.util.Locale.ROOT))
                    .contains("\r\nhost: [::1]:" + receiver.port() + "\r\n");
        }
    }

    @Test
    void aNameWithAddressesOfIpv6AloneIsPostedTo() {
        InetAddress[] six = {SIX};
        try (var receiver = RawReceiver.saying(SIX, NO_CONTENT);
                var sender = sender(_ -> true, false, _ -> six)) {
            assertThat(post(sender, "http://six.example:" + receiver.port() + "/")
                            .arrived())
                    .isTrue();
        }
    }

    private static Outcome turn(HttpSender sender, String url, int turn) {
        var answer = new CompletableFuture<Outcome>();
        sender.send(new Post(URI.create(url), turn, Map.of(), Bytes.EMPTY), answer::complete);
        return answer.join();
    }

    /// With two dead addresses the first alone would take all of the time.
    @Test
    void everyAttemptArrivesThoughOneFamilyIsDead() throws IOException {
        InetAddress another = InetAddress.ofLiteral("127.0.0.2");
        for (InetAddress[] found :
                List.of(new InetAddress[] {FOUR, another, SIX}, new InetAddress[] {SIX, FOUR, another})) {
            try (var receiver = RawReceiver.saying(SIX, NO_CONTENT);
                    var _ = new DeadPort(FOUR, receiver.port());
                    var _ = new DeadPort(another, receiver.port());
                    var sender = sender(_ -> true, false, _ -> found, List.of(), 3_000)) {
                String url = "http://two.example:" + receiver.port() + "/";
                for (int turn = 0; turn < 4; turn++) {
                    assertThat(turn(sender, url, turn)).as("turn %s", turn).isEqualTo(new Outcome(204, null, "", null));
                }
            }
        }
    }

    @Test
    void theNameIsLookedUpOnceForEachAttempt() {
        var asked = new java.util.concurrent.atomic.AtomicInteger();
        HttpSender.Names rebinding =
                _ -> new InetAddress[] {InetAddress.ofLiteral(asked.getAndIncrement() == 0 ? "127.0.0.1" : "10.0.0.1")};
        try (var receiver = RawReceiver.saying(NO_CONTENT);
                var sender = sender(address -> address.isLoopbackAddress(), false, rebinding)) {
            String url = "http://changing.example:" + receiver.port() + "/";
            assertThat(post(sender, url).arrived()).isTrue();
            assertThat(receiver.heads().getFirst().toLowerCase(java.util.Locale.ROOT))
                    .contains("\r\nhost: changing.example:" + receiver.port() + "\r\n");
            assertThat(asked).hasValue(1);
            assertThat(post(sender, url).fault()).isEqualTo(HttpSender.REFUSED);
        }
    }

    @Test
    void certificatesAreCheckedForTheNameByWhoIsTrusted(@TempDir Path folder) throws IOException {
        Path tls = Files.createDirectories(folder.resolve("tls"));
        var served = new Certificates(tls, new SystemTime()).ensure(BoxNames.of(URI.create("https://localhost")));
        HttpServer server = vertx.createHttpServer(new HttpServerOptions()
                        .setSsl(true)
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .setKeyPath(served.key().toString())
                                .setCertPath(served.certificate().toString())))
                .requestHandler(request -> request.response().setStatusCode(204).end())
                .listen(0, "127.0.0.1")
                .await();
        String port = ":" + server.actualPort() + "/";
        HttpSender.Names names = _ -> new InetAddress[] {InetAddress.getLoopbackAddress()};
        try (var stranger = sender(_ -> true, false, names);
                var friend = sender(_ -> true, false, names, List.of(served.authority()), 15_000);
                var broken = sender(_ -> true, false, names, List.of(folder.resolve("none.pem")), 15_000)) {
            assertThat(post(friend, "https://localhost" + port)).isEqualTo(new Outcome(204, null, "", null));
            assertThat(post(friend, "https://other.example" + port).fault())
                    .startsWith("Its certificate or TLS is not accepted: ");
            assertThat(post(stranger, "https://localhost" + port).fault())
                    .startsWith("Its certificate or TLS is not accepted: ");
            assertThat(post(broken, "https://localhost" + port).fault()).contains("webhooks: trust");
        } finally {
            server.close().await();
        }
    }
}
