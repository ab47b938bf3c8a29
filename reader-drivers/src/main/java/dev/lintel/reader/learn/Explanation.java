package dev.lintel.reader.learn;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One way in which the bits of cards and what is printed on them go together.
///
/// @param format a known format, `raw`, or the name of one that was worked out
/// @param own the worked-out format as `controller.yaml` writes it; null for a known one
/// @param expression what makes the number from the card, as `controller.yaml` writes it; null for the usual number
/// @param lastByteFirst whether `byte_order: lsb` does it
/// @param how what the number is, in a few words
/// @param whole whether the reader gives all of what is printed
/// @param exchanged whether it holds with D0 and D1 exchanged only
public record Explanation(
        String format,
        @Nullable String own,
        @Nullable String expression,
        boolean lastByteFirst,
        String how,
        boolean whole,
        boolean exchanged) {
    /// The expression that leaves the facility out.
    private static final String NUMBER_ONLY = "number";

    private static final String RAW = "raw";

    /// One sentence for an installer.
    public String sentence() {
        var text = new StringBuilder();
        if (exchanged) text.append("with D0 and D1 exchanged (exchange the wires): ");
        text.append(format);
        if (own != null) text.append(" (").append(own).append(')');
        text.append(": ").append(how);
        if (lastByteFirst) text.append(", bytes turned round");
        if (expression != null) text.append(", by ").append(expression);
        if (!whole) text.append("; the reader does not give all of what is printed");
        return text.toString();
    }

    /// What goes into `controller.yaml`, with a comment where it belongs.
    public List<String> yaml() {
        var lines = new ArrayList<String>();
        if (exchanged) lines.add("# exchange d0 and d1 at the reader, or their wires; then:");
        if (own != null) {
            lines.add("# controller.yaml, at its top level:");
            lines.add("formats:");
            lines.add("  - " + own);
        }
        lines.add("# controller.yaml, at the reader:");
        lines.add("formats: [" + (format.equals(RAW) ? RAW : format + ", " + RAW) + "]");
        if (NUMBER_ONLY.equals(expression)) {
            lines.add("# careful: a card of another facility with the same number is then the same credential");
        }
        if (expression != null) lines.add("values: {" + format + ": \"" + expression + "\"}");
        if (lastByteFirst) lines.add("byte_order: lsb");
        return lines;
    }
}
