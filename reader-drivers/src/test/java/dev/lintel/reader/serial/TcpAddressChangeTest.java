package dev.lintel.reader.serial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.osdp.OsdpBusDriver;
import dev.lintel.reader.osdp.PdSettings;
import dev.lintel.reader.serialcard.SerialCardReader;
import dev.lintel.reader.serialcard.SerialCardSettings;
import dev.lintel.reader.serialcard.SerialProtocol;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The drivers of readers at a bridge whose name has two addresses, of which the first is of no use.
@Timeout(120)
class TcpAddressChangeTest {
    private static final long S = 1_000_000_000;
    private static final int ACCEPT_MS_MAX = 30_000;
    private static final InetAddress FIRST = InetAddress.ofLiteral("127.0.0.2");
    private static final InetAddress SECOND = InetAddress.ofLiteral("127.0.0.1");

    private final AtomicLong skippedNs = new AtomicLong();
    private final TcpConnect connect = new TcpConnect(_ -> new InetAddress[] {FIRST, SECOND}, 200);
    private ServerSocket first;
    private ServerSocket second;
    private TcpAddress bridge;

    @BeforeEach
    void listen() throws IOException {
        first = new ServerSocket(0, 8, FIRST);
        second = new ServerSocket(first.getLocalPort(), 8, SECOND);
        first.setSoTimeout(ACCEPT_MS_MAX);
        second.setSoTimeout(ACCEPT_MS_MAX);
        bridge = new TcpAddress("bridge.example", first.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        first.close();
        second.close();
    }

    @Test
    void aBusLeavesAnAddressThatAcceptsAndSendsNothing() throws IOException {
        try (OsdpBusDriver bus = bus()) {
            bus.start();
            try (Socket silent = first.accept()) {
                assertThat(silent.getInputStream().read()).as("a poll").isNotNegative();
                skippedNs.set(9 * S);
                assertThatABusSpeaksAtTheSecondAddress();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBusLeavesAnAddressThatAcceptsAndCloses(boolean reset) throws IOException {
        try (OsdpBusDriver bus = bus()) {
            bus.start();
            acceptAndClose(first, reset);
            assertThatABusSpeaksAtTheSecondAddress();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSerialReaderLeavesAnAddressThatAcceptsAndCloses(boolean reset) throws IOException {
        var settings = SerialCardSettings.of(SerialProtocol.RDM6300);
        try (var reader = new SerialCardReader("tcp", this::open, settings, _ -> {}, this::nowNs)) {
            reader.start();
            acceptAndClose(first, reset);
            try (Socket bridged = second.accept()) {
                assertThat(bridged.isConnected()).isTrue();
            }
        }
    }

    /// Such as a bridge that restarts.
    @Test
    void anAddressThatClosesAfterItsReaderAnsweredStaysTheFirst() throws IOException {
        try (SerialLine line = open()) {
            try (Socket bridged = first.accept()) {
                bridged.getOutputStream().write(7);
                assertThat(line.read(new byte[1], 20 * S)).isOne();
            }
            assertThatThrownBy(() -> line.read(new byte[1], 20 * S)).isInstanceOf(SerialException.class);
        }
        assertThatTheFirstAddressIsConnectedTo();
    }

    /// A driver that ends, or lends its line, closes it before an answer.
    @Test
    void anAddressStaysTheFirstWhereThisEndCloses() throws IOException {
        SerialLine line = open();
        try (Socket bridged = first.accept()) {
            assertThat(bridged.isConnected()).isTrue();
            line.close();
            assertThatThrownBy(() -> line.read(new byte[1], S)).isInstanceOf(SerialException.class);
            assertThatThrownBy(() -> line.write(new byte[1])).isInstanceOf(SerialException.class);
        }
        assertThatTheFirstAddressIsConnectedTo();
    }

    private OsdpBusDriver bus() {
        return new OsdpBusDriver("tcp", this::open, List.of(new PdSettings(3, _ -> {}, null)), this::nowNs);
    }

    private SerialLine open() {
        return TcpLine.open(bridge, 9_600, connect);
    }

    private long nowNs() {
        return System.nanoTime() + skippedNs.get();
    }

    private static void acceptAndClose(ServerSocket server, boolean reset) throws IOException {
        try (Socket accepted = server.accept()) {
            if (reset) accepted.setSoLinger(true, 0);
        }
    }

    private void assertThatABusSpeaksAtTheSecondAddress() throws IOException {
        try (Socket bridged = second.accept()) {
            assertThat(bridged.getInputStream().read()).as("a poll").isNotNegative();
        }
    }

    private void assertThatTheFirstAddressIsConnectedTo() throws IOException {
        try (SerialLine line = open();
                Socket bridged = first.accept()) {
            assertThat(line.name()).isEqualTo(bridge.toString());
            assertThat(bridged.getLocalAddress()).isEqualTo(FIRST);
        }
    }
}
