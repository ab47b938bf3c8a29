package dev.lintel.controller.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiBox;
import dev.lintel.controller.http.Faults;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.log.Logged;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A client that goes while its WebSocket opens: a box on a bad line does so each time.
class SocketsTest {
    private static final int CLIENTS = 60;
    private static final String OPEN = """
            GET /socket HTTP/1.1\r
            Host: localhost\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            \r
            """;

    @TempDir
    Path folder;

    private final Semaphore asked = new Semaphore(0);
    private final Semaphore gone = new Semaphore(0);

    private static final class Faults extends Handler {
        final List<String> seen = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() >= Level.SEVERE.intValue())
                seen.add(entry.getMessage() + " " + entry.getThrown());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static final class Nobody implements Reply.Listener {
        @Override
        public void text(String message) {}

        @Override
        public void closed() {}
    }

    private Reply upgrade() {
        asked.release();
        gone.acquireUninterruptibly();
        gone.drainPermits();
        return new Reply.Upgrade(_ -> new Nobody());
    }

    @Test
    void whoGoesDuringTheHandshakeIsNoFault() throws Exception {
        var faults = new Faults();
        Logger root = Logger.getLogger("");
        root.addHandler(faults);
        String said;
        try (var logged = new Logged();
                var box = new ApiBox(folder, 0, endpoints -> endpoints.upgrade("/socket", _ -> upgrade()))) {
            for (int i = 0; i < CLIENTS; i++) open(box, i);
            assertThat(box.client().get("/nothing").status()).isEqualTo(404);
            said = logged.text();
        } finally {
            root.removeHandler(faults);
        }
        assertThat(faults.seen).isEmpty();
        assertThat(said).doesNotContain("a handler of a connection failed");
    }

    /// What a client does not read of its news is bounded, and the connection is closed though it reads nothing.
    @Test
    void aClientThatReadsNoNewsIsCutOff() throws Exception {
        var closed = new CountDownLatch(1);
        var opened = new LinkedBlockingQueue<Reply.Socket>();
        try (var box = new ApiBox(
                        folder,
                        0,
                        endpoints -> endpoints.upgrade(
                                "/socket",
                                _ -> new Reply.Upgrade(socket -> {
                                    opened.add(socket);
                                    return new Until(closed);
                                })));
                Socket socket = box.trust
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), box.server.httpsPort())) {
            socket.getOutputStream().write(OPEN.getBytes(StandardCharsets.US_ASCII));
            Reply.Socket news = Objects.requireNonNull(opened.poll(10, TimeUnit.SECONDS), "it is open");
            long sent = 0;
            while (!closed.await(0, TimeUnit.SECONDS) && sent < 1L << 30) {
                news.send("x".repeat(10_000));
                sent += 10_000;
            }
            assertThat(closed.await(10, TimeUnit.SECONDS))
                    .as("after %d bytes", sent)
                    .isTrue();
        }
    }

    private record Until(CountDownLatch over) implements Reply.Listener {
        @Override
        public void text(String message) {}

        @Override
        public void closed() {
            over.countDown();
        }
    }

    private void open(ApiBox box, int i) throws IOException, InterruptedException {
        int port = box.server.httpsPort();
        var plain = new Socket(InetAddress.getLoopbackAddress(), port);
        try {
            var socket = box.trust.getSocketFactory().createSocket(plain, "localhost", port, true);
            socket.getOutputStream().write(OPEN.getBytes(StandardCharsets.US_ASCII));
            assertThat(asked.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
            if (i % 3 == 0) plain.setSoLinger(true, 0); // it breaks off
            if (i % 2 == 0) gone.release();
            if (i % 3 == 1) socket.close(); // with a word of goodbye
        } finally {
            plain.close();
            gone.release();
        }
    }
}
