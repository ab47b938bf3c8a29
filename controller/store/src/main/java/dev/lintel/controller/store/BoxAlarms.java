package dev.lintel.controller.store;

import dev.lintel.controller.event.EventKind;

/// Which alarms of the box's own inputs the log reports as not over yet: a start reports none of them again.
public final class BoxAlarms {
    private static final String NEWEST =
            "SELECT coalesce(max(id), 0) FROM event WHERE channel_id IS NULL AND kind = ?"; // one look into an index

    /// Faults of lines are few among a box's own events.
    private static final String NEWEST_OF = """
            SELECT coalesce(max(id), 0) FROM event
             WHERE channel_id IS NULL AND kind = ? AND json_extract(additional, '$.input') = ?""";

    private BoxAlarms() {}

    /// Whether the newest LINE_FAULT of that input of the box has no LINE_NORMAL after it.
    public static boolean isFaulty(Sql sql, String input) {
        return newest(sql, EventKind.LINE_FAULT, input) > newest(sql, EventKind.LINE_NORMAL, input);
    }

    /// The same of an output of the box.
    public static boolean isOutputFaulty(Sql sql, String output) {
        String query = NEWEST_OF.replace("$.input", "$.output");
        long fault = sql.get(query, row -> row.number(1), EventKind.LINE_FAULT.number(), output);
        return fault > sql.get(query, row -> row.number(1), EventKind.LINE_NORMAL.number(), output);
    }

    private static long newest(Sql sql, EventKind kind, String input) {
        return sql.get(NEWEST_OF, row -> row.number(1), kind.number(), input);
    }

    /// Whether an event of the kind `begins` is newer than any of the kind `ends`.
    public static boolean isOn(Sql sql, EventKind begins, EventKind ends) {
        return newest(sql, begins) > newest(sql, ends);
    }

    private static long newest(Sql sql, EventKind kind) {
        return sql.get(NEWEST, row -> row.number(1), kind.number());
    }
}
