package dev.lintel.reader.serialcard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SerialFramesTest {
    private static final CardBits CARD = CardBits.ofNumber(new BigInteger("62E3086CED", 16), 40);
    private static final CardFrame SEEN = new CardFrame.Card(CARD);

    private static final List<SerialProtocol> CHECKED =
            List.of(SerialProtocol.RDM6300, SerialProtocol.ID12LA, SerialProtocol.STX_BCC);

    /// Bytes that parsers care for, among others.
    private static final byte[] ALPHABET =
            "\2\3\r\n\n0123456789abCDEF,xé\u00ff\2\10\12\0".getBytes(StandardCharsets.ISO_8859_1);

    @Property
    void anyBytesInAnyChunksGiveTheSameFramesAndCountsAsInOne(
            @ForAll SerialProtocol protocol,
            @ForAll @Size(max = 600) List<@IntRange(max = 1_000) Integer> picks,
            @ForAll @Size(min = 1, max = 20) List<@IntRange(min = 1, max = 40) Integer> cuts) {
        byte[] bytes = stream(protocol, picks);
        var whole = new SerialFrames(protocol);
        List<CardFrame> atOnce = new ArrayList<>(whole.feed(bytes, bytes.length, 0));
        atOnce.addAll(whole.step(SerialFrames.GAP_NS));

        var cut = new SerialFrames(protocol);
        List<CardFrame> inChunks = new ArrayList<>();
        int from = 0;
        for (int i = 0; from < bytes.length; i++) {
            int to = Math.min(bytes.length, from + cuts.get(i % cuts.size()));
            inChunks.addAll(cut.feed(Arrays.copyOfRange(bytes, from, to), to - from, 0));
            from = to;
        }
        inChunks.addAll(cut.step(SerialFrames.GAP_NS));
        assertThat(inChunks).isEqualTo(atOnce);
        assertThat(cut.counters()).isEqualTo(whole.counters());
    }

    @Property
    void afterAnyNoiseAndSilenceTheNextFrameIsRead(
            @ForAll SerialProtocol protocol, @ForAll @Size(max = 400) byte[] noise, @ForAll long nowNs) {
        var frames = new SerialFrames(protocol);
        frames.feed(noise, noise.length, nowNs);
        frames.step(nowNs + SerialFrames.GAP_NS);
        assertThat(frames.deadlineNs()).isEqualTo(SerialFrames.NEVER);
        Bytes frame = FrameWriter.card(protocol, CARD);
        assertThat(frames.feed(frame.toArray(), frame.size(), nowNs)).hasSize(1);
    }

    /// Bytes from the alphabet, and now and then a whole frame.
    private static byte[] stream(SerialProtocol protocol, List<Integer> picks) {
        var out = new ByteArrayOutputStream();
        for (int pick : picks) {
            if (pick < 20)
                out.writeBytes(FrameWriter.card(protocol, CardBits.ofNumber(BigInteger.valueOf(pick), 24))
                        .toArray());
            else if (pick < 800) out.write(ALPHABET[pick % ALPHABET.length]);
            else out.write(pick);
        }
        return out.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 24, 32, 37, 40})
    void whatTheWriterSendsIsReadAsThatNumber(int count) {
        CardBits card = CardBits.of("1".repeat(count));
        for (SerialProtocol protocol : SerialProtocol.values()) {
            List<CardFrame> read = feed(new SerialFrames(protocol), FrameWriter.card(protocol, card));
            assertThat(read).as(protocol.word()).singleElement().satisfies(frame -> {
                switch (frame) {
                    case CardFrame.Card(CardBits bits) ->
                        assertThat(bits.number()).isEqualTo(card.number());
                    case CardFrame.Text(String text) ->
                        assertThat(text).isEqualTo(card.number().toString());
                }
            });
        }
    }

    @Property
    void oneWrongBitNeverMakesAnotherCardWhereThereIsACheckByte(
            @ForAll @IntRange(max = 2) int which, @ForAll @Size(5) byte[] id, @ForAll @IntRange(max = 127) int bit) {
        var protocol = CHECKED.get(which);
        var card = new CardFrame.Card(CardBits.ofNumber(new BigInteger(1, id), 40));
        byte[] frame = FrameWriter.card(protocol, card.bits()).toArray();
        frame[bit / 8 % frame.length] ^= (byte) (1 << bit % 8);
        var frames = new SerialFrames(protocol);
        List<CardFrame> read = new ArrayList<>(frames.feed(frame, frame.length, 0));
        read.addAll(frames.step(SerialFrames.GAP_NS));
        assertThat(read).isSubsetOf(card); // a flipped case bit of a hex digit changes nothing
    }

    @Test
    void halfAFrameIsEndedBySilenceAndItsRestIsNoise() {
        var frames = new SerialFrames(SerialProtocol.RDM6300);
        byte[] frame = FrameWriter.card(SerialProtocol.RDM6300, CARD).toArray();
        frames.feed(frame, 7, 1_000);
        assertThat(frames.deadlineNs()).isEqualTo(1_000 + SerialFrames.GAP_NS);
        frames.step(1_000 + SerialFrames.GAP_NS - 1);
        assertThat(frames.deadlineNs()).isNotEqualTo(SerialFrames.NEVER);
        frames.step(1_000 + SerialFrames.GAP_NS);
        assertThat(frames.deadlineNs()).isEqualTo(SerialFrames.NEVER);
        assertThat(feed(frames, Bytes.copyOf(frame, 7, 14))).isEmpty();
        assertThat(frames.counters()).isEqualTo(new FrameCounters(0, Map.of(FrameFault.CUT_SHORT, 1L), 7));
        assertThat(feed(frames, Bytes.copyOf(frame))).containsExactly(SEEN);
    }

    @Test
    void aFrameThatCrawlsInIsWholeAsLongAsNoPauseIsSilence() {
        var frames = new SerialFrames(SerialProtocol.ID12LA);
        long nowNs = 0;
        List<CardFrame> read = new ArrayList<>();
        for (byte b : FrameWriter.card(SerialProtocol.ID12LA, CARD).toArray()) {
            read.addAll(frames.feed(new byte[] {b}, 1, nowNs));
            nowNs += SerialFrames.GAP_NS - 1;
            frames.step(nowNs);
        }
        assertThat(read).containsExactly(SEEN);
    }

    @Test
    void aWholeFrameBehindAFalseStartComesOutAfterTheSilence() {
        var frames = new SerialFrames(SerialProtocol.STX_BCC);
        Bytes frame = FrameWriter.card(SerialProtocol.STX_BCC, CARD);
        frames.feed(new byte[] {2, 30}, 2, 0);
        assertThat(feed(frames, frame)).isEmpty();
        assertThat(frames.step(SerialFrames.GAP_NS)).containsExactly(SEEN);
        assertThat(frames.counters()).isEqualTo(new FrameCounters(1, Map.of(FrameFault.CUT_SHORT, 1L), 2));
    }

    @ParameterizedTest
    @CsvSource({
        "RDM6300, 02 36 32 45 33 30 38 36 43 45 44 30 38 31 32 33 34, TOO_LONG",
        "RDM6300, 02 36 32 03, LENGTH",
        "ID12LA, 02 30 35 30 30 32 30 37 42 33 32 36 43 0A 0D 03, LENGTH",
        "STX_BCC, 02 07 02 01 02 06 03, LENGTH",
        "STX_BCC, 02 26 02 06 00 8E 6D 5D B0 03, LENGTH",
        "STX_BCC, 02 0A 01 06 00 8E 6D 5D B3 04, NO_END",
        "DECIMAL, 34 32 39 34 39 36 37 32 39 36 0D, OVERFLOW", // 4294967296
        "DECIMAL, 31 36 37 37 37 32 31 36 0D, OVERFLOW", // 16777216
        "DECIMAL, 32 35 36 2C 30 30 30 30 31 0D, OVERFLOW", // 256,00001
        "DECIMAL, 30 36 32 2C 36 35 35 33 36 0D, OVERFLOW", // 062,65536
        "DECIMAL, 36 32 2C 34 35 37 30 39 0D, LENGTH", // 62,45709
        "DECIMAL, 31 32 33 0D, LENGTH",
        "DECIMAL, 2D 31 32 33 34 0D, NOT_A_DIGIT", // -1234
        "DECIMAL, 30 36 32 2C 2C 31 0D, NOT_A_DIGIT",
        "HEX, 30 31 30 31 33 45 42 32 38 0D, LENGTH",
        "HEX, 30 31 30 31 33 45 42 32 38 47 0D, NOT_A_DIGIT",
        "QR, 61 1B 5B 0D, NO_TEXT", // an escape sequence
        "QR, C3 28 0D, NO_TEXT", // no UTF-8
        "QR, E2 80 AE 31 0D, NO_TEXT" // turned round: U+202E
    })
    void aFrameWithAFaultIsCountedByIt(SerialProtocol protocol, String hex, FrameFault fault) {
        var frames = new SerialFrames(protocol);
        assertThat(feed(frames, Bytes.ofHex(hex.replace(" ", "")))).isEmpty();
        assertThat(frames.counters().refused()).containsOnlyKeys(fault);
        assertThat(frames.step(SerialFrames.GAP_NS)).isEmpty();
        assertThat(feed(frames, FrameWriter.card(protocol, CARD))).hasSize(1);
    }

    @Test
    void aCodesTextIsReadWithEitherLineEndAndUpToItsBound() {
        String longest = "ö".repeat(127) + "x";
        for (String end : List.of("\r", "\n", "\r\n")) {
            var frames = new SerialFrames(SerialProtocol.QR);
            assertThat(feed(
                            frames,
                            utf8("https://a.b/?c=1 ü" + end + end + longest + end + longest + "yz" + end + "z" + end)))
                    .containsExactly(
                            new CardFrame.Text("https://a.b/?c=1 ü"),
                            new CardFrame.Text(longest),
                            new CardFrame.Text("z"));
            assertThat(frames.counters().refused()).isEqualTo(Map.of(FrameFault.TOO_LONG, 1L));
        }
    }

    @Test
    void anUnpaddedDecimalNumberHasTheWidthOfItsDigits() {
        var frames = new SerialFrames(SerialProtocol.DECIMAL);
        List<Integer> counts = new ArrayList<>();
        for (CardFrame frame : feed(frames, utf8("1001\r123456789\r999999999999\r72057594037927935\r00318,45709\r"))) {
            if (frame instanceof CardFrame.Card(CardBits bits)) counts.add(bits.count());
        }
        assertThat(counts).containsExactly(24, 32, 40, 56, 32);
    }

    private static List<CardFrame> feed(SerialFrames frames, Bytes bytes) {
        return frames.feed(bytes.toArray(), bytes.size(), 0);
    }

    private static Bytes utf8(String text) {
        return Bytes.copyOf(text.getBytes(StandardCharsets.UTF_8));
    }
}
