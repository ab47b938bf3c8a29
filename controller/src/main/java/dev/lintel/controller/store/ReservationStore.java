package dev.lintel.controller.store;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Tables `reservation` and `reservation_channel`: a person's own channels for a time. Each method runs in the
/// caller's transaction; those that change something inside [Database#write].
public final class ReservationStore {
    private static final String SELECT =
            "SELECT id, person_id, start_at, end_at, created_at, updated_at FROM reservation";

    private ReservationStore() {}

    /// A reservation as the table holds it. Immutable.
    ///
    /// @param startMs its first instant, whole seconds
    /// @param endMs the first instant after it, whole seconds
    /// @param channelIds ascending
    public record Reservation(
            long id,
            long personId,
            long startMs,
            long endMs,
            List<Long> channelIds,
            long createdAtMs,
            long updatedAtMs) {
        public Reservation {
            channelIds = List.copyOf(channelIds);
        }
    }

    public static @Nullable Reservation get(Sql sql, long id) {
        return sql.one(SELECT + " WHERE id = ?", row -> reservation(sql, row), id);
    }

    public static long count(Sql sql) {
        return sql.get("SELECT count(*) FROM reservation", row -> row.number(1));
    }

    /// By id.
    public static List<Reservation> page(Sql sql, int limit, long offset) {
        List<Long> ids = sql.list(
                "SELECT id FROM reservation ORDER BY id LIMIT ? OFFSET ?", row -> row.number(1), limit, offset);
        return ids.stream()
                .map(id -> sql.get(SELECT + " WHERE id = ?", row -> reservation(sql, row), id))
                .toList();
    }

    /// Returns the new one's id. Times are cut to the second.
    public static long insert(Sql sql, long personId, List<Long> channelIds, Span span, long nowMs) {
        long id = sql.insert(
                "INSERT INTO reservation (person_id, start_at, end_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
                personId,
                span.startMs,
                span.endMs,
                nowMs,
                nowMs);
        for (Long channelId : channelIds) sql.run("INSERT INTO reservation_channel VALUES (?, ?)", id, channelId);
        return id;
    }

    /// Returns whether there was one.
    public static boolean delete(Sql sql, long id) {
        return sql.run("DELETE FROM reservation WHERE id = ?", id) > 0;
    }

    /// From its first instant up to the first after it. Immutable.
    public record Span(long startMs, long endMs) {
        public Span {
            startMs = seconds(startMs);
            endMs = seconds(endMs);
        }

        private static long seconds(long ms) {
            long second = TimeUnit.SECONDS.toMillis(1);
            return Math.floorDiv(ms, second) * second;
        }
    }

    private static Reservation reservation(Sql sql, Row row) {
        long id = row.number(1);
        List<Long> channels = sql.list(
                "SELECT channel_id FROM reservation_channel WHERE reservation_id = ? ORDER BY channel_id",
                channel -> channel.number(1),
                id);
        return new Reservation(id, row.number(2), row.number(3), row.number(4), channels, row.number(5), row.number(6));
    }
}
