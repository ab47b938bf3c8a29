package dev.lintel.controller.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reading table `role`, in the caller's transaction.
public final class RoleStore {
    private static final String SELECT =
            "SELECT id, name, notes, shift_id, created_at, updated_at FROM role WHERE account_id = 1";

    private RoleStore() {}

    /// Channels at the times of a shift; no shift: always.
    public record Role(
            long id, String name, String notes, @Nullable Long shiftId, long createdAtMs, long updatedAtMs) {}

    public static long count(Sql sql) {
        return sql.get("SELECT count(*) FROM role WHERE account_id = 1", row -> row.number(1));
    }

    /// Ordered by name.
    public static List<Role> page(Sql sql, int limit, long offset) {
        return sql.list(SELECT + " ORDER BY name COLLATE NOCASE, id LIMIT ? OFFSET ?", RoleStore::role, limit, offset);
    }

    public static @Nullable Role get(Sql sql, long id) {
        return sql.one(SELECT + " AND id = ?", RoleStore::role, id);
    }

    /// Those of `ids` that name no role.
    public static List<Long> unknown(Sql sql, List<Long> ids) {
        var unknown = new ArrayList<Long>();
        for (Long id : ids) if (get(sql, id) == null) unknown.add(id);
        return unknown;
    }

    private static Role role(Row row) {
        return new Role(row.number(1), row.text(2), row.text(3), row.nullableNumber(4), row.number(5), row.number(6));
    }
}
