package dev.lintel.controller.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reading tables `people_group` and `group_role`, in the caller's transaction.
public final class GroupStore {
    private static final String SELECT =
            "SELECT id, name, notes, global_across_sites, created_at, updated_at FROM people_group"
                    + " WHERE account_id = 1";

    private GroupStore() {}

    /// People who hold the same roles.
    public record Group(
            long id, String name, String notes, boolean globalAcrossSites, long createdAtMs, long updatedAtMs) {}

    public static long count(Sql sql) {
        return sql.get("SELECT count(*) FROM people_group WHERE account_id = 1", row -> row.number(1));
    }

    /// Ordered by name.
    public static List<Group> page(Sql sql, int limit, long offset) {
        return sql.list(
                SELECT + " ORDER BY name COLLATE NOCASE, id LIMIT ? OFFSET ?", GroupStore::group, limit, offset);
    }

    public static @Nullable Group get(Sql sql, long id) {
        return sql.one(SELECT + " AND id = ?", GroupStore::group, id);
    }

    public static List<Long> roleIds(Sql sql, long id) {
        return sql.list("SELECT role_id FROM group_role WHERE group_id = ? ORDER BY role_id", row -> row.number(1), id);
    }

    /// Those of `ids` that name no group.
    public static List<Long> unknown(Sql sql, List<Long> ids) {
        var unknown = new ArrayList<Long>();
        for (Long id : ids) if (get(sql, id) == null) unknown.add(id);
        return unknown;
    }

    private static Group group(Row row) {
        return new Group(row.number(1), row.text(2), row.text(3), row.flag(4), row.number(5), row.number(6));
    }
}
