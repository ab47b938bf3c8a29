package dev.lintel.controller.api;

import dev.lintel.controller.csv.CsvFile;
import dev.lintel.controller.csv.CsvRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// What Excel makes of a file when it opens and saves it: the separator and the words of its country, no columns lost.
final class CsvOfExcel {
    private CsvOfExcel() {}

    static String saved(String text, char separator, String yes, String no) {
        var file = CsvFile.of(text.getBytes(StandardCharsets.UTF_8));
        var lines = new ArrayList<String>();
        lines.add(line(file.header(), separator));
        file.each((CsvRow row) -> lines.add(line(
                row.cells().stream()
                        .map(cell -> switch (cell) {
                            case "true" -> yes;
                            case "false" -> no;
                            default -> cell;
                        })
                        .toList(),
                separator)));
        return String.join("\r\n", lines) + "\r\n";
    }

    private static String line(List<String> cells, char separator) {
        return String.join(
                String.valueOf(separator),
                cells.stream()
                        .map(cell ->
                                cell.matches("(?s).*[;,\"\\n\\r].*") ? "\"" + cell.replace("\"", "\"\"") + "\"" : cell)
                        .toList());
    }
}
