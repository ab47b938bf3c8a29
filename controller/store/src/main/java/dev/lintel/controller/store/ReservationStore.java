package dev.lintel.controller.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tables `reservation` and `reservation_channel`: a person's own channels for a time. Each method runs in the
/// caller's transaction; those that change something inside [Database#write].
public final class ReservationStore {
    private static final String SELECT = """
            SELECT id, person_id, start_at, end_at, created_at, updated_at,
                   (SELECT group_concat(channel_id ORDER BY channel_id)
                      FROM reservation_channel
                     WHERE reservation_id = reservation.id)
              FROM reservation
            """;
    /// By the index, for most that ever were have ended.
    private static final String STANDING = "FROM reservation INDEXED BY reservation_end WHERE end_at > ?";

    private ReservationStore() {}

    /// From its first instant up to the first after it. Immutable.
    public record Span(long startMs, long endMs) {}

    /// A reservation as the table holds it. Immutable.
    ///
    /// @param channelIds ascending; none when the channels are gone
    public record Reservation(
            long id, long personId, Span span, List<Long> channelIds, long createdAtMs, long updatedAtMs) {
        public Reservation {
            channelIds = List.copyOf(channelIds);
        }
    }

    public static @Nullable Reservation get(Sql sql, long id) {
        return sql.one(SELECT + "WHERE id = ?", ReservationStore::of, id);
    }

    /// How many have not ended by `nowMs`.
    public static long countStanding(Sql sql, long nowMs) {
        return sql.get("SELECT count(*) " + STANDING, row -> row.number(1), nowMs);
    }

    /// Those that have not ended by `nowMs`: a page, by id.
    public static List<Reservation> standing(Sql sql, long nowMs, int limit, long offset) {
        String ids = "(SELECT id " + STANDING + " ORDER BY id LIMIT ? OFFSET ?)";
        String query = SELECT + "WHERE id IN " + ids + " ORDER BY id";
        return sql.list(query, ReservationStore::of, nowMs, limit, offset);
    }

    /// Those of the list that [#standing] pages after `afterId` up to `lastId`: one chunk of it.
    public static List<Reservation> chunk(Sql sql, long nowMs, long afterId, long lastId, int limit) {
        String query = SELECT + "WHERE end_at > ? AND id > ? AND id <= ? ORDER BY id LIMIT ?";
        return sql.list(query, ReservationStore::of, nowMs, afterId, lastId, limit);
    }

    public static long highestId(Sql sql) {
        return sql.get("SELECT coalesce(max(id), 0) FROM reservation", row -> row.number(1));
    }

    /// Returns the new one's id.
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

    /// Ids of a person's that have not ended by `nowMs`.
    public static List<Long> standingOf(Sql sql, long personId, long nowMs) {
        String query = "SELECT id FROM reservation WHERE person_id = ? AND +end_at > ? ORDER BY id";
        return sql.list(query, row -> row.number(1), personId, nowMs);
    }

    /// How many of a person's have not ended by `nowMs`.
    public static long countStandingOf(Sql sql, long personId, long nowMs) {
        String query = "SELECT count(*) FROM reservation WHERE person_id = ? AND +end_at > ?";
        return sql.get(query, row -> row.number(1), personId, nowMs);
    }

    static void deleteAllOf(Sql sql, long personId) {
        sql.run("DELETE FROM reservation WHERE person_id = ?", personId);
    }

    private static Reservation of(Row row) {
        var span = new Span(row.number(3), row.number(4));
        return new Reservation(row.number(1), row.number(2), span, row.numbers(7), row.number(5), row.number(6));
    }
}
