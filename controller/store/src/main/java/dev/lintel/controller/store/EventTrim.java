package dev.lintel.controller.store;

import java.util.List;

/// Lets the oldest events of a log go that need not last: the test account's. The customer's events are never deleted,
/// which a trigger holds; here it is taken away and put back within the one transaction. Any thread but an event loop.
///
/// ```
///   | block | block | block | ... | block | newest |      whole blocks of EventTally go, oldest first
///   '-- gone -------'-------- kept or more --------'
/// ```
///
/// Ids go on rising, and the chain of hashes goes on from the last event; what is left proves itself from its first.
public final class EventTrim {
    /// The hash that the first event to stay covers.
    private static final String BEFORE = """
            INSERT INTO event_before
            SELECT stays.id, goes.hash
              FROM (SELECT id FROM event WHERE id > ? ORDER BY id LIMIT 1) stays
              JOIN (SELECT hash FROM event WHERE id <= ? ORDER BY id DESC LIMIT 1) goes""";

    private static final String TRIGGER = "event_never_goes";

    private EventTrim() {}

    /// Removes whole blocks of the oldest events while more than `kept` are there, a transaction each. Returns how many
    /// events went.
    public static int trim(Database database, long kept) {
        int gone = 0;
        for (int one = block(database, kept); one > 0; one = block(database, kept)) gone += one;
        if (gone > 0) database.trimmed();
        return gone;
    }

    private static int block(Database database, long kept) {
        return database.write(sql -> {
            List<Long> ends = sql.list(
                    "SELECT coalesce(min(id), 0) FROM event UNION ALL SELECT coalesce(max(id), 0) FROM event",
                    row -> row.number(1));
            long first = ends.getFirst();
            long end = ((first - 1) / EventTally.BLOCK_IDS + 1) * EventTally.BLOCK_IDS;
            if (first == 0 || ends.getLast() - end < kept) return 0;
            String trigger = sql.get("SELECT sql FROM sqlite_schema WHERE name = ?", row -> row.text(1), TRIGGER);
            sql.run("DELETE FROM event_before");
            sql.run(BEFORE, end, end);
            sql.run("DROP TRIGGER " + TRIGGER);
            int gone = sql.run("DELETE FROM event WHERE id <= ?", end);
            sql.run("DELETE FROM event_count WHERE up_to_id <= ?", end);
            sql.run(trigger);
            return gone;
        });
    }
}
