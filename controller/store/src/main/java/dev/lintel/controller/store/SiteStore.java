package dev.lintel.controller.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reading table `site` for those who look at sites, in the caller's transaction.
public final class SiteStore {
    private static final String SELECT =
            "SELECT id, name, time_zone, notes, created_at, updated_at FROM site WHERE account_id = 1";

    private SiteStore() {}

    /// A place with a wall clock of its own.
    ///
    /// @param timeZone in which the times of its channels are read, such as `Europe/Berlin`
    public record Site(long id, String name, String timeZone, String notes, long createdAtMs, long updatedAtMs) {}

    public static long count(Sql sql) {
        return sql.get("SELECT count(*) FROM site WHERE account_id = 1", row -> row.number(1));
    }

    /// By id.
    public static List<Site> page(Sql sql, int limit, long offset) {
        return sql.list(SELECT + " ORDER BY id LIMIT ? OFFSET ?", SiteStore::site, limit, offset);
    }

    public static @Nullable Site get(Sql sql, long id) {
        return sql.one(SELECT + " AND id = ?", SiteStore::site, id);
    }

    private static Site site(Row row) {
        return new Site(row.number(1), row.text(2), row.text(3), row.text(4), row.number(5), row.number(6));
    }
}
