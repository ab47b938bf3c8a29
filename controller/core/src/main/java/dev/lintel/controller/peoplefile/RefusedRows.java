package dev.lintel.controller.peoplefile;

import dev.lintel.controller.csv.CsvFile;
import dev.lintel.controller.csv.CsvGuard;
import dev.lintel.controller.csv.CsvRow;
import dev.lintel.controller.csv.CsvWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Rows that were refused as lines of a file with the same columns and one more, [#COLUMN], that says why; it can be
/// mended and brought again as it is. Its cells are guarded, which changes nothing of what they say.
public final class RefusedRows {
    /// Passed over when a file that has it is brought.
    public static final String COLUMN = "refused";

    private static final String REMOVE = "-";

    private final List<String> columns;
    private final char separator;
    private final int why;

    public RefusedRows(CsvFile file) {
        this.columns = file.header();
        this.separator = file.separatedBy();
        int found = -1;
        for (int i = 0; i < columns.size(); i++) if (columns.get(i).equalsIgnoreCase(COLUMN)) found = i;
        this.why = found;
    }

    /// The first line, with its end.
    public String header() {
        return line(columns, COLUMN);
    }

    /// One row, with its end.
    public String line(CsvRow row, RefusedRow refused) {
        String said = refused.faults().stream()
                .map(fault -> fault.column().isEmpty() ? fault.message() : fault.column() + " " + fault.message())
                .collect(Collectors.joining("; "));
        return line(row.cells(), said);
    }

    private String line(List<String> cells, String last) {
        var all = new ArrayList<String>();
        for (int i = 0; i < cells.size(); i++) if (i != why) all.add(again(cells.get(i)));
        all.add(CsvGuard.guarded(last));
        var line = new StringBuilder();
        try {
            new CsvWriter(line, separator).cells(all);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // to memory: it cannot be
        }
        return line.toString();
    }

    /// A lone `-` is an order to remove, and no text.
    private static String again(String cell) {
        return cell.strip().equals(REMOVE) ? cell : CsvGuard.guarded(CsvGuard.unguarded(cell));
    }
}
