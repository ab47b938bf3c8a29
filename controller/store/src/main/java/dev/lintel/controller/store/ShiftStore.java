package dev.lintel.controller.store;

import dev.lintel.controller.policy.Holiday;
import dev.lintel.controller.policy.Shift.Range;
import dev.lintel.controller.policy.Shift.Span;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reading tables `shift`, `shift_time`, `shift_holiday` and `holiday` for those who look at shifts and channels, in
/// the caller's transaction.
public final class ShiftStore {
    private static final String SELECT =
            "SELECT id, name, notes, created_at, updated_at FROM shift WHERE account_id = 1";

    /// A date of a holiday has a row for each of its ranges, or one without minutes: closed.
    private static final String HOLIDAYS = """
            SELECT h.name, h.date, h.yearly, sh.from_minute, sh.to_minute
              FROM shift_holiday sh
              JOIN holiday h ON h.account_id = 1 AND h.name = sh.holiday
             WHERE sh.shift_id = ?
             ORDER BY h.name, h.date, sh.position""";

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

    /// Times of the week, without them.
    public record Shift(long id, String name, String notes, long createdAtMs, long updatedAtMs) {}

    /// What a shift does on one date of a holiday.
    ///
    /// @param times empty: closed
    public record OnHoliday(Holiday holiday, List<Span> times) {
        public OnHoliday {
            times = List.copyOf(times);
        }
    }

    /// The shift during which a channel stands unlocked.
    ///
    /// @param zone of the channel's site: the shift's times are on its wall
    public record AutoUnlock(
            long shiftId, String name, long createdAtMs, long updatedAtMs, ZoneId zone, List<Range> times) {
        public AutoUnlock {
            times = List.copyOf(times);
        }
    }

    public static long count(Sql sql) {
        return sql.get("SELECT count(*) FROM shift WHERE account_id = 1", row -> row.number(1));
    }

    /// Ordered by name.
    public static List<Shift> page(Sql sql, int limit, long offset) {
        return sql.list(
                SELECT + " ORDER BY name COLLATE NOCASE, id LIMIT ? OFFSET ?", ShiftStore::shift, limit, offset);
    }

    public static @Nullable Shift get(Sql sql, long id) {
        return sql.one(SELECT + " AND id = ?", ShiftStore::shift, id);
    }

    /// As they were written; empty covers nothing.
    public static List<Range> times(Sql sql, long shiftId) {
        return sql.list(
                "SELECT days, from_minute, to_minute FROM shift_time WHERE shift_id = ? ORDER BY position",
                row -> Range.ofBits(row.integer(1), row.integer(2), row.integer(3)),
                shiftId);
    }

    /// Every date of every holiday that the shift names, by name and date.
    public static List<OnHoliday> holidays(Sql sql, long shiftId) {
        Map<Holiday, List<Span>> spans = new LinkedHashMap<>();
        sql.each(
                HOLIDAYS,
                row -> {
                    var holiday = new Holiday(row.text(1), LocalDate.parse(row.text(2)), row.flag(3));
                    List<Span> one = spans.computeIfAbsent(holiday, _ -> new ArrayList<>());
                    if (row.nullableNumber(4) != null) one.add(new Span(row.integer(4), row.integer(5)));
                },
                shiftId);
        return spans.entrySet().stream()
                .map(entry -> new OnHoliday(entry.getKey(), entry.getValue()))
                .toList();
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

    private static Shift shift(Row row) {
        return new Shift(row.number(1), row.text(2), row.text(3), row.number(4), row.number(5));
    }
}
