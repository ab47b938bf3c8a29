package dev.lintel.controller.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvWriterTest {
    private static String line(@Nullable Object... values) throws IOException {
        var text = new StringBuilder();
        new CsvWriter(text).line(Arrays.asList(values));
        return text.toString();
    }

    private static String read(String line) throws IOException {
        CsvRow row = new CsvReader(new StringReader(line), ',').next();
        return Objects.requireNonNull(row).cells().getFirst();
    }

    @Test
    void cellsAreQuotedOnlyWhereTheyMustBe() throws IOException {
        assertThat(line("a", 7L, true, null, "b c")).isEqualTo("a,7,true,,b c\r\n");
        assertThat(line("a,b", "say \"no\"", "two\r\nlines", ""))
                .isEqualTo("\"a,b\",\"say \"\"no\"\"\",\"two\r\nlines\",\r\n");
        assertThat(line("naïve 日本")).isEqualTo("naïve 日本\r\n");
    }

    @Test
    void anotherSeparatorIsQuotedInPlaceOfTheComma() throws IOException {
        var text = new StringBuilder();
        new CsvWriter(text, ';').line(List.of("a,b", "c;d"));
        assertThat(text).hasToString("a,b;\"c;d\"\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=1+1",
                "+1",
                "-1",
                "@SUM(A1)",
                "\t=1",
                "\r=1",
                "\n=1",
                "＝1",
                "＋1",
                "－1",
                "＠a",
                "=HYPERLINK(\"http://x\",\"y\")"
            })
    void whatASpreadsheetWouldTakeForAFormulaIsText(String text) throws IOException {
        assertThat(read(line(text))).isEqualTo("'" + text);
        assertThat(CsvGuard.unguarded("'" + text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Ada", "1=1", "a-b", "****1234", "'", "O'Hara", "'tis", "2026-03-02T11:00:00.000+01:00", " "})
    void otherTextsStayAsTheyAre(String text) throws IOException {
        assertThat(read(line(text))).isEqualTo(text);
        assertThat(CsvGuard.unguarded(text)).isEqualTo(text);
    }

    @Property
    void eachTextHasAGuardedFormOfItsOwn(@ForAll("likeFormulas") String one, @ForAll("likeFormulas") String other) {
        assertThat(CsvGuard.unguarded(CsvGuard.guarded(one))).isEqualTo(one);
        assertThat(CsvGuard.guarded(one).equals(CsvGuard.guarded(other))).isEqualTo(one.equals(other));
    }

    @Provide
    Arbitrary<String> likeFormulas() {
        return Arbitraries.strings().withChars("'=-+a").ofMaxLength(4);
    }

    @Test
    void numbersAreNoTexts() throws IOException {
        assertThat(line(-1L)).isEqualTo("-1\r\n");
    }
}
