package dev.lintel.controller.log;

/// Text from anywhere, fit for one line of a terminal or a log: it neither begins a second line nor moves the cursor,
/// changes colours or turns the direction of reading. Pure.
public final class Printable {
    private Printable() {}

    /// The text with a space in place of each line break and tab, and with `\\uXXXX` in place of each other control,
    /// formatting and unpaired surrogate character.
    public static String of(String text) {
        if (text.codePoints().allMatch(Printable::isPlain)) return text;
        var line = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (isPlain(point)) line.appendCodePoint(point);
            else if (point == '\n' || point == '\r' || point == '\t') line.append(' ');
            else for (char half : Character.toChars(point)) line.append("\\u%04x".formatted((int) half));
        });
        return line.toString();
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
