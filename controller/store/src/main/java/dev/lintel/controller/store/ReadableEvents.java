package dev.lintel.controller.store;

import dev.lintel.controller.store.LostEvents.Range;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/// Copies the events of a damaged database, from the newest to older ones, past pages that cannot be read:
///
/// ```
///   newer.event   ... 118 119 [ page that is lost ] 142 143 ... 900     copied from the right to the left
///                          ^--- found by bisection: 120 to 141 are lost
/// ```
///
/// `newer` is attached to the connection of `main`, the copy. One thread.
final class ReadableEvents {
    /// Each transaction ends at the first error, so the events next to it are copied one by one.
    private static final int[] STEPS = {1_000, 1};
    /// Each costs reads that fail, and each of those may take a disk seconds. The copy ends at the next one.
    private static final int GAPS_MAX = 50;

    private static final String ROWS = """
            SELECT *
              FROM (SELECT * FROM newer.event WHERE id < ? ORDER BY id DESC LIMIT ?)
             ORDER BY id""";

    private static final Logger LOG = System.getLogger(ReadableEvents.class.getName());

    private final Sql sql;
    private final List<Range> lost = new ArrayList<>();

    ReadableEvents(Sql sql) {
        this.sql = sql;
    }

    /// What was copied.
    ///
    /// @param lost ids whose events cannot be read, ascending
    /// @param before the first id whose event is here; those of before it were not looked at
    /// @param all whether there is no event before it
    record Copied(long events, LostEvents lost, long before, boolean all) {
        /// Which events are lost, in words; empty: none.
        String words() {
            return lost.words();
        }
    }

    /// Copies `max` events at most.
    Copied copy(long max) {
        long before = Long.MAX_VALUE;
        long taken = 0;
        boolean more = true;
        while (more && taken < max) {
            for (int step : STEPS) {
                try {
                    int some;
                    do {
                        long below = before;
                        int most = (int) Math.min(step, max - taken);
                        some = transaction(sql, () -> sql.run("INSERT INTO main.event " + ROWS, below, most));
                        taken += some;
                        if (some > 0) before = first();
                    } while (some > 0 && taken < max);
                    more = some > 0;
                    break;
                } catch (StoreException e) { // this step is undone
                    if (step > 1) continue;
                    LOG.log(Level.WARNING, "an event cannot be read: " + e.getMessage());
                    if (lost.size() == GAPS_MAX) return copied(taken, before, false);
                    long readable = newestReadable(before);
                    lost.add(new Range(readable + 1, before == Long.MAX_VALUE ? before : before - 1));
                    before = readable + 1;
                    more = readable > 0;
                }
            }
        }
        return copied(taken, before, !more);
    }

    private Copied copied(long events, long before, boolean all) {
        Collections.reverse(lost);
        return new Copied(events, new LostEvents(lost), before, all);
    }

    private long first() {
        return sql.get("SELECT min(id) FROM main.event", row -> row.number(1));
    }

    /// The id of the newest event below the page that cannot be read; 0: there is none. Fails for `before`.
    private long newestReadable(long before) {
        long failing = 0; // this far below, it cannot be read
        long distance = 1;
        while (distance < before && !isReadable(before - distance)) {
            failing = distance;
            distance = distance > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : distance * 2;
        }
        if (distance >= before) distance = before; // below the first id there is nothing to read
        while (distance - failing > 1) {
            long middle = failing + (distance - failing) / 2;
            if (isReadable(before - middle)) distance = middle;
            else failing = middle;
        }
        long below = before - distance;
        return below <= 0
                ? 0
                : sql.get(
                        "SELECT coalesce(max(id), 0) FROM (SELECT id FROM newer.event WHERE id < ?"
                                + " ORDER BY id DESC LIMIT 1)",
                        row -> row.number(1),
                        below);
    }

    /// Whether the newest event below `id` can be read with all its columns.
    private boolean isReadable(long id) {
        try {
            return transaction(sql, () -> {
                sql.list(
                        "SELECT length(additional), length(hash), length(person_name), created_at"
                                + " FROM newer.event WHERE id < ? ORDER BY id DESC LIMIT 1",
                        row -> row.number(1),
                        id);
                return true;
            });
        } catch (StoreException e) {
            return false;
        }
    }

    /// Runs `work`, and undoes it where it fails. SQLite may have undone it by itself: after a read that the disk
    /// refused.
    static <T> T transaction(Sql sql, Supplier<T> work) {
        sql.begin("BEGIN IMMEDIATE");
        try {
            T result = work.get();
            sql.run("COMMIT");
            return result;
        } catch (RuntimeException e) { // also what a damaged row makes of a number or a name
            try {
                sql.run("ROLLBACK");
            } catch (StoreException ended) {
                e.addSuppressed(ended);
            }
            throw e;
        }
    }
}
