package dev.lintel.reader.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.reader.Bytes;
import dev.lintel.reader.CardBits;
import dev.lintel.reader.format.ChipOrder.Part;
import dev.lintel.reader.format.PrintedForm.How;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every golden number: what readers make of a chip's UID, and what is printed on cards.
class CardNumbersTest {
    private static final Pattern ORDER =
            Pattern.compile("(?<first>MSB|LSB)(?<part>_CL1|_first3)?(_W(?<wire>\\d+))?(_low24|_cascade)?");
    private static final Map<String, How> PRINTED = Map.of(
            "FC:CN", How.FACILITY_AND_NUMBER,
            "CN_only", How.NUMBER,
            "WG24_number", How.VALUE,
            "FCCN_text", How.DIGITS,
            "RAW26", How.RAW);

    static Stream<Map<String, String>> chips() {
        return rows().filter(row -> ORDER.matcher(cell(row, "order")).matches());
    }

    static Stream<Map<String, String>> prints() {
        return rows().filter(row -> PRINTED.containsKey(cell(row, "order")));
    }

    @ParameterizedTest
    @MethodSource("chips")
    void aReaderMakesThisNumberAndThisFrameOfTheChip(Map<String, String> row) {
        Matcher order = ORDER.matcher(cell(row, "order"));
        assertThat(order.matches()).isTrue();
        Bytes uid = Bytes.ofHex(cell(row, "uid_hex"));
        ChipOrder chip = order(order, uid);
        BigInteger number = chip.number(uid);
        int bits = chip.bits(uid.size());
        PrintedForm printed = PrintedForm.of(How.VALUE, number, bits);
        assertThat(printed.text()).isEqualTo(cell(row, "decimal"));
        assertThat(printed.padded()).isEqualTo(cell(row, "decimal_padded"));
        assertThat(printed.hex()).isEqualTo(cell(row, "value_hex"));
        assertThat(ChipOrder.usual(uid.size())).contains(chip);

        int frameBits = order.group("wire") == null ? bits : Integer.parseInt(order.group("wire"));
        assertThat(frameBits).isEqualTo(Integer.parseInt(cell(row, "value_bits")));
        CardBits frame = ChipOrder.frame(number, bits, frameBits);
        if (!cell(row, "wire_bits").isEmpty()) assertThat(frame).hasToString(cell(row, "wire_bits"));
        CardFormat format = format(frameBits, bits);
        CardFields fields = Objects.requireNonNull(format.fields(frame));
        assertThat(format.usual(fields)).isEqualTo(number);
    }

    @ParameterizedTest
    @MethodSource("prints")
    void aCardIsPrintedThisWay(Map<String, String> row) {
        CardFormat format = CardFormats.known(cell(row, "kind"));
        CardBits card = CardBits.of(cell(row, "wire_bits"));
        How how = Objects.requireNonNull(PRINTED.get(cell(row, "order")));
        assertThat(PrintedForm.of(format, card))
                .filteredOn(form -> form.how() == how)
                .containsExactly(new PrintedForm(
                        how,
                        cell(row, "decimal"),
                        cell(row, "decimal_padded"),
                        cell(row, "value_hex"),
                        Integer.parseInt(cell(row, "value_bits"))));
    }

    @Test
    void everyRowIsOfOneKindOrTheOther() {
        assertThat(chips().count() + prints().count()).isEqualTo(rows().count());
    }

    @Test
    void aReadersByteOrderUndoesWhatTheReaderDid() {
        CardBits frame = ChipOrder.frame(new ChipOrder(true, Part.WHOLE, 0).number(Bytes.ofHex("1EA68671")), 32, 34);
        CardFormats lastByteFirst = CardFormats.of(List.of("W34")).reversed();
        assertThat(Objects.requireNonNull(lastByteFirst.decode(frame)).value()).isEqualTo(0x1EA68671L);
    }

    private static ChipOrder order(Matcher order, Bytes uid) {
        Part part = switch (order.group("part")) {
            case "_CL1" -> Part.CASCADE_LEVEL_1;
            case "_first3" -> Part.FIRST_THREE;
            case null, default -> Part.WHOLE;
        };
        boolean w26 = "26".equals(order.group("wire"));
        int bits = new ChipOrder(false, part, 0).bits(uid.size());
        return new ChipOrder(order.group("first").equals("LSB"), part, w26 && bits > 24 ? 24 : 0);
    }

    /// The format by which a controller reads the frame.
    private static CardFormat format(int frameBits, int bits) {
        if (frameBits == 26) return CardFormats.known("H10301");
        return CardFormats.known("W" + frameBits + (frameBits == bits ? "CSN" : ""));
    }

    private static Stream<Map<String, String>> rows() {
        try (InputStream in = CardNumbersTest.class.getResourceAsStream("/vectors/card-numbers.csv")) {
            return Csv.rows(new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)).stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String cell(Map<String, String> row, String column) {
        return Objects.requireNonNull(row.get(column));
    }
}
