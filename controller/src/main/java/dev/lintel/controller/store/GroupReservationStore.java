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
    private static final String SELECT =
            "SELECT id, person_id, start_at, end_at, ended_at, created_at, updated_at FROM group_reservation";

    private GroupReservationStore() {}

    /// Where it stands, in the API's words.
    public enum State {
        PENDING,
        ACTIVE,
        DEACTIVATED
    }

    /// A group reservation as the table holds it. Immutable.
    ///
    /// @param startMs its first instant, whole seconds
    /// @param endMs the first instant after it, whole seconds
    /// @param endedMs when it was deleted while active, or null
    /// @param groupIds ascending
    public record GroupReservation(
            long id,
            long personId,
            long startMs,
            long endMs,
            @Nullable Long endedMs,
            List<Long> groupIds,
            long createdAtMs,
            long updatedAtMs) {
        public GroupReservation {
            groupIds = List.copyOf(groupIds);
        }

        public State state(long nowMs) {
            if (endedMs != null || nowMs >= endMs) return State.DEACTIVATED;
            return nowMs < startMs ? State.PENDING : State.ACTIVE;
        }
    }

    public static @Nullable GroupReservation get(Sql sql, long id) {
        return sql.one(SELECT + " WHERE id = ?", row -> reservation(sql, row), id);
    }

    /// Those that have not ended by `nowMs`, by id.
    public static List<GroupReservation> standing(Sql sql, long nowMs, int limit, long offset) {
        List<Long> ids = sql.list(
                "SELECT id FROM group_reservation WHERE ended_at IS NULL AND end_at > ? ORDER BY id LIMIT ? OFFSET ?",
                row -> row.number(1),
                nowMs,
                limit,
                offset);
        return ids.stream()
                .map(id -> sql.get(SELECT + " WHERE id = ?", row -> reservation(sql, row), id))
                .toList();
    }

    public static long countStanding(Sql sql, long nowMs) {
        return sql.get(
                "SELECT count(*) FROM group_reservation WHERE ended_at IS NULL AND end_at > ?",
                row -> row.number(1),
                nowMs);
    }

    /// Returns the new one's id. Times are cut to the second.
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

    private static GroupReservation reservation(Sql sql, Row row) {
        long id = row.number(1);
        List<Long> groups = sql.list(
                "SELECT group_id FROM group_reservation_group WHERE group_reservation_id = ? ORDER BY group_id",
                group -> group.number(1),
                id);
        return new GroupReservation(
                id,
                row.number(2),
                row.number(3),
                row.number(4),
                row.nullableNumber(5),
                groups,
                row.number(6),
                row.number(7));
    }
}
