package dev.lintel.controller.store;

import dev.lintel.controller.store.StoreException.Reason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Checks one table of a damaged database for [PresentContent], and separates damage of the table from damage of its
/// indexes. An index can be built again from the table, so a damaged one costs nothing; what the table itself does not
/// give is lost.
///
/// ```
///   SQLite's check finds nothing                                    -> sound
///   the table reads, and some of its indexes do not                 -> these indexes are damaged
///     the indexes that do read have as many rows as the table          (else the table may have lost rows)
///   anything else                                                   -> StoreException
/// ```
///
/// The database is attached to the connection, and is not changed. One thread.
final class TableCheck {
    /// Such as `Tree 17 page 12 cell 3: ...`: the first number is the root page.
    private static final Pattern TREE = Pattern.compile("Tree (\\d+) .*");
    /// Such as `row 3 missing from index credential_card`.
    private static final Pattern INDEX = Pattern.compile(".* index (\\w+)");
    /// Such as `*** in database newer ***`.
    private static final Pattern HEADING = Pattern.compile("\\*\\*\\* in database \\w+ \\*\\*\\*");

    private final Sql sql;
    private final String schema;
    private final String table;
    /// See [#alone(Sql, String, String)].
    private final String alone;

    TableCheck(Sql sql, String schema, String table) {
        this.sql = sql;
        this.schema = schema;
        this.table = table;
        this.alone = alone(sql, schema, table);
    }

    /// What follows the name of the table in a query that reads its own b-tree alone. A table without row ids is its
    /// primary key.
    static String alone(Sql sql, String schema, String table) {
        String key = sql.one(
                "SELECT i.name FROM pragma_table_list t JOIN pragma_index_list(t.name, t.schema) i"
                        + " WHERE t.schema = ? AND t.name = ? AND t.wr = 1 AND i.origin = 'pk'",
                row -> row.text(1),
                schema,
                table);
        return key == null ? " NOT INDEXED" : " INDEXED BY " + key;
    }

    /// An index that has pages of its own.
    ///
    /// @param where the condition of a partial one; empty: none
    private record Index(String name, long root, String where) {}

    /// Names of the indexes that cannot be read. Throws [StoreException] (`CORRUPT`) where the table cannot be read, or
    /// does not agree with an index that can.
    List<String> damagedIndexes() {
        List<String> found = found();
        if (found != null && found.equals(List.of("ok"))) return List.of();
        long rows = readAll();
        var damaged = new ArrayList<Index>();
        for (Index index : indexes()) {
            Long entries = entries(index);
            if (entries == null) damaged.add(index);
            else if (entries != (index.where.isEmpty() ? rows : count(alone + where(index))))
                throw damaged("index " + index.name + " has other rows");
        }
        if (damaged.isEmpty()) throw damaged(found == null ? "it cannot be read" : String.join("; ", found));
        if (found != null) check(found, damaged);
        return damaged.stream().map(Index::name).toList();
    }

    /// What SQLite's own check finds; null where the disk does not give a page to it.
    private @Nullable List<String> found() {
        try {
            String check = "PRAGMA " + schema + ".integrity_check('" + table + "')";
            return sql.list(check, row -> row.text(1)).stream()
                    .flatMap(String::lines)
                    .filter(line -> !HEADING.matcher(line).matches())
                    .toList();
        } catch (StoreException e) {
            if (!isDamage(e)) throw e;
            return null;
        }
    }

    private static boolean isDamage(StoreException e) {
        return e.reason() == Reason.CORRUPT || e.isOfDisk();
    }

    private StoreException damaged(String what) {
        return new StoreException(Reason.CORRUPT, "table " + table + " is damaged: " + what, null);
    }

    /// Reads each value of each row by the table's own b-tree. Returns the number of rows.
    private long readAll() {
        String columns =
                sql.list("SELECT name FROM pragma_table_info(?, ?)", row -> row.text(1), table, schema).stream()
                        .map(column ->
                                "total(length('' || \"" + column + "\"))") // joined, so that SQLite reads long values
                        .collect(Collectors.joining(", "));
        String query = "SELECT count(*), " + columns + " FROM " + schema + "." + table + alone + " WHERE true";
        return sql.get(query, row -> row.number(1));
    }

    private List<Index> indexes() {
        String query = "SELECT name, rootpage, coalesce(sql, '') FROM " + schema
                + ".sqlite_schema WHERE type = 'index' AND tbl_name = ? AND rootpage > 0";
        return sql.list(query, row -> new Index(row.text(1), row.number(2), where(row.text(3))), table);
    }

    /// With a condition SQLite counts by the index that is named, and not by the smallest one.
    private static String where(Index index) {
        return " WHERE " + (index.where.isEmpty() ? "true" : index.where);
    }

    private static String where(String made) {
        int at = made.indexOf(" WHERE ");
        return at < 0 ? "" : made.substring(at + " WHERE ".length());
    }

    /// Null: it cannot be read.
    private @Nullable Long entries(Index index) {
        try {
            return count(" INDEXED BY " + index.name + where(index));
        } catch (StoreException e) {
            if (!isDamage(e)) throw e;
            return null;
        }
    }

    private long count(String how) {
        return sql.get("SELECT count(*) FROM " + schema + "." + table + how, row -> row.number(1));
    }

    /// Everything that SQLite found has to be damage of these indexes.
    private void check(List<String> found, List<Index> damaged) {
        Set<String> names = new HashSet<>();
        Set<Long> roots = new HashSet<>();
        for (Index index : damaged) {
            names.add(index.name);
            roots.add(index.root);
        }
        for (String line : found) {
            Matcher tree = TREE.matcher(line);
            Matcher index = INDEX.matcher(line);
            boolean known = tree.matches()
                    ? roots.contains(Long.parseLong(tree.group(1)))
                    : index.matches() && names.contains(index.group(1));
            if (!known) throw damaged(line);
        }
    }
}
