package dev.lintel.controller.store;

import dev.lintel.controller.policy.Item.Entity;
import dev.lintel.controller.policy.SitePlan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Raises revisions when the policy changes, in the transaction that changes it: the policy's own, and those of
/// all whose rights begin or cease to concern some box, so that no box misses them.
final class PolicyRevision {
    /// What concerns which box, before and after: only what differs has people whose boxes must hear of it.
    private static final String CONCERNS = """
            SELECT DISTINCT b.box, 'channel', b.channel_id FROM channel_box b
            UNION ALL
            SELECT DISTINCT b.box, 'role', r.role_id
              FROM channel_box b JOIN role_channel r ON r.channel_id = b.channel_id
            UNION ALL
            SELECT DISTINCT b.box, 'group', g.group_id
              FROM channel_box b
              JOIN role_channel r ON r.channel_id = b.channel_id
              JOIN group_role g ON g.role_id = r.role_id""";
    /// Holders of the roles, groups and channels in three JSON arrays: new revisions for all, in one statement.
    private static final String RAISE = """
            UPDATE person_revision
               SET revision = (SELECT value FROM sync_revision) + n.rank
              FROM (SELECT person_id, row_number() OVER (ORDER BY person_id) AS rank FROM (
                      SELECT person_id FROM person_role WHERE role_id IN (SELECT value FROM json_each(?1))
                      UNION
                      SELECT person_id FROM person_group WHERE group_id IN (SELECT value FROM json_each(?2))
                      UNION
                      SELECT v.person_id FROM group_reservation v
                        JOIN group_reservation_group g ON g.group_reservation_id = v.id
                       WHERE g.group_id IN (SELECT value FROM json_each(?2))
                      UNION
                      SELECT v.person_id FROM reservation v
                        JOIN reservation_channel c ON c.reservation_id = v.id
                       WHERE c.channel_id IN (SELECT value FROM json_each(?3)))) n
             WHERE n.person_id = person_revision.person_id""";

    private PolicyRevision() {}

    private record Concern(String box, String kind, long id) {}

    /// Runs `write`, which does what `plan` says.
    static void raise(Sql sql, SitePlan plan, Runnable write) {
        boolean rights = plan.touches(Entity.ROLE) || plan.touches(Entity.GROUP) || plan.touches(Entity.CHANNEL);
        Set<Concern> before = rights ? concerns(sql) : Set.of();
        write.run();
        sql.run("UPDATE sync_revision SET value = value + 1, policy = value + 1");
        if (!rights) return;
        Set<Concern> after = concerns(sql);
        var differ = new HashSet<Concern>(before);
        differ.addAll(after);
        differ.removeIf(concern -> before.contains(concern) && after.contains(concern));
        if (differ.isEmpty()) return;
        int raised = sql.run(RAISE, ids(differ, "role"), ids(differ, "group"), ids(differ, "channel"));
        sql.run("UPDATE sync_revision SET value = value + ?", raised);
    }

    private static Set<Concern> concerns(Sql sql) {
        List<Concern> concerns = sql.list(CONCERNS, row -> new Concern(row.text(1), row.text(2), row.number(3)));
        return new HashSet<>(concerns);
    }

    private static String ids(Set<Concern> concerns, String kind) {
        var ids = new ArrayList<Long>();
        for (Concern concern : concerns) if (concern.kind.equals(kind)) ids.add(concern.id);
        return ids.toString();
    }
}
