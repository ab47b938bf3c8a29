package dev.lintel.controller.store;

import dev.lintel.controller.policy.Shift.Range;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reading tables `shift` and `shift_time` for those who look at channels, in the caller's transaction.
public final class ShiftStore {
    private static final String AUTO_UNLOCK = """
            SELECT s.id, s.name, s.created_at, s.updated_at, site.time_zone
              FROM channel c
              JOIN shift s ON s.id = c.auto_unlock_shift_id
              JOIN site ON site.id = c.site_id
             WHERE c.id = ?""";

    private ShiftStore() {}

    /// The shift during which a channel stands unlocked.
    ///
    /// @param zone of the channel's site: the shift's times are on its wall
    public record AutoUnlock(
            long shiftId, String name, long createdAtMs, long updatedAtMs, ZoneId zone, List<Range> times) {
        public AutoUnlock {
            times = List.copyOf(times);
        }
    }

    /// Null when the channel never unlocks by itself.
    public static @Nullable AutoUnlock autoUnlock(Sql sql, long channelId) {
        return sql.one(
                AUTO_UNLOCK,
                row -> new AutoUnlock(
                        row.number(1),
                        row.text(2),
                        row.number(3),
                        row.number(4),
                        ZoneId.of(row.text(5)),
                        times(sql, row.number(1))),
                channelId);
    }

    private static List<Range> times(Sql sql, long shiftId) {
        return sql.list(
                "SELECT days, from_minute, to_minute FROM shift_time WHERE shift_id = ? ORDER BY position",
                row -> Range.ofBits(row.integer(1), row.integer(2), row.integer(3)),
                shiftId);
    }
}
