package dev.lintel.controller.yaml;

import java.util.Set;
import java.util.regex.Pattern;

/// Texts as YAML writes them: plain where that is safe anywhere in a file, else in double quotes.
public final class YamlText {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9_/+-]*( [A-Za-z0-9_/+-]+)*");
    /// Plain words that YAML, or an older reader of it, takes for something else than a text.
    private static final Set<String> RESERVED = Set.of("true", "false", "null", "on", "off", "yes", "no", "y", "n");

    private YamlText() {}

    public static String quoted(String text) {
        if (PLAIN.matcher(text).matches() && !RESERVED.contains(text.toLowerCase(java.util.Locale.ROOT))) return text;
        var out = new StringBuilder("\"");
        text.codePoints().forEach(c -> escape(out, c));
        return out.append('"').toString();
    }

    private static void escape(StringBuilder out, int c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\t' -> out.append("\\t");
            default -> {
                boolean shown = Character.isLetterOrDigit(c) || (c >= ' ' && c <= '~');
                if (shown) out.appendCodePoint(c);
                else out.append(c > 0xFFFF ? "\\U%08X".formatted(c) : "\\u%04X".formatted(c));
            }
        }
    }
}
