package dev.lintel.controller.csv;

/// A file is no table that can be read. The message is a sentence for the owner of the file, with the line where there
/// is one.
public final class CsvException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CsvException(String message) {
        super(message);
    }

    static CsvException at(int line, String what) {
        return new CsvException("line " + line + ": " + what);
    }
}
