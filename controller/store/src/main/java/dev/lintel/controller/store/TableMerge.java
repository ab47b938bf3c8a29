package dev.lintel.controller.store;

import dev.lintel.controller.store.StoreException.Reason;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The merge of one table for [HistoryMerge]: `main`, `newer` and `base` are three states of it, and main
/// and newer both came from base.
///
/// ```
///   newer            main                     result
///   as base          changed or deleted it    as main
///   changed it       as base, or changed it   as newer; texts of a person, users and credentials by column, rights as
///                                             restrictive as either
///   changed it       deleted it               deleted
///   deleted it       whatever                 deleted
///   inserted it      has no such row          as newer
///   has no such row  inserted it              as main, unless newer touched the row that it belongs to
/// ```
///
/// A row is touched that differs in newer and base: that includes `updated_at`, so a value that was changed
/// and set back is seen. Rows without a key of their own (the roles of a person, the times of a schedule)
/// belong to another row, their owner, and touch it. In doubt the result gives fewer rights.
final class TableMerge {
    /// Of no weight against what main has: it is not what two histories can differ in.
    private static final String UPDATED_AT = "\"updated_at\"";

    /// Written by the use of a row: no change of it.
    private static final Set<String> NOTES = Set.of("user.signed_in_at", "api_key.last_used_at");

    /// A second factor that main has stays, whatever else newer changed of its user.
    private static final Set<String> KEPT = Set.of("totp", "recovery_code");

    /// The value of either where the other is NULL: no limit.
    private static final String LATER = "coalesce(max(%1$s, %2$s), %1$s, %2$s)";

    private static final String EARLIER = "coalesce(min(%1$s, %2$s), %1$s, %2$s)";

    /// Rights that both changed, or that only main changed in a row that newer touched: `%1$s` is main's value and
    /// `%2$s` newer's.
    private static final Map<String, String> RESTRICTIVE = Map.ofEntries(
            Map.entry("person.enabled", "min(%1$s, %2$s)"),
            Map.entry("person.extended_unlock", "min(%1$s, %2$s)"),
            Map.entry("person.first_responder", "min(%1$s, %2$s)"),
            Map.entry("person.valid_from", LATER),
            Map.entry("person.valid_to", EARLIER),
            Map.entry("person.deleted_at", "coalesce(%2$s, %1$s)"),
            Map.entry("role.shift_id", "coalesce(%2$s, %1$s)"),
            Map.entry("role.max_stale_ms", EARLIER),
            Map.entry("role.escort", leastOf("required", "none")),
            Map.entry("role.double_tap", "min(%1$s, %2$s)"),
            Map.entry("role.threat_level_max", "coalesce(min(%1$s, %2$s), %1$s, %2$s)"),
            Map.entry("area_limit.people_max", EARLIER),
            Map.entry("area_limit.people_min", LATER),
            Map.entry("credential.status", leastOf("revoked", "revoking", "invited")),
            Map.entry("credential.valid_from_at", LATER),
            Map.entry("credential.valid_to_at", EARLIER),
            Map.entry("credential.suspended_from", EARLIER),
            Map.entry("credential.suspended_to", LATER),
            Map.entry("credential.uses_max", EARLIER),
            Map.entry("credential.uses_from", EARLIER),
            Map.entry("credential.unused_days", EARLIER),
            Map.entry("credential.unused_from", EARLIER),
            Map.entry("user.kind", leastOf("user", "developer")),
            Map.entry("user.keys_enabled", "min(%1$s, %2$s)"));

    /// Where newer left a column as it was, main's value stays: a password or a card number that main has changed.
    private static final Set<String> BY_COLUMN = Set.of("user", "credential");

    private final Sql sql;
    private final Table table;

    TableMerge(Sql sql, Table table) {
        this.sql = sql;
        this.table = table;
    }

    /// @param key columns of the primary key
    /// @param others all other columns
    /// @param owner the column that names the row it belongs to; null: it belongs to none
    /// @param parent the owner's table
    record Table(
            String name,
            List<String> key,
            List<String> others,
            @Nullable String owner,
            @Nullable String parent) {
        /// @param owners tables that rows of this one are deleted with, by the column that refers to them
        static Table of(Sql sql, String name, Map<String, String> owners) {
            List<String> key = columns(sql, name, "pk > 0 ORDER BY pk");
            List<String> others = columns(sql, name, "pk = 0");
            String owner = Stream.concat(key.stream(), others.stream())
                    .filter(column -> owners.containsKey(unquoted(column)))
                    .findFirst()
                    .orElse(null);
            return new Table(name, key, others, owner, owner == null ? null : owners.get(unquoted(owner)));
        }

        private static List<String> columns(Sql sql, String table, String which) {
            return sql.list(
                    "SELECT '\"' || name || '\"' FROM pragma_table_info(?, 'main') WHERE " + which,
                    row -> row.text(1),
                    table);
        }

        List<String> columns() {
            return Stream.concat(key.stream(), others.stream()).toList();
        }

        String all() {
            return String.join(", ", columns());
        }

        List<String> compared() {
            return columns().stream()
                    .filter(column -> !NOTES.contains(name + "." + unquoted(column)))
                    .toList();
        }

        /// Whether its rows have an identity of their own, which two histories cannot give to different things.
        boolean isEntity() {
            return key.size() == 1 && !key.getFirst().equals(owner);
        }

        /// Whether its rows are only meant together, such as the times of a schedule.
        boolean isList() {
            return key.size() > 1 && owner != null && !others.isEmpty();
        }
    }

    private static String unquoted(String column) {
        return column.substring(1, column.length() - 1);
    }

    String name() {
        return table.name;
    }

    /// Makes the table what newer has.
    ///
    /// @param only a condition for the rows of main that are replaced; empty: all
    long takeWhole(String only) {
        String which = only.isEmpty() ? "" : " AND m." + only;
        return sql.run("DELETE FROM main." + table.name + " AS m WHERE NOT " + identical("newer", "n", "m") + which)
                + insert("newer", "NOT " + exists("main", "m", "x"));
    }

    /// Before any table is merged: finds the rows that newer touched, and what main changed, for [#merge] and
    /// [#leftOut].
    void findTouched() {
        String what = table.isEntity() || table.owner == null ? table.key.getFirst() : table.owner;
        String all = String.join(", ", table.compared());
        sql.script("CREATE TEMP TABLE touched_" + table.name + " AS SELECT " + what + " AS id FROM (SELECT " + all
                + " FROM newer." + table.name + " EXCEPT SELECT " + all + " FROM base." + table.name + ") UNION SELECT "
                + what + " FROM (SELECT " + all + " FROM base." + table.name + " EXCEPT SELECT " + all + " FROM newer."
                + table.name + ")" + touchedByCredentials());
        sql.script("CREATE TEMP TABLE mine_" + table.name + " AS SELECT " + all + " FROM main." + table.name
                + " EXCEPT SELECT " + all + " FROM base." + table.name);
    }

    /// A credential that newer added and deleted again is seen in its log of changes alone.
    private String touchedByCredentials() {
        return table.name.equals("person")
                ? " UNION SELECT person_id FROM newer.change_log WHERE revision > (SELECT coalesce(max(revision), 0)"
                        + " FROM base.change_log)"
                : "";
    }

    long merge() {
        if (table.isList()) return takeLists();
        refuseTwoOfOneKey();
        String columns = table.columns().stream().map(this::merged).collect(Collectors.joining(", "));
        sql.script("CREATE TEMP TABLE changed AS SELECT " + columns + " FROM newer." + table.name + " n JOIN main."
                + table.name + " m ON " + same("m", "n") + " LEFT JOIN base." + table.name + " b ON " + same("b", "n")
                + " WHERE NOT " + identical("base", "x", "n") + " AND NOT " + identical("main", "x", "n"));
        String from = "DELETE FROM main." + table.name + " AS m WHERE ";
        String gone = "NOT " + exists("newer", "n", "m") + " AND (" + exists("base", "b", "m") + touchedOwner() + ")";
        long changes = sql.run(from + gone);
        sql.script(from + exists("temp", "c", "m", "changed"));
        changes += insert(
                "newer",
                "NOT " + exists("base", "b", "x") + " AND NOT " + exists("main", "m", "x") + " AND NOT "
                        + exists("temp", "c", "x", "changed"));
        changes += sql.run(insertInto() + " SELECT " + table.all() + " FROM temp.changed");
        sql.script("DROP TABLE temp.changed");
        return changes;
    }

    /// Of each owner that newer touched all rows as newer has them.
    private long takeLists() {
        String touched = table.owner + isTouched(table.name) + touchedOwner(table.owner);
        return sql.run("DELETE FROM main." + table.name + " AS m WHERE (" + touched + ") AND NOT "
                        + identical("newer", "n", "m"))
                + insert("newer", "(" + touched + ") AND NOT " + exists("main", "m", "x"));
    }

    private String touchedOwner() {
        if (table.owner == null) return "";
        String owner = "m." + table.owner;
        String siblings = table.isEntity() ? "" : " OR " + owner + isTouched(table.name);
        return siblings + touchedOwner(owner);
    }

    private String touchedOwner(@Nullable String owner) {
        if (KEPT.contains(table.name)) return "";
        return " OR " + owner + isTouched(table.parent);
    }

    private void refuseTwoOfOneKey() {
        if (!table.isEntity()) return;
        String newInBoth = "SELECT EXISTS (SELECT 1 FROM newer." + table.name + " n WHERE NOT "
                + exists("base", "b", "n") + " AND " + exists("main", "m", "n") + " AND NOT "
                + identical("main", "m", "n") + adopted() + ")";
        boolean two = sql.get(newInBoth, row -> row.flag(1));
        if (two) throw new StoreException(Reason.CONSTRAINT, "both have a new " + table.name + " of the same id", null);
    }

    /// A user is known by their email.
    private String adopted() {
        return table.name.equals("user") ? " AND NOT EXISTS (SELECT 1 FROM main.user m WHERE m.email = n.email)" : "";
    }

    /// What a row gets in a column that newer touched, from `m`, `n` and `b`.
    private String merged(String column) {
        String main = "m." + column;
        String newer = "n." + column;
        String restrictive = RESTRICTIVE.get(table.name + "." + unquoted(column));
        if (restrictive != null) {
            return choice(main + " IS b." + column, newer, restrictive.formatted(main, newer)) + " AS " + column;
        }
        boolean text = table.name.equals("person") && PersonStore.TEXTS.contains(unquoted(column));
        boolean byColumn = text || (BY_COLUMN.contains(table.name) && !table.key.contains(column));
        return byColumn ? choice(newer + " IS NOT b." + column, newer, main) + " AS " + column : newer;
    }

    /// The first of these words that either value is; newer's value where none is.
    private static String leastOf(String... words) {
        String cases = Stream.of(words)
                .map(word -> "WHEN '" + word + "' IN (%1$s, %2$s) THEN '" + word + "'")
                .collect(Collectors.joining(" "));
        return "CASE " + cases + " ELSE %2$s END";
    }

    private static String choice(String condition, String then, String otherwise) {
        return "CASE WHEN " + condition + " THEN " + then + " ELSE " + otherwise + " END";
    }

    private long insert(String from, String which) {
        return sql.run(
                insertInto() + " SELECT " + table.all() + " FROM " + from + "." + table.name + " AS x WHERE " + which);
    }

    private String insertInto() {
        return "INSERT INTO main." + table.name + " (" + table.all() + ")";
    }

    private static String isTouched(@Nullable String table) {
        return " IN (SELECT id FROM temp.touched_" + table + ")";
    }

    /// After all tables are merged: how many of main's changes are not in the result.
    long leftOut() {
        String differs = table.compared().stream()
                .filter(column -> !column.equals(UPDATED_AT))
                .map(column -> "((b." + table.key.getFirst() + " IS NULL OR x." + column + " IS NOT b." + column
                        + ") AND m." + column + " IS NOT x." + column + ")")
                .collect(Collectors.joining(" OR "));
        return sql.get(
                "SELECT count(*) FROM temp.mine_" + table.name + " x LEFT JOIN base." + table.name + " b ON "
                        + same("b", "x") + " LEFT JOIN main." + table.name + " m ON " + same("m", "x") + " WHERE m."
                        + table.key.getFirst() + " IS NULL" + (differs.isEmpty() ? "" : " OR " + differs),
                row -> row.number(1));
    }

    private String exists(String schema, String alias, String row) {
        return exists(schema, alias, row, table.name);
    }

    private String exists(String schema, String alias, String row, String name) {
        return "EXISTS (SELECT 1 FROM " + schema + "." + name + " " + alias + " WHERE " + same(alias, row) + ")";
    }

    private String identical(String schema, String alias, String row) {
        String columns = each(table.compared(), column -> alias + "." + column + " IS " + row + "." + column);
        return "EXISTS (SELECT 1 FROM " + schema + "." + table.name + " " + alias + " WHERE " + same(alias, row)
                + " AND " + columns + ")";
    }

    private String same(String left, String right) {
        return each(table.key, column -> left + "." + column + " = " + right + "." + column);
    }

    private static String each(List<String> columns, Function<String, String> condition) {
        return columns.stream().map(condition).collect(Collectors.joining(" AND "));
    }
}
