package dev.lintel.controller.store;

import dev.lintel.controller.store.ReservationStore.Span;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tables `group_reservation` and `group_reservation_group`: a person's membership of groups for a time, kept apart
/// from table `person_group`. Each method runs in the caller's transaction; those that change something inside
/// [Database#write].
///
/// ```
///   created --> pending --start_at--> active --end_at, or deleted--> deactivated
///                  \--deleted--> gone
/// ```
public final class GroupReservationStore {
    private static final String SELECT = """
            SELECT id, person_id, start_at, end_at, ended_at, created_at, updated_at,
                   (SELECT group_concat(group_id ORDER BY group_id)
                      FROM group_reservation_group
                     WHERE group_reservation_id = group_reservation.id)
              FROM group_reservation
            """;
    /// By the index, for most that ever were have ended.
    private static final String STANDING =
            "FROM group_reservation INDEXED BY group_reservation_standing WHERE ended_at IS NULL AND end_at > ?";

    private GroupReservationStore() {}

    /// Where it stands, in the API's words.
    public enum State {
        PENDING,
        ACTIVE,
        DEACTIVATED
    }

    /// A group reservation as the table holds it. Immutable.
    ///
    /// @param endedMs when it was deleted while active, or null
    /// @param groupIds ascending; none when the groups are gone
    public record GroupReservation(
            long id,
            long personId,
            Span span,
            @Nullable Long endedMs,
            List<Long> groupIds,
            long createdAtMs,
            long updatedAtMs) {
        public GroupReservation {
            groupIds = List.copyOf(groupIds);
        }

        public State state(long nowMs) {
            if (endedMs != null || nowMs >= span.endMs()) return State.DEACTIVATED;
            return nowMs < span.startMs() ? State.PENDING : State.ACTIVE;
        }
    }

    public static @Nullable GroupReservation get(Sql sql, long id) {
        return sql.one(SELECT + "WHERE id = ?", GroupReservationStore::of, id);
    }

    /// How many are pending or active at `nowMs`.
    public static long countStanding(Sql sql, long nowMs) {
        return sql.get("SELECT count(*) " + STANDING, row -> row.number(1), nowMs);
    }

    /// Those that are pending or active at `nowMs`: a page, by id.
    public static List<GroupReservation> standing(Sql sql, long nowMs, int limit, long offset) {
        String ids = "(SELECT id " + STANDING + " ORDER BY id LIMIT ? OFFSET ?)";
        String query = SELECT + "WHERE id IN " + ids + " ORDER BY id";
        return sql.list(query, GroupReservationStore::of, nowMs, limit, offset);
    }

    /// Those of the list that [#standing] pages after `afterId` up to `lastId`: one chunk of it.
    public static List<GroupReservation> chunk(Sql sql, long nowMs, long afterId, long lastId, int limit) {
        String query = SELECT + "WHERE ended_at IS NULL AND end_at > ? AND id > ? AND id <= ? ORDER BY id LIMIT ?";
        return sql.list(query, GroupReservationStore::of, nowMs, afterId, lastId, limit);
    }

    public static long highestId(Sql sql) {
        return sql.get("SELECT coalesce(max(id), 0) FROM group_reservation", row -> row.number(1));
    }

    /// Returns the new one's id.
    public static long insert(Sql sql, long personId, List<Long> groupIds, Span span, long nowMs) {
        long id = sql.insert("""
                INSERT INTO group_reservation (person_id, start_at, end_at, created_at, updated_at)
                VALUES (?, ?, ?, ?, ?)""", personId, span.startMs(), span.endMs(), nowMs, nowMs);
        for (Long groupId : groupIds) sql.run("INSERT INTO group_reservation_group VALUES (?, ?)", id, groupId);
        return id;
    }

    /// A pending one is gone, an active one ends now; one that has ended stays as it is. Returns whether there
    /// is one.
    public static boolean delete(Sql sql, long id, long nowMs) {
        GroupReservation found = get(sql, id);
        if (found == null) return false;
        switch (found.state(nowMs)) {
            case PENDING -> sql.run("DELETE FROM group_reservation WHERE id = ?", id);
            case ACTIVE ->
                sql.run("UPDATE group_reservation SET ended_at = ?1, updated_at = ?1 WHERE id = ?2", nowMs, id);
            case DEACTIVATED -> {}
        }
        return true;
    }

    /// Ids of a person's that are pending or active at `nowMs`.
    public static List<Long> standingOf(Sql sql, long personId, long nowMs) {
        return sql.list("""
                SELECT id
                  FROM group_reservation
                 WHERE person_id = ? AND ended_at IS NULL AND +end_at > ?
                 ORDER BY id""", row -> row.number(1), personId, nowMs);
    }

    /// How many of a person's are pending or active at `nowMs`.
    public static long countStandingOf(Sql sql, long personId, long nowMs) {
        return sql.get("""
                SELECT count(*)
                  FROM group_reservation
                 WHERE person_id = ? AND ended_at IS NULL AND +end_at > ?""", row -> row.number(1), personId, nowMs);
    }

    /// As [#delete] for every one of a person's.
    static void deleteAllOf(Sql sql, long personId, long nowMs) {
        for (long id : standingOf(sql, personId, nowMs)) delete(sql, id, nowMs);
    }

    private static GroupReservation of(Row row) {
        var span = new Span(row.number(3), row.number(4));
        return new GroupReservation(
                row.number(1),
                row.number(2),
                span,
                row.nullableNumber(5),
                row.numbers(8),
                row.number(6),
                row.number(7));
    }
}
