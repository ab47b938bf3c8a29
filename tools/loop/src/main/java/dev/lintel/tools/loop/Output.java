package dev.lintel.tools.loop;

import java.io.PrintStream;
import java.util.Locale;

/// What the loop prints: lines, and on a terminal one line of progress that is overwritten. Safe for any thread.
final class Output {
    private static final String CLEAR_LINE = "\r\033[K";

    private final PrintStream out;
    private final boolean terminal;

    /// @param terminal whether `out` shows control characters
    Output(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    synchronized void line(String text) {
        out.println((terminal ? CLEAR_LINE : "") + text);
        out.flush();
    }

    /// A step of the build.
    void step(String text) {
        line("  " + text);
    }

    /// Shows how far something is: replaced by the next line on a terminal, a line of its own elsewhere.
    synchronized void progress(String text) {
        if (terminal) out.print(CLEAR_LINE + "  " + text);
        else out.println("  " + text);
        out.flush();
    }

    boolean isTerminal() {
        return terminal;
    }

    static String seconds(long ns) {
        return String.format(Locale.ROOT, "%.1f s", ns / 1e9);
    }
}
