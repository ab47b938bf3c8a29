package dev.lintel.controller.store;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.concurrent.atomic.AtomicLong;

/// The latest time at which an event of a log happened, since its time began anew. Any thread.
final class NewestTime {
    /// Since the last such event of this Lintel's own, not of a box that follows it; one whose text is damaged is none.
    /// By the index on times, from its end: `+` keeps SQLite from reading every later row.
    private static final String NEWEST = """
            SELECT coalesce((SELECT occurred_at FROM event WHERE +id >= (
                SELECT coalesce(max(id), 0) FROM event WHERE kind = ?
                   AND CASE WHEN json_valid(additional) THEN additional ->> 'wrong_until' IS NOT NULL
                                                             AND additional ->> 'box_event_id' IS NULL END)
                ORDER BY occurred_at DESC LIMIT 1), 0)""";

    private final AtomicLong ms;

    private NewestTime(long ms) {
        this.ms = new AtomicLong(ms);
    }

    /// As the table has it.
    static NewestTime of(Sql sql) {
        return new NewestTime(sql.get(NEWEST, row -> row.number(1), EventKind.CLOCK_STATE_CHANGED.number()));
    }

    /// Milliseconds since 1970; 0 where nothing has happened.
    long ms() {
        return ms.get();
    }

    void logged(EventDraft draft) {
        ms.accumulateAndGet(draft.occurredAtMs(), Math::max);
    }

    /// What happened before was logged under a wrong time.
    void beginsWith(EventDraft draft) {
        ms.set(draft.occurredAtMs());
    }
}
