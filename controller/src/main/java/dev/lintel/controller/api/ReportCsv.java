package dev.lintel.controller.api;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes CSV as RFC 4180 has it: a header, lines that end in CR LF, cells with a comma, a quote or an end of line in
/// quotes, quotes doubled. UTF-8 without a mark at its start.
///
/// A text that a spreadsheet would take for a formula gets an apostrophe before it, which spreadsheets take for "this
/// is text": people's names are written by strangers, and a formula in one could send the sheet's other cells away.
/// Source: OWASP, CSV Injection.
record ReportCsv(Appendable out) {
    /// What a formula begins with, its wide forms too; tab and ends of line are skipped by some spreadsheets.
    private static final String FORMULA = "=+-@\t\r\n＝＋－＠";

    void header(List<Report.Column> columns) throws IOException {
        line(columns.stream().<@Nullable Object>map(Report.Column::name).toList());
    }

    /// One row: texts, numbers, booleans; null is an empty cell.
    void line(List<? extends @Nullable Object> values) throws IOException {
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) out.append(',');
            Object value = values.get(i);
            if (value instanceof String text) text(text);
            else if (value != null) out.append(value.toString());
        }
        out.append("\r\n");
    }

    private void text(String text) throws IOException {
        String cell = guarded(text);
        boolean plain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        if (plain) out.append(cell);
        else out.append('"').append(cell.replace("\"", "\"\"")).append('"');
    }

    static String guarded(String text) {
        return !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }
}
