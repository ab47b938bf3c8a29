package dev.lintel.controller.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.net.AddressGuard;
import dev.lintel.controller.net.DeadPort;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Servers that take their time, and addresses that are none to fetch from.
class ImageFetcherTest {
    private ServerSocket server;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    /// Says `start`, and then nothing, for as long as the other side waits.
    private void say(String start) {
        Thread.ofVirtual().name("server").start(() -> {
            try (Socket socket = server.accept()) {
                OutputStream out = socket.getOutputStream();
                out.write(start.getBytes(StandardCharsets.US_ASCII));
                out.flush();
                while (socket.getInputStream().read() >= 0) {}
            } catch (IOException e) {
                assertThat(e).isNotNull(); // hung up
            }
        });
    }

    /// Says `start`, and then one byte after another without an end.
    private void drip(String start) {
        Thread.ofVirtual().name("server").start(() -> {
            try (Socket socket = server.accept()) {
                OutputStream out = socket.getOutputStream();
                out.write(start.getBytes(StandardCharsets.US_ASCII));
                for (int i = 0; i < 1_000; i++) {
                    out.write(' ');
                    out.flush();
                    socket.setSoTimeout(20);
                    awaitNothing(socket);
                }
            } catch (IOException e) {
                assertThat(e).isNotNull(); // hung up
            }
        });
    }

    /// The request is read byte by byte, and then nothing more comes for 20 ms.
    private static void awaitNothing(Socket socket) throws IOException {
        try {
            while (socket.getInputStream().read() >= 0) {}
        } catch (java.net.SocketTimeoutException e) {
            assertThat(e).isNotNull(); // as meant
        }
    }

    private void assertTooLate(String scheme) {
        assertTooLate(scheme, InetAddress::getAllByName);
    }

    private void assertTooLate(String scheme, ImageFetcher.Names names) {
        var fetcher = new ImageFetcher(new AddressGuard(_ -> true), ImageFetcherTest::tls, names, 300);
        URI url = URI.create(scheme + "://127.0.0.1:" + server.getLocalPort() + "/a.jpg");
        assertThatThrownBy(() -> fetcher.fetch(url, 0, _ -> {}))
                .isInstanceOfSatisfying(
                        FetchException.class, e -> assertThat(e.again()).isTrue())
                .hasMessage("it took longer than 300 ms");
    }

    private static javax.net.ssl.SSLSocketFactory tls() {
        try {
            return SSLContext.getDefault().getSocketFactory();
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK\r\n",
                "HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"
            })
    void aServerThatSaysNothingMoreIsLeft(String start) {
        say(start);
        assertTooLate("http");
    }

    @Test
    void aServerThatDripsIsLeftAsSoon() {
        drip("HTTP/1.1 200 OK\r\nX: ");
        assertTooLate("http");
    }

    @Test
    void soIsOneThatNeverFinishesItsHandshake() {
        say("");
        assertTooLate("https");
    }

    @Test
    void aResolverThatHangsIsLeftAsSoon() {
        var hung = new CountDownLatch(1);
        assertTooLate("http", _ -> {
            try {
                hung.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new InetAddress[0];
        });
        hung.countDown();
    }

    @Test
    void anotherAddressIsAskedWhereOneIsDead() throws IOException {
        InetAddress six = InetAddress.ofLiteral("::1");
        InetAddress four = InetAddress.ofLiteral("127.0.0.2");
        for (InetAddress[] found : new InetAddress[][] {{four, six}, {six, four}, {six}}) {
            try (var open = new ServerSocket(0, 5, six);
                    var _ = new DeadPort(four, open.getLocalPort())) {
                assertThat(fetched(open, found)).isEqualTo("ok");
            }
        }
    }

    @Test
    void anotherAddressIsAskedWhereOneRefuses() throws IOException {
        InetAddress six = InetAddress.ofLiteral("::1");
        InetAddress[] found = {InetAddress.ofLiteral("127.0.0.2"), six};
        try (var open = new ServerSocket(0, 5, six)) {
            assertThat(fetched(open, found)).isEqualTo("ok");
        }
    }

    @Test
    void nextAttemptStartsWithAnotherAddressWhereTheFirstAcceptsAndIsSilent() throws IOException {
        InetAddress silent = InetAddress.ofLiteral("127.0.0.2");
        InetAddress six = InetAddress.ofLiteral("::1");
        try (var open = new ServerSocket(0, 5, six);
                var first = new ServerSocket(open.getLocalPort(), 5, silent)) {
            Thread.ofVirtual().name("server").start(() -> give(open));
            InetAddress[] found = {first.getInetAddress(), six};
            var fetcher = new ImageFetcher(new AddressGuard(_ -> true), ImageFetcherTest::tls, _ -> found, 1_000);
            URI url = URI.create("http://two.example:" + open.getLocalPort() + "/a.jpg");
            var got = new java.io.ByteArrayOutputStream();
            assertThatThrownBy(() -> fetcher.fetch(url, 0, got::writeBytes)).isInstanceOf(FetchException.class);
            fetcher.fetch(url, 1, got::writeBytes);
            assertThat(got.toString(StandardCharsets.US_ASCII)).isEqualTo("ok");
        }
    }

    private static String fetched(ServerSocket open, InetAddress[] found) {
        Thread.ofVirtual().name("server").start(() -> give(open));
        var fetcher = new ImageFetcher(new AddressGuard(_ -> true), ImageFetcherTest::tls, _ -> found, 3_000);
        var got = new java.io.ByteArrayOutputStream();
        fetcher.fetch(URI.create("http://two.example:" + open.getLocalPort() + "/a.jpg"), 0, got::writeBytes);
        return got.toString(StandardCharsets.US_ASCII);
    }

    /// Answers one request.
    private static void give(ServerSocket open) {
        try (Socket socket = open.accept()) {
            var head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0)
                head.append((char) socket.getInputStream().read());
            byte[] answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);
            socket.getOutputStream().write(answer);
        } catch (IOException e) {
            assertThat(e).isNotNull(); // hung up
        }
    }

    @Test
    void aPortThatIsClosedMayBeOpenAnotherTime() throws IOException {
        int port = server.getLocalPort();
        server.close();
        var fetcher = new ImageFetcher(new AddressGuard(_ -> true), ImageFetcherTest::tls);
        assertThatThrownBy(() -> fetcher.fetch(URI.create("http://127.0.0.1:" + port + "/"), 0, _ -> {}))
                .isInstanceOfSatisfying(
                        FetchException.class, e -> assertThat(e.again()).isTrue())
                .hasMessage("the connection failed");
        assertThatThrownBy(() -> fetcher.fetch(URI.create("http://no.such.host.invalid/"), 0, _ -> {}))
                .hasMessage("its host is not known");
    }

    @ParameterizedTest
    @CsvSource({
        "8.8.8.8, true",
        "9.255.255.255, true",
        "10.0.0.0, false",
        "10.255.255.255, false",
        "11.0.0.0, true",
        "100.63.255.255, true",
        "100.64.0.0, false",
        "100.127.255.255, false",
        "100.128.0.0, true",
        "126.255.255.255, true",
        "127.0.0.0, false",
        "127.255.255.255, false",
        "128.0.0.0, true",
        "169.253.255.255, true",
        "169.254.0.0, false",
        "169.254.255.255, false",
        "169.255.0.0, true",
        "172.15.255.255, true",
        "172.16.0.0, false",
        "172.31.255.255, false",
        "172.32.0.0, true",
        "192.0.0.255, false",
        "192.0.1.0, true",
        "192.0.2.1, false",
        "192.167.255.255, true",
        "192.168.0.0, false",
        "192.168.255.255, false",
        "192.169.0.0, true",
        "198.17.255.255, true",
        "198.18.0.0, false",
        "198.19.255.255, false",
        "198.20.0.0, true",
        "198.51.100.1, false",
        "203.0.113.1, false",
        "223.255.255.255, true",
        "224.0.0.0, false",
        "255.255.255.255, false",
        "0.0.0.0, false",
        "0.255.255.255, false",
    })
    void onlyPublicAddressesPass(String address, boolean passes) {
        assertPasses(address, passes);
    }

    @ParameterizedTest
    @CsvSource({
        "2606:4700::1111, true",
        "2a00:1450:4001::1, true",
        "::, false",
        "::1, false",
        "::8.8.8.8, false",
        "fe80::1, false",
        "fc00::1, false",
        "fdff::1, false",
        "ff02::1, false",
        "2001::1, false",
        "2001:1ff::1, false",
        "2001:200::1, true",
        "2001:db8::1, false",
        "2002:808:808::1, false",
        "3fff::1, false",
        "64:ff9b::808:808, true",
        "64:ff9b::a00:1, false",
        "64:ff9b:1::808:808, false",
        "100::1, false",
        "4000::1, false",
    })
    void onlyPublicAddressesOfVersionSixPass(String address, boolean passes) {
        assertPasses(address, passes);
    }

    private static void assertPasses(String address, boolean passes) {
        assertThat(new AddressGuard(_ -> false).passes(InetAddress.ofLiteral(address)))
                .isEqualTo(passes);
        assertThat(new AddressGuard(_ -> true).passes(InetAddress.ofLiteral(address)))
                .isTrue();
    }

    @Test
    void anAddressOfIpv4InIpv6sClothesIsTheOne() {
        var guard = new AddressGuard(_ -> false);
        for (String private4 : List.of("127.0.0.1", "10.0.0.1", "169.254.169.254")) {
            assertThat(guard.passes(InetAddress.ofLiteral("::ffff:" + private4)))
                    .isFalse();
        }
        assertThat(guard.passes(InetAddress.ofLiteral("::ffff:8.8.8.8"))).isTrue();
    }
}
