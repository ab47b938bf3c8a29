package dev.lintel.reader.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads comma-separated values with a header row: cells in double quotes may hold commas, quotes (doubled) and line
/// ends. Rows shorter or longer than the header throw `IllegalArgumentException`.
final class Csv {
    private final String text;
    private int at;

    private Csv(String text) {
        this.text = text;
    }

    /// Each row as column to cell, in file order. Empty lines are skipped.
    static List<Map<String, String>> rows(String text) {
        var csv = new Csv(text);
        List<String> header = csv.row();
        List<Map<String, String>> rows = new ArrayList<>();
        while (csv.at < text.length()) {
            List<String> cells = csv.row();
            if (cells.size() == 1 && cells.getFirst().isEmpty()) continue;
            if (cells.size() != header.size()) {
                throw new IllegalArgumentException(
                        "row " + (rows.size() + 2) + " has " + cells.size() + " cells, the header " + header.size());
            }
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < cells.size(); i++) row.put(header.get(i), cells.get(i));
            rows.add(row);
        }
        return rows;
    }

    private List<String> row() {
        List<String> cells = new ArrayList<>();
        cells.add(cell());
        while (at < text.length() && text.charAt(at) == ',') {
            at++;
            cells.add(cell());
        }
        if (at < text.length() && text.charAt(at) == '\r') at++;
        if (at < text.length() && text.charAt(at) == '\n') at++;
        return cells;
    }

    private String cell() {
        var cell = new StringBuilder();
        boolean quoted = false;
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                // A doubled quote inside quotes is one quote; any other opens or closes.
                if (quoted && at + 1 < text.length() && text.charAt(at + 1) == '"') cell.append(text.charAt(++at));
                else quoted = !quoted;
            } else if (!quoted && (c == ',' || c == '\n' || c == '\r')) break;
            else cell.append(c);
        }
        return cell.toString();
    }
}
