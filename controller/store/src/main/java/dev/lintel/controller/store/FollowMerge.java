package dev.lintel.controller.store;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Decides for [HistoryMerge] which of two databases of a following box has the newer state of the hub. A replacement
/// that began with an old snapshot may be behind the database that it replaced while the hub cannot be reached. In
/// doubt it is `main`: its cursor makes the hub send everything that came later.
final class FollowMerge {
    /// Merges the marks of people: the higher revision counts, and rights that either database keeps revoked stay
    /// revoked. So a revocation by the hub stays, whichever database has it. `%1$s`: the value that wins; `%2$s`:
    /// the other.
    private static final String MARKS = """
            INSERT INTO main.person_known (person_id, revision, withheld, rights)
            SELECT person_id, revision, withheld, rights FROM newer.person_known WHERE true
            ON CONFLICT (person_id) DO UPDATE SET revision = max(revision, excluded.revision),
                withheld = coalesce(%1$s.withheld, %2$s.withheld),
                rights = CASE WHEN %1$s.withheld IS NULL THEN %2$s.rights ELSE %1$s.rights END""";
    /// A hub's cursor. Any other one is a service's, and only the service can order those.
    private static final Pattern CURSOR = Pattern.compile("(?<era>[A-Za-z0-9]{1,40})[.](?<revision>[0-9]{1,18})");

    private static final String OWN = "person_known";
    private static final String OTHER = "excluded";

    private static final String OF_TWO_HUBS =
            "SELECT EXISTS (SELECT 1 FROM main.hub_known m JOIN newer.hub_known n ON m.hub <> n.hub)";

    private FollowMerge() {}

    /// Whether `newer` is ahead: of the same membership and era with a higher revision, or `main` has followed nothing
    /// since `base`.
    static boolean isAhead(Sql sql) {
        Followed main = followed(sql, "main");
        return main == null || main.equals(followed(sql, "base")) || isAhead(main, followed(sql, "newer"));
    }

    /// As the other, of two databases without a known base.
    static boolean isFurther(Sql sql) {
        Followed main = followed(sql, "main");
        return main != null && isAhead(main, followed(sql, "newer"));
    }

    private static boolean isAhead(Followed main, @Nullable Followed newer) {
        if (newer == null || !main.upstream.equals(newer.upstream)) return false;
        if (main.cursor == null || newer.cursor == null) return main.cursor == null;
        Matcher here = CURSOR.matcher(main.cursor);
        Matcher there = CURSOR.matcher(newer.cursor);
        return here.matches()
                && there.matches()
                && here.group("era").equals(there.group("era"))
                && revision(there) > revision(here);
    }

    private static long revision(Matcher cursor) {
        return Long.parseLong(cursor.group("revision"));
    }

    private record Followed(String upstream, @Nullable String cursor) {}

    private static @Nullable Followed followed(Sql sql, String schema) {
        String query = "SELECT upstream, cursor FROM " + schema + ".sync_cursor";
        return sql.one(query, row -> new Followed(row.text(1), row.nullableText(2)));
    }

    /// Merges what is known of the hub and of its people.
    ///
    /// @param ahead whether `newer` is
    static long known(Sql sql, boolean ahead) {
        if (sql.get(OF_TWO_HUBS, row -> row.flag(1))) {
            return ahead ? take(sql, "person_known") + take(sql, "hub_known") : 0;
        }
        String marks = ahead ? MARKS.formatted(OTHER, OWN) : MARKS.formatted(OWN, OTHER);
        String hub = ahead ? "INSERT OR REPLACE" : "INSERT OR IGNORE";
        long changed = sql.run(marks);
        return changed + sql.run(hub + " INTO main.hub_known SELECT * FROM newer.hub_known");
    }

    private static long take(Sql sql, String table) {
        long removed = sql.run("DELETE FROM main." + table);
        return removed + sql.run("INSERT INTO main." + table + " SELECT * FROM newer." + table);
    }
}
