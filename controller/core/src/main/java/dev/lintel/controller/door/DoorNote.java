package dev.lintel.controller.door;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The note of an operator that goes into the event log with a command. Pure.
public final class DoorNote {
    /// Enough for some sentences; bounds what goes into an event.
    public static final int MAX = 500;

    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    private DoorNote() {}

    /// The details of the event of a command with that note; null: without a note.
    static Map<String, Object> facts(String by, @Nullable String note) {
        return note == null ? Map.of("by", by) : Map.of("by", by, "note", note);
    }

    /// The fault of a note, as the rest of a sentence; null: none.
    public static @Nullable String fault(String note) {
        if (note.length() > MAX) return "must have at most " + MAX + " characters";
        boolean plain = note.codePoints().noneMatch(DoorNote::isControl);
        return plain ? null : "must have no line breaks, control characters or invisible characters";
    }

    private static boolean isControl(int point) {
        int type = Character.getType(point);
        return switch (type) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            case Character.FORMAT ->
                point != ZERO_WIDTH_NON_JOINER && point != ZERO_WIDTH_JOINER; // these shape letters
            default -> false;
        };
    }
}
