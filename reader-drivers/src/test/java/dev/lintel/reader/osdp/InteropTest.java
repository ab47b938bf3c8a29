package dev.lintel.reader.osdp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A recorded reader of another maker's making, played to our bus: what it said must become the same events, in a
/// session of today's random numbers as well as in the clear. That each recorded frame is written and read bit by
/// bit is held by [OsdpCodecTest], [SecureVectorsTest] and [SessionFollowerTest], which take the same recordings.
class InteropTest {
    private static final long STEP_NS = 10_000_000;
    private static final int STEPS_MAX = 20_000;
    private static final int ADDRESS = 5;
    private static final Bytes RANDOM = Bytes.ofHex("c0c1c2c3c4c5c6c7");
    private static final byte[] NOTHING = new byte[0];

    private final Map<Integer, Deque<Bytes>> answers = new HashMap<>();
    private final List<ReaderEvent> events = new ArrayList<>();
    private @Nullable PdHandshake handshake;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "interop-libosdp-pd-plain",
                "interop-libosdp-pd-secure",
                "interop-osdpnet-pd-plain",
                "interop-osdpnet-pd-secure"
            })
    void aRecordedReaderBecomesItsCardsKeysAndTamper(String name) {
        List<Vectors.Line> lines = Vectors.cases()
                .filter(c -> c.getFirst().text("case").equals(name))
                .findFirst()
                .orElseThrow();
        String hex = lines.getFirst().text("scbk");
        @Nullable Scbk key = hex.equals("null") ? null : Scbk.ofHex(hex);
        remember(lines);
        play(key);
        assertThat(events)
                .filteredOn(e -> !(e instanceof ReaderEvent.Inputs)) // told while it is brought up, when one is on
                .element(0)
                .isInstanceOf(ReaderEvent.Online.class);
        assertThat(events.stream()
                        .filter(e -> e instanceof ReaderEvent.Card)
                        .map(e -> ((ReaderEvent.Card) e).bits())
                        .toList())
                .containsExactly(
                        CardBits.of("10111101110110011001001101"),
                        CardBits.of("1011010101"),
                        CardBits.of("10".repeat(100)));
        assertThat(events.stream()
                        .filter(e -> e instanceof ReaderEvent.Keys)
                        .map(e -> ((ReaderEvent.Keys) e).keys())
                        .toList())
                .containsExactly("12*#");
        assertThat(events.stream()
                        .filter(e -> e instanceof ReaderEvent.Tamper)
                        .map(e -> ((ReaderEvent.Tamper) e).on())
                        .toList())
                .containsExactly(true, false);
        assertThat(events).noneMatch(e -> e instanceof ReaderEvent.Insecure || e instanceof ReaderEvent.Offline);
    }

    /// Each reply by the code of the command before it. Repeats on the line are not answered twice.
    private void remember(List<Vectors.Line> lines) {
        Bytes asked = Bytes.EMPTY;
        Bytes last = Bytes.EMPTY;
        for (Vectors.Line line : lines) {
            if (!line.isFrame()) continue;
            Bytes plain = Bytes.ofHex(line.text("plain"));
            if (line.text("dir").equals("acu")) {
                asked = plain;
            } else if (!line.hex().equals(last)) {
                answers.computeIfAbsent(asked.at(0), _ -> new ArrayDeque<>()).add(plain);
            }
            if (line.text("dir").equals("pd")) last = line.hex();
        }
    }

    private void play(@Nullable Scbk key) {
        var bus = new OsdpBus(List.of(new PdKey(ADDRESS, key)), () -> RANDOM, 0);
        bus.lineUp(0, 9_600);
        byte[] received = NOTHING;
        for (int i = 0; i < STEPS_MAX && !polls().isEmpty(); i++) {
            BusStep step = bus.step(i * STEP_NS, received, received.length);
            for (BusStep.Event told : step.events()) events.add(told.event());
            received = step.send().isEmpty() ? NOTHING : answer(key, step.send().toArray());
        }
        BusStep step = bus.step(STEPS_MAX * STEP_NS, received, received.length);
        for (BusStep.Event told : step.events()) events.add(told.event());
        assertThat(polls()).isEmpty();
    }

    private Deque<Bytes> polls() {
        return answers.computeIfAbsent(Command.POLL, _ -> new ArrayDeque<>());
    }

    private byte[] answer(@Nullable Scbk key, byte[] sent) {
        int mark = (sent[0] & 0xFF) == OsdpCodec.MARK ? 1 : 0;
        var decoded = (Decoded.Frame) OsdpCodec.decode(ByteBuffer.wrap(sent, mark, sent.length - mark));
        return OsdpCodec.encodeMarked(answer(key, decoded.frame()));
    }

    private OsdpFrame answer(@Nullable Scbk key, OsdpFrame frame) {
        PdHandshake begun = handshake;
        if (key != null && frame.blockType() == SecureBlock.SCS_11) {
            var next = new PdHandshake(key, Bytes.ofHex("0c0b010078563412"), RANDOM);
            handshake = next;
            return orNak(frame, next.challenged(frame));
        }
        if (begun != null && frame.blockType() == SecureBlock.SCS_13) return orNak(frame, begun.proven(frame));
        SecureSession session = begun == null ? null : begun.session();
        if (session != null && session.openCommand(frame) instanceof Opened.Sound(Bytes payload)) {
            return session.sealReply(frame.pd(), frame.sequence(), frame.crc(), said(payload.at(0)));
        }
        return OsdpFrame.reply(frame.pd(), frame.sequence(), frame.crc(), said(frame.code()));
    }

    private static OsdpFrame orNak(OsdpFrame to, @Nullable OsdpFrame reply) {
        Bytes nak = new Reply.Nak(Reply.Nak.SECURITY_UNSUPPORTED).payload();
        return reply == null ? OsdpFrame.reply(to.pd(), to.sequence(), to.crc(), nak) : reply;
    }

    /// The recorded reply to such a command; the last one again when there is no further, NAK 3 when it never came.
    private Bytes said(int code) {
        Deque<Bytes> recorded = answers.get(code);
        if (recorded == null || recorded.isEmpty()) return new Reply.Nak(Reply.Nak.UNKNOWN_COMMAND).payload();
        return code != Command.POLL && recorded.size() == 1 ? recorded.getFirst() : recorded.removeFirst();
    }
}
