package dev.lintel.controller.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiBox;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Answers that nobody reads. Every address of 127/8 is this machine's, so one test is many clients.
class AnswerWriterTest {
    /// More than the operating system takes of one connection.
    private static final int LONG = 16 << 20;

    private static final Bytes FILE = random(LONG);

    private static final long WAIT_S = 60;

    /// Between two looks: a wait that spins takes the processor from the server, which closes after seconds.
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);

    @TempDir
    Path folder;

    private final List<Socket> sockets = new ArrayList<>();
    private final AtomicInteger asked = new AtomicInteger();
    private ApiBox box;

    private static Bytes random(int size) {
        byte[] bytes = new byte[size];
        new Random(1).nextBytes(bytes);
        return Bytes.copyOf(bytes);
    }

    @BeforeEach
    void start() {
        box = new ApiBox(folder, 0, endpoints -> {
            endpoints.on(Method.GET, "/file", _ -> {
                asked.incrementAndGet();
                return new Reply.Asset("application/octet-stream", FILE, "1");
            });
            endpoints.on(Method.GET, "/list", _ -> new Reply.Binary("application/octet-stream", FILE));
            endpoints.on(Method.GET, "/page", _ -> new Reply.Html(200, "x".repeat(4_000)));
        });
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) socket.close();
        box.close();
    }

    @Test
    void aLongAnswerArrivesWhole() throws IOException {
        Socket socket = tls("127.0.0.2");
        send(socket, "GET /file HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        byte[] all = socket.getInputStream().readAllBytes();
        assertThat(all.length).isGreaterThan(LONG);
        assertThat(Bytes.copyOf(all, all.length - LONG, all.length)).isEqualTo(FILE);
        assertThat(new String(all, 0, all.length - LONG, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT))
                .contains("content-length: " + LONG)
                .doesNotContain("chunked");
    }

    @Test
    void aClientThatDoesNotReadIsClosedAfterSeconds() throws Exception {
        Socket socket = tls("127.0.0.2");
        send(socket, "GET /file HTTP/1.1\r\nHost: x\r\n\r\n");
        awaitClosed("unread_answer", 1);
        assertThat(drained(socket)).as("bytes that came before").isLessThan(LONG);
    }

    @Test
    void unreadAnswersOfSharedBytesTakeOneChunkEach() throws IOException {
        holdUnread(60);
    }

    @Test
    @Tag("slow")
    void unreadAnswersOfManyClientsTakeOneChunkEach() throws IOException {
        holdUnread(200);
    }

    /// Clients that do not read their answers: each connection holds one chunk, and all share one file.
    private void holdUnread(int count) throws IOException {
        long before = usedBytes();
        for (int i = 0; i < count; i++) {
            Socket socket = tls("127.0.1." + (1 + i / 50));
            send(socket, "GET /file HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(socket.getInputStream().read()).isEqualTo('H');
        }
        long used = usedBytes() - before;
        long open = count - box.server.connectionCounts().closed().getOrDefault("unread_answer", 0L);
        assertThat(open)
                .as("on a machine that makes %s connections in seconds", count)
                .isPositive();
        assertThat(used / open).as("bytes of heap, TLS of both sides with it").isLessThan(400 << 10);
        assertThat(asked).hasValue(count);
    }

    private static long usedBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /// Of an answer that is made for one client, the whole budget is free for the first; the second finds no room.
    @Test
    void unreadAnswersOfTheirOwnHaveABudget() throws Exception {
        long max = Runtime.getRuntime().maxMemory() / 8;
        int fit = (int) (max / 4 / LONG); // a network's share
        for (int i = 0; i < fit; i++) {
            Socket socket = tls("127.0.0.2");
            send(socket, "GET /list HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(status(socket)).isEqualTo("HTTP/1.1 200");
        }
        Socket next = tls("127.0.0.2");
        send(next, "GET /list HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(status(next)).isEqualTo("HTTP/1.1 503");
        Socket page = tls("127.0.0.2");
        send(page, "GET /page HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(status(page)).as("short answers find room").isEqualTo("HTTP/1.1 200");
        Socket other = tls("127.0.0.3");
        send(other, "GET /list HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(status(other)).as("another network").isEqualTo("HTTP/1.1 200");
        awaitClosed("unread_answer", fit);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_S);
        Socket again;
        do { // the end of a TLS connection takes up to 3 s more
            assertThat(System.nanoTime()).as("room once the others are closed").isLessThan(end);
            again = tls("127.0.0.2");
            send(again, "GET /list HTTP/1.1\r\nHost: x\r\n\r\n");
        } while (!status(again).equals("HTTP/1.1 200"));
    }

    /// Requests beyond those that may wait are not kept.
    @Test
    void aClientThatAsksMoreAndReadsNothingIsClosed() throws Exception {
        Socket socket = tls("127.0.0.2");
        String few = "GET /page HTTP/1.1\r\nHost: x\r\n\r\n".repeat(PipelineLimit.WAITING_MAX);
        send(socket, few);
        for (int i = 0; i < PipelineLimit.WAITING_MAX; i++)
            assertThat(page(socket.getInputStream())).isEqualTo(4_000);
        Socket other = tls("127.0.0.2");
        send(other, "GET /file HTTP/1.1\r\nHost: x\r\n\r\n".repeat(PipelineLimit.WAITING_MAX + 2));
        awaitClosed("pipelined", 1);
        drained(other);
        Socket bodies = tls("127.0.0.2");
        send(
                bodies,
                "GET /file HTTP/1.1\r\nHost: x\r\n\r\nPOST /page HTTP/1.1\r\nHost: x\r\nContent-Length: 20000\r\n\r\n"
                        + "x".repeat(20_000));
        awaitClosed("pipelined", 2);
        Socket heads = tls("127.0.0.2");
        send(
                heads,
                "GET /file HTTP/1.1\r\nHost: x\r\n\r\nGET /page HTTP/1.1\r\nHost: x\r\nX: " + "x".repeat(9_000)
                        + "\r\n\r\n");
        awaitClosed("pipelined", 3);
    }

    private void awaitClosed(String reason, long count) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_S);
        while (box.server.connectionCounts().closed().getOrDefault(reason, 0L) < count) {
            assertThat(System.nanoTime())
                    .as("%s: %s", reason, box.server.connectionCounts().closed())
                    .isLessThan(end);
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /// The length of the next answer's body.
    private static int page(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) head.append((char) in.read());
        int length = 0;
        for (String line : head.toString().toLowerCase(Locale.ROOT).split("\r\n", -1)) {
            if (line.startsWith("content-length: ")) length = Integer.parseInt(line.substring(16));
        }
        return in.readNBytes(length).length;
    }

    private static String status(Socket socket) throws IOException {
        return new String(socket.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1);
    }

    private static long drained(Socket socket) {
        long all = 0;
        try (InputStream in = socket.getInputStream()) {
            byte[] some = new byte[64 << 10];
            for (int read = in.read(some); read >= 0; read = in.read(some)) all += read;
        } catch (IOException e) { // cut off
            return all;
        }
        return all;
    }

    private Socket tls(String from) throws IOException {
        var plain = new Socket();
        plain.setReceiveBufferSize(8 << 10);
        plain.setSoTimeout(20_000);
        plain.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
        plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), box.server.httpsPort()));
        var socket = (SSLSocket) box.trust.getSocketFactory().createSocket(plain, "localhost", 0, true);
        sockets.add(socket);
        socket.startHandshake();
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }
}
