package dev.lintel.controller.store;

import dev.lintel.controller.text.TextKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tables `person`, `person_group` and `person_role`. Each method runs in the caller's transaction; those that
/// change something inside [Database#write]. Deleted people are kept for their events' sake and found by nothing
/// here.
public final class PersonStore {
    /// The columns that are plain text, in the order they are shown.
    public static final List<String> TEXTS = List.of(
            "first_name",
            "last_name",
            "salutation",
            "job_title",
            "department",
            "organisation_id",
            "system_id",
            "email",
            "mobile",
            "telephone",
            "notes",
            "barcode",
            "custom_1",
            "custom_2",
            "custom_3",
            "custom_4",
            "custom_5");
    /// The other columns a change may name.
    private static final List<String> OTHERS =
            List.of("enabled", "valid_from", "valid_to", "extended_unlock", "first_responder");

    private static final String SELECT = "SELECT id, enabled, valid_from, valid_to, extended_unlock, first_responder,"
            + " created_at, updated_at, " + String.join(", ", TEXTS) + " FROM person ";
    private static final String LIVE = " account_id = 1 AND deleted_at IS NULL";

    /// Read by no index but that of ids: a key names one or two people.
    private static final String LIVE_BY_ID = " +account_id = 1 AND +deleted_at IS NULL";
    private static final String KEYED = " id IN (SELECT person_id FROM person_key WHERE %s = ?)";

    /// Of the people in a JSON array: one statement for a whole list.
    static final String GROUPS = """
            SELECT person_id, group_id
              FROM person_group
             WHERE person_id IN (SELECT value FROM json_each(?1))
            UNION
            SELECT v.person_id, gg.group_id
              FROM group_reservation v
              JOIN group_reservation_group gg ON gg.group_reservation_id = v.id
             WHERE v.person_id IN (SELECT value FROM json_each(?1))
               AND v.ended_at IS NULL AND v.start_at <= ?2 AND +v.end_at > ?2
             ORDER BY 1, 2""";
    /// As [#GROUPS].
    static final String GIVEN_GROUPS = """
            SELECT person_id, group_id
              FROM person_group
             WHERE person_id IN (SELECT value FROM json_each(?))
             ORDER BY person_id, group_id""";
    /// As [#GROUPS].
    static final String ROLES = """
            SELECT person_id, role_id
              FROM person_role
             WHERE person_id IN (SELECT value FROM json_each(?))
             ORDER BY person_id, role_id""";

    private PersonStore() {}

    /// Which people; null and empty parts do not narrow. Address and id are compared by [TextKey].
    ///
    /// @param sinceMs changed at or after
    /// @param systemIds of which a person has one
    public record Filter(@Nullable Long sinceMs, @Nullable String email, List<String> systemIds) {
        String where(List<@Nullable Object> arguments) {
            boolean keyed = email != null || !systemIds.isEmpty();
            var where = new StringBuilder(keyed ? LIVE_BY_ID : LIVE);
            if (sinceMs != null) {
                where.append(keyed ? " AND +updated_at >= ?" : " AND updated_at >= ?");
                arguments.add(sinceMs);
            }
            if (email != null) {
                where.append(" AND");
                named(where, arguments, "email", email);
            }
            for (int i = 0; i < systemIds.size(); i++) {
                where.append(i == 0 ? " AND (" : " OR");
                named(where, arguments, "system_id", systemIds.get(i));
            }
            if (!systemIds.isEmpty()) where.append(')');
            return where.toString();
        }

        /// Where two people have texts that differ in case alone, as older versions allowed, the text itself decides.
        private static void named(StringBuilder where, List<@Nullable Object> arguments, String column, String text) {
            String key = TextKey.of(text);
            where.append(KEYED.formatted(column))
                    .append((" AND (+%1$s = ? OR NOT EXISTS (SELECT 1 FROM person o WHERE o.id IN (SELECT"
                                    + " person_id FROM person_key WHERE %1$s = ?) AND +o.%1$s = ?"
                                    + " AND +o.account_id = 1 AND +o.deleted_at IS NULL))")
                            .formatted(column));
            arguments.addAll(List.of(key, text, key, text));
        }
    }

    public static @Nullable Person get(Sql sql, long id) {
        return sql.one(SELECT + "WHERE id = ? AND" + LIVE, PersonStore::person, id);
    }

    public static long count(Sql sql, Filter filter) {
        var arguments = new ArrayList<@Nullable Object>();
        String where = filter.where(arguments);
        return sql.get("SELECT count(*) FROM person WHERE" + where, row -> row.number(1), arguments.toArray());
    }

    public static long highestId(Sql sql) {
        return sql.get("SELECT coalesce(max(id), 0) FROM person", row -> row.number(1));
    }

    /// A page, ordered by id.
    public static List<Person> page(Sql sql, Filter filter, int limit, long offset) {
        var arguments = new ArrayList<@Nullable Object>();
        String where = filter.where(arguments);
        arguments.add(limit);
        arguments.add(offset);
        return sql.list(pageSql(where), PersonStore::person, arguments.toArray());
    }

    /// The offset is skipped in an index, never in the rows themselves.
    static String pageSql(String where) {
        return SELECT + "WHERE id IN (SELECT id FROM person WHERE" + where
                + " ORDER BY id LIMIT ? OFFSET ?) ORDER BY id";
    }

    /// For the test of the query plan.
    static String pageSql(Filter filter) {
        return pageSql(filter.where(new ArrayList<>()));
    }

    /// People after `afterId` up to `lastId`, ordered by id: one chunk of a long list.
    public static List<Person> chunk(Sql sql, Filter filter, long afterId, long lastId, int limit) {
        var arguments = new ArrayList<@Nullable Object>();
        String where = filter.where(arguments);
        arguments.addAll(List.of(afterId, lastId, limit));
        String query = SELECT + "WHERE" + where + " AND id > ? AND id <= ? ORDER BY id LIMIT ?";
        return sql.list(query, PersonStore::person, arguments.toArray());
    }

    /// Whether another person holds this address by its [TextKey].
    public static boolean emailTaken(Sql sql, String email, long exceptId) {
        return isTaken(sql, "email", email, exceptId);
    }

    /// As [#emailTaken].
    public static boolean systemIdTaken(Sql sql, String systemId, long exceptId) {
        return isTaken(sql, "system_id", systemId, exceptId);
    }

    private static boolean isTaken(Sql sql, String column, String text, long exceptId) {
        String query =
                "SELECT count(*) FROM person WHERE" + LIVE_BY_ID + " AND" + KEYED.formatted(column) + " AND id <> ?";
        return 0 < sql.get(query, row -> row.number(1), TextKey.of(text), exceptId);
    }

    /// A query of the ids of people, deleted ones too, by what an event filter may name; what it binds goes to
    /// `arguments`. At least one part is given.
    static String namesakes(
            List<String> firstNames, List<String> lastNames, @Nullable String email, List<@Nullable Object> arguments) {
        var where = new ArrayList<String>();
        oneOf("k.first_name", firstNames, where, arguments);
        oneOf("k.last_name", lastNames, where, arguments);
        if (email != null) where.add("k.email = ? AND p.account_id = 1 AND p.deleted_at IS NULL");
        if (email != null) arguments.add(TextKey.of(email));
        String people = email == null ? "" : " CROSS JOIN person p ON p.id = k.person_id"; // in that order
        return "SELECT k.person_id FROM person_key k" + people + " WHERE " + String.join(" AND ", where);
    }

    private static void oneOf(String column, List<String> names, List<String> where, List<@Nullable Object> arguments) {
        if (names.isEmpty()) return;
        where.add(column + " IN (" + String.join(", ", Collections.nCopies(names.size(), "?")) + ")");
        for (String name : names) arguments.add(TextKey.of(name));
    }

    /// Adds a person; `columns` holds first and last name and whatever else is known.
    public static long insert(Sql sql, Map<String, @Nullable Object> columns, long nowMs) {
        check(columns);
        var names = new ArrayList<>(columns.keySet());
        var arguments = new ArrayList<@Nullable Object>(columns.values());
        if (!columns.containsKey("enabled")) {
            names.add("enabled");
            arguments.add(true);
        }
        names.addAll(List.of("account_id", "created_at", "updated_at"));
        arguments.addAll(List.of(1, nowMs, nowMs));
        String marks = String.join(", ", Collections.nCopies(names.size(), "?"));
        String insert = "INSERT INTO person (" + String.join(", ", names) + ") VALUES (" + marks + ")";
        long id = sql.insert(insert, arguments.toArray());
        PersonKeys.write(sql, id);
        return id;
    }

    /// Changes the columns named and the time of change.
    public static void update(Sql sql, long id, Map<String, @Nullable Object> columns, long nowMs) {
        check(columns);
        var sets = new ArrayList<String>();
        for (String name : columns.keySet()) sets.add(name + " = ?");
        sets.add("updated_at = ?");
        var arguments = new ArrayList<@Nullable Object>(columns.values());
        arguments.add(nowMs);
        arguments.add(id);
        sql.run("UPDATE person SET " + String.join(", ", sets) + " WHERE id = ?", arguments.toArray());
        PersonKeys.write(sql, id);
    }

    /// Keeps the row, frees everything that was theirs and ends their reservations. False when there is no such person.
    public static boolean delete(Sql sql, long id, long nowMs) {
        int rows =
                sql.run("UPDATE person SET deleted_at = ?, updated_at = ? WHERE id = ? AND" + LIVE, nowMs, nowMs, id);
        if (rows == 0) return false;
        sql.run("DELETE FROM person_group WHERE person_id = ?", id);
        sql.run("DELETE FROM person_role WHERE person_id = ?", id);
        CredentialStore.deleteAllOf(sql, id);
        ReservationStore.deleteAllOf(sql, id);
        GroupReservationStore.deleteAllOf(sql, id, nowMs);
        PersonImageStore.remove(sql, id);
        return true;
    }

    /// The groups that each is in, and those of group reservations that are active at `nowMs`, ascending. Whoever is in
    /// none is not in the map.
    public static Map<Long, List<Long>> groupIds(Sql sql, List<Long> ids, long nowMs) {
        return lists(sql, GROUPS, ids.toString(), nowMs);
    }

    /// As [#groupIds(Sql, List, long)], without those of group reservations: what is given until somebody says
    /// otherwise.
    public static Map<Long, List<Long>> givenGroupIds(Sql sql, List<Long> ids) {
        return lists(sql, GIVEN_GROUPS, ids.toString());
    }

    /// The roles that each holds in person, ascending. Whoever holds none is not in the map.
    public static Map<Long, List<Long>> roleIds(Sql sql, List<Long> ids) {
        return lists(sql, ROLES, ids.toString());
    }

    private static Map<Long, List<Long>> lists(Sql sql, String query, Object... arguments) {
        var lists = new HashMap<Long, List<Long>>();
        sql.each(
                query,
                row -> lists.computeIfAbsent(row.number(1), _ -> new ArrayList<>())
                        .add(row.number(2)),
                arguments);
        return lists;
    }

    /// The groups that the person is in until somebody says otherwise.
    public static List<Long> groupIds(Sql sql, long id) {
        return sql.list(
                "SELECT group_id FROM person_group WHERE person_id = ? ORDER BY group_id", row -> row.number(1), id);
    }

    public static List<Long> roleIds(Sql sql, long id) {
        return sql.list(
                "SELECT role_id FROM person_role WHERE person_id = ? ORDER BY role_id", row -> row.number(1), id);
    }

    public static void replaceGroups(Sql sql, long id, List<Long> groupIds) {
        sql.run("DELETE FROM person_group WHERE person_id = ?", id);
        for (Long group : groupIds) sql.run("INSERT INTO person_group (person_id, group_id) VALUES (?, ?)", id, group);
    }

    public static void replaceRoles(Sql sql, long id, List<Long> roleIds) {
        sql.run("DELETE FROM person_role WHERE person_id = ?", id);
        for (Long role : roleIds) sql.run("INSERT INTO person_role (person_id, role_id) VALUES (?, ?)", id, role);
    }

    private static void check(Map<String, @Nullable Object> columns) {
        for (String name : columns.keySet()) {
            if (!TEXTS.contains(name) && !OTHERS.contains(name)) {
                throw new IllegalArgumentException("no column a change may name: " + name);
            }
        }
    }

    private static Person person(Row row) {
        var texts = new LinkedHashMap<String, @Nullable String>();
        for (int i = 0; i < TEXTS.size(); i++) texts.put(TEXTS.get(i), row.nullableText(9 + i));
        return new Person(
                row.number(1),
                texts,
                row.flag(2),
                row.nullableText(3),
                row.nullableText(4),
                row.flag(5),
                row.flag(6),
                row.number(7),
                row.number(8));
    }
}
