package dev.lintel.reader.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.BusStep;
import dev.lintel.reader.osdp.Decoded;
import dev.lintel.reader.osdp.OsdpBus;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.PdKey;
import dev.lintel.reader.osdp.Scbk;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A whole bus whose readers answer anything at any time: it never throws, never stands still, and sends nothing but
/// commands to the readers that are wired to it.
final class BusTarget {
    private static final long TICK_NS = 1_000_000;
    private static final int EVENTS_MAX = 64;
    private static final byte[] NOTHING = new byte[0];

    private final OsdpBus bus;
    private final Input in;
    private long nowNs;
    private @Nullable OsdpFrame asked;

    private BusTarget(Input in) {
        this.in = in;
        var key = Scbk.ofAnyHex("000102030405060708090a0b0c0d0e0f");
        this.bus =
                new OsdpBus(List.of(new PdKey(1, null), new PdKey(2, key)), () -> Bytes.ofHex("b0b1b2b3b4b5b6b7"), 0);
        bus.lineUp(0, 9_600);
    }

    /// Steps: a byte that says what happens, and its data.
    static void bus(byte[] input) {
        var target = new BusTarget(new Input(input));
        target.step(NOTHING);
        while (target.in.more()) target.next();
    }

    private void next() {
        int what = in.u8();
        switch (what & 3) {
            case 0 -> pass(TICK_NS * (1 + in.u8()));
            case 1 -> step(in.run().toArray());
            case 2 -> answer(what >> 2, in.run());
            default -> lineOrAges(what >> 2);
        }
        // To the next command, so that few bytes make a long conversation.
        for (int i = 0; asked == null && i < 8; i++) pass(25 * TICK_NS);
    }

    private void lineOrAges(int what) {
        if ((what & 1) == 0) {
            pass(TICK_NS * 100 * (1 + in.u8()));
        } else {
            bus.lineDown();
            asked = null;
            pass(TICK_NS);
            bus.lineUp(nowNs, (what & 2) == 0 ? 9_600 : 230_400);
        }
    }

    private void pass(long ns) {
        nowNs += ns;
        step(NOTHING);
    }

    /// A frame that fits the command, but for what the bits of `bend` say.
    private void answer(int bend, Bytes payload) {
        OsdpFrame command = asked;
        if (command == null || payload.isEmpty()) {
            step(payload.toArray());
            return;
        }
        nowNs += TICK_NS;
        int address = command.pd() | 0x80;
        int sequence = (command.sequence() + ((bend & 1) == 0 ? 0 : in.u8())) & 3;
        int control = (command.control() & ~3) | sequence;
        boolean plain = (bend & 2) == 0;
        Bytes block = plain ? Bytes.EMPTY : in.bytes(1 + (in.u8() & 3));
        control = plain || block.isEmpty() ? control & ~8 : control | 8;
        asked = null;
        step(OsdpCodec.encodeMarked(new OsdpFrame(address, control, control < 8 ? Bytes.EMPTY : block, payload)));
    }

    private void step(byte[] received) {
        BusStep step = bus.step(nowNs, received, received.length);
        assertThat(step.events().size()).isLessThanOrEqualTo(EVENTS_MAX);
        if (!step.send().isEmpty()) sent(step.send().toArray());
        else assertThat(step.deadlineNs()).isGreaterThan(nowNs); // nothing to send and due again would be a busy loop
    }

    private void sent(byte[] bytes) {
        int mark = (bytes[0] & 0xFF) == OsdpCodec.MARK ? 1 : 0;
        Decoded decoded = OsdpCodec.decode(ByteBuffer.wrap(bytes, mark, bytes.length - mark));
        assertThat(decoded).isInstanceOf(Decoded.Frame.class);
        OsdpFrame frame = ((Decoded.Frame) decoded).frame();
        assertThat(frame.isReply()).isFalse();
        assertThat(frame.pd()).isBetween(1, 2);
        asked = frame;
    }
}
