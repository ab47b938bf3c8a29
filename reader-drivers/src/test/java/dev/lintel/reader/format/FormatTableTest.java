package dev.lintel.reader.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.reader.CardBits;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormatTableTest {
    private static final String HEADER = "name,total_bits,facility_bits,facility_max,number_bits,number_max,"
            + "issue_bits,issue_max,oem_bits,oem_max,parity,fixed,encoding\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "F,8,,,0-8,,,,,,,,bin", // a field beyond the card
                "F,8,,,,,,,,,,,bin", // no number
                "F,300,,,0-8,,,,,,,,bin", // too long for a card
                "F,8,,,1-7,,,,,,0:maybe:1-7,,bin", // neither even nor odd
                "F,8,,,1-7,,,,,,0:even:1-9,,bin", // parity over bits that are not there
                "F,8,,,1-7,,,,,,,0=2,bin", // a bit with value 2
                "F,8,,,1-x,,,,,,,,bin", // no number
                "F,8,1-3,,3-7,,,,,,,,bin", // a bit in two fields
                "F,8,,,1-3 2,,,,,,,,bin", // a bit twice
                "F,8,,,1-7,,,,,,1:even:2-7,,bin", // a parity bit in a field
                "F,8,,,1-6,,,,,,0:even:1-7|7:odd:1-6,,bin", // over a parity bit that comes later
                "F,8,,,1-6,,,,,,0:even:0-6,,bin", // over itself
                "F,8,,,1-6,,,,,,0:even:,,bin", // over nothing
                "F,8,,,1-6,,,,,,0:even:1-6,0=1,bin", // a parity bit that is fixed
                "F,8,,,1-6,,,,,,,9=1,bin", // a fixed bit beyond the card
                "F,8,,,1-7,,,,,,,,bcd8" // half a digit
            })
    void aRowThatMakesNoSenseIsRefusedByName(String row) {
        assertThatThrownBy(() -> FormatTable.parse(HEADER + row))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("card format F: ");
    }

    @Test
    void aRangeThatFallsIsAFieldWithItsLastBitFirst() {
        FormatTable table = FormatTable.parse(HEADER + "F,8,,,7-4 0-3,,,,,,,,bin");
        CardFormat format = Objects.requireNonNull(table.find("F"));
        CardFields fields = Objects.requireNonNull(format.fields(CardBits.of("00011000")));
        assertThat(fields.number()).isEqualTo(BigInteger.valueOf(0b0001_0001));
        assertThat(BitRanges.format(
                        Objects.requireNonNull(format.layout().number()).positions()))
                .isEqualTo("7-4 0-3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4", "1-8", "8-1", "9 4 6-5 0 7 19 8", "0-255", "255-0"})
    void rangesAreWrittenAsTheyWereRead(String text) {
        assertThat(BitRanges.format(BitRanges.parse(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            1-x     | '1-x' is not a bit such as 9 or a range such as 9-24
            -1      | '-1' is not a bit
            1--2    | is not a bit
            0-256   | bit 256 is beyond the last of any card, 255
            1-3 2   | names bit 2 twice
            0-255 0-255 0-255 | names more than 256 bits
            """)
    void positionsThatAreNoneAreRefusedInWords(String text, String said) {
        assertThatThrownBy(() -> BitRanges.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(said);
    }

    @Test
    void aFormatTwiceIsRefused() {
        assertThatThrownBy(() -> FormatTable.parse(HEADER + "F,8,,,0-7,,,,,,,,bin\nF,9,,,0-7,,,,,,,,bin\n"))
                .hasMessage("card format F is in the table twice");
    }

    @Test
    void quotedCellsHoldCommasQuotesAndLineEnds() {
        assertThat(Csv.rows("a,b\r\n\"x,\"\"y\"\"\",\"1\n2\"\n\nc,\n"))
                .isEqualTo(List.of(Map.of("a", "x,\"y\"", "b", "1\n2"), Map.of("a", "c", "b", "")));
    }

    @Test
    void aRowOfAnotherLengthIsRefused() {
        assertThatThrownBy(() -> Csv.rows("a,b\n1,2\n3\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("row 3 has 1 cells, the header 2");
    }
}
