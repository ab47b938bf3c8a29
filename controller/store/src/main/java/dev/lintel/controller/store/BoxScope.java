package dev.lintel.controller.store;

import java.util.List;

/// Who and what concerns a box: its channels, the roles with any of those, the groups with any of those roles,
/// and the people who have such a role, group or reservation. A state of the database decides it alone, and no
/// clock, so that hub and box can compare what they have. Belongs to the transaction in which it was read.
///
/// @param everything the box gets all people, roles and groups
/// @param channels ids, as a JSON array
/// @param roles ids, as a JSON array
/// @param groups ids, as a JSON array
/// @param endedBeforeMs reservations that ended before are nothing to it
public record BoxScope(boolean everything, String channels, String roles, String groups, long endedBeforeMs) {
    private static final String ROLES = """
            SELECT DISTINCT r.role_id
              FROM channel_box b JOIN role_channel r ON r.channel_id = b.channel_id
             WHERE b.box = ?""";
    private static final String GROUPS = """
            SELECT DISTINCT g.group_id
              FROM channel_box b
              JOIN role_channel r ON r.channel_id = b.channel_id
              JOIN group_role g ON g.role_id = r.role_id
             WHERE b.box = ?""";
    /// 1 box, 2 people.
    private static final String ROLES_OF = """
            SELECT DISTINCT r.role_id
              FROM person_role r
             WHERE r.person_id IN (SELECT value FROM json_each(?2))
               AND EXISTS (SELECT 1 FROM role_channel c JOIN channel_box b ON b.channel_id = c.channel_id
                            WHERE c.role_id = r.role_id AND b.box = ?1)""";
    private static final String GROUPS_OF = """
            SELECT g.group_id
              FROM (SELECT group_id FROM person_group WHERE person_id IN (SELECT value FROM json_each(?2))
                    UNION
                    SELECT vg.group_id
                      FROM group_reservation v
                      JOIN group_reservation_group vg ON vg.group_reservation_id = v.id
                     WHERE v.person_id IN (SELECT value FROM json_each(?2))) g
             WHERE EXISTS (SELECT 1 FROM group_role r
                             JOIN role_channel c ON c.role_id = r.role_id
                             JOIN channel_box b ON b.channel_id = c.channel_id
                            WHERE r.group_id = g.group_id AND b.box = ?1)""";
    /// 1 everything, 2 channels, 3 roles, 4 groups, 5 ended before. The `+` keeps SQLite from seeking each of the box's
    /// roles, groups and channels for each person, where a person has a handful of their own.
    private static final String CONCERNED = """
            p.account_id = 1 AND p.deleted_at IS NULL AND (?1
              OR EXISTS (SELECT 1 FROM person_role r
                          WHERE r.person_id = p.id AND +r.role_id IN (SELECT value FROM json_each(?3)))
              OR EXISTS (SELECT 1 FROM person_group g
                          WHERE g.person_id = p.id AND +g.group_id IN (SELECT value FROM json_each(?4)))
              OR EXISTS (SELECT 1 FROM group_reservation v
                           JOIN group_reservation_group vg ON vg.group_reservation_id = v.id
                          WHERE v.person_id = p.id AND v.ended_at IS NULL AND +v.end_at >= ?5
                            AND +vg.group_id IN (SELECT value FROM json_each(?4)))
              OR EXISTS (SELECT 1 FROM reservation v
                           JOIN reservation_channel vc ON vc.reservation_id = v.id
                          WHERE v.person_id = p.id AND +v.end_at >= ?5
                            AND +vc.channel_id IN (SELECT value FROM json_each(?2))))""";
    private static final String AMONG =
            "SELECT p.id FROM person p WHERE p.id IN (SELECT value FROM json_each(?6)) AND " + CONCERNED;
    private static final String PAGE =
            "SELECT p.id FROM person p WHERE p.id > ?6 AND " + CONCERNED + " ORDER BY p.id LIMIT ?7";
    private static final String ALL =
            "SELECT p.id, v.revision FROM person p JOIN person_revision v ON v.person_id = p.id WHERE " + CONCERNED;

    /// As it stands in the caller's transaction.
    ///
    /// @param box its name, as channels have it
    public static BoxScope of(Sql sql, String box, boolean everything) {
        return new BoxScope(
                everything,
                channels(sql, box).toString(),
                sql.list(ROLES, row -> row.number(1), box).toString(),
                sql.list(GROUPS, row -> row.number(1), box).toString(),
                RevisionQueries.endedBeforeMs(sql));
    }

    /// As far as these people have to do with it: for a few, where reading all of the box's groups takes longer than
    /// all the rest. Holds for them alone.
    public static BoxScope of(Sql sql, String box, boolean everything, List<Long> people) {
        String ids = people.toString();
        return new BoxScope(
                everything,
                channels(sql, box).toString(),
                sql.list(ROLES_OF, row -> row.number(1), box, ids).toString(),
                sql.list(GROUPS_OF, row -> row.number(1), box, ids).toString(),
                RevisionQueries.endedBeforeMs(sql));
    }

    private static List<Long> channels(Sql sql, String box) {
        return sql.list("SELECT channel_id FROM channel_box WHERE box = ?", row -> row.number(1), box);
    }

    /// Those of `ids` who concern it, in no order.
    public List<Long> among(Sql sql, List<Long> ids) {
        return sql.list(
                AMONG, row -> row.number(1), everything, channels, roles, groups, endedBeforeMs, ids.toString());
    }

    /// The next `limit` who concern it after `id`, ascending.
    public List<Long> after(Sql sql, long id, int limit) {
        return sql.list(PAGE, row -> row.number(1), everything, channels, roles, groups, endedBeforeMs, id, limit);
    }

    /// Each person who concerns it, with the revision of that person. Walks everybody: some 100 ms for 100,000 people.
    public void each(Sql sql, Revisions revisions) {
        sql.each(
                ALL,
                row -> revisions.of(row.number(1), row.number(2)),
                everything,
                channels,
                roles,
                groups,
                endedBeforeMs);
    }

    /// Takes people and their revisions.
    @FunctionalInterface
    public interface Revisions {
        void of(long personId, long revision);
    }
}
