package dev.lintel.sim.pd;

import dev.lintel.reader.osdp.Command;
import java.util.Arrays;

/// A reader's display: rows of 16 characters that stand, and others over them for some seconds.
final class PdDisplay {
    static final int COLUMNS = 16;
    private static final int PERMANENT = 1;
    private static final int PERMANENT_WRAPPED = 2;
    private static final int TEMPORARY_WRAPPED = 4;
    private static final long S = 1_000_000_000L;

    private final char[][] standing;
    private char[][] passing;
    private long untilNs = Long.MIN_VALUE;

    PdDisplay(int rows) {
        standing = blank(rows);
        passing = blank(rows);
    }

    boolean valid(Command.Text command) {
        boolean place = command.row() >= 1
                && command.row() <= standing.length
                && command.column() >= 1
                && command.column() <= COLUMNS;
        return place && command.mode() >= PERMANENT && command.mode() <= TEMPORARY_WRAPPED;
    }

    void apply(Command.Text command, long nowNs) {
        boolean stands = command.mode() <= PERMANENT_WRAPPED;
        if (!stands && nowNs >= untilNs) passing = blank(standing.length);
        if (!stands) untilNs = nowNs + command.seconds() * S;
        write(stands ? standing : passing, command);
    }

    /// What can be read, a row a line, without blanks at its ends; at the time given, in nanoseconds.
    String text(long nowNs) {
        var text = new StringBuilder();
        for (char[] row : nowNs < untilNs ? passing : standing) {
            text.append(String.valueOf(row).stripTrailing()).append('\n');
        }
        return text.toString().stripTrailing();
    }

    /// A row written to is a new row from the column on; what does not fit is cut, or goes on in the next row.
    private static void write(char[][] rows, Command.Text command) {
        boolean wraps = command.mode() == PERMANENT_WRAPPED || command.mode() == TEMPORARY_WRAPPED;
        int row = command.row() - 1;
        int column = command.column() - 1;
        Arrays.fill(rows[row], column, COLUMNS, ' ');
        for (int i = 0; i < command.text().length(); i++) {
            if (column == COLUMNS) {
                if (!wraps || row + 1 == rows.length) return;
                row++;
                column = 0;
                Arrays.fill(rows[row], ' ');
            }
            rows[row][column++] = command.text().charAt(i);
        }
    }

    private static char[][] blank(int rows) {
        var blank = new char[rows][COLUMNS];
        for (char[] row : blank) Arrays.fill(row, ' ');
        return blank;
    }
}
