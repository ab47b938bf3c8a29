package dev.lintel.tools;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Columns for people to read, each as wide as its widest cell. A header that starts with `>` has its column to the
/// right, as numbers are.
final class Table {
    private static final String GAP = "  ";

    private final List<Boolean> right = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... headers) {
        var names = new ArrayList<String>();
        for (String header : headers) {
            right.add(header.startsWith(">"));
            names.add(header.startsWith(">") ? header.substring(1) : header);
        }
        rows.add(names);
    }

    /// As many cells as there are headers; null is a dash.
    void row(Iterable<? extends @Nullable Object> cells) {
        var row = new ArrayList<String>();
        for (Object cell : cells) row.add(cell == null ? "-" : Output.inLine(cell));
        if (row.size() != right.size()) throw new IllegalArgumentException(row.size() + " cells");
        rows.add(row);
    }

    /// The lines, without an end to the last.
    @Override
    public String toString() {
        var lines = new ArrayList<String>();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                String cell = row.get(i);
                String fill = " ".repeat(width(i) - cell.length());
                line.append(i == 0 ? "" : GAP).append(right.get(i) ? fill + cell : cell + fill);
            }
            lines.add(line.toString().stripTrailing());
        }
        return String.join(System.lineSeparator(), lines);
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
