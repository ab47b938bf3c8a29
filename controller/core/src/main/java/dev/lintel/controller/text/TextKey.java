package dev.lintel.controller.text;

import java.text.Normalizer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The key of a text that identifies: texts with the same key are the same address, id or name. Stored beside the
/// text, so a change here needs a migration that computes every key again.
///
/// ```
///   NFC                    u + U+0308 is ü
///   spaces                 every kind of space, such as U+00A0, is U+0020; none at the ends
///   Unicode case folding   Ü is ü, ß is ss, Σ and ς are σ; Turkish ı and İ are letters of their own
///   invisible characters   have no part in it
/// ```
///
/// Sources: Unicode 16, 3.13 "Default Case Folding" (statuses C and F) and `Default_Ignorable_Code_Point`.
public final class TextKey {
    private static final int DOTLESS_I = 0x131;
    private static final int DOTTED_I = 0x130;

    private TextKey() {}

    public static String of(String text) {
        String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
        var folded = new StringBuilder(composed.length());
        composed.codePoints()
                .filter(point -> !isInvisible(point))
                .map(point -> isSpace(point) ? ' ' : point)
                .forEach(point -> fold(point, folded));
        return Normalizer.normalize(folded, Normalizer.Form.NFC).strip();
    }

    public static boolean same(String one, String other) {
        return one.equals(other) || of(one).equals(of(other));
    }

    /// The text without spaces of any kind at its ends.
    public static String strip(String text) {
        int begin = 0;
        int end = text.length();
        while (begin < end && isSpace(text.charAt(begin))) begin++;
        while (end > begin && isSpace(text.charAt(end - 1))) end--;
        return text.substring(begin, end);
    }

    /// The first character that no reader sees, such as `U+200B`; null when there is none. In an address or an id it
    /// makes two texts that look the same.
    public static @Nullable String invisible(String text) {
        return text.codePoints()
                .filter(TextKey::isInvisible)
                .mapToObj(TextKey::named)
                .findFirst()
                .orElse(null);
    }

    /// As [#invisible] for names of people: joiners and variation selectors shape letters there.
    public static @Nullable String invisibleInName(String text) {
        return text.codePoints()
                .filter(point -> isInvisible(point) && !shapes(point))
                .mapToObj(TextKey::named)
                .findFirst()
                .orElse(null);
    }

    private static String named(int point) {
        return "U+%04X".formatted(point);
    }

    /// The Java mappings give case folding: lower, upper, and each character lower again. By character, since the
    /// mapping of a whole text depends on the neighbours of a sigma.
    private static void fold(int point, StringBuilder folded) {
        switch (point) {
            case DOTLESS_I -> folded.appendCodePoint(point);
            case DOTTED_I -> folded.append("i\u0307");
            default ->
                Character.toString(Character.toLowerCase(point))
                        .toUpperCase(Locale.ROOT)
                        .codePoints()
                        .forEach(upper -> folded.appendCodePoint(Character.toLowerCase(upper)));
        }
    }

    private static boolean isSpace(int point) {
        return Character.isWhitespace(point) || Character.isSpaceChar(point);
    }

    /// Zero width non-joiner and joiner, variation selectors.
    private static boolean shapes(int point) {
        return point == 0x200C
                || point == 0x200D
                || (point >= 0xFE00 && point <= 0xFE0F)
                || (point >= 0xE0100 && point <= 0xE01EF)
                || (point >= 0x180B && point <= 0x180F);
    }

    private static boolean isInvisible(int point) {
        return switch (point) {
            case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x2800, 0x3164, 0xFFA0 -> true;
            default -> Character.getType(point) == Character.FORMAT || shapes(point) || (point >> 12) == 0xE0;
        };
    }
}
