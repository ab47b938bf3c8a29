package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Strangers that occupy what they can of a box with a board's heap, while cards are presented at both doors.
class FloodBoxTest {
    /// By itself, a box answers within 0.2 s. What else the machine does while tests run is measured before.
    private static final long HEALTH_MS_MAX = 2_000;

    private static final int SLOWER_MAX = 10;
    private static final int ROUNDS = 20;
    private static final int CARD = 1001;

    @TempDir
    Path folder;

    /// A box with the heap that the launcher gives a board.
    private Box start() {
        Path data = folder.resolve("data");
        var command = new ArrayList<>(Box.command(data));
        command.set(command.indexOf("-Xmx96m"), "-Xmx64m");
        command.addAll(1, List.of("-Xms12m", "-Xss512k", "-XX:+UseCompactObjectHeaders"));
        return Box.start(command, Map.of("MALLOC_ARENA_MAX", "2"), _ -> data);
    }

    @Test
    void halfOpenConnectionsDelayNoDoor() throws Exception {
        flood(1_500, 1);
    }

    /// Minutes: run by `./lintel test --slow`.
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = {5_000, 8_000, 18_000})
    void manyHalfOpenConnectionsDelayNoDoor(int connections) throws Exception {
        assertThat(flood(connections, 1)).as("ms for /health").isLessThan(HEALTH_MS_MAX);
    }

    /// As many as a board has places for, and more.
    @Test
    void halfOpenConnectionsOfManyAddressesDelayNoDoor() throws Exception {
        flood(1_500, 20);
    }

    /// Returns the milliseconds of the slowest answer of /health.
    private long flood(int connections, int addresses) throws Exception {
        long slowest;
        try (Box box = start()) {
            long[] without = presented(box);
            long[] alone = healthMs(box);
            try (var flood = new HalfOpenFlood(port(box), "127.0.2.", addresses, connections)) {
                await("the flood", () -> flood.opened() - connections);
                long[] with = presented(box);
                long[] health = healthMs(box);
                System.out.printf(
                        "%d half-open of %d addresses: card p50 %.1f ms, max %.1f ms (without: %.1f, %.1f);"
                                + " /health p50 %d ms,"
                                + " max %d ms; %d attempts, %d closed by the box%n",
                        connections,
                        addresses,
                        with[ROUNDS / 2] / 1e3,
                        with[ROUNDS - 1] / 1e3,
                        without[ROUNDS / 2] / 1e3,
                        without[ROUNDS - 1] / 1e3,
                        health[health.length / 2],
                        health[health.length - 1],
                        flood.opened(),
                        flood.ended());
                slowest = health[health.length - 1];
                requireQuick(health, alone);
            }
            assertThat(box.runs()).isTrue();
            assertThat(box.lintel("doctor").out()).contains("works");
        }
        return slowest;
    }

    @Test
    void aClientCannotAskForAnotherHandshake() throws Exception {
        try (Box box = start();
                var tls = (SSLSocket) BoxApi.trusting(box.data.resolve("tls/ca.crt"))
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), port(box))) {
            tls.setEnabledProtocols(new String[] {"TLSv1.2"});
            tls.setSoTimeout(10_000);
            tls.startHandshake();
            tls.startHandshake(); // begins the second one
            assertThatThrownBy(() -> {
                        ask(tls);
                        tls.getInputStream().readAllBytes();
                    })
                    .isInstanceOf(IOException.class);
            assertThat(health(box, "127.0.0.3")).contains("ready");
        }
    }

    /// Every place that strangers can have is taken by connections that ask for nothing.
    @Test
    void idleConnectionsShutNobodyOut() throws Exception {
        idle(450);
    }

    private void idle(int connections) throws Exception {
        var trust = new SSLContext[1];
        var held = new ArrayList<Socket>();
        try (Box box = start()) {
            trust[0] = BoxApi.trusting(box.data.resolve("tls/ca.crt"));
            long[] without = presented(box);
            long[] alone = healthMs(box);
            for (int i = 0; i < connections; i++) held.add(idleFrom(box, trust[0], "127.0.1." + (1 + i / 60)));
            long[] with = presented(box);
            long[] health = healthMs(box);
            System.out.printf(
                    "%d idle: card p50 %.1f ms, max %.1f ms (without: %.1f, %.1f); /health max %d ms%n",
                    connections,
                    with[ROUNDS / 2] / 1e3,
                    with[ROUNDS - 1] / 1e3,
                    without[ROUNDS / 2] / 1e3,
                    without[ROUNDS - 1] / 1e3,
                    health[health.length - 1]);
            requireQuick(health, alone);
            assertThat(box.runs()).isTrue();
        } finally {
            for (Socket socket : held) socket.close();
        }
    }

    private static Socket idleFrom(Box box, SSLContext trust, String from) throws IOException {
        var plain = new Socket();
        plain.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
        plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port(box)), 2_000);
        plain.setSoTimeout(10_000);
        var tls = (SSLSocket) trust.getSocketFactory().createSocket(plain, "localhost", port(box), true);
        tls.startHandshake();
        return tls;
    }

    /// Heads that never end, and heads of the longest length again and again, from many addresses.
    @Test
    void headsThatNeverEndAndLongOnesDelayNoDoor() throws Exception {
        var held = new ArrayList<Socket>();
        try (Box box = start()) {
            long[] alone = healthMs(box);
            SSLContext trust = BoxApi.trusting(box.data.resolve("tls/ca.crt"));
            byte[] half = ("GET / HTTP/1.1\r\nX: " + "x".repeat(15_000)).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 380; i++) {
                Socket socket = idleFrom(box, trust, "127.0.1." + (1 + i / 60));
                held.add(socket);
                socket.getOutputStream().write(half);
            }
            presented(box);
            long[] health = healthMs(box);
            requireQuick(health, alone);
            assertThat(box.runs()).isTrue();
            assertThat(box.lintel("doctor").out()).contains("works");
        } finally {
            for (Socket socket : held) socket.close();
        }
    }

    /// Bodies that are all but there, on every connection that strangers can have, again and again.
    @Test
    void bodiesThatStallDelayNoDoor() throws Exception {
        var held = new ArrayList<Socket>();
        try (Box box = start()) {
            long[] alone = healthMs(box);
            SSLContext trust = BoxApi.trusting(box.data.resolve("tls/ca.crt"));
            byte[] body = ("POST /sign-in HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nEA60\r\n"
                            + "x".repeat(59_000))
                    .getBytes(StandardCharsets.US_ASCII);
            int refused = 0;
            byte[] api = new String(body, StandardCharsets.US_ASCII)
                    .replace("/sign-in", "/api/3/people")
                    .getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 380; i++) {
                Socket socket = idleFrom(box, trust, "127.0.1." + (1 + i / 60));
                held.add(socket);
                try {
                    socket.getOutputStream().write(i % 2 == 0 ? body : api);
                } catch (IOException e) { // answered, and closed
                    refused++;
                }
            }
            presented(box);
            long[] health = healthMs(box);
            requireQuick(health, alone);
            assertThat(box.runs()).isTrue();
            assertThat(refused).as("some wait for the rest").isLessThan(380);
        } finally {
            for (Socket socket : held) socket.close();
        }
    }

    /// Requests one after another on connections whose answers nobody reads.
    @Test
    void requestsWhoseAnswersNobodyReadsDelayNoDoor() throws Exception {
        var held = new ArrayList<Socket>();
        var senders = new ArrayList<Thread>();
        try (Box box = start()) {
            long[] alone = healthMs(box);
            SSLContext trust = BoxApi.trusting(box.data.resolve("tls/ca.crt"));
            byte[] requests = "GET /sign-in HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    .repeat(1_000)
                    .getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 10; i++) {
                Socket socket = idleFrom(box, trust, "127.0.1." + (1 + i % 2));
                held.add(socket);
                senders.add(Thread.ofPlatform().name("sender").start(() -> sendOn(socket, requests)));
            }
            presented(box);
            long[] health = healthMs(box);
            requireQuick(health, alone);
            assertThat(box.runs()).isTrue();
            assertThat(box.lintel("doctor").out()).contains("works");
        } finally {
            for (Socket socket : held) socket.close();
            for (Thread sender : senders) sender.join();
        }
    }

    /// Until the box takes no more, and for as long as the connection lasts.
    private static void sendOn(Socket socket, byte[] bytes) {
        try {
            while (true) socket.getOutputStream().write(bytes);
        } catch (IOException e) { // closed
            return;
        }
    }

    /// Microseconds from the card to the decision, sorted.
    private static long[] presented(Box box) {
        var took = new long[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long begin = System.nanoTime();
            var present = box.lintel("present --channel " + (1 + i % 2) + " --card " + CARD + " --json");
            took[i] = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begin);
            assertThat(present.json()).as(present.err()).containsEntry("decision", "admitted");
        }
        Arrays.sort(took);
        return took;
    }

    private static int port(Box box) {
        return URI.create(box.url()).getPort();
    }

    /// Milliseconds of new connections to /health from another address, sorted.
    private static long[] healthMs(Box box) throws IOException {
        var took = new long[10];
        for (int i = 0; i < took.length; i++) {
            long begin = System.nanoTime();
            assertThat(health(box, "127.0.0.3")).startsWith("HTTP/1.1 200").contains("ready");
            took[i] = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        }
        Arrays.sort(took);
        return took;
    }

    private static void requireQuick(long[] health, long[] alone) {
        assertThat(health[health.length - 1])
                .as("ms for /health; alone it takes up to %d ms", alone[alone.length - 1])
                .isLessThan(Math.max(HEALTH_MS_MAX, SLOWER_MAX * alone[alone.length - 1]));
    }

    private static String health(Box box, String from) throws IOException {
        try (var plain = new Socket()) {
            plain.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port(box)), 2_000);
            plain.setSoTimeout(10_000);
            try (var tls = (SSLSocket) BoxApi.trusting(box.data.resolve("tls/ca.crt"))
                    .getSocketFactory()
                    .createSocket(plain, "localhost", port(box), true)) {
                ask(tls);
                return new String(tls.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }

    private static void ask(SSLSocket tls) throws IOException {
        tls.getOutputStream()
                .write("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
    }

    private static void await(String what, LongSupplier missing) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (missing.getAsLong() < 0) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
