package dev.lintel.tools;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/// The tree of commands as picocli sees it. Main thread.
final class CommandLines {
    private CommandLines() {}

    /// Runs one command; returns the exit code.
    static int execute(String... arguments) {
        return of().execute(arguments);
    }

    static CommandLine of() {
        var line = new CommandLine(new LintelCommand());
        line.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
        line.setExecutionExceptionHandler(CommandLines::failed);
        line.setUsageHelpWidth(USAGE_WIDTH);
        return line;
    }

    private static final int USAGE_WIDTH = 100;

    private static int failed(Exception e, CommandLine line, CommandLine.ParseResult parsed) throws Exception {
        if (!(e instanceof CommandFailed failed)) throw e;
        line.getErr().println(failed.getMessage());
        return CommandLine.ExitCode.SOFTWARE;
    }
}
