package dev.lintel.sim.pd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import dev.lintel.reader.hardware.PdPlan;
import dev.lintel.reader.hardware.PdSimulator;
import dev.lintel.reader.osdp.OsdpBusDriver;
import dev.lintel.reader.osdp.Scbk;
import dev.lintel.reader.serial.SerialPorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// A bus behind a network: our driver and our readers over a real socket.
class TcpBusTest {
    private static final CardBits CARD = CardBits.of("10111101110110010011011101");

    private final BlockingQueue<ReaderEvent> events = new LinkedBlockingQueue<>();

    private static PdSimulator readers(String port, Scbk key) {
        var plan = new PdPlan(port, 9_600, List.of(3), key, Set.of(), 1L);
        return new OsdpPdSimulatorProvider().open(plan, System::nanoTime, _ -> {});
    }

    private <T extends ReaderEvent> T next(Class<T> kind) throws InterruptedException {
        ReaderEvent event = Objects.requireNonNull(events.poll(30, TimeUnit.SECONDS), "no event came");
        assertThat(event).isInstanceOf(kind);
        return kind.cast(event);
    }

    @Test
    void cardsComeOverASocketAndTheLineIsOpenedAgain() throws InterruptedException {
        Scbk key = Scbk.ofHex("4d1f02a7be936c58d02e75fb19a48c33");
        PdSimulator readers = readers("tcp://127.0.0.1:0", key);
        String port = readers.port();
        var settings = new dev.lintel.reader.osdp.PdSettings(3, events::add, key);
        try (var bus = new OsdpBusDriver("tcp", SerialPorts.opener(port, 9_600), List.of(settings), System::nanoTime)) {
            bus.start();
            next(ReaderEvent.Online.class);
            readers.presentCard(3, CARD);
            assertThat(next(ReaderEvent.Card.class).bits()).isEqualTo(CARD);
            readers.close();
            next(ReaderEvent.Offline.class);
            assertThat(bus.statistics().lineError()).contains(port);
            readers = readers(port, key);
            next(ReaderEvent.Online.class);
            readers.presentCard(3, CARD);
            assertThat(next(ReaderEvent.Card.class).bits()).isEqualTo(CARD);
        } finally {
            readers.close();
        }
    }

    /// A bridge that loses its power says nothing: its connection stays, as far as this end can see.
    @Test
    void aConnectionThatHasGoneDumbIsMadeAnew() throws IOException, InterruptedException {
        try (var bridge = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String port = "tcp://127.0.0.1:" + bridge.getLocalPort();
            var settings = new dev.lintel.reader.osdp.PdSettings(3, events::add, null);
            try (var bus =
                    new OsdpBusDriver("tcp", SerialPorts.opener(port, 9_600), List.of(settings), System::nanoTime)) {
                bus.start();
                bridge.setSoTimeout(30_000);
                try (Socket dumb = bridge.accept();
                        Socket again = bridge.accept()) {
                    assertThat(again.getRemoteSocketAddress()).isNotEqualTo(dumb.getRemoteSocketAddress());
                }
            }
        }
    }
}
