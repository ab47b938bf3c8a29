package dev.lintel.controller.peoplefile;

import dev.lintel.controller.csv.CsvRow;
import java.util.List;

/// Some rows of a file that are taken in together.
///
/// @param columns the file's header
/// @param rows each with as many cells
public record Chunk(List<String> columns, List<CsvRow> rows) {
    /// Rows at once: they are one transaction, and a door's event waits for it, some 20 ms on a board.
    public static final int ROWS_MAX = 100;
    /// Characters at once, but for the last row: with it they fit a request of the control socket, escaped as JSON.
    public static final int CHARS_MAX = 100_000;

    public Chunk {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }
}
