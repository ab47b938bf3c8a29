package dev.lintel.tools.bench;

import dev.lintel.controller.time.Time;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.gpio.Edge;
import dev.lintel.reader.osdp.Decoded;
import dev.lintel.reader.osdp.OsdpCodec;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.Reply;
import dev.lintel.reader.wiegand.WiegandAssembler;
import dev.lintel.reader.wiegand.WiegandOutcome;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/// The wire's code alone: OSDP frames and Wiegand edges a second on one core. A bus at 115200 baud carries under 700
/// frames a second, a reader 500 edges.
final class CodecBench implements Bench {
    private static final int FRAMES_A_SECOND_OF_EFFORT = 20_000;
    private static final int EDGES_A_SECOND_OF_EFFORT = 200_000;
    private static final int ROUNDS = 5;
    private static final long PULSE_NS = 2_000_000;
    private static final CardBits CARD = CardBits.ofNumber(BigInteger.valueOf(0x155_AA33), 26);

    @Override
    public void run(Setting setting, Report report) {
        int frames = FRAMES_A_SECOND_OF_EFFORT * setting.effort().seconds();
        int edges = EDGES_A_SECOND_OF_EFFORT * setting.effort().seconds();
        report.add("OSDP frames made and read", best(setting.time(), frames, CodecBench::frames), "/s", null);
        report.add("Wiegand edges put together", best(setting.time(), edges, CodecBench::edges), "/s", null);
        report.add("allocated for each Wiegand card", bytesACard(edges), "bytes", null);
    }

    /// What putting cards together leaves for the garbage collector, after the rounds that warmed it up.
    private static double bytesACard(int edges) {
        long before = Allocation.bytes();
        edges(edges);
        double bytes = Allocation.bytes() - before;
        return bytes * CARD.count() / edges;
    }

    private interface Work {
        void run(int count);
    }

    /// The best of a few rounds: the first are the compiler's.
    private static double best(Time time, int count, Work work) {
        double best = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long begunNs = time.nowNs();
            work.run(count);
            best = Math.max(best, count * 1e9 / (time.nowNs() - begunNs));
        }
        return best;
    }

    private static void frames(int count) {
        var frame = OsdpFrame.reply(5, 1, true, new Reply.Raw(0, 1, CARD).payload());
        for (int i = 0; i < count; i++) {
            byte[] bytes = OsdpCodec.encode(frame);
            if (!(OsdpCodec.decode(ByteBuffer.wrap(bytes)) instanceof Decoded.Frame)) {
                throw new IllegalStateException("a frame that was made cannot be read");
            }
        }
    }

    private static void edges(int count) {
        var assembler = new WiegandAssembler();
        long atNs = 0;
        int frames = 0;
        for (int i = 0; i < count; i++) {
            int bit = i % CARD.count();
            atNs += bit == 0 ? 2 * WiegandAssembler.SILENCE_NS : PULSE_NS;
            if (assembler.feed(new Edge(atNs, CARD.bit(bit), i)) instanceof WiegandOutcome.Frame) frames++;
        }
        if (frames < count / CARD.count() - 1) throw new IllegalStateException("whole cards were refused");
    }
}
