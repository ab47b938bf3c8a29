package dev.lintel.controller.log;

import java.util.ArrayList;
import java.util.List;

/// Text from anywhere, fit for a terminal or a log: it neither begins a second line nor moves the cursor, changes
/// colours or turns the direction of reading. Pure.
public final class Printable {
    /// Causes of an exception that are written: they may form a ring.
    private static final int CAUSES_MAX = 8;

    private Printable() {}

    /// One line: a space in place of each line break and tab, and `\\uXXXX` in place of each other control, formatting
    /// and unpaired surrogate character.
    public static String of(String text) {
        if (text.codePoints().allMatch(Printable::isPlain)) return text;
        var line = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (isPlain(point)) line.appendCodePoint(point);
            else if (point == '\n' || point == '\r' || point == '\t') line.append(' ');
            else escape(point, line);
        });
        return line.toString();
    }

    /// The same for a text of several lines: line feeds and tabs stay. In JSON the values are still the same.
    public static String lines(String text) {
        if (text.codePoints().allMatch(Printable::isPlainOrBreak)) return text;
        var lines = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (isPlainOrBreak(point)) lines.appendCodePoint(point);
            else escape(point, lines);
        });
        return lines.toString();
    }

    /// An exception with its stack and causes, line by line.
    public static List<String> trace(Throwable thrown) {
        var lines = new ArrayList<String>();
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
            lines.add(of((depth == 0 ? "" : "Caused by: ") + cause));
            for (StackTraceElement frame : cause.getStackTrace()) lines.add(of("    at " + frame));
            cause = cause.getCause();
        }
        return lines;
    }

    private static void escape(int point, StringBuilder text) {
        for (char half : Character.toChars(point)) text.append("\\u%04x".formatted((int) half));
    }

    private static boolean isPlainOrBreak(int point) {
        return point == '\n' || point == '\t' || isPlain(point);
    }

    private static boolean isPlain(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}
