package dev.lintel.tools;

import dev.lintel.reader.osdp.Scbk;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where a base key comes from: a file's first line, standard input's next one (`-`), or, for all to see, the
/// command line itself. Messages never show it. A file that others than its owner have rights to is refused.
///
/// @param given as it was typed
record KeySource(String given) {
    private static final String STANDARD_INPUT = "-";
    private static final int LINE_CHARS_MAX = 128;
    private static final String DIGITS = "[0-9a-fA-F]{" + 2 * Scbk.BYTES + "}";

    /// Nearly a key: who names a file so?
    private static final String MISTYPED = "[0-9a-fA-F]{24,40}";

    /// Whether the list of processes shows it.
    boolean isOpenToAll() {
        return given.matches(DIGITS) || given.matches(MISTYPED);
    }

    /// Says so, on standard error.
    void warn(PrintWriter err) {
        if (!isOpenToAll()) return;
        err.println("lintel: other users of this machine can see the key in the list of processes; use a file");
        err.flush();
    }

    /// Any key, weak or not. Throws [CommandFailed] in words when there is none, and [IOException] when standard
    /// input cannot be read.
    Scbk read(CappedLines in) throws IOException {
        if (given.matches(DIGITS)) return Scbk.ofAnyHex(given);
        if (given.matches(MISTYPED)) {
            throw new CommandFailed("a key is " + 2 * Scbk.BYTES + " hex digits, not " + given.length());
        }
        if (given.equals(STANDARD_INPUT)) return key("standard input", in.next());
        return key(given, firstLine(Path.of(given)));
    }

    private static Scbk key(String where, @Nullable String line) {
        try {
            return Scbk.ofAnyHex(line == null ? "" : line.strip());
        } catch (IllegalArgumentException e) {
            throw new CommandFailed(where + ": " + e.getMessage());
        }
    }

    private static @Nullable String firstLine(Path file) {
        GivenFile.checkPrivate(file);
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            return new CappedLines(reader, LINE_CHARS_MAX).next();
        } catch (IOException e) {
            throw GivenFile.unreadable(file, e);
        }
    }

    @Override
    public String toString() {
        return isOpenToAll() ? "a key" : given;
    }
}
