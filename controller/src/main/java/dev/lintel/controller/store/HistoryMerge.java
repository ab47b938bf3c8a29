package dev.lintel.controller.store;

import dev.lintel.controller.store.StoreException.Reason;
import dev.lintel.reader.Bytes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Merges two databases that were one up to a snapshot (`base`): what changed in the `newer` one since goes into the
/// other, `main`.
///
/// ```
///   a row that newer has and base has not    is inserted
///   a row that base has and newer has not    is deleted, with what refers to it
///   a column that newer and base differ in   is set; where both changed it, the newer value wins
///   events of newer                          follow those of main under the ids they have; their hashes are made again
/// ```
///
/// All in one transaction. Throws [StoreException] where a row contradicts one that only `main` has, or where boxes
/// follow: they know revisions of one of the two.
final class HistoryMerge {
    /// Made by triggers, or made again when it is needed.
    private static final Set<String> DERIVED =
            Set.of("event", "event_count", "event_head", "change_log", "channel_box_ever");

    /// What refers to what is deleted, and what refers to that: references go three deep.
    private static final int ROUNDS_MAX = 5;

    private static final String EVENT = """
            SELECT id, kind, channel_id, person_id, name_mac, credential_id, credentials_number, pin, occurred_at,
                   boot_id, monotonic_ns, additional, person_name, created_at
              FROM newer.event
             WHERE id > ?
             ORDER BY id
             LIMIT ?""";

    private static final String INSERT_EVENT = """
            INSERT INTO main.event (id, kind, channel_id, person_id, name_mac, credential_id, credentials_number, pin,
                                    occurred_at, boot_id, monotonic_ns, additional, person_name, created_at, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String REFERENCES = """
            SELECT s.name, f."from", f."table", coalesce(f."to", 'id')
              FROM main.sqlite_schema s
              JOIN pragma_foreign_key_list(s.name, 'main') f
             WHERE s.type = 'table' AND f.on_delete = 'CASCADE'""";

    /// Of [#EVENT]: those that a hash covers.
    private static final int HASHED = 12;

    /// Before the first event.
    private static final Bytes NO_HASH = Bytes.copyOf(new byte[32]);

    private static final int EVENTS_AT_ONCE = 1_000;

    private final Sql sql;

    private HistoryMerge(Sql sql) {
        this.sql = sql;
    }

    /// @param changes rows that were inserted, changed or deleted
    record Merged(long events, long changes) {}

    /// @param main a connection to the database that takes it all
    static Merged into(Sql main, Path newer, Path base) {
        main.script("PRAGMA foreign_keys = OFF"); // what refers to each other comes in any order
        main.run("ATTACH DATABASE ? AS newer", PolicyCopy.unused(newer));
        main.run("ATTACH DATABASE ? AS base", PolicyCopy.unused(base));
        main.begin("BEGIN IMMEDIATE");
        try {
            Merged merged = new HistoryMerge(main).merge();
            main.run("COMMIT");
            main.script("DETACH DATABASE newer; DETACH DATABASE base");
            return merged;
        } catch (RuntimeException e) { // whatever it is: the caller keeps what it has
            main.run("ROLLBACK");
            throw e;
        }
    }

    private Merged merge() {
        int version = number("PRAGMA main.user_version");
        if (version != number("PRAGMA newer.user_version") || version != number("PRAGMA base.user_version")) {
            throw refused("the tables of the two are of different versions");
        }
        if (number("SELECT EXISTS (SELECT 1 FROM main.box) OR EXISTS (SELECT 1 FROM newer.box)") > 0) {
            throw refused("boxes follow this one");
        }
        long changes = 0;
        for (Table table : tables()) {
            if (!DERIVED.contains(table.name)) changes += merge(table);
        }
        removeOrphans();
        if (!sql.list("PRAGMA main.foreign_key_check", row -> row.text(1)).isEmpty()) {
            throw refused("rows of the two refer to rows that are gone");
        }
        StepBack.numbersUsed(sql);
        return new Merged(events(), changes);
    }

    private static StoreException refused(String why) {
        return new StoreException(Reason.OTHER, why, null);
    }

    private int number(String query) {
        return sql.get(query, row -> row.integer(1));
    }

    /// @param key columns of the primary key
    /// @param others all other columns
    private record Table(String name, List<String> key, List<String> others) {
        String columns() {
            return String.join(", ", key) + (others.isEmpty() ? "" : ", " + String.join(", ", others));
        }

        String same(String left, String right) {
            return key.stream()
                    .map(column -> left + "." + column + " = " + right + "." + column)
                    .collect(Collectors.joining(" AND "));
        }

        String unlike(String left, String right) {
            return others.stream()
                    .map(column -> left + "." + column + " IS NOT " + right + "." + column)
                    .collect(Collectors.joining(" OR "));
        }
    }

    private List<Table> tables() {
        var tables = new ArrayList<Table>();
        String names =
                "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
        for (String name : sql.list(names, row -> row.text(1))) {
            tables.add(new Table(name, columns(name, "pk > 0 ORDER BY pk"), columns(name, "pk = 0")));
        }
        return tables;
    }

    private List<String> columns(String table, String which) {
        return sql.list(
                "SELECT '\"' || name || '\"' FROM pragma_table_info(?, 'main') WHERE " + which,
                row -> row.text(1),
                table);
    }

    private long merge(Table table) {
        long changes = sql.run("DELETE FROM main." + table.name + " AS m WHERE EXISTS (SELECT 1 FROM base."
                + table.name + " b WHERE " + table.same("b", "m") + ") AND NOT EXISTS (SELECT 1 FROM newer."
                + table.name + " n WHERE " + table.same("n", "m") + ")");
        if (!table.others.isEmpty()) changes += update(table);
        String identical = table.others.isEmpty() ? "" : " AND NOT (" + table.unlike("m", "n") + ")";
        return changes
                + sql.run("INSERT INTO main." + table.name + " (" + table.columns() + ") SELECT " + table.columns()
                        + " FROM newer." + table.name + " n WHERE NOT EXISTS (SELECT 1 FROM base." + table.name
                        + " b WHERE " + table.same("b", "n") + ") AND NOT EXISTS (SELECT 1 FROM main." + table.name
                        + " m WHERE " + table.same("m", "n") + identical + ")");
    }

    private long update(Table table) {
        String set = table.others.stream()
                .map(column -> column + " = CASE WHEN n." + column + " IS NOT b." + column + " THEN n." + column
                        + " ELSE m." + column + " END")
                .collect(Collectors.joining(", "));
        return sql.run("UPDATE main." + table.name + " AS m SET " + set + " FROM newer." + table.name + " n JOIN base."
                + table.name + " b ON " + table.same("b", "n") + " WHERE " + table.same("m", "n") + " AND ("
                + table.unlike("n", "b") + ")");
    }

    private record Reference(String table, String from, String parent, String to) {}

    private static Reference reference(Row row) {
        return new Reference(row.text(1), row.text(2), row.text(3), row.text(4));
    }

    /// What only `main` had of a row that was deleted in the newer one goes with it.
    private void removeOrphans() {
        List<Reference> references = sql.list(REFERENCES, HistoryMerge::reference);
        for (int round = 0; round < ROUNDS_MAX; round++) {
            int removed = 0;
            for (Reference each : references) {
                removed += sql.run("DELETE FROM main." + each.table + " AS m WHERE m." + each.from
                        + " IS NOT NULL AND NOT EXISTS (SELECT 1 FROM main." + each.parent + " p WHERE p." + each.to
                        + " = m." + each.from + ")");
            }
            if (removed == 0) return;
        }
    }

    private long events() {
        long head = sql.get("SELECT coalesce(max(id), 0) FROM main.event", row -> row.number(1));
        boolean reused = number("SELECT EXISTS (SELECT 1 FROM newer.event n LEFT JOIN main.event m ON m.id = n.id WHERE"
                        + " n.id <= (SELECT max(id) FROM main.event) AND n.id > (SELECT coalesce(max(id), 0) FROM"
                        + " base.event) AND m.hash IS NOT n.hash)")
                > 0;
        if (reused) throw refused("they used the same ids for different events");
        Bytes hash = sql.one("SELECT hash FROM main.event WHERE id = ?", row -> row.blob(1), head);
        var chain = new EventChain(new byte[1]);
        Bytes before = hash == null ? NO_HASH : hash;
        long taken = 0;
        long last = head;
        while (true) {
            List<List<@Nullable Object>> some = sql.list(EVENT, HistoryMerge::event, last, EVENTS_AT_ONCE);
            for (List<@Nullable Object> columns : some) {
                before = chain.stored(before, columns.subList(0, HASHED));
                var row = new ArrayList<>(columns);
                row.add(before);
                sql.run(INSERT_EVENT, row.toArray());
                last = (Long) row.getFirst();
            }
            taken += some.size();
            if (some.size() < EVENTS_AT_ONCE) return taken;
        }
    }

    private static List<@Nullable Object> event(Row row) {
        return Arrays.asList(
                row.number(1),
                row.number(2),
                row.nullableNumber(3),
                row.nullableNumber(4),
                row.nullableBlob(5),
                row.nullableNumber(6),
                row.nullableText(7),
                row.flag(8),
                row.number(9),
                row.text(10),
                row.number(11),
                row.text(12),
                row.nullableText(13),
                row.number(14));
    }
}
