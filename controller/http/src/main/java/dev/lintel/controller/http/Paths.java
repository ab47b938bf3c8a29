package dev.lintel.controller.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Splits a request's path, once and for everything that judges by it: routes, guards, body limits and the refusal
/// without TLS see the same segments, so that no spelling of a path passes one and reaches another.
public final class Paths {
    /// Deeper paths than any route here has are refused.
    private static final int SEGMENTS_MAX = 32;
    /// Encodings of a slash, a backslash and NUL: whoever decodes later would split or cut again.
    private static final Pattern HIDDEN = Pattern.compile("%(2F|5C|00)");

    private static final Pattern DOTS = Pattern.compile("(\\.|%2E){1,2}");

    private Paths() {}

    /// The segments of `path`, still percent-encoded; one slash at the end makes no difference, nor does `.json` under
    /// `/api/`. Null for a path that nothing may answer: without a slash in front, with an empty segment, a `.` or
    /// `..`, an encoded slash, backslash or NUL, or too deep.
    public static @Nullable List<String> segments(String path) {
        if (!path.startsWith("/")) return null;
        if (path.equals("/")) return List.of();
        String inner = path.substring(1, path.endsWith("/") ? path.length() - 1 : path.length());
        String[] parts = inner.split("/", SEGMENTS_MAX + 1);
        if (parts.length > SEGMENTS_MAX) return null;
        var segments = new ArrayList<String>(parts.length);
        for (String part : parts) {
            String upper = part.toUpperCase(Locale.ROOT);
            if (part.isEmpty()
                    || HIDDEN.matcher(upper).find()
                    || DOTS.matcher(upper).matches()) return null;
            segments.add(part);
        }
        String last = segments.getLast();
        if (segments.size() > 1 && segments.getFirst().equals("api") && last.endsWith(".json")) {
            if (last.equals(".json")) return null;
            segments.set(segments.size() - 1, last.substring(0, last.length() - ".json".length()));
        }
        return List.copyOf(segments);
    }

    static boolean isUnder(List<String> prefix, List<String> path) {
        return path.size() >= prefix.size() && path.subList(0, prefix.size()).equals(prefix);
    }

    /// As [#segments], for the patterns and prefixes of the wiring: throws `IllegalArgumentException` for a bad one.
    static List<String> pattern(String path) {
        List<String> segments = segments(path);
        if (segments == null) throw new IllegalArgumentException("no path can match " + path);
        return segments;
    }
}
