package dev.lintel.reader.osdp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.osdp.Decoded.Fault;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.ByteRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OsdpCodecTest {
    private static final Bytes POLL = Bytes.ofHex("53000800066089cc");

    @Test
    void theCrcIsTheOneOfTheStandard() {
        byte[] digits = "123456789".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        assertThat(Crc16.of(digits, 0, digits.length)).isEqualTo(0xE5CC);
    }

    @Test
    void thereAreVectorsOfBothKinds() {
        assertThat(Vectors.frames().filter(f -> !Vectors.damaged(f)).count()).isGreaterThan(900);
        assertThat(Vectors.frames().filter(Vectors::damaged).count()).isGreaterThanOrEqualTo(6);
    }

    static Stream<Vectors.Line> soundFrames() {
        return Vectors.frames().filter(f -> !Vectors.damaged(f));
    }

    static Stream<Vectors.Line> damagedFrames() {
        return Vectors.frames().filter(Vectors::damaged);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("soundFrames")
    void everyRecordedFrameComesOutAsItWentIn(Vectors.Line line) {
        Bytes hex = unmarked(line.hex());
        Decoded decoded = OsdpCodec.decode(ByteBuffer.wrap(hex.toArray()));
        assertThat(decoded).isInstanceOfSatisfying(Decoded.Frame.class, f -> {
            assertThat(f.skip()).isEqualTo(hex.size());
            assertThat(Bytes.copyOf(OsdpCodec.encode(f.frame()))).isEqualTo(hex);
            assertThat(f.frame().isReply())
                    .isEqualTo(
                            line.text("dir").equals("pd") || line.text("note").contains("MSB"));
            if (line.has("sqn")) assertThat(f.frame().sequence()).isEqualTo(Integer.parseInt(line.text("sqn")));
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("damagedFrames")
    void aDamagedFrameIsRefused(Vectors.Line line) {
        byte[] bytes = unmarked(line.hex()).toArray();
        assertThat(OsdpCodec.decode(ByteBuffer.wrap(bytes))).isNotInstanceOf(Decoded.Frame.class);
    }

    @Test
    void aSecurityBlockIsCarriedAsItIs() {
        Bytes challenge = Bytes.ofHex("530013000c0311017601020304050607084b27");
        Decoded decoded = OsdpCodec.decode(ByteBuffer.wrap(challenge.toArray()));
        assertThat(decoded).isInstanceOfSatisfying(Decoded.Frame.class, f -> {
            assertThat(f.frame().secured()).isTrue();
            assertThat(f.frame().block()).isEqualTo(Bytes.ofHex("1101"));
            assertThat(f.frame().code()).isEqualTo(0x76);
        });
    }

    @Test
    void aBlockLargerThanItsFrameIsNoise() {
        byte[] frame = OsdpCodec.encode(new OsdpFrame(0, 0x0C, Bytes.ofHex("1100"), Bytes.ofHex("6000")));
        frame[5] = 0x40;
        int crc = Crc16.of(frame, 0, frame.length - 2);
        frame[frame.length - 2] = (byte) crc;
        frame[frame.length - 1] = (byte) (crc >> 8);
        assertThat(OsdpCodec.decode(ByteBuffer.wrap(frame))).isEqualTo(new Decoded.Noise(Fault.BAD_SECURITY_BLOCK, 1));
    }

    @Test
    void aHostileLengthIsRefusedBeforeItsBodyIsAwaited() {
        assertThat(OsdpCodec.decode(ByteBuffer.wrap(Bytes.ofHex("5300a10504").toArray())))
                .isEqualTo(new Decoded.Noise(Fault.LENGTH_OUT_OF_RANGE, 1));
        assertThat(OsdpCodec.decode(ByteBuffer.wrap(Bytes.ofHex("5300070004").toArray())))
                .isEqualTo(new Decoded.Noise(Fault.LENGTH_OUT_OF_RANGE, 1));
    }

    @Property
    void anyBytesAreSkippedOrAwaited(@ForAll @Size(max = 64) byte[] noise) {
        assertProgress(noise);
    }

    @Property
    void bytesThatLookLikeFramesAreSkippedOrAwaited(
            @ForAll @IntRange(max = 40) int length, @ForAll @ByteRange(max = 15) byte control, @ForAll byte[] tail) {
        byte[] bytes = Arrays.copyOf(new byte[] {0x53, 0, (byte) length, 0, control}, 5 + tail.length);
        System.arraycopy(tail, 0, bytes, 5, tail.length);
        assertProgress(bytes);
    }

    @Property
    void everyFrameThatCanBeSentIsReadBack(
            @ForAll @IntRange(max = 255) int address,
            @ForAll @IntRange(max = 7) int control,
            @ForAll @Size(min = 1, max = 200) byte[] payload) {
        var frame = new OsdpFrame(address, control, Bytes.EMPTY, Bytes.copyOf(payload));
        byte[] bytes = OsdpCodec.encode(frame);
        assertThat(OsdpCodec.decode(ByteBuffer.wrap(bytes))).isEqualTo(new Decoded.Frame(frame, bytes.length));
    }

    @Test
    void aFrameIsFoundWhereverTheReadsCutIt() {
        byte[] bytes = Bytes.ofHex("ffff5300ff" + POLL + "ff12" + POLL).toArray();
        for (int cut = 0; cut <= bytes.length; cut++) {
            var receiver = new FrameReceiver();
            var frames = new ArrayList<OsdpFrame>(feed(receiver, Arrays.copyOfRange(bytes, 0, cut)));
            frames.addAll(feed(receiver, Arrays.copyOfRange(bytes, cut, bytes.length)));
            assertThat(frames)
                    .as("cut at %d", cut)
                    .hasSize(2)
                    .allSatisfy(f -> assertThat(f.code()).isEqualTo(Command.POLL));
        }
    }

    @Test
    void aFrameByteByByteIsFoundOnce() {
        var receiver = new FrameReceiver();
        var frames = new ArrayList<OsdpFrame>();
        for (byte b : POLL.toArray()) frames.addAll(feed(receiver, new byte[] {b}));
        assertThat(frames).hasSize(1);
    }

    @Test
    void aFrameBehindAFalseStartIsFoundWhenTheLineFallsSilent() {
        var receiver = new FrameReceiver();
        assertThat(feed(receiver, Bytes.ofHex("5300900504" + POLL).toArray())).isEmpty();
        assertThat(receiver.gap()).isNotNull();
        assertThat(receiver.waiting()).isZero();
        assertThat(receiver.noiseBytes()).isEqualTo(5);
    }

    @Test
    void aSilenceInsideAFrameLosesNothing() {
        var receiver = new FrameReceiver();
        byte[] bytes = POLL.toArray();
        assertThat(feed(receiver, Arrays.copyOfRange(bytes, 0, 6))).isEmpty();
        assertThat(receiver.gap()).isNull();
        assertThat(feed(receiver, Arrays.copyOfRange(bytes, 6, 8))).hasSize(1);
    }

    @Test
    void aFloodOfNoiseIsBounded() {
        var receiver = new FrameReceiver();
        byte[] flood = new byte[3 * FrameReceiver.BUFFER_BYTES_MAX];
        Arrays.fill(flood, (byte) 0x53);
        assertThat(feed(receiver, flood)).isEmpty();
        assertThat(receiver.waiting()).isLessThan(OsdpCodec.FRAME_BYTES_MAX);
        receiver.clear();
        assertThat(feed(receiver, POLL.toArray())).hasSize(1);
    }

    private static List<OsdpFrame> feed(FrameReceiver receiver, byte[] bytes) {
        receiver.add(bytes, bytes.length);
        var frames = new ArrayList<OsdpFrame>();
        for (var f = receiver.next(); f != null; f = receiver.next()) frames.add(f);
        return frames;
    }

    private static void assertProgress(byte[] bytes) {
        switch (OsdpCodec.decode(ByteBuffer.wrap(bytes))) {
            case Decoded.Frame f -> assertThat(f.skip()).isBetween(7, bytes.length);
            case Decoded.Noise n -> assertThat(n.skip()).isBetween(1, bytes.length);
            case Decoded.NeedMore m -> assertThat(m.bytes()).isPositive();
        }
    }

    private static Bytes unmarked(Bytes bytes) {
        int from = 0;
        while (bytes.at(from) == OsdpCodec.MARK) from++;
        return bytes.slice(from, bytes.size());
    }
}
