package dev.lintel.controller.store;

import dev.lintel.controller.event.EventKind;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// When somebody was last read at a door: for who wonders whether its reader reads.
public final class LastReads {
    private static final List<Integer> READS = Arrays.stream(EventKind.values())
            .filter(kind -> kind.isAdmitted() || kind.isRejected())
            .filter(kind -> kind != EventKind.ADMITTED_MANUAL && kind != EventKind.ADMITTED_MOBILE) // past its reader
            .filter(kind -> kind != EventKind.ADMITTED_REQUEST_EXIT && kind != EventKind.ADMITTED_AUXILIARY)
            .map(EventKind::number)
            .toList();

    private LastReads() {}

    /// The time of the newest read at a channel (Unix milliseconds); null where there was none. One look into an index
    /// a kind.
    public static @Nullable Long at(Sql sql, long channelId) {
        long newest = 0;
        for (int kind : READS) {
            Long id = sql.one(
                    "SELECT max(id) FROM event WHERE channel_id = ? AND kind = ?",
                    row -> row.nullableNumber(1) == null ? 0L : row.number(1),
                    channelId,
                    kind);
            if (id != null) newest = Math.max(newest, id);
        }
        return newest == 0 ? null : sql.one("SELECT occurred_at FROM event WHERE id = ?", row -> row.number(1), newest);
    }
}
