package dev.lintel.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.box.Box;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The visitor of the run that a start-up cache is made of, before a box that hangs up on its first connections.
class VisitorTest {
    private static final int HUNG_UP = 2;
    private static final int CONNECTIONS = 4;

    @TempDir
    Path folder;

    private final AtomicInteger connections = new AtomicInteger();

    /// As a box does whose first handshake takes longer than it waits for one: on a slow board all of TLS is loaded
    /// then, on either side, beside doors that go first.
    @Test
    void aBoxThatHangsUpIsAskedAgain() throws Exception {
        try (Box box = Box.start(folder.resolve("box"));
                var front = new ServerSocket(0, CONNECTIONS, InetAddress.getLoopbackAddress())) {
            int port = URI.create(box.url()).getPort();
            Thread.ofVirtual().name("front").start(() -> serve(front, port));
            Object key = box.lintel("key create --email ines@example.com --json")
                    .json()
                    .get("api_key");
            Visitor.main(
                    new String[] {"https://localhost:" + front.getLocalPort(), box.data.toString(), String.valueOf(key)
                    });
            assertThat(connections).hasValue(HUNG_UP + CONNECTIONS);
        }
    }

    private void serve(ServerSocket front, int port) {
        try {
            while (true) {
                Socket from = front.accept();
                if (connections.incrementAndGet() <= HUNG_UP) {
                    from.close();
                    continue;
                }
                var to = new Socket(InetAddress.getLoopbackAddress(), port);
                Thread.ofVirtual().name("there").start(() -> copy(from, to));
                Thread.ofVirtual().name("back").start(() -> copy(to, from));
            }
        } catch (IOException e) { // the test is over
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) { // either has hung up
        }
    }
}
