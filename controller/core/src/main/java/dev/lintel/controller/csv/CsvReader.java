package dev.lintel.controller.csv;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads a table row by row by the grammar of RFC 4180; of line ends it takes CR LF, LF and CR. Lines without any text
/// are no rows. Other text is a [CsvException]: after a quote in a wrong place, the ends of cells are not known.
public final class CsvReader {
    /// The longest text of a person, their notes, and two apostrophes; a quote that is never closed is found out by it.
    public static final int CELL_CHARS_MAX = 10_002;
    /// The notes and every other field at its longest.
    public static final int ROW_CHARS_MAX = 40_000;
    /// More than people have fields.
    public static final int CELLS_MAX = 100;

    private static final int END = -1;

    private final Reader in;
    private final char separator;
    private int ahead;
    private int line;
    private int chars;

    /// `in` gives single characters cheaply. Throws `IOException` when it does.
    public CsvReader(Reader in, char separator) throws IOException {
        this(in, separator, 1);
    }

    /// @param line the number of the first line
    CsvReader(Reader in, char separator, int line) throws IOException {
        this.in = in;
        this.line = line;
        this.separator = separator;
        this.ahead = in.read();
    }

    /// The next row, or null at the end.
    public @Nullable CsvRow next() throws IOException {
        while (ahead != END) {
            int first = line;
            chars = 0;
            List<String> cells = row();
            boolean blank = cells.stream().allMatch(String::isEmpty); // spreadsheets leave such at the end
            if (!blank) return new CsvRow(first, cells);
        }
        return null;
    }

    private List<String> row() throws IOException {
        var cells = new ArrayList<String>();
        cells.add(cell());
        while (ahead == separator) {
            take();
            cells.add(cell());
            if (cells.size() > CELLS_MAX) throw CsvException.at(line, "more than " + CELLS_MAX + " cells");
        }
        if (ahead != END) take(); // the end of the line: a cell ends nowhere else
        return cells;
    }

    private String cell() throws IOException {
        if (ahead == '"') return quoted();
        var cell = new StringBuilder();
        while (!endsCell()) {
            if (ahead == '"') {
                throw CsvException.at(line, "a quote is within a cell that does not begin with one");
            }
            add(cell);
        }
        return cell.toString();
    }

    private String quoted() throws IOException {
        int first = line;
        var cell = new StringBuilder();
        take();
        while (true) {
            if (ahead == END) throw CsvException.at(first, "the quote of a cell is never closed");
            if (ahead != '"') {
                add(cell);
                continue;
            }
            take();
            if (ahead != '"') break;
            add(cell);
        }
        if (!endsCell()) throw CsvException.at(line, "text follows the closing quote of a cell");
        return cell.toString();
    }

    private boolean endsCell() {
        return ahead == separator || ahead == '\n' || ahead == '\r' || ahead == END;
    }

    /// The character ahead belongs to the cell; a CR LF within quotes stays two.
    private void add(StringBuilder cell) throws IOException {
        if (ahead == 0) throw CsvException.at(line, "a NUL character");
        cell.append((char) ahead);
        if (cell.length() > CELL_CHARS_MAX) {
            throw CsvException.at(line, "a cell of more than " + CELL_CHARS_MAX + " characters; is a quote missing?");
        }
        if (++chars > ROW_CHARS_MAX) throw CsvException.at(line, "a row of more than " + ROW_CHARS_MAX + " characters");
        if (ahead == '\r') {
            ahead = in.read();
            if (ahead == '\n') cell.append((char) ahead);
            else {
                line++;
                return;
            }
        }
        take();
    }

    /// Past the character ahead; a CR LF outside of quotes is one.
    private void take() throws IOException {
        int taken = ahead;
        ahead = in.read();
        if (taken == '\r' && ahead == '\n') ahead = in.read();
        if (taken == '\r' || taken == '\n') line++;
    }
}
