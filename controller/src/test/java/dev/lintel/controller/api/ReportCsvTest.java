package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportCsvTest {
    private static String line(@Nullable Object... values) throws IOException {
        var text = new StringBuilder();
        new ReportCsv(text).line(Arrays.asList(values));
        return text.toString();
    }

    @Test
    void cellsAreQuotedOnlyWhereTheyMustBe() throws IOException {
        assertThat(line("a", 7L, true, null, "b c")).isEqualTo("a,7,true,,b c\r\n");
        assertThat(line("a,b", "say \"no\"", "two\r\nlines", ""))
                .isEqualTo("\"a,b\",\"say \"\"no\"\"\",\"two\r\nlines\",\r\n");
        assertThat(line("naïve 日本")).isEqualTo("naïve 日本\r\n");
    }

    @Test
    void theHeaderHasTheColumnsNames() throws IOException {
        var text = new StringBuilder();
        new ReportCsv(text).header(Report.DOOR_USE.columns());
        assertThat(text).hasToString("hour,channel_id,channel_name,admitted,denied\r\n");
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
        assertThat(CsvReader.read(line(text))).containsExactly(List.of("'" + text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Ada", "1=1", "a-b", "****1234", "'", "2026-03-02T11:00:00.000+01:00", " "})
    void otherTextsStayAsTheyAre(String text) throws IOException {
        assertThat(CsvReader.read(line(text))).containsExactly(List.of(text));
    }

    @Test
    void numbersAreNoTexts() throws IOException {
        assertThat(line(-1L)).isEqualTo("-1\r\n");
    }
}
