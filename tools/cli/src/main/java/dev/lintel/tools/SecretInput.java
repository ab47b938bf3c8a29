package dev.lintel.tools;

import java.io.Console;
import org.jspecify.annotations.Nullable;

/// Asks for secrets at a terminal, without showing them, or reads them line by line from standard input: never from
/// the command line, which others on this machine can see.
final class SecretInput {
    /// Longer than any token or address.
    private static final int CHARS_MAX = 8_193;

    private final Output output;
    private final StandardInput.Lines lines;

    SecretInput(Output output) {
        this.output = output;
        this.lines = StandardInput.of(output.spec.commandLine(), CHARS_MAX);
    }

    /// Something to be read before a question; to the error output, as questions are.
    void say(String text) {
        var err = output.spec.commandLine().getErr();
        err.println(Output.harmless(text));
        err.flush();
    }

    /// Throws [CommandFailed] where nothing is given.
    String read(String what) {
        String given = ask(what);
        if (given == null || given.isBlank()) throw new CommandFailed("nothing was given as: " + what);
        if (given.length() >= CHARS_MAX) throw new CommandFailed(what + " is too long");
        return given.strip();
    }

    @SuppressWarnings("SystemConsoleNull") // null where standard input is no terminal
    private @Nullable String ask(String what) {
        Console console = System.console();
        if (console == null || !console.isTerminal()) return lines.next();
        char[] typed = console.readPassword("%s: ", what);
        return typed == null ? null : new String(typed);
    }
}
