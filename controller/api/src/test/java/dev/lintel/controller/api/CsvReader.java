package dev.lintel.controller.api;

import java.util.ArrayList;
import java.util.List;

/// Reads CSV by the grammar of RFC 4180 and nothing beside it: what is not by the grammar throws.
final class CsvReader {
    private final String text;
    private int at;

    private CsvReader(String text) {
        this.text = text;
    }

    /// Every line, the header first.
    static List<List<String>> read(String text) {
        var reader = new CsvReader(text);
        var lines = new ArrayList<List<String>>();
        while (reader.at < text.length()) lines.add(reader.line());
        return lines;
    }

    private List<String> line() {
        var cells = new ArrayList<String>();
        cells.add(cell());
        while (at < text.length() && text.charAt(at) == ',') {
            at++;
            cells.add(cell());
        }
        if (!text.startsWith("\r\n", at)) throw new IllegalStateException("no CR LF at " + at);
        at += 2;
        return cells;
    }

    private String cell() {
        int start = at;
        if (at < text.length() && text.charAt(at) == '"') return quoted();
        while (at < text.length() && ",\r\n".indexOf(text.charAt(at)) < 0) {
            if (text.charAt(at) == '"') throw new IllegalStateException("a bare quote at " + at);
            at++;
        }
        return text.substring(start, at);
    }

    private String quoted() {
        var cell = new StringBuilder();
        for (at++; ; at++) {
            if (text.charAt(at) != '"') cell.append(text.charAt(at));
            else if (text.startsWith("\"\"", at)) cell.append(text.charAt(at++));
            else break;
        }
        at++;
        return cell.toString();
    }
}
