package dev.lintel.sim.pd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.osdp.Command;
import dev.lintel.reader.osdp.Command.LedRecord;
import dev.lintel.reader.osdp.Command.OutputRecord;
import dev.lintel.reader.osdp.LedColour;
import dev.lintel.reader.osdp.OsdpFrame;
import dev.lintel.reader.osdp.Reply;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a PD does on each command, and what it says by itself.
class PdCommandsTest {
    private static final Reply ACK = new Reply.Ack();
    private static final Reply BAD_RECORD = new Reply.Nak(Reply.Nak.BAD_RECORD);
    private static final Command POLL = new Command.Poll();

    private final HandPanel panel = new HandPanel(new PdSpec(3));

    private static Command out(int output, int code, int timer) {
        return new Command.Output(List.of(new OutputRecord(output, code, timer)));
    }

    @Test
    void eachOutputGoesItsOwnWay() {
        var both = new Command.Output(List.of(new OutputRecord(0, 2, 0), new OutputRecord(1, 5, 10)));
        assertThat(panel.ask(both)).isEqualTo(new Reply.OutputStatus(Bytes.of(1, 1)));
        panel.nowNs += 1_000 * HandPanel.MS;
        assertThat(panel.ask(POLL)).isEqualTo(new Reply.OutputStatus(Bytes.of(1, 0))); // its time is over: told once
        assertThat(panel.ask(POLL)).isEqualTo(ACK);
        assertThat(panel.ask(out(0, 1, 0))).isEqualTo(new Reply.OutputStatus(Bytes.of(0, 0)));
        assertThat(panel.ask(out(2, 2, 0))).isEqualTo(BAD_RECORD);
        assertThat(panel.ask(out(0, 7, 0))).isEqualTo(BAD_RECORD);
        assertThat(panel.ask(new Command.OutputStatus())).isEqualTo(new Reply.OutputStatus(Bytes.of(0, 0)));
    }

    @Test
    void someReadersOnlyAcknowledgeOutputs() {
        var quiet = new HandPanel(new PdSpec(3).with(PdSettings.of(PdTrait.OUT_ACKNOWLEDGED)));
        assertThat(quiet.ask(out(0, 2, 0))).isEqualTo(ACK);
        assertThat(quiet.pd.output(0, quiet.nowNs)).isTrue();
    }

    @Test
    void severalLedsInOneCommandShineEachItsColour() {
        var t = new LedRecord.Temporary(LedRecord.Temporary.SET, 5, 0, 2, 0, 30);
        var none = new LedRecord.Temporary(0, 0, 0, 0, 0, 0);
        var p = new LedRecord.Permanent(LedRecord.Permanent.SET, 5, 0, 1, 0);
        var command = new Command.Led(List.of(new LedRecord(0, 0, t, p), new LedRecord(0, 1, none, p)));
        assertThat(panel.ask(command)).isEqualTo(ACK);
        assertThat(panel.pd.led(0, panel.nowNs)).isEqualTo(LedColour.GREEN);
        assertThat(panel.pd.led(1, panel.nowNs)).isEqualTo(LedColour.RED);
        assertThat(panel.pd.led(0, panel.nowNs + 3 * HandPanel.S)).isEqualTo(LedColour.RED);
        assertThat(panel.ask(new Command.Led(List.of(new LedRecord(0, 2, t, p)))))
                .isEqualTo(BAD_RECORD);
        assertThat(panel.ask(new Command.Led(List.of(new LedRecord(1, 0, t, p)))))
                .isEqualTo(BAD_RECORD);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | 1 | 1  | hello                | hello
            1 | 2 | 3  | below                | '\n  below'
            1 | 1 | 1  | 12345678901234567890 | 1234567890123456
            2 | 1 | 1  | 12345678901234567890 | '1234567890123456\n7890'
            2 | 2 | 10 | 12345678901234567890 | '\n         1234567'
            """)
    void textStandsWhereItWasPut(int mode, int row, int column, String text, String shown) {
        assertThat(panel.ask(new Command.Text(0, mode, 0, row, column, text))).isEqualTo(ACK);
        assertThat(panel.pd.text(panel.nowNs)).isEqualTo(shown);
    }

    @Test
    void passingTextGivesWayToTheStandingOne() {
        panel.ask(new Command.Text(0, 1, 0, 1, 1, "Welcome"));
        panel.ask(new Command.Text(0, 3, 2, 1, 1, "Hi"));
        assertThat(panel.pd.text(panel.nowNs)).isEqualTo("Hi");
        assertThat(panel.pd.text(panel.nowNs + 2 * HandPanel.S)).isEqualTo("Welcome");
        assertThat(panel.ask(new Command.Text(0, 1, 0, 3, 1, "x"))).isEqualTo(BAD_RECORD);
        assertThat(panel.ask(new Command.Text(0, 5, 0, 1, 1, "x"))).isEqualTo(BAD_RECORD);
        assertThat(panel.ask(new Command.Text(0, 1, 0, 1, 17, "x"))).isEqualTo(BAD_RECORD);
    }

    @Test
    void whatChangesIsToldOnceAtAPollAndBeforeTheCards() {
        panel.ask(POLL);
        panel.pd.presentCard(CardBits.of("1010"), panel.nowNs);
        panel.pd.tamper(true);
        panel.pd.powerFailure(true);
        panel.pd.input(1, 1);
        panel.pd.head(Reply.ReaderStatus.TAMPER);
        assertThat(panel.ask(POLL)).isEqualTo(new Reply.LocalStatus(true, true));
        assertThat(panel.ask(POLL)).isEqualTo(new Reply.InputStatus(Bytes.of(0, 1)));
        assertThat(panel.ask(POLL)).isEqualTo(new Reply.ReaderStatus(Bytes.of(2)));
        assertThat(panel.ask(POLL)).isInstanceOf(Reply.Raw.class);
        assertThat(panel.ask(POLL)).isEqualTo(ACK);
        assertThat(panel.ask(new Command.InputStatus())).isEqualTo(new Reply.InputStatus(Bytes.of(0, 1)));
        assertThat(panel.ask(new Command.ReaderStatus())).isEqualTo(new Reply.ReaderStatus(Bytes.of(2)));
    }

    @Test
    void itSaysWhoItIsInNumbersAndInWords() {
        assertThat(panel.ask(new Command.Id(0)))
                .isInstanceOfSatisfying(
                        Reply.Identity.class, id -> assertThat(id.serial()).isEqualTo(1_003));
        assertThat(panel.ask(new Command.Id(1)))
                .isInstanceOfSatisfying(
                        Reply.ExtendedIdentity.class,
                        id -> assertThat(id.entries())
                                .extracting(Reply.IdentityEntry::text)
                                .contains("Lintel", "1003"));
        assertThat(panel.ask(new Command.Id(2))).isEqualTo(BAD_RECORD);
    }

    @Test
    void itsCapabilitiesAreThoseItWasBuiltWith() {
        var parts = new PdSettings.Parts(3, 4, 1, 4, 256);
        var built = new HandPanel(new PdSpec(3).with(PdSettings.USUAL.withParts(parts)));
        var functions = ((Reply.Capabilities) built.ask(new Command.Capabilities())).functions();
        assertThat(functions)
                .contains(
                        new Reply.Capability(1, 1, 3),
                        new Reply.Capability(2, 4, 4),
                        new Reply.Capability(4, 4, 1),
                        new Reply.Capability(6, 3, 1),
                        new Reply.Capability(10, 0, 1),
                        new Reply.Capability(11, 0, 1))
                .extracting(Reply.Capability::function)
                .containsExactly(1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 13, 16, 17);
        assertThat(built.ask(new Command.InputStatus())).isEqualTo(new Reply.InputStatus(Bytes.of(0, 0, 0)));
        var large = new Command.Manufacturer(PdIdentity.VENDOR, Bytes.copyOf(new byte[300]));
        assertThat(built.ask(large)).isEqualTo(new Reply.Nak(Reply.Nak.BAD_LENGTH));
    }

    @Test
    void itsMakersCommandIsEchoedAsFarAsThePanelTakesIt() {
        Bytes data = Bytes.copyOf(new byte[200]);
        assertThat(panel.ask(new Command.Manufacturer(PdIdentity.VENDOR, Bytes.of(1, 2))))
                .isEqualTo(new Reply.Manufacturer(PdIdentity.VENDOR, Bytes.of(1, 2)));
        assertThat(panel.ask(new Command.Manufacturer(Bytes.of(1, 2, 3), data)))
                .isEqualTo(new Reply.Nak(Reply.Nak.UNKNOWN_COMMAND));
        assertThat(panel.ask(new Command.Manufacturer(PdIdentity.VENDOR, data))).isEqualTo(BAD_RECORD);
        assertThat(panel.ask(new Command.ReceiveSize(1440))).isEqualTo(ACK);
        assertThat(panel.ask(new Command.Manufacturer(PdIdentity.VENDOR, data)))
                .isEqualTo(new Reply.Manufacturer(PdIdentity.VENDOR, data));
        assertThat(panel.ask(new Command.KeepActive(500))).isEqualTo(ACK);
        assertThat(panel.ask(new Command.Abort())).isEqualTo(ACK);
        assertThat(panel.ask(new Command.BioRead(0, 0, 0, 0))).isEqualTo(new Reply.Nak(Reply.Nak.UNKNOWN_COMMAND));
    }

    @Test
    void comsetIsAnsweredFromTheOldAddressAndSpeedAndThenTheNewOnesHold() {
        var wired = new HandPanel(new PdSpec(3).at(9_600));
        assertThat(wired.ask(POLL)).isEqualTo(ACK);
        OsdpFrame reply = Objects.requireNonNull(wired.send(wired.frame(new Command.ComSet(7, 38_400))));
        assertThat(reply.pd()).isEqualTo(3);
        assertThat(Reply.decode(reply.payload())).isEqualTo(new Reply.Com(7, 38_400));
        assertThat(wired.pd.baud()).isEqualTo(38_400);
        assertThat(wired.tell(POLL)).isNull();
        wired.address = 7;
        assertThat(wired.ask(POLL)).isEqualTo(ACK);
        wired.pd.reboot(wired.nowNs);
        assertThat(wired.pd.address()).isEqualTo(7);
        wired.restart();
        assertThat(wired.ask(new Command.ComSet(0x7F, 9_600))).isEqualTo(BAD_RECORD);
        assertThat(wired.ask(new Command.ComSet(7, 12_345))).isEqualTo(new Reply.Com(7, 38_400));
        assertThat(wired.pd.baud()).isEqualTo(38_400);
    }

    @Test
    void aWilfulReaderTakesAnotherAddressThanItWasTold() {
        var wilful = new HandPanel(new PdSpec(3).with(PdSettings.USUAL.answeringComset(5, 19_200)));
        assertThat(wilful.ask(new Command.ComSet(7, 38_400))).isEqualTo(new Reply.Com(5, 19_200));
        assertThat(wilful.pd.address()).isEqualTo(5);
        assertThat(wilful.pd.baud()).isEqualTo(19_200);
    }

    @Test
    void everybodysAddressIsAnsweredAsEverybody() {
        panel.address = OsdpFrame.ADDRESS_ANY;
        OsdpFrame reply = Objects.requireNonNull(panel.send(panel.frame(POLL)));
        assertThat(reply.address()).isEqualTo(0xFF);
    }

    @Test
    void busyChangesNothingAndNothingIsDoneTwice() {
        panel.ask(POLL);
        panel.pd.presentCard(CardBits.of("1010"), panel.nowNs);
        long before = panel.pd.executed();
        OsdpFrame poll = panel.frame(POLL);
        panel.pd.busy(2);
        for (int i = 0; i < 2; i++) {
            OsdpFrame busy = Objects.requireNonNull(panel.send(poll));
            assertThat(busy.code()).isEqualTo(Reply.BUSY);
            assertThat(busy.sequence()).isZero();
            assertThat(busy.secured()).isFalse();
        }
        assertThat(panel.pd.executed()).isEqualTo(before);
        OsdpFrame card = Objects.requireNonNull(panel.send(poll));
        assertThat(card.code()).isEqualTo(Reply.RAW);
        assertThat(panel.send(poll)).isEqualTo(card);
        assertThat(panel.pd.executed()).isEqualTo(before + 1);
    }

    @Test
    void aRefusalIsAsOftenAsItWasAskedFor() {
        panel.pd.refuse(Reply.Nak.BAD_SEQUENCE, 1);
        assertThat(panel.ask(POLL)).isEqualTo(new Reply.Nak(Reply.Nak.BAD_SEQUENCE));
        panel.restart();
        assertThat(panel.ask(POLL)).isEqualTo(ACK);
    }

    @Test
    void theCheckIsTheCommandsUnlessTheReaderKnowsOnlyOne() {
        panel.crc = false;
        assertThat(Objects.requireNonNull(panel.send(panel.frame(POLL))).crc()).isFalse();
        var always = new HandPanel(new PdSpec(3).with(PdSettings.of(PdTrait.CRC_ALWAYS)));
        always.crc = false;
        assertThat(Objects.requireNonNull(always.send(always.frame(POLL))).crc())
                .isTrue();
        var never = new HandPanel(new PdSpec(3).with(PdSettings.of(PdTrait.CHECKSUM_ONLY)));
        OsdpFrame refusal = Objects.requireNonNull(never.send(never.frame(POLL)));
        assertThat(refusal.crc()).isFalse();
        assertThat(Reply.decode(refusal.payload())).isEqualTo(new Reply.Nak(Reply.Nak.BAD_CHECK));
        never.restart();
        never.crc = false;
        assertThat(never.ask(POLL)).isEqualTo(ACK);
    }
}
