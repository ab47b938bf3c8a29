package dev.lintel.reader.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.gpio.Edge;
import dev.lintel.reader.serialcard.CardFrame;
import dev.lintel.reader.serialcard.FobPrint;
import dev.lintel.reader.serialcard.FrameWriter;
import dev.lintel.reader.serialcard.SerialFrames;
import dev.lintel.reader.serialcard.SerialProtocol;
import dev.lintel.reader.wiegand.WiegandAssembler;
import dev.lintel.reader.wiegand.WiegandOutcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Wires that bring edges, and serial lines that bring cards.
final class LineTargets {
    private static final long MICROSECOND = 1_000;
    private static final List<SerialProtocol> PROTOCOLS =
            List.copyOf(SerialProtocol.byWord().values());

    private LineTargets() {}

    /// Edges of four bytes: flags and the low bits of the time, 16 more bits of time. Flag 1 is the line, 2 and 4
    /// bend the number, 8 turns the time back, 16 stretches it.
    static void edges(byte[] input) {
        var in = new Input(input);
        var assembler = new WiegandAssembler();
        long atNs = in.i64();
        int seqno = (int) in.u32();
        long edges = 0;
        long told = 0;
        while (in.more()) {
            int flags = in.u8();
            long delta = in.u16() * MICROSECOND * ((flags & 16) == 0 ? 1 : 64);
            atNs += (flags & 8) == 0 ? delta : -delta;
            seqno += (flags & 2) == 0 ? 1 : (flags & 4) == 0 ? 0 : (int) in.u32();
            edges++;
            told += judge(assembler.feed(new Edge(atNs, flags & 1, seqno)));
            if ((flags & 32) != 0) told += judge(assembler.step(assembler.deadlineNs()));
        }
        told += judge(assembler.step(assembler.deadlineNs()));
        assertThat(assembler.waiting()).isFalse();
        var counters = assembler.counters();
        assertThat(counters.frames() + counters.rejectedTotal() + counters.ignored())
                .isEqualTo(told);
        assertThat(told).isLessThanOrEqualTo(edges);
    }

    private static int judge(@Nullable WiegandOutcome outcome) {
        return switch (outcome) {
            case null -> 0;
            case WiegandOutcome.Frame f -> {
                assertThat(f.bits().count()).isBetween(WiegandAssembler.BITS_MIN, CardBits.BITS_MAX);
                yield 1;
            }
            case WiegandOutcome.Rejected r -> {
                assertThat(r.edges()).isBetween(1, CardBits.BITS_MAX);
                yield 1;
            }
            case WiegandOutcome.Ignored i -> {
                assertThat(i.edges()).isBetween(1, WiegandAssembler.BITS_MIN - 1);
                yield 1;
            }
        };
    }

    /// A byte that names the protocol, one for the size of the pieces, and what the line brings.
    static void serial(byte[] input) {
        var in = new Input(input);
        SerialProtocol protocol = PROTOCOLS.get(in.u8() % PROTOCOLS.size());
        int piece = 1 + in.u8();
        byte[] line = in.rest().toArray();
        List<CardFrame> frames = read(protocol, line, Math.max(1, line.length));
        assertThat(read(protocol, line, piece)).isEqualTo(frames);
        assertThat(frames.size()).isLessThanOrEqualTo(line.length);
        for (CardFrame frame : frames) again(protocol, frame);
    }

    private static List<CardFrame> read(SerialProtocol protocol, byte[] line, int piece) {
        var parser = new SerialFrames(protocol);
        var frames = new ArrayList<CardFrame>();
        for (int at = 0; at < line.length; at += piece) {
            byte[] bytes =
                    Bytes.copyOf(line, at, Math.min(line.length, at + piece)).toArray();
            frames.addAll(parser.feed(bytes, bytes.length, 0));
        }
        frames.addAll(parser.step(SerialFrames.GAP_NS));
        assertThat(parser.deadlineNs()).isEqualTo(SerialFrames.NEVER);
        assertThat(parser.counters().frames()).isEqualTo(frames.size());
        assertThat(parser.counters().noiseBytes()).isLessThanOrEqualTo(line.length);
        return frames;
    }

    private static void again(SerialProtocol protocol, CardFrame frame) {
        byte[] written = switch (frame) {
            case CardFrame.Card(CardBits bits) -> {
                for (FobPrint form : FobPrint.values()) form.of(bits);
                assertThat(FobPrint.hex(bits)).hasSize((bits.count() + 3) / 4);
                yield FrameWriter.card(protocol, bits).toArray();
            }
            case CardFrame.Text(String text) -> {
                assertThat(text).isNotEmpty();
                yield FrameWriter.text(text).toArray();
            }
        };
        assertThat(read(protocol, written, written.length)).containsExactly(frame);
        assertThatIllegalArgumentException().isThrownBy(() -> FrameWriter.text("two\nlines"));
    }
}
