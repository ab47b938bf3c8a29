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

    private static final String SHIFT = """
            SELECT s.id, s.name, s.created_at, s.updated_at, site.time_zone
              FROM channel c
              JOIN site ON site.id = c.site_id
              JOIN shift s ON s.id = ?2
             WHERE c.id = ?1""";

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
        return sql.one(AUTO_UNLOCK, row -> autoUnlock(sql, row), channelId);
    }

    /// That shift on the wall of the channel's site; null when one of the two is not there.
    public static @Nullable AutoUnlock shift(Sql sql, long shiftId, long channelId) {
        return sql.one(SHIFT, row -> autoUnlock(sql, row), channelId, shiftId);
    }

    /// Whether the channel's own hours begin only when somebody was admitted.
    public static boolean firstCard(Sql sql, long channelId) {
        return Boolean.TRUE.equals(
                sql.one("SELECT auto_unlock_first_card FROM channel WHERE id = ?", row -> row.flag(1), channelId));
    }

    public static boolean exists(Sql sql, long shiftId) {
        return sql.one("SELECT 1 FROM shift WHERE id = ? AND account_id = 1", row -> row.number(1), shiftId) != null;
    }

    private static AutoUnlock autoUnlock(Sql sql, Row row) {
        return new AutoUnlock(
                row.number(1),
                row.text(2),
                row.number(3),
                row.number(4),
                ZoneId.of(row.text(5)),
                times(sql, row.number(1)));
    }

    private static List<Range> times(Sql sql, long shiftId) {
        return sql.list(
                "SELECT days, from_minute, to_minute FROM shift_time WHERE shift_id = ? ORDER BY position",
                row -> Range.ofBits(row.integer(1), row.integer(2), row.integer(3)),
                shiftId);
    }
}
