package dev.lintel.controller.store;

import java.util.List;

/// What a box that may write reaches at its hub: roles and groups that open doors of that box and no
/// others, and
/// the people who concern it. Made inside a transaction, and valid in it.
///
/// @param box its name, as channels have it
/// @param endedBeforeMs reservations that ended before give no access; Unix milliseconds
public record BoxRights(Sql sql, String box, long endedBeforeMs) {
    /// Whether a role, `r.role_id`, opens a door that is not the box's.
    private static final String FOREIGN_ROLE = """
            EXISTS (SELECT 1 FROM role_channel c
                     WHERE c.role_id = r.role_id
                       AND NOT EXISTS (SELECT 1 FROM channel_box b
                                        WHERE b.channel_id = c.channel_id AND b.box = ?1))""";
    private static final String OWN_ROLE = """
            EXISTS (SELECT 1 FROM role_channel c JOIN channel_box b ON b.channel_id = c.channel_id
                     WHERE c.role_id = r.role_id AND b.box = ?1)""";
    private static final String OWN_ROLES =
            "SELECT r.role_id FROM (SELECT value AS role_id FROM json_each(?2)) r WHERE " + OWN_ROLE + " AND NOT "
                    + FOREIGN_ROLE;
    private static final String OWN_GROUPS = "SELECT g.value FROM json_each(?2) g"
            + " WHERE EXISTS (SELECT 1 FROM group_role r WHERE r.group_id = g.value AND "
            + OWN_ROLE + ") AND NOT EXISTS (SELECT 1 FROM group_role r WHERE r.group_id = g.value AND "
            + FOREIGN_ROLE + ")";
    private static final String OWN_CHANNELS =
            "SELECT channel_id FROM channel_box WHERE box = ?1 AND channel_id IN (SELECT value FROM json_each(?2))";
    /// 1 box, 2 person, 3 ended before.
    private static final String ELSEWHERE = """
            SELECT EXISTS (
              SELECT 1 FROM (
                  SELECT role_id FROM person_role WHERE person_id = ?2
                  UNION
                  SELECT gr.role_id FROM person_group g JOIN group_role gr ON gr.group_id = g.group_id
                   WHERE g.person_id = ?2
                  UNION
                  SELECT gr.role_id
                    FROM group_reservation v
                    JOIN group_reservation_group vg ON vg.group_reservation_id = v.id
                    JOIN group_role gr ON gr.group_id = vg.group_id
                   WHERE v.person_id = ?2 AND v.ended_at IS NULL AND v.end_at >= ?3) r
               WHERE %s
              UNION ALL
              SELECT 1 FROM reservation v JOIN reservation_channel c ON c.reservation_id = v.id
               WHERE v.person_id = ?2 AND v.end_at >= ?3
                 AND NOT EXISTS (SELECT 1 FROM channel_box b
                                  WHERE b.channel_id = c.channel_id AND b.box = ?1))""".formatted(FOREIGN_ROLE);

    /// Of the box with that name, as channels have it.
    public static BoxRights of(Sql sql, String box) {
        return new BoxRights(sql, box, RevisionQueries.endedBeforeMs(sql));
    }

    /// Those of `ids` that open doors of the box and no others.
    public List<Long> ownRoles(List<Long> ids) {
        return own(OWN_ROLES, ids);
    }

    /// Those of `ids` whose roles open doors of the box and no others.
    public List<Long> ownGroups(List<Long> ids) {
        return own(OWN_GROUPS, ids);
    }

    /// Those of `ids` that are the box's.
    public List<Long> ownChannels(List<Long> ids) {
        return own(OWN_CHANNELS, ids);
    }

    private List<Long> own(String query, List<Long> ids) {
        return sql.list(query, row -> row.number(1), box, ids.toString());
    }

    /// Whether the person has access to a door that is not the box's, now or by a reservation to come.
    public boolean isElsewhere(long personId) {
        return sql.get(ELSEWHERE, row -> row.flag(1), box, personId, endedBeforeMs);
    }

    /// Whether the person concerns the box, so that it has them.
    public boolean concerns(long personId) {
        return !scope(personId).among(sql, List.of(personId)).isEmpty();
    }

    /// The groups that the person is in until somebody says otherwise, ascending.
    public List<Long> groups(long personId) {
        return PersonStore.groupIds(sql, personId);
    }

    /// The roles that the person has, ascending.
    public List<Long> roles(long personId) {
        return PersonStore.roleIds(sql, personId);
    }

    /// Those of the person's groups that the box knows of, ascending; with `everything` it knows of all.
    public List<Long> knownGroups(long personId, boolean everything) {
        return everything ? groups(personId) : ids(scope(personId).groups());
    }

    /// As [#knownGroups], of roles.
    public List<Long> knownRoles(long personId, boolean everything) {
        return everything ? roles(personId) : ids(scope(personId).roles());
    }

    private BoxScope scope(long personId) {
        return BoxScope.of(sql, box, false, List.of(personId));
    }

    private List<Long> ids(String json) {
        return sql.list("SELECT value FROM json_each(?) ORDER BY value", row -> row.number(1), json);
    }
}
