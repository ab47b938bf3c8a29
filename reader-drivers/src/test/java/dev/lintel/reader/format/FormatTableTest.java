package dev.lintel.reader.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
                "F,8,,,7-1,,,,,,,,bin", // backwards
                "F,8,,,1-7,,,,,,,,bcd8" // half a digit
            })
    void aRowThatMakesNoSenseIsRefusedByName(String row) {
        assertThatThrownBy(() -> FormatTable.parse(HEADER + row))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("card format F: ");
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
