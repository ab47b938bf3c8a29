package dev.lintel.controller.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The doors of sites, and which of them an evacuation unlocks. In the caller's transaction.
public final class SiteDoorQueries {
    private static final String SELECT = """
            SELECT s.id, s.name, c.id, c.name, b.box, c.evacuation
              FROM site s
              LEFT JOIN channel c ON c.site_id = s.id AND c.kind = 'door'
              LEFT JOIN channel_box b ON b.channel_id = c.id
             WHERE s.account_id = 1""";

    private SiteDoorQueries() {}

    /// A site with its doors, by channel id. Elevators and floors are not among them.
    public record Site(long siteId, String site, List<SiteDoor> doors) {}

    /// A door.
    ///
    /// @param box the box of the door; null: this one
    /// @param takesPart whether an evacuation unlocks it
    public record SiteDoor(
            long channelId, String name, @Nullable String box, boolean takesPart) {}

    /// Each site, by id.
    public static List<Site> all(Sql sql) {
        return sites(sql, SELECT + " ORDER BY s.id, c.id");
    }

    public static @Nullable Site of(Sql sql, long siteId) {
        List<Site> found = sites(sql, SELECT + " AND s.id = ? ORDER BY c.id", siteId);
        return found.isEmpty() ? null : found.getFirst();
    }

    private static List<Site> sites(Sql sql, String select, Object... arguments) {
        Map<Long, Site> sites = new LinkedHashMap<>();
        sql.each(
                select,
                row -> {
                    Site site =
                            sites.computeIfAbsent(row.number(1), id -> new Site(id, row.text(2), new ArrayList<>()));
                    Long channelId = row.nullableNumber(3);
                    if (channelId == null) return;
                    site.doors.add(new SiteDoor(channelId, row.text(4), row.nullableText(5), row.flag(6)));
                },
                arguments);
        return List.copyOf(sites.values());
    }
}
