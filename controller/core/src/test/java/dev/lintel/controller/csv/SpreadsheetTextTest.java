package dev.lintel.controller.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadsheetTextTest {
    /// A hundred times the characters of a cell. A step of quadratic time takes minutes, one of linear time
    /// milliseconds.
    private static final int CHARS = 1_000_000;

    private static final Duration LIMIT = Duration.ofSeconds(30);

    static List<Arguments> longCells() {
        return List.of(
                arguments("1e", " ", "x"),
                arguments("1e-", " ", "x"),
                arguments("1", " ", "x"),
                arguments("1", " ", "e5"),
                arguments("", "1 ", "x"),
                arguments("", "1e", "x"),
                arguments("", "1-", "x"),
                arguments("", "1:", "x"),
                arguments("", "x ", "1"),
                arguments("1", "\u0301\u0316", "e5"),
                arguments("true", "\u0316\u0301\u0323\u0334", ""),
                arguments("x", "\uff9e\uff9f", "1"),
                arguments("tr", "\u200b", "ue"),
                arguments("", "'", "1"),
                arguments("", "0", ""));
    }

    @ParameterizedTest
    @MethodSource("longCells")
    void aLongCellIsMarkedAndReadInLinearTime(String begin, String middle, String end) {
        String text = begin + middle.repeat(CHARS / middle.length()) + end;
        assertTimeoutPreemptively(LIMIT, () -> {
            String cell = SpreadsheetText.marked(text);
            assertThat(SpreadsheetText.unmarked(cell).equals(text)).isTrue();
            assertThat(SpreadsheetText.unmarked("'" + text)).endsWith(end);
        });
    }

    @Test
    void aLongNumberIsComparedInLinearTime() {
        String digits = "1".repeat(CHARS);
        assertTimeoutPreemptively(LIMIT, () -> {
            assertThat(LongNumbers.mayBeRounded(digits)).isFalse();
            assertThat(LongNumbers.mayBeRounded("1" + "0".repeat(CHARS) + "x")).isFalse();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3E5",
                "3.e5",
                "1 e 5",
                "1e  -  5",
                "1 d + 5",
                "1,d\u22125",
                "(1.2e3)",
                "\uff13\uff25\uff15",
                "tru\u0301e",
                "epa\u0308tosi",
                "\u00a0 TRUE \u3000"
            })
    void aNumberWithAnExponentOrABooleanIsMarked(String text) {
        assertThat(SpreadsheetText.marked(text)).isEqualTo("'" + text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"e5", "3e", "3ee5", "3e--5", "3e5x", "3e-x5", "truest", "tr ue"})
    void aTextThatOnlyResemblesOneIsNot(String text) {
        assertThat(SpreadsheetText.marked(text)).isEqualTo(text);
    }
}
