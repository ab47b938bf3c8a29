package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportFormatTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    */*                                           | JSON
                    application/json                              | JSON
                    text/csv                                      | CSV
                    TEXT/CSV                                      | CSV
                    text/csv; charset=utf-8                       | CSV
                    text/*                                        | CSV
                    text/csv, application/json                    | JSON
                    text/csv, */*                                 | JSON
                    text/csv, */*;q=0.9                           | CSV
                    application/json;q=0.5, text/csv;q=0.6        | CSV
                    application/json;q=0.6, text/csv;q=0.5        | JSON
                    text/csv;q=0                                  | JSON
                    text/csv;q=0.001                              | CSV
                    */*, application/json;q=0.1                   | CSV
                    text/*;q=0.1, text/csv;q=0.9, */*;q=0.5       | CSV
                    text/*, text/csv;q=0.2, application/json;q=.5 | JSON
                    text/csv;header=present;q=0.4, */*;q=0.3      | CSV
                    text/csv;q=2, application/json                | JSON
                    text/html                                     | JSON
                    nonsense                                      | JSON
                    text/csv;;q=, ,                               | CSV
                    """)
    void csvOnlyWhereItIsPreferred(String accept, ReportFormat format) {
        assertThat(ReportFormat.accepted(accept)).isEqualTo(format);
    }

    @Test
    void withoutAcceptItIsJson() {
        assertThat(ReportFormat.accepted(null)).isEqualTo(ReportFormat.JSON);
        assertThat(ReportFormat.accepted("")).isEqualTo(ReportFormat.JSON);
    }
}
