package dev.lintel.reader.serialcard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvFileSource;

/// Every row of the golden file: what is sent, what it is worth, and how it is printed.
class GoldenSerialTest {
    private static final int READER = 0;
    private static final int FRAME = 1;
    private static final int VALID = 2;
    private static final int BITS = 3;
    private static final int HEX = 4;
    private static final int DECIMAL = 5;
    private static final int FIRST_FORM = 6;

    @ParameterizedTest(name = "{0} {1}")
    @CsvFileSource(resources = "/vectors/serial.csv", numLinesToSkip = 1)
    void aFrameGivesItsNumberInEveryPrintedFormOrIsRefused(ArgumentsAccessor row) {
        Bytes frame = Bytes.ofHex(text(row, FRAME).replace(" ", ""));
        List<CardBits> cards = text(row, READER).equals("EM4100_64") ? air(frame) : wire(protocol(row), frame);
        if (!valid(row)) {
            assertThat(cards).isEmpty();
            return;
        }
        assertThat(new HashSet<>(cards)).hasSize(1); // a row may hold the frame twice
        CardBits card = cards.getFirst();
        assertThat(card.count()).isEqualTo(bits(row));
        assertThat(FobPrint.hex(card)).isEqualTo(text(row, HEX));
        assertThat(card.number()).hasToString(text(row, DECIMAL));
        int column = FIRST_FORM;
        for (FobPrint form : FobPrint.values()) {
            assertThat(form.of(card)).as(form.trade()).isEqualTo(row.getString(column));
            column++;
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvFileSource(resources = "/vectors/serial.csv", numLinesToSkip = 1)
    void whatAReaderSendsForACardIsReadAsThatCard(ArgumentsAccessor row) {
        if (!valid(row)) return;
        Bytes frame = Bytes.ofHex(text(row, FRAME).replace(" ", ""));
        CardBits card = CardBits.ofNumber(new BigInteger(text(row, HEX), 16), bits(row));
        if (text(row, READER).equals("EM4100_64"))
            assertThat(Em4100.encode(card)).isEqualTo(frame);
        else
            assertThat(wire(protocol(row), FrameWriter.card(protocol(row), card)))
                    .containsExactly(card);
    }

    private static List<CardBits> air(Bytes frame) {
        @Nullable CardBits card = Em4100.decode(frame);
        return card == null ? List.of() : List.of(card);
    }

    private static List<CardBits> wire(SerialProtocol protocol, Bytes frame) {
        var frames = new SerialFrames(protocol);
        var cards = new ArrayList<CardBits>();
        var all = new ArrayList<>(frames.feed(frame.toArray(), frame.size(), 0));
        all.addAll(frames.step(SerialFrames.GAP_NS));
        for (CardFrame one : all) {
            if (one instanceof CardFrame.Card(CardBits bits)) cards.add(bits);
        }
        return cards;
    }

    private static SerialProtocol protocol(ArgumentsAccessor row) {
        String reader = text(row, READER);
        if (reader.startsWith("ASCII_HEX")) return SerialProtocol.HEX;
        if (reader.startsWith("ASCII_")) return SerialProtocol.DECIMAL;
        return switch (reader) {
            case "RDM6300" -> SerialProtocol.RDM6300;
            case "ID12LA" -> SerialProtocol.ID12LA;
            case "STX_LEN_BCC" -> SerialProtocol.STX_BCC;
            default -> throw new AssertionError("no protocol for " + reader);
        };
    }

    private static boolean valid(ArgumentsAccessor row) {
        return text(row, VALID).equals("true");
    }

    private static int bits(ArgumentsAccessor row) {
        return Integer.parseInt(text(row, BITS));
    }

    private static String text(ArgumentsAccessor row, int column) {
        return Objects.requireNonNull(row.getString(column));
    }
}
