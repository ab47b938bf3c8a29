package dev.lintel.tools;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/// What is piped into a command, line by line as it comes.
final class StandardInput {
    private StandardInput() {}

    /// Lines that are asked for one by one.
    interface Lines {
        /// The next line without its end, or null at the end of the input. Throws [CommandFailed] when the input
        /// cannot be read.
        @Nullable
        String next();
    }

    /// What is typed or piped, of each line the first `max` characters.
    static Lines of(CommandLine line, int max) {
        var lines = new CappedLines(new BufferedReader(reader(line)), max);
        return () -> {
            try {
                return lines.next();
            } catch (IOException e) { // a terminal that went away
                throw new CommandFailed("standard input cannot be read: " + e.getMessage());
            }
        };
    }

    /// Hands each line to `each`; of a longer one, the first `max` characters. Throws [CommandFailed] when the input
    /// cannot be read.
    static void lines(CommandLine line, int max, Consumer<String> each) {
        try {
            lines(new BufferedReader(reader(line)), max, each);
        } catch (IOException e) { // a terminal that went away
            throw new CommandFailed("standard input cannot be read: " + e.getMessage());
        }
    }

    /// All of it, as text.
    static Reader reader(CommandLine line) {
        return new InputStreamReader(bytes(line), StandardCharsets.UTF_8);
    }

    /// As it comes.
    static InputStream bytes(CommandLine line) {
        CommandLine root = line;
        while (root.getParent() != null) root = root.getParent();
        return ((LintelCommand) root.getCommand()).in;
    }

    private static void lines(Reader in, int max, Consumer<String> each) throws IOException {
        var text = new StringBuilder();
        boolean begun = false;
        for (int c = in.read(); c >= 0; c = in.read()) {
            if (c == '\n') {
                each.accept(text.toString());
                text.setLength(0);
                begun = false;
                continue;
            }
            begun = true;
            if (text.length() < max) text.append((char) c);
        }
        if (begun) each.accept(text.toString());
    }
}
