package dev.lintel.controller.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableTest {
    private static final System.Logger LOG = System.getLogger(PrintableTest.class.getName());

    @ParameterizedTest
    @CsvSource({
        "004d 00fc 6f22 1f600, 004d 00fc 6f22 1f600",
        "0061 000a 0062, 0061 0020 0062",
        "0061 000d 000a 0062, 0061 0020 0020 0062",
        "0009, 0020",
    })
    void plainTextStaysAndLineBreaksAreSpaces(String text, String expected) {
        assertThat(Printable.of(points(text))).isEqualTo(points(expected));
    }

    /// Escape sequences, C1 controls, line and paragraph separators, text direction, zero-width and tag characters,
    /// half a surrogate pair.
    @ParameterizedTest
    @CsvSource({
        "001b, \\u001b",
        "0000, \\u0000",
        "007f, \\u007f",
        "009b, \\u009b",
        "2028, \\u2028",
        "2029, \\u2029",
        "202e, \\u202e",
        "2066, \\u2066",
        "200b, \\u200b",
        "e0041, \\udb40\\udc41",
        "d800, \\ud800",
    })
    void whatDoesSomethingToATerminalIsWrittenAsItsNumber(String point, String expected) {
        assertThat(Printable.of("a" + points(point) + "b")).isEqualTo("a" + expected + "b");
    }

    @Test
    void severalLinesStaySeveral() {
        assertThat(Printable.lines("one\n\ttwo \u001b[31m\u061c\r")).isEqualTo("one\n\ttwo \\u001b[31m\\u061c\\u000d");
    }

    @Test
    void aStackTraceHasNoControlCharacters() {
        var cause = new IllegalStateException("cause \u009b31m");
        List<String> trace = Printable.trace(new IllegalArgumentException("quoted \u001b[2J\nsecond", cause));
        assertThat(trace)
                .startsWith("java.lang.IllegalArgumentException: quoted \\u001b[2J second")
                .contains("Caused by: java.lang.IllegalStateException: cause \\u009b31m");
    }

    private static String points(String hex) {
        var text = new StringBuilder();
        for (String point : hex.split(" ", -1)) text.appendCodePoint(Integer.parseInt(point, 16));
        return text.toString();
    }

    @Test
    void aLogLineHasNoControlCharacters() {
        try (var logged = new Logged()) {
            LOG.log(
                    System.Logger.Level.ERROR,
                    "reader \u001b[31mred\u0007 said \u202eno\n12:00:00.000 INFO all is well");
            // Lines of classes that ran before in this process may come now: only the own one counts.
            List<String> own = logged.text()
                    .lines()
                    .filter(line -> line.contains("reader ") || line.contains("all is well"))
                    .toList();
            assertThat(own)
                    .singleElement()
                    .asString()
                    .contains("reader \\u001b[31mred\\u0007 said \\u202eno 12:00:00.000 INFO all is well")
                    .doesNotContain("\u001b", "\u0007", "\u202e");
        }
    }
}
