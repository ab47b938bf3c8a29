package dev.lintel.tools;

import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/// Lines of a text whose author is not known: of a longer line the first `charsMax` characters are kept, the rest is
/// read over. Main thread.
final class CappedLines {
    private final Reader in;
    private final int charsMax;

    CappedLines(Reader in, int charsMax) {
        this.in = in;
        this.charsMax = charsMax;
    }

    /// The next line without its end, or null at the end of the text.
    @Nullable
    String next() throws IOException {
        var line = new StringBuilder();
        int c = in.read();
        if (c < 0) return null;
        while (c >= 0 && c != '\n') {
            if (line.length() < charsMax) line.append((char) c);
            c = in.read();
        }
        int end = line.length();
        if (end > 0 && line.charAt(end - 1) == '\r') line.setLength(end - 1);
        return line.toString();
    }
}
