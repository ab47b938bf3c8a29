package dev.lintel.controller.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/// `SpreadsheetRoundTripTest` has the round trips.
class SpreadsheetTextTest {
    /// An export and an import do this for thousands of cells. A quadratic search takes minutes for each of these.
    @Test
    void aCellOfManySpacesOrDigitsTakesNoTime() {
        int length = 1_000_000;
        for (String many : List.of(" ", "1", "1 ", "1.", "-", "1e", ". "))
            for (String end : List.of("x", "e", "1", "")) {
                String text = "1e" + many.repeat(length / many.length()) + end;
                Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
                    String cell = SpreadsheetText.marked(text);
                    assertThat(SpreadsheetText.unmarked(cell)).isEqualTo(text);
                });
            }
    }

    @Test
    void anExponentMayHaveSpacesAndASign() {
        for (String text : List.of("3E5", "3 e 5", "3.e -5", "3,5 D + 5", "3e5 %")) {
            assertThat(SpreadsheetText.marked(text)).as(text).isEqualTo("'" + text);
        }
        assertThat(SpreadsheetText.marked("3 e x 5")).isEqualTo("3 e x 5");
    }
}
