package dev.lintel.controller.csv;

import dev.lintel.controller.text.TextKey;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A whole table with a header, read to its end before its first row is used: a file that is incomplete, or in
/// another encoding, is refused whole. UTF-8, with or without its mark; separated by commas, semicolons or tabs, as
/// spreadsheets of different countries write it, or by what a first line `sep=;` says. Immutable.
public final class CsvFile {
    private static final String SAVE_AS = "; save it as CSV in UTF-8 (in Excel: CSV UTF-8)";
    private static final List<Character> SEPARATORS = List.of(',', ';', '\t');
    private static final int DECODED_CHARS = 8192;
    private static final int MARK_BYTES = 3;
    /// As many empty columns as a row has at most, and the name.
    private static final int SEP_BYTES_MAX = 16 + CsvReader.CELLS_MAX;
    /// A first line for Excel that names the character between cells. A spreadsheet that takes it for a cell saves it
    /// with the empty columns of the table, whose separator is then the one between those.
    private static final Pattern SEP = Pattern.compile("\"?sep=(.)\"?(?:([,;\t])\\2*)?", Pattern.CASE_INSENSITIVE);

    private final byte[] bytes;
    private final int from;
    private final int firstLine;
    private final char separator;
    private final List<String> header;
    private final int rows;
    private final boolean exact;

    private CsvFile(byte[] bytes, int mark) throws IOException {
        this.bytes = bytes;
        Matcher said = SEP.matcher(lineAt(bytes, mark));
        boolean says = said.matches();
        this.from = says ? afterLine(bytes, mark) : mark;
        this.firstLine = says ? 2 : 1;
        if (says && !SEPARATORS.contains(said.group(1).charAt(0))) {
            throw CsvException.at(1, "sep= names another character than a comma, a semicolon or a tab");
        }
        this.separator = says ? separator(said) : mostOf();
        CsvRow first = reader().next();
        if (first == null) throw new CsvException("the file is empty: its first line names the columns");
        this.header = named(first.cells());
        checkHeader(first.line());
        int count = 0;
        CsvReader reader = reader();
        while (reader.next() != null) count++;
        this.rows = count - 1;
        this.exact = false;
    }

    private CsvFile(CsvFile file, boolean exact) {
        this.bytes = file.bytes;
        this.from = file.from;
        this.firstLine = file.firstLine;
        this.separator = file.separator;
        this.header = file.header;
        this.rows = file.rows;
        this.exact = exact;
    }

    /// Reads all of it once. Throws [CsvException] when it is no such table. `bytes` belong to the file from now on.
    public static CsvFile of(byte[] bytes) {
        refuseOthers(bytes);
        int from = begins(bytes, 0xEF, 0xBB, 0xBF) ? MARK_BYTES : 0;
        refuseOtherEncodings(bytes, from);
        try {
            return new CsvFile(bytes, from);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // from memory, and it is UTF-8: it cannot be
        }
    }

    /// The same table as a program wrote it: long numbers that a spreadsheet might have rounded are marked as exact.
    public CsvFile withExactNumbers() {
        return new CsvFile(this, true);
    }

    /// The character between its cells.
    public char separatedBy() {
        return separator;
    }

    /// The names of the columns, without spaces around them.
    public List<String> header() {
        return header;
    }

    /// How many rows follow the header.
    public int rows() {
        return rows;
    }

    /// Hands on each row after the header, in order, without empty cells beyond the header's.
    public void each(Consumer<CsvRow> consumer) {
        try {
            CsvReader reader = reader();
            var _ = reader.next(); // the header
            for (CsvRow row = reader.next(); row != null; row = reader.next()) consumer.accept(cut(row));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // from memory, and it is UTF-8: it cannot be
        }
    }

    private CsvReader reader() throws IOException {
        return new CsvReader(characters(), separator, firstLine);
    }

    /// Spreadsheets keep columns that were emptied: without a name at the end they are none.
    private static List<String> named(List<String> cells) {
        List<String> names = cells.stream().map(TextKey::strip).toList();
        int count = names.size();
        while (count > 1 && names.get(count - 1).isEmpty()) count--;
        return names.subList(0, count);
    }

    private CsvRow cut(CsvRow row) {
        int count = row.cells().size();
        while (count > header.size()
                && TextKey.strip(row.cells().get(count - 1)).isEmpty()) count--;
        List<String> cells = row.cells().subList(0, count);
        return new CsvRow(
                row.line(), exact ? cells.stream().map(CsvFile::marked).toList() : cells);
    }

    private static String marked(String cell) {
        return LongNumbers.mayBeRounded(cell.strip()) ? SpreadsheetText.marked(cell.strip()) : cell;
    }

    private static char separator(Matcher said) {
        String between = said.group(2);
        return (between == null ? said.group(1) : between).charAt(0);
    }

    /// The line that begins there, as far as it may be a `sep=`.
    private static String lineAt(byte[] bytes, int begin) {
        int end = begin;
        while (end < bytes.length && end - begin < SEP_BYTES_MAX && bytes[end] != '\r' && bytes[end] != '\n') end++;
        return new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
    }

    private static int afterLine(byte[] bytes, int begin) {
        int end = begin;
        while (end < bytes.length && bytes[end] != '\r' && bytes[end] != '\n') end++;
        boolean two = end + 1 < bytes.length && bytes[end] == '\r' && bytes[end + 1] == '\n';
        return Math.min(bytes.length, end + (two ? 2 : 1));
    }

    private BufferedReader characters() {
        var in = new ByteArrayInputStream(bytes, from, bytes.length - from);
        return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /// The one that the first line has most of.
    private char mostOf() throws IOException {
        String line = firstLine();
        char best = CsvWriter.COMMA;
        long most = 0;
        for (char candidate : SEPARATORS) {
            long count = line.chars().filter(c -> c == candidate).count();
            if (count > most) best = candidate;
            most = Math.max(most, count);
        }
        return best;
    }

    private String firstLine() throws IOException {
        Reader in = characters();
        var line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n' && c != '\r'; c = in.read()) {
            if (line.length() >= CsvReader.ROW_CHARS_MAX) break;
            line.append((char) c);
        }
        return line.toString();
    }

    private void checkHeader(int line) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < header.size(); i++) {
            String name = header.get(i);
            if (name.isEmpty()) throw CsvException.at(line, "column " + (i + 1) + " has no name");
            if (!seen.add(TextKey.of(name))) throw CsvException.at(line, "two columns are called " + name);
        }
    }

    /// What people send by mistake.
    private static void refuseOthers(byte[] bytes) {
        if (begins(bytes, 'P', 'K', 3, 4)) throw new CsvException("the file is a workbook or an archive" + SAVE_AS);
        if (begins(bytes, 0xFE, 0xFF) || begins(bytes, 0xFF, 0xFE)) {
            throw new CsvException("the file is in UTF-16" + SAVE_AS);
        }
    }

    private static void refuseOtherEncodings(byte[] bytes, int from) {
        var in = ByteBuffer.wrap(bytes, from, bytes.length - from);
        var decoder = StandardCharsets.UTF_8.newDecoder(); // which reports what it cannot read
        var out = CharBuffer.allocate(DECODED_CHARS);
        while (true) {
            out.clear();
            CoderResult result = decoder.decode(in, out, true);
            if (result.isUnderflow()) return;
            if (result.isOverflow()) continue;
            int line = 1;
            for (int i = 0; i < in.position(); i++) if (bytes[i] == '\n') line++;
            throw CsvException.at(line, "a letter that is not in UTF-8" + SAVE_AS);
        }
    }

    private static boolean begins(byte[] bytes, int... with) {
        if (bytes.length < with.length) return false;
        for (int i = 0; i < with.length; i++) if ((bytes[i] & 0xFF) != with[i]) return false;
        return true;
    }
}
