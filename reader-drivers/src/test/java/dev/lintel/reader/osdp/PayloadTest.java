package dev.lintel.reader.osdp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PayloadTest {
    /// Frames in the clear: their payload is what the receiver reads.
    static Stream<Vectors.Line> plainFrames() {
        return Vectors.frames()
                .filter(f -> !Vectors.damaged(f))
                .filter(f -> !Vectors.frame(f).secured());
    }

    static Stream<Vectors.Line> malformedReplies() {
        return Stream.of("osdp-synthetic.jsonl", "osdp-osdpnet.jsonl")
                .flatMap(f -> Vectors.read(f).stream())
                .filter(l -> l.text("malformed").equals("true") && l.isFrame());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("plainFrames")
    void everyRecordedPayloadIsReadAndWrittenAlike(Vectors.Line line) {
        OsdpFrame frame = Vectors.frame(line);
        Bytes payload = frame.payload();
        if (frame.isReply()) {
            Bytes written = Reply.decode(payload).payload();
            // Bits after a card's last one, and data after a NAK's reason, mean nothing.
            if (payload.at(0) == Reply.RAW || payload.at(0) == Reply.NAK) {
                assertThat(written.at(0)).isEqualTo(payload.at(0));
                assertThat(written.at(1)).isEqualTo(payload.at(1));
            } else {
                assertThat(written).isEqualTo(payload);
            }
        } else {
            assertThat(Command.decode(payload).payload()).isEqualTo(payload);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformedReplies")
    void aReplyWhoseDataDoesNotFitIsMalformed(Vectors.Line line) {
        assertThat(Reply.decode(Vectors.frame(line).payload())).isInstanceOf(Reply.Malformed.class);
    }

    @Test
    void aCardsBitsAreReadFromTheFirstByteDown() {
        Reply reply = Reply.decode(Bytes.ofHex("5000011a00bdd9377f"));
        assertThat(reply)
                .isInstanceOfSatisfying(
                        Reply.Raw.class, r -> assertThat(r.bits().toString()).isEqualTo("10111101110110010011011101"));
    }

    @Test
    void bitCountsThatDoNotFitTheirBytesAreMalformed() {
        for (String hex : List.of("50000100000", "5000011900bdd93740ff", "500001ffff00", "5000010000", "5000")) {
            String even = hex.length() % 2 == 0 ? hex : hex + "0";
            assertThat(Reply.decode(Bytes.ofHex(even))).as(even).isInstanceOf(Reply.Malformed.class);
        }
    }

    @Test
    void anIdentityIsReadFieldByField() {
        Reply reply = Reply.decode(Bytes.ofHex("450c0b0a010278563412010203"));
        assertThat(reply)
                .isEqualTo(new Reply.Identity(Bytes.ofHex("0c0b0a"), 1, 2, 0x12345678L, Bytes.ofHex("010203")));
    }

    @Test
    void comTellsTheAddressAndSpeedThatHold() {
        assertThat(Reply.decode(Bytes.ofHex("540700960000"))).isEqualTo(new Reply.Com(7, 38400));
        assertThat(Command.decode(Bytes.ofHex("6e0700960000"))).isEqualTo(new Command.ComSet(7, 38400));
    }

    @Property
    void anyPayloadIsReadWithoutThrowing(@ForAll @Size(min = 1, max = 80) byte[] bytes) {
        Bytes payload = Bytes.copyOf(bytes);
        assertThat(Reply.decode(payload)).isNotNull();
        assertThat(Command.decode(payload)).isNotNull();
    }

    @Property
    void anyDataBehindAKnownCodeIsReadWithoutThrowing(@ForAll @Size(max = 60) byte[] data) {
        for (int code = 0x40; code < 0x80; code++) {
            byte[] bytes = new byte[1 + data.length];
            bytes[0] = (byte) code;
            System.arraycopy(data, 0, bytes, 1, data.length);
            assertThat(Reply.decode(Bytes.copyOf(bytes))).isNotNull();
            assertThat(Command.decode(Bytes.copyOf(bytes))).isNotNull();
        }
    }
}
