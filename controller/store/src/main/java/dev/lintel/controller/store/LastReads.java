package dev.lintel.controller.store;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// When somebody was last read at a door: for who wonders whether its reader reads.
public final class LastReads {
    private static final List<Integer> READS = Arrays.stream(EventKind.values())
            .filter(kind -> kind.isAdmitted() || kind.isRejected())
            .filter(kind -> kind != EventKind.ADMITTED_MANUAL) // past its reader, as what follows
            .filter(kind -> kind != EventKind.ADMITTED_REQUEST_EXIT && kind != EventKind.ADMITTED_AUXILIARY)
            .map(EventKind::number)
            .toList();

    /// Looked through of a kind: phones that ask for a door are at no reader. Where so many of these
    /// asked since, nobody else was read for long.
    private static final int LOOK_MAX = 200;

    private static final String NEWEST = """
            SELECT max(id) FROM (SELECT id, additional FROM event WHERE channel_id = ? AND kind = ?
                                  ORDER BY id DESC LIMIT ?)
             WHERE json_extract(additional, '$.%s') IS NULL""".formatted(EventDraft.PHONE_REQUEST);

    private LastReads() {}

    /// The time of the newest read at a channel (Unix milliseconds); null where there was none. One look into an index
    /// a kind.
    public static @Nullable Long at(Sql sql, long channelId) {
        long newest = 0;
        for (int kind : READS) {
            Long id = sql.one(
                    NEWEST, row -> row.nullableNumber(1) == null ? 0L : row.number(1), channelId, kind, LOOK_MAX);
            if (id != null) newest = Math.max(newest, id);
        }
        return newest == 0 ? null : sql.one("SELECT occurred_at FROM event WHERE id = ?", row -> row.number(1), newest);
    }
}
