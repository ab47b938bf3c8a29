package dev.lintel.tools;

import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// The tree of commands as picocli sees it. Main thread.
final class CommandLines {
    static final int USAGE_WIDTH = 100;

    private CommandLines() {}

    /// Runs one command; returns the exit code.
    static int execute(String... arguments) {
        var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        return execute(System.in, out, err, arguments);
    }

    static int execute(InputStream in, PrintWriter out, PrintWriter err, String... arguments) {
        var line = LintelCommand.needed(in, arguments);
        line.setOut(out);
        line.setErr(err);
        line.setExecutionExceptionHandler(CommandLines::failed);
        line.setParameterExceptionHandler(CommandLines::misused);
        line.setUsageHelpWidth(USAGE_WIDTH);
        nameVersion(line);
        return line.execute(arguments);
    }

    private static void nameVersion(CommandLine line) {
        line.getCommandSpec().versionProvider(new Version());
        for (CommandLine sub : line.getSubcommands().values()) nameVersion(sub);
    }

    private static int failed(Exception e, CommandLine line, ParseResult parsed) throws Exception {
        if (!(e instanceof CommandFailed failed)) throw e;
        line.getErr().println(Output.harmless(String.valueOf(failed.getMessage())));
        return failed.exit();
    }

    /// One sentence, a suggestion where a word is nearly right, and where to read on.
    private static int misused(ParameterException e, String[] arguments) {
        CommandLine line = e.getCommandLine();
        PrintWriter err = line.getErr();
        err.println("lintel: " + Output.inLine(words(String.valueOf(e.getMessage()))));
        UnmatchedArgumentException.printSuggestions(e, err);
        err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
        return CommandLine.ExitCode.USAGE;
    }

    /// picocli's message without the words that only a Java programmer knows.
    private static String words(String message) {
        return message.replaceFirst("^Error: ", "")
                .replaceFirst("^Unmatched arguments? (?:at|from) index [0-9]+:", "unknown command or argument")
                .replaceFirst(" is not an? (?:int|long|BigInteger)$", " is not a whole number")
                .replaceFirst("cannot convert ('.*') to BigInteger \\(.*\\)$", "$1 is not a whole number")
                .replaceFirst(" \\(case-sensitive\\) but was ", ", not ");
    }
}
