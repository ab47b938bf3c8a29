package dev.lintel.controller.csv;

import java.util.List;

/// One row as the file has it.
///
/// @param line of the file where it begins, from 1
/// @param cells without their quotes
public record CsvRow(int line, List<String> cells) {
    public CsvRow {
        cells = List.copyOf(cells);
    }
}
