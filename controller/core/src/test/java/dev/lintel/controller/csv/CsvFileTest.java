package dev.lintel.controller.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvFileTest {
    private static CsvFile file(String text) {
        return CsvFile.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<CsvRow> rows(CsvFile file) {
        var rows = new ArrayList<CsvRow>();
        file.each(rows::add);
        assertThat(rows).hasSize(file.rows());
        return rows;
    }

    private static void refused(byte[] bytes, String... words) {
        assertThatThrownBy(() -> CsvFile.of(bytes))
                .isInstanceOf(CsvException.class)
                .hasMessageContainingAll(words);
    }

    private static void refused(String text, String... words) {
        refused(text.getBytes(StandardCharsets.UTF_8), words);
    }

    @Test
    void rowsHaveTheLineTheyBeginIn() {
        CsvFile file = file("a,b\r\n1,\"two\r\nlines\"\n\n\r\n3,\"say \"\"no\"\"\"\r,\n5,");
        assertThat(file.header()).containsExactly("a", "b");
        assertThat(rows(file))
                .containsExactly(
                        new CsvRow(2, List.of("1", "two\r\nlines")),
                        new CsvRow(6, List.of("3", "say \"no\"")),
                        new CsvRow(8, List.of("5", "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b\n1,é", "a;b\n1;é", "a\tb\n1\té", "\uFEFFa,b\r\n1,é\r\n", "\" a \",b \r\n\"1\",\"é\""})
    void whatSpreadsheetsWriteIsRead(String text) {
        CsvFile file = file(text);
        assertThat(file.header()).containsExactly("a", "b");
        assertThat(rows(file)).containsExactly(new CsvRow(2, List.of("1", "é")));
    }

    @Test
    void theSeparatorIsTheOneTheHeaderHasMostOf() {
        assertThat(file("a,b;c,d\n").separatedBy()).isEqualTo(',');
        assertThat(file("a;b,c;d\n").header()).containsExactly("a", "b,c", "d");
        assertThat(file("alone\n1;2\n").separatedBy()).isEqualTo(',');
    }

    @Test
    void anotherEncodingIsRefusedWithItsLine() {
        byte[] western = "name\nAda\nJos\u00e9\n".getBytes(Charset.forName("windows-1252"));
        refused(western, "line 3", "not in UTF-8", "CSV UTF-8");
        refused("name\nAda\n".getBytes(StandardCharsets.UTF_16), "UTF-16", "CSV UTF-8");
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes("name\n".getBytes(StandardCharsets.UTF_8));
        bytes.write(0xC3); // the first half of a letter
        refused(bytes.toByteArray(), "line 2");
        refused(new byte[] {'P', 'K', 3, 4, 0, 0}, "workbook", "CSV UTF-8");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a,b\\n1,\"x\\n\\n                | line 2 | never closed",
                "a,b\\n1,\"x\"y\\n                 | line 2 | follows the closing quote",
                "a,b\\n1,x\"y\\n                   | line 2 | a quote is within",
                "a,b\\n1,x\\u0000\\n               | line 2 | NUL",
                "a,A\\n                            | line 1 | two columns are called A",
                "a,,b\\n                           | line 1 | column 2 has no name",
                "``                                | empty  | first line names the columns",
                "\\n\\n                            | empty  | first line names the columns",
            })
    void whatIsNoTableIsRefusedInWords(String text, String where, String why) {
        refused(text.replace("\\n", "\n").replace("\\u0000", "\0"), where, why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sep=;\na;b\n1;2\n",
                "sep=;;;\na;b\n1;2\n",
                "\"sep=;\";\r\na;b;\r\n1;2;\r\n",
                "sep=;,,,\na,b,,\n1,2,,\n",
                "SEP=,;;\na;b;\n1;2;\n",
                "sep=\t\t\t\na\tb\n1\t2\n",
            })
    void aSepLineWithEmptyColumnsIsNoColumn(String text) {
        CsvFile file = file(text);
        assertThat(file.header()).containsExactly("a", "b");
        assertThat(rows(file)).singleElement().satisfies(row -> {
            assertThat(row.cells()).containsExactly("1", "2");
            assertThat(row.line()).isEqualTo(3);
        });
    }

    @Test
    void aSepLineWithAllEmptyColumnsOfATableIsNoColumn() {
        assertThat(file("sep=;" + ";".repeat(CsvReader.CELLS_MAX) + "\na;b\n1;2\n")
                        .header())
                .containsExactly("a", "b");
        assertThat(file("sep=;x\na;b\n").header()).startsWith("sep=");
    }

    @Test
    void cellsRowsAndColumnsHaveTheirLimits() {
        String longest = "x".repeat(CsvReader.CELL_CHARS_MAX);
        assertThat(rows(file("a\n" + longest + "\n"))).hasSize(1);
        refused("a\n" + longest + "x\n", "line 2", "a cell of more than 10002 characters");
        refused("a\n" + (longest + ",").repeat(4), "line 2", "a row of more than 40000 characters");
        refused("a" + ",a".repeat(CsvReader.CELLS_MAX), "line 1", "more than 100 cells");
        refused("a".repeat(100_000), "line 1", "a cell of more than");
    }

    @Property
    void whatIsWrittenIsReadAgain(@ForAll("tables") List<List<String>> table) throws IOException {
        var text = new StringBuilder();
        var csv = new CsvWriter(text, ';');
        csv.line(List.of("a", "b", "c"));
        for (List<String> row : table) csv.line(row);
        var read = new ArrayList<List<String>>();
        file(text.toString())
                .each(row ->
                        read.add(row.cells().stream().map(CsvGuard::unguarded).toList()));
        assertThat(read).isEqualTo(table);
    }

    @Provide
    Arbitrary<List<List<String>>> tables() {
        Arbitrary<String> cell =
                Arbitraries.strings().withChars("a,;'\"\t\r\n=- é\u2028\uFEFF").ofMaxLength(6);
        Arbitrary<String> first = cell.map(text -> "x" + text); // a row of empty cells is none
        return net.jqwik.api.Combinators.combine(first, cell, cell)
                .as(List::of)
                .list()
                .ofMaxSize(6);
    }

    @Property
    void anyBytesAreATableOrRefusedInWords(@ForAll byte[] noise) {
        try {
            CsvFile.of(noise).each(row -> assertThat(row.cells()).isNotEmpty());
        } catch (CsvException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }
}
