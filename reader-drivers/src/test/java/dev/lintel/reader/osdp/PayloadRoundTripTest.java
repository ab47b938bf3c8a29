package dev.lintel.reader.osdp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/// What is written is read back as it was, for values of every kind.
class PayloadRoundTripTest {
    @Property(tries = 300)
    void everyCommandIsReadBack(@ForAll long seed) {
        for (Command command : commands(new Random(seed))) {
            assertThat(Command.decode(command.payload())).isEqualTo(command);
        }
    }

    @Property(tries = 300)
    void everyReplyIsReadBack(@ForAll long seed) {
        for (Reply reply : replies(new Random(seed))) {
            assertThat(Reply.decode(reply.payload())).isEqualTo(reply);
        }
    }

    @Property
    void whatIsUnderstoodIsWrittenSoThatItMeansTheSame(@ForAll @Size(max = 40) byte[] data) {
        for (int code = 0; code < 256; code++) {
            Bytes payload = CommandCodec.coded(code, Bytes.copyOf(data));
            Command command = Command.decode(payload);
            assertThat(Command.decode(command.payload())).isEqualTo(command);
            Reply reply = Reply.decode(payload);
            assertThat(Reply.decode(reply.payload())).isEqualTo(reply);
        }
    }

    @Test
    void everyKindIsAmongThem() {
        var random = new Random(1);
        var commands =
                commands(random).stream().map(Object::getClass).distinct().count();
        var replies = replies(random).stream().map(Object::getClass).distinct().count();
        // All but Malformed, which is never written on purpose.
        assertThat(commands).isEqualTo(Command.class.getPermittedSubclasses().length - 1);
        assertThat(replies).isEqualTo(Reply.class.getPermittedSubclasses().length - 1);
    }

    @Test
    void everyCodeWithAMeaningHasAName() {
        var random = new Random(2);
        for (Command c : commands(random)) {
            assertThat(c instanceof Command.Other
                            || OsdpNames.command(c.payload().at(0)) != null)
                    .as(c.toString())
                    .isTrue();
        }
        for (Reply r : replies(random)) {
            assertThat(r instanceof Reply.Other || OsdpNames.reply(r.payload().at(0)) != null)
                    .as(r.toString())
                    .isTrue();
        }
    }

    @Test
    void nothingAtAllIsMalformed() {
        assertThat(Command.decode(Bytes.EMPTY)).isInstanceOf(Command.Malformed.class);
        assertThat(Reply.decode(Bytes.EMPTY)).isInstanceOf(Reply.Malformed.class);
    }

    @Test
    void aFilesStatusIsASignedNumber() {
        var status = new Reply.FileStatus(1, 500, Reply.FileStatus.MALFORMED, 256);
        assertThat(status.payload()).isEqualTo(Bytes.ofHex("7a01f401fdff0001"));
        assertThat(Reply.decode(status.payload())).isEqualTo(status);
    }

    private static List<Command> commands(Random r) {
        var led = new Command.LedRecord(
                u8(r),
                u8(r),
                new Command.LedRecord.Temporary(u8(r), u8(r), u8(r), u8(r), u8(r), u16(r)),
                new Command.LedRecord.Permanent(u8(r), u8(r), u8(r), u8(r), u8(r)));
        var output = new Command.OutputRecord(u8(r), u8(r), u16(r));
        return List.of(
                new Command.Poll(),
                new Command.Id(u8(r)),
                new Command.Capabilities(),
                new Command.LocalStatus(),
                new Command.InputStatus(),
                new Command.OutputStatus(),
                new Command.ReaderStatus(),
                new Command.Output(List.of(output, output)),
                new Command.Led(List.of(led, led, led)),
                new Command.Buzzer(u8(r), u8(r), u8(r), u8(r), u8(r)),
                new Command.Text(u8(r), u8(r), u8(r), u8(r), u8(r), text(r)),
                new Command.ComSet(u8(r), u32(r)),
                new Command.BioRead(u8(r), u8(r), u8(r), u8(r)),
                new Command.BioMatch(u8(r), u8(r), u8(r), u8(r), any(r, 300)),
                new Command.KeySet(u8(r), Scbk.ofAny(of(r, 16).toArray())),
                new Command.Challenge(of(r, 8)),
                new Command.ServerCryptogram(of(r, 16)),
                new Command.ReceiveSize(u16(r)),
                new Command.FileTransfer(u8(r), u32(r), u32(r), any(r, 1000)),
                new Command.Manufacturer(of(r, 3), any(r, 100)),
                new Command.ExtendedWrite(u8(r), u8(r), any(r, 100)),
                new Command.Abort(),
                new Command.PivData(of(r, 3), u8(r), u16(r)),
                new Command.KeepActive(u16(r)),
                new Command.Other(CommandCodec.coded(Command.GENAUTH, any(r, 100))));
    }

    private static List<Reply> replies(Random r) {
        var capability = new Reply.Capability(u8(r), u8(r), u8(r));
        var entry = new Reply.IdentityEntry(u8(r), any(r, 40));
        var bits = new StringBuilder();
        for (int i = 1 + r.nextInt(CardBits.BITS_MAX); i > 0; i--) bits.append(r.nextInt(2));
        return List.of(
                new Reply.Ack(),
                new Reply.Nak(u8(r), any(r, 3)),
                new Reply.Identity(of(r, 3), u8(r), u8(r), u32(r), of(r, 3)),
                new Reply.Capabilities(List.of(capability, capability)),
                new Reply.LocalStatus(r.nextBoolean(), r.nextBoolean()),
                new Reply.InputStatus(of(r, 1 + r.nextInt(20))),
                new Reply.OutputStatus(of(r, 1 + r.nextInt(20))),
                new Reply.ReaderStatus(of(r, 1 + r.nextInt(20))),
                new Reply.Raw(u8(r), u8(r), CardBits.of(bits.toString())),
                new Reply.Formatted(u8(r), u8(r), any(r, 255)),
                new Reply.Keypad(u8(r), any(r, 255)),
                new Reply.Com(u8(r), u32(r)),
                new Reply.BioRead(u8(r), u8(r), u8(r), u8(r), any(r, 300)),
                new Reply.BioMatch(u8(r), u8(r), u8(r)),
                new Reply.ExtendedIdentity(List.of(entry, entry)),
                new Reply.ClientCryptogram(of(r, 8), of(r, 8), of(r, 16)),
                new Reply.InitialMac(of(r, 16)),
                new Reply.Busy(),
                new Reply.FileStatus(u8(r), u16(r), (short) u16(r), u16(r)),
                new Reply.PivData(u16(r), u16(r), any(r, 300)),
                new Reply.Manufacturer(of(r, 3), any(r, 100)),
                new Reply.ExtendedRead(u8(r), u8(r), any(r, 100)),
                new Reply.Other(CommandCodec.coded(Reply.MFGSTATR, any(r, 20))));
    }

    private static int u8(Random r) {
        return r.nextInt(256);
    }

    private static int u16(Random r) {
        return r.nextInt(65536);
    }

    private static long u32(Random r) {
        return r.nextLong(1L << 32);
    }

    private static Bytes any(Random r, int max) {
        return of(r, r.nextInt(max + 1));
    }

    private static Bytes of(Random r, int size) {
        byte[] bytes = new byte[size];
        r.nextBytes(bytes);
        return Bytes.copyOf(bytes);
    }

    private static String text(Random r) {
        return IntStream.range(0, r.nextInt(256))
                .collect(StringBuilder::new, (text, _) -> text.append((char) u8(r)), StringBuilder::append)
                .toString();
    }
}
