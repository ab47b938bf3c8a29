package dev.lintel.tools;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// A password: asked for on a terminal, or read from standard input, or, for tests and demos, given as an option.
final class PasswordOption {
    @Option(
            names = "--password",
            paramLabel = "P",
            description = "The password. Others on this machine can see it while the command runs.")
    @Nullable
    String password;

    @Option(names = "--password-stdin", description = "Read the password from the first line of standard input.")
    boolean fromStdin;

    String read(CommandLine line) {
        if (password != null) return password;
        String read = fromStdin ? firstLine() : ask();
        if (read == null || read.isEmpty()) {
            throw new ParameterException(line, "no password was given: use a terminal, or --password-stdin");
        }
        return read;
    }

    private static @Nullable String firstLine() {
        try {
            return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        } catch (IOException e) {
            throw new CommandFailed("standard input cannot be read: " + e.getMessage());
        }
    }

    @SuppressWarnings("SystemConsoleNull") // seen on JDK 25: null where standard input is no terminal
    private static @Nullable String ask() {
        Console console = System.console();
        if (console == null || !console.isTerminal()) return null;
        char[] first = console.readPassword("Password: ");
        char[] second = console.readPassword("Again: ");
        if (!Arrays.equals(first, second)) throw new CommandFailed("the two passwords differ");
        return first == null ? null : new String(first);
    }
}
