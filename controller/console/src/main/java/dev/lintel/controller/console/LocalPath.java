package dev.lintel.controller.console;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where a page may send a browser afterwards: to a path of this box, with its query. Pure.
final class LocalPath {
    /// An authorize request with the longest state and redirect address; once more encoded it fits a request line.
    static final int CHARS_MAX = 8_000;

    /// One slash and no second, so that it is no other host; no backslash, which browsers take for a slash; no control
    /// character and no scheme. Of the query what RFC 3986 has in one. Possessive: a pattern that could go
    /// back would go as deep as the text is long.
    private static final Pattern PATH =
            Pattern.compile("/(?!/)[A-Za-z0-9/_.~-]*+(?:\\?[A-Za-z0-9_.~!$&'()*+,;=:@/?%-]*+)?");

    private static final Pattern BARE_PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    private LocalPath() {}

    /// `wanted` when it is a path of ours, else `otherwise`.
    static String of(@Nullable String wanted, String otherwise) {
        if (wanted == null || wanted.length() > CHARS_MAX) return otherwise;
        boolean good =
                PATH.matcher(wanted).matches() && !BARE_PERCENT.matcher(wanted).find();
        return good ? wanted : otherwise;
    }
}
