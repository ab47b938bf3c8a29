package dev.lintel.controller.store;

import dev.lintel.controller.access.AreaLimit;
import dev.lintel.controller.access.AreaRule;
import dev.lintel.controller.access.AreaSet;
import dev.lintel.controller.access.AreaSets;
import dev.lintel.controller.access.AreaSets.Link;
import dev.lintel.controller.access.Crowd;
import dev.lintel.controller.json.Json;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The areas that doors of this box name, and the people in each, for those who ask: the API, pages and metrics. Areas
/// with a limit are counted in memory, the others here in the table: 100,000 people take some tens of milliseconds.
/// Blocks.
public final class AreaStore {
    private static final String DOORS = """
            SELECT c.id, c.passback_from, c.passback_to, c.passback_forgive_minute, s.time_zone
              FROM channel c
              JOIN site s ON s.id = c.site_id
             WHERE c.account_id = 1 AND c.id NOT IN (SELECT channel_id FROM channel_box)""";
    private static final String LIMITS = "SELECT name, people_max, people_min FROM area_limit WHERE account_id = 1";
    /// A person is in the area that they entered last among connected ones.
    private static final String PEOPLE = """
            SELECT count(*)
              FROM person_area p
             WHERE p.area = ?1 AND p.since >= ?2
               AND NOT EXISTS (SELECT 1 FROM person_area o
                                WHERE o.person_id = p.person_id AND o.since > p.since
                                  AND o.area IN (SELECT value FROM json_each(?3)))""";

    private AreaStore() {}

    /// An area and the people that doors have seen enter.
    ///
    /// @param limit without numbers where the area has no limit
    public record Area(AreaLimit limit, int people) {
        public String name() {
            return limit.name();
        }

        /// The word in the API, such as `full`.
        public String state() {
            return limit.state(people).name().toLowerCase(Locale.ROOT);
        }
    }

    /// All areas, by name.
    public static List<Area> all(Database database, Instant now) {
        return database.read(sql -> {
            var areas = new ArrayList<Area>();
            for (AreaRule rule : rules(sql)) areas.add(new Area(rule.limit(), people(database, sql, rule, now)));
            return areas;
        });
    }

    /// The areas that have a limit, by name, with their counts from memory. Reads two small tables.
    public static List<Area> limited(Database database, Instant now) {
        return database.read(sql -> {
            var areas = new ArrayList<Area>();
            for (AreaRule rule : rules(sql)) {
                Crowd crowd =
                        rule.limit().max() == null && rule.limit().min() == null ? null : counted(database, rule, now);
                if (crowd != null) areas.add(new Area(rule.limit(), crowd.count()));
            }
            return areas;
        });
    }

    private static @Nullable Crowd counted(Database database, AreaRule rule, Instant now) {
        return database.placeMoves().counts().crowd(rule.name(), Set.of(), rule.forgottenBefore(now));
    }

    private static int people(Database database, Sql sql, AreaRule rule, Instant now) {
        Crowd crowd = counted(database, rule, now);
        if (crowd != null) return crowd.count();
        Instant since = rule.forgottenBefore(now);
        return sql.get(
                PEOPLE,
                row -> row.integer(1),
                rule.name(),
                since == null ? Long.MIN_VALUE : since.toEpochMilli(),
                Json.write(List.copyOf(rule.connected().areas())));
    }

    private record Door(Link link, AreaRule.@Nullable Forget forget) {}

    private static List<AreaRule> rules(Sql sql) {
        List<Door> doors = sql.list(DOORS, AreaStore::door);
        AreaSets connected = AreaSets.of(doors.stream().map(Door::link).toList());
        Map<String, AreaLimit> limits = new HashMap<>();
        for (AreaLimit limit : limits(sql)) limits.put(limit.name(), limit);
        var rules = new TreeMap<String, AreaRule>();
        for (AreaSet set : connected.all()) {
            for (String area : set.areas()) {
                List<AreaRule.Forget> forgets = new ArrayList<>();
                for (Door door : doors) {
                    if (door.forget != null && door.link.areas().contains(area)) forgets.add(door.forget);
                }
                AreaLimit limit = limits.getOrDefault(area, new AreaLimit(area, null, null));
                rules.put(area, new AreaRule(limit, set, forgets, true));
            }
        }
        return List.copyOf(rules.values());
    }

    private static Door door(Row row) {
        var link = new Link(row.number(1), row.text(2), row.text(3));
        Long minute = row.nullableNumber(4);
        return new Door(
                link,
                minute == null
                        ? null
                        : new AreaRule.Forget(LocalTime.ofSecondOfDay(minute * 60), ZoneId.of(row.text(5))));
    }

    /// The limits of the policy.
    static List<AreaLimit> limits(Sql sql) {
        return sql.list(
                LIMITS,
                row -> new AreaLimit(row.text(1), integer(row.nullableNumber(2)), integer(row.nullableNumber(3))));
    }

    private static @Nullable Integer integer(@Nullable Long number) {
        return number == null ? null : (Integer) number.intValue();
    }
}
