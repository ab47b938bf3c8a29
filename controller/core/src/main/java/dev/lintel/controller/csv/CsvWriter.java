package dev.lintel.controller.csv;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes a table as RFC 4180 has it: lines that end in CR LF, cells with a separator, a quote or an end of line in
/// quotes, quotes doubled. UTF-8 without a mark at its start, wherever `out` leads.
///
/// @param separator a comma, unless the table goes back to who sent one with another
public record CsvWriter(Appendable out, char separator) {
    public static final char COMMA = ',';
    /// Before the first line of a file that people open: without it Excel reads UTF-8 as another encoding.
    public static final char MARK = '\uFEFF';

    public CsvWriter(Appendable out) {
        this(out, COMMA);
    }

    /// One row: texts, which are guarded ([CsvGuard]), numbers and booleans; null is an empty cell.
    public void line(List<? extends @Nullable Object> values) throws IOException {
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) out.append(separator);
            Object value = values.get(i);
            if (value instanceof String text) cell(CsvGuard.guarded(text));
            else if (value != null) out.append(value.toString());
        }
        out.append("\r\n");
    }

    /// One row of cells that are guarded already, where they must be.
    public void cells(List<String> cells) throws IOException {
        for (int i = 0; i < cells.size(); i++) {
            if (i > 0) out.append(separator);
            cell(cells.get(i));
        }
        out.append("\r\n");
    }

    private void cell(String cell) throws IOException {
        boolean plain = cell.chars().noneMatch(c -> c == separator || c == '"' || c == '\r' || c == '\n');
        if (plain) out.append(cell);
        else out.append('"').append(cell.replace("\"", "\"\"")).append('"');
    }
}
