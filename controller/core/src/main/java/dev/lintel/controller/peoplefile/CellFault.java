package dev.lintel.controller.peoplefile;

/// What is wrong with a cell.
///
/// @param column as the header has it; empty for the row as a whole
/// @param message never with the cell's text in it
public record CellFault(String column, String message) {
    /// One line for whoever has the file.
    public String sentence(int line) {
        return "line " + line + (column.isEmpty() ? ": " : ", " + column + ": ") + message;
    }
}
