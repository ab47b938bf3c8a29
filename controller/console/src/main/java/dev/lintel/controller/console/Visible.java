package dev.lintel.controller.console;

import java.util.Locale;

/// Text that others sent, so that all of it shows: what is not seen, or turns and hides what stands beside it, is
/// written out as `‹U+001B›`. Templates escape it besides. Any thread.
final class Visible {
    private Visible() {}

    /// On lines of its own: line breaks and tabs stay.
    static String text(String text) {
        return shown(text.replace("\r\n", "\n"), true);
    }

    /// On one line.
    static String line(String text) {
        return shown(text, false);
    }

    private static String shown(String text, boolean lines) {
        var shown = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            boolean layout = lines && (character == '\n' || character == '\t');
            if (hides(character) && !layout) shown.append(String.format(Locale.ROOT, "‹U+%04X›", character));
            else shown.appendCodePoint(character);
        });
        return shown.toString();
    }

    private static boolean hides(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> true;
            default -> false;
        };
    }
}
