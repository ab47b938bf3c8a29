package dev.lintel.sim.pd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.FrameReceiver;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.serial.SerialLine;
import dev.lintel.reader.serial.SerialPorts;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A real port at a real speed: the reader behind the pseudo terminal hears a panel only at its own. Real time.
class PanelSpeedTest {
    private static final long SILENCE_NS = 150_000_000;
    private static final long ANSWER_NS = 10_000_000_000L;

    private final SimOsdpBus bus = new SimOsdpBus(List.of(new PdSpec(4).at(9_600)), System::nanoTime);

    @AfterEach
    void end() {
        bus.close();
    }

    private @Nullable Reply ask(int baud, int address, Command command, long waitNs) {
        try (SerialLine line = SerialPorts.opener(bus.portPath(), baud).open()) {
            line.write(OsdpCodec.encodeMarked(OsdpFrame.command(address, 0, true, command.payload())));
            var receiver = new FrameReceiver();
            byte[] bytes = new byte[256];
            long endNs = System.nanoTime() + waitNs;
            for (long leftNs = waitNs; leftNs > 0; leftNs = endNs - System.nanoTime()) {
                receiver.add(bytes, line.read(bytes, leftNs));
                OsdpFrame reply = receiver.next();
                if (reply != null) return Reply.decode(reply.payload());
            }
            return null;
        }
    }

    @Test
    void itIsHeardAtItsOwnSpeedAndMovesByComset() {
        assertThat(ask(115_200, 4, new Command.Poll(), SILENCE_NS)).isNull();
        assertThat(ask(9_600, 4, new Command.Poll(), ANSWER_NS)).isEqualTo(new Reply.Ack());
        var comset = new Command.ComSet(9, 230_400);
        assertThat(ask(9_600, 4, comset, ANSWER_NS)).isEqualTo(new Reply.Com(9, 230_400));
        assertThat(ask(9_600, 9, new Command.Poll(), SILENCE_NS)).isNull();
        assertThat(ask(230_400, 4, new Command.Poll(), SILENCE_NS)).isNull();
        assertThat(ask(230_400, 9, new Command.Poll(), ANSWER_NS)).isEqualTo(new Reply.Ack());
    }
}
