package dev.lintel.reader.osdp;

import static dev.lintel.reader.osdp.BusBench.MS;
import static dev.lintel.reader.osdp.BusBench.S;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.ReaderEvent;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A reader whose frames are whole and whose data does not fit the code: nothing comes of them but a count.
class MalformedRepliesTest {
    private static final CardBits CARD = CardBits.of("10111101110110010011011101");

    /// Answers polls with these payloads, one each, and politely then.
    private static BusBench answering(List<String> payloads) {
        var left = new ArrayDeque<>(payloads);
        var bench = new BusBench(5);
        bench.run(1 * S);
        bench.pds.put(
                5,
                f -> f.code() == Command.POLL && !left.isEmpty()
                        ? OsdpCodec.encodeMarked(OsdpFrame.reply(5, f.sequence(), f.crc(), Bytes.ofHex(left.remove())))
                        : BusBench.polite(f));
        return bench;
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "50", // RAW without anything
                "50000020", // its count is cut
                "5000002000ffff", // 32 bits in two bytes
                "5000001000ffffff", // 16 bits in three bytes
                "500000ffff01", // 65,535 bits
                "51", // FMT
                "51000005414243", // five characters in three
                "53", // KEYPAD
                "530005313233", // five keys in three bytes
                "5300ff31",
                "49", // ISTATR of no input
                "4a", // OSTATR of no output
                "4b", // RSTATR of no reader
            })
    void isCountedAndMakesNoCardAndNoKey(String payload) {
        var bench = answering(List.of(payload, payload, payload));
        bench.run(2 * S);
        assertThat(bench.bus.pds()).singleElement().satisfies(pd -> {
            assertThat(pd.malformed()).isEqualTo(3);
            assertThat(pd.online()).isTrue();
        });
        assertThat(bench.of(5)).singleElement().isInstanceOf(ReaderEvent.Online.class);
    }

    @Test
    void aCardAfterThemIsRead() {
        String card = new Reply.Raw(0, 1, CARD).payload().toString();
        var bench = answering(List.of("5000002000ffff", card));
        bench.run(500 * MS);
        assertThat(bench.of(5))
                .filteredOn(ReaderEvent.Card.class::isInstance)
                .singleElement()
                .satisfies(
                        event -> assertThat(((ReaderEvent.Card) event).bits()).isEqualTo(CARD));
        assertThat(bench.bus.pds().getFirst().malformed()).isOne();
    }

    /// CCRYPT without its cryptogram: no secure channel, and each one is counted.
    @Test
    void aHandshakeThatIsCutShortIsCounted() {
        var key = new PdKey(5, Scbk.ofHex("4d1f02a7be936c58d02e75fb19a48c33"));
        var bench = new BusBench(List.of(key));
        bench.pds.put(5, f -> BusBench.reply(f, new Reply.Other(Bytes.ofHex("760102030405060708"))));
        bench.run(5 * S);
        assertThat(bench.bus.pds()).singleElement().satisfies(pd -> {
            assertThat(pd.online()).isFalse();
            assertThat(pd.malformed()).isEqualTo(pd.insecure()).isEqualTo(3);
        });
    }
}
