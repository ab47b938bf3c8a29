package dev.lintel.reader.osdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    /// A payload that somebody else has written, and which way it went.
    record Recorded(Vectors.Line line, boolean reply, Bytes payload) {
        @Override
        public String toString() {
            return line.toString();
        }
    }

    /// Of frames in the clear, of decrypted ones, and those that the vectors give without a frame.
    static Stream<Recorded> recordedPayloads() {
        Stream<Recorded> clear = Vectors.frames()
                .filter(f -> !Vectors.damaged(f) && !Vectors.frame(f).secured())
                .map(f -> new Recorded(
                        f, Vectors.frame(f).isReply(), Vectors.frame(f).payload()));
        Stream<Recorded> decrypted = Vectors.frames()
                .filter(f -> f.has("mac"))
                .map(f -> new Recorded(f, f.text("dir").equals("pd"), Bytes.ofHex(f.text("plain"))));
        Stream<Recorded> handshakes = Vectors.frames()
                .filter(f -> !Vectors.damaged(f))
                .filter(f -> Vectors.frame(f).blockType() >= SecureBlock.SCS_11)
                .filter(f -> Vectors.frame(f).blockType() <= SecureBlock.SCS_14)
                .map(f -> new Recorded(
                        f, Vectors.frame(f).isReply(), Vectors.frame(f).payload()));
        Stream<Recorded> bare = Vectors.all()
                .filter(l -> l.text("type").equals("payload"))
                .map(l -> new Recorded(l, l.text("dir").equals("pd"), coded(l)));
        return Stream.of(clear, decrypted, handshakes, bare).flatMap(s -> s);
    }

    private static Bytes coded(Vectors.Line line) {
        return CommandCodec.coded(Integer.parseInt(line.text("id")), line.hex());
    }

    static Stream<Vectors.Line> malformedReplies() {
        return Stream.of("osdp-synthetic.jsonl", "osdp-osdpnet.jsonl")
                .flatMap(f -> Vectors.read(f).stream())
                .filter(l -> l.text("malformed").equals("true") && l.isFrame());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("recordedPayloads")
    void everyRecordedPayloadIsReadAndWrittenAlikeOrRefusedWhereItIsWrong(Recorded recorded) {
        Bytes payload = recorded.payload;
        String note = recorded.line.text("note");
        boolean odd = recorded.line.text("malformed").equals("true");
        if (recorded.reply) {
            Reply reply = Reply.decode(payload);
            assertThat(reply instanceof Reply.Malformed).isEqualTo(odd);
            // Bits after a card's last one mean nothing: only the bytes before them have to agree.
            int same = payload.size() - (reply instanceof Reply.Raw ? 1 : 0);
            assertThat(reply.payload().slice(0, same)).isEqualTo(payload.slice(0, same));
            assertThat(Reply.decode(reply.payload())).isEqualTo(reply);
        } else {
            Command command = Command.decode(payload);
            // The notes say what the PD answers: NAK 2 to a wrong length, and to an address nobody may have.
            boolean wrongLength = note.contains("NAK 2") && !note.contains("0x7F");
            assertThat(command instanceof Command.Malformed).isEqualTo(odd || wrongLength);
            assertThat(command.payload()).isEqualTo(payload);
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

    /// Cut off, each would be another command: a reader sent to address 300 went to 44.
    @Test
    void aNumberThatItsFieldCannotHoldIsRefused() {
        List<Command> tooLarge = List.of(
                new Command.ComSet(300, 9_600),
                new Command.ComSet(-1, 9_600),
                new Command.ComSet(1, 1L << 32),
                new Command.Buzzer(0, 2, 999, 1, 1),
                new Command.ReceiveSize(65_536),
                new Command.KeepActive(-1),
                new Command.Text(0, 1, 0, 1, 1, "x".repeat(256)),
                new Command.Text(0, 1, 0, 1, 1, "5 \u20ac"),
                new Command.Output(List.of(new Command.OutputRecord(256, 1, 0))));
        for (Command command : tooLarge) {
            assertThatThrownBy(command::payload).as(command.toString()).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
