package dev.lintel.tools;

import java.io.Console;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;

/// One line on a terminal that says how far long work is; nothing in a pipe. Goes to standard error, so that what is
/// redirected stays clean. Any thread, one at a time.
final class TerminalProgress {
    private static final String WIPE = "\r\u001B[K";

    private final PrintWriter err;
    private final boolean shown;
    private String last = "";

    TerminalProgress(CommandSpec spec) {
        this(spec.commandLine().getErr(), isTerminal());
    }

    TerminalProgress(PrintWriter err, boolean shown) {
        this.err = err;
        this.shown = shown;
    }

    /// Shows `words` in place of what was there.
    synchronized void show(String words) {
        if (!shown || words.equals(last)) return;
        last = words;
        err.print(WIPE + Output.inLine(words));
        err.flush();
    }

    /// Wipes the line: an answer follows.
    synchronized void clear() {
        if (!shown || last.isEmpty()) return;
        last = "";
        err.print(WIPE);
        err.flush();
    }

    /// Whether somebody reads along.
    @SuppressWarnings("SystemConsoleNull") // null where there is no terminal: seen with JDK 25
    static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }
}
