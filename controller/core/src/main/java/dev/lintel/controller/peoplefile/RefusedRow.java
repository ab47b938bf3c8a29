package dev.lintel.controller.peoplefile;

import java.util.List;

/// A row that was not taken.
///
/// @param line of the file where it begins
public record RefusedRow(int line, List<CellFault> faults) {
    public RefusedRow {
        faults = List.copyOf(faults);
    }
}
