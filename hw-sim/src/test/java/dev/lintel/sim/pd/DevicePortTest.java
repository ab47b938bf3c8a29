package dev.lintel.sim.pd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.hardware.PdEvent;
import dev.lintel.reader.hardware.PdPlan;
import dev.lintel.reader.hardware.PdSimulator;
import dev.lintel.reader.linux.Pty;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.FrameReceiver;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.Reply;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/// Readers on a port of the machine: a pseudo terminal's end stands for the adapter, the test is the panel
/// behind it. Real time.
class DevicePortTest {
    private static final int WAIT_MS = 100;
    private static final int TRIES = 100;

    private final BlockingQueue<PdEvent> events = new LinkedBlockingQueue<>();

    private static Reply ask(Pty panel, int address, Command command) {
        var receiver = new FrameReceiver();
        byte[] bytes = new byte[256];
        for (int i = 0; i < TRIES; i++) {
            // Again and again: while the port is opened anew, what is sent is lost.
            panel.write(OsdpCodec.encodeMarked(OsdpFrame.command(address, 0, true, command.payload())));
            receiver.add(bytes, Math.max(0, panel.read(bytes, WAIT_MS)));
            OsdpFrame reply = receiver.next();
            if (reply != null && reply.isReply()) return Reply.decode(reply.payload());
        }
        throw new AssertionError("no answer to " + command);
    }

    @Test
    void thePortFollowsTheReaderToItsNewSpeed() {
        try (Pty panel = Pty.open()) {
            var wired = new PdPlan(panel.path(), 9_600, List.of(2), null, Set.of(), 1L);
            try (PdSimulator readers = new OsdpPdSimulatorProvider().open(wired, System::nanoTime, events::add)) {
                assertThat(readers.port()).isEqualTo(panel.path());
                assertThat(ask(panel, 2, new Command.Poll())).isEqualTo(new Reply.Ack());
                assertThat(panel.speed()).isEqualTo(9_600);
                assertThat(ask(panel, 2, new Command.ComSet(3, 38_400))).isEqualTo(new Reply.Com(3, 38_400));
                assertThat(ask(panel, 3, new Command.Poll())).isEqualTo(new Reply.Ack());
                assertThat(panel.speed()).isEqualTo(38_400);
                assertThat(readers.state(2)).containsEntry("address", 3).containsEntry("baud", 38_400);
                assertThat(events).extracting(PdEvent::event).contains("online", "comset");
            }
        }
    }
}
