package dev.lintel.controller.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reading table `channel` for those who look at channels, in the caller's transaction.
public final class ChannelStore {
    private static final String SELECT = """
            SELECT id, site_id, coalesce(b.unit, c.unit), name, kind, created_at, updated_at, b.box
              FROM channel c
              LEFT JOIN channel_box b ON b.channel_id = c.id
             WHERE account_id = 1""";

    private ChannelStore() {}

    /// One control point.
    ///
    /// @param unit names its wiring
    /// @param box the box that it hangs on, and whose unit that is; null: this one
    public record Channel(
            long id,
            long siteId,
            int unit,
            String name,
            String kind,
            long createdAtMs,
            long updatedAtMs,
            @Nullable String box) {}

    public static long count(Sql sql, @Nullable Long siteId) {
        return sql.get(
                "SELECT count(*) FROM channel WHERE account_id = 1 AND (?1 IS NULL OR site_id = ?1)",
                row -> row.number(1),
                siteId);
    }

    /// By id.
    public static List<Channel> page(Sql sql, @Nullable Long siteId, int limit, long offset) {
        return sql.list(
                SELECT + " AND (?1 IS NULL OR site_id = ?1) ORDER BY id LIMIT ?2 OFFSET ?3",
                ChannelStore::channel,
                siteId,
                limit,
                offset);
    }

    public static @Nullable Channel get(Sql sql, long id) {
        return sql.one(SELECT + " AND id = ?", ChannelStore::channel, id);
    }

    /// All of the account's; a box has some dozens.
    /// Without those that hang on other boxes.
    public static List<Long> own(Sql sql) {
        return sql.list(
                "SELECT id FROM channel WHERE account_id = 1 AND id NOT IN (SELECT channel_id FROM channel_box)"
                        + " ORDER BY id",
                row -> row.number(1));
    }

    public static List<Long> ids(Sql sql) {
        return sql.list("SELECT id FROM channel WHERE account_id = 1 ORDER BY id", row -> row.number(1));
    }

    /// Those of `ids` that name no channel.
    public static List<Long> unknown(Sql sql, List<Long> ids) {
        var unknown = new ArrayList<Long>();
        for (Long id : ids) if (get(sql, id) == null) unknown.add(id);
        return unknown;
    }

    /// Names by id; a box has some dozens.
    public static Map<Long, String> names(Sql sql) {
        var names = new LinkedHashMap<Long, String>();
        sql.each("SELECT id, name FROM channel ORDER BY id", row -> names.put(row.number(1), row.text(2)));
        return names;
    }

    private static Channel channel(Row row) {
        return new Channel(
                row.number(1),
                row.number(2),
                row.integer(3),
                row.text(4),
                row.text(5),
                row.number(6),
                row.number(7),
                row.nullableText(8));
    }
}
