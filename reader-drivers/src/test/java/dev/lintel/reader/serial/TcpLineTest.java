package dev.lintel.reader.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TcpLineTest {
    private static final long S = 1_000_000_000;

    @Test
    void bytesGoBothWaysAndAnEndIsTold() throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = "tcp://127.0.0.1:" + server.getLocalPort();
            try (SerialLine line = SerialPorts.opener(port, 9_600).open();
                    Socket bridge = server.accept()) {
                assertThat(line.name()).isEqualTo(port);
                assertThat(line.slackNs()).isPositive();
                line.write(new byte[] {1, 2, 3});
                assertThat(bridge.getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
                byte[] read = new byte[16];
                assertThat(line.read(read, 1)).isZero();
                bridge.getOutputStream().write(new byte[] {7, 8});
                int count = line.read(read, 20 * S);
                assertThat(Arrays.copyOf(read, count)).startsWith(7);
                bridge.shutdownOutput();
                assertThatThrownBy(() -> {
                            for (int i = 0; i < 100; i++) line.read(read, S);
                        })
                        .isInstanceOf(SerialException.class)
                        .hasMessageContaining("closed");
            }
        }
    }

    @Test
    void aBridgeThatIsNotThereIsToldInASentence() throws IOException {
        int free;
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = server.getLocalPort();
        }
        assertThatThrownBy(() ->
                        SerialPorts.opener("tcp://127.0.0.1:" + free, 9_600).open())
                .isInstanceOf(SerialException.class)
                .hasMessageContaining("127.0.0.1:" + free + " cannot be reached");
        assertThatThrownBy(() ->
                        SerialPorts.opener("tcp://nobody.invalid:1", 9_600).open())
                .isInstanceOf(SerialException.class)
                .hasMessageContaining("the name is not known");
    }

    @ParameterizedTest
    @ValueSource(strings = {"::1", "127.0.0.1"})
    void eachFamilyOfANameIsTried(String live) throws IOException {
        String dead = live.equals("::1") ? "127.0.0.1" : "::1";
        try (var server = new ServerSocket(0, 1, InetAddress.ofLiteral(live));
                SerialLine line = connected(server, dead, live);
                Socket bridge = server.accept()) {
            line.write(new byte[] {1, 2, 3});
            assertThat(bridge.getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
        }
    }

    @Test
    void anAddressThatDoesNotAnswerCostsItsOwnTimeAlone() throws IOException {
        try (var silent = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.2"));
                var first = new Socket(silent.getInetAddress(), silent.getLocalPort());
                var second = new Socket(silent.getInetAddress(), silent.getLocalPort());
                var server = new ServerSocket(silent.getLocalPort(), 1, InetAddress.ofLiteral("127.0.0.1"));
                SerialLine line = connected(server, "127.0.0.2", "127.0.0.2", "127.0.0.1")) {
            assertThat(first.isConnected() && second.isConnected())
                    .as("the queue is full")
                    .isTrue();
            assertThat(line.name()).isEqualTo("tcp://bridge.example:" + server.getLocalPort());
        }
    }

    @Test
    void anAddressThatAcceptsAndSendsNothingIsTriedLastUntilItSendsSomething() throws IOException {
        InetAddress silent = InetAddress.ofLiteral("127.0.0.2");
        InetAddress good = InetAddress.ofLiteral("127.0.0.1");
        try (var first = new ServerSocket(0, 8, silent);
                var second = new ServerSocket(first.getLocalPort(), 8, good)) {
            var bridge = new TcpAddress("bridge.example", first.getLocalPort());
            var connect = new TcpConnect(_ -> new InetAddress[] {silent, good}, 200);
            try (SerialLine line = TcpLine.open(bridge, 9_600, connect);
                    Socket socket = first.accept()) {
                assertThat(line.read(new byte[1], 1)).isZero();
                line.silent();
                assertThat(socket.getInputStream().available()).isZero();
            }
            hear(bridge, connect, second);
            hear(bridge, connect, second);
            try (SerialLine line = TcpLine.open(bridge, 9_600, connect);
                    Socket _ = second.accept()) {
                line.silent();
            }
            hear(bridge, connect, first);
        }
    }

    /// A forwarded port without its bridge, or a bridge that serves another client.
    @Test
    void anAddressThatClosesTheConnectionBeforeItSendsSomethingIsTriedLast() throws IOException {
        InetAddress closing = InetAddress.ofLiteral("127.0.0.2");
        InetAddress good = InetAddress.ofLiteral("127.0.0.1");
        for (boolean resets : new boolean[] {false, true}) {
            try (var first = new ServerSocket(0, 8, closing);
                    var second = new ServerSocket(first.getLocalPort(), 8, good)) {
                var bridge = new TcpAddress("bridge.example", first.getLocalPort());
                var connect = new TcpConnect(_ -> new InetAddress[] {closing, good}, 200);
                try (SerialLine line = TcpLine.open(bridge, 9_600, connect)) {
                    Socket socket = first.accept();
                    if (resets) socket.setSoLinger(true, 0);
                    socket.close();
                    assertThatThrownBy(() -> line.read(new byte[1], 20 * S)).isInstanceOf(SerialException.class);
                }
                hear(bridge, connect, second);
            }
        }
    }

    /// Connects to `server`, and reads a byte from it; a silence after that changes nothing.
    private static void hear(TcpAddress bridge, TcpConnect connect, ServerSocket server) throws IOException {
        server.setSoTimeout(5_000);
        try (SerialLine line = TcpLine.open(bridge, 9_600, connect);
                Socket socket = server.accept()) {
            socket.getOutputStream().write(7);
            assertThat(line.read(new byte[1], 20 * S)).isOne();
            line.silent();
        }
    }

    @Test
    void aNameWhoseAddressesAllFailNamesEach() throws IOException {
        int free;
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = server.getLocalPort();
        }
        assertThatThrownBy(() -> connected(free, "127.0.0.1", "127.0.0.2", "127.0.0.3", "::1"))
                .isInstanceOf(SerialException.class)
                .hasMessageMatching("tcp://bridge.example:" + free + " cannot be reached: "
                        + "127.0.0.1: [^;]+; 0:0:0:0:0:0:0:1: [^;]+; 127.0.0.2: [^;]+; 127.0.0.3: [^;]+");
    }

    private static SerialLine connected(ServerSocket server, String... addresses) {
        return connected(server.getLocalPort(), addresses);
    }

    private static SerialLine connected(int port, String... addresses) {
        InetAddress[] all = Arrays.stream(addresses).map(InetAddress::ofLiteral).toArray(InetAddress[]::new);
        return TcpLine.open(new TcpAddress("bridge.example", port), 9_600, new TcpConnect(_ -> all, 200));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcp://",
                "tcp://host",
                "tcp://host:0",
                "tcp://host:70000",
                "tcp://host:1/x",
                "tcp://a b:1",
                "tcp://user@host:1",
                "tcp://host:1?x"
            })
    void anythingElseIsNoAddress(String text) {
        assertThatThrownBy(() -> TcpAddress.of(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anAddressMayBeOfTheNewKind() {
        assertThat(TcpAddress.of("tcp://[::1]:4001")).hasToString("tcp://[::1]:4001");
    }
}
