package dev.lintel.controller.store;

import dev.lintel.controller.store.StoreException.Reason;
import dev.lintel.reader.Bytes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Merges two databases that were one up to a snapshot (`base`): what the `newer` one says goes into `main`, which was
/// put aside meanwhile.
///
/// ```
///   door states, places, sessions, emails    all of newer ([#FACTS]); door states of channels that only main has stay
///   uses of credentials                      the higher count of either
///   threat levels of sites                   of newer where it changed them; where both did, the higher one
///   a box that follows a hub or a service    all of whichever is ahead ([FollowMerge]), but for [#LOCAL]
///   marks of a hub that was restored         of both
///   everything else                          row by row: see [TableMerge]
///   events of newer                          follow those of main under the ids they have, with new hashes
/// ```
///
/// All in one transaction. Throws [StoreException] (`CONSTRAINT` or `NEWER`) where the two contradict each other, or
/// where boxes follow: they know revisions of one of the two. The same would come of another try.
final class HistoryMerge {
    /// Made by triggers, by the next start, in [#events] and [#revision], or by [ThreatStore#MERGE].
    static final Set<String> DERIVED = Set.of(
            "event",
            "event_count",
            "event_head",
            "event_before",
            "change_log",
            "channel_box_ever",
            "person_key",
            "person_unkeyed",
            "site_threat",
            "sync_revision");

    private static final String USES = "credential_use";

    /// The replacement began with these, or without them on purpose, and knows what became of them since.
    static final Set<String> FACTS = Stream.concat(
                    Stream.of("door_state", "person_area", USES), PolicyCopy.LEFT_OUT.stream())
            .filter(table -> !DERIVED.contains(table))
            .collect(Collectors.toUnmodifiableSet());

    /// What no hub and no service says anything about.
    static final Set<String> LOCAL = Set.of(
            "user",
            "totp",
            "recovery_code",
            "api_key",
            "push_subscription",
            "idempotency_key",
            "notification_rule",
            "notification_rule_event",
            "notification_rule_channel");

    /// See [FollowMerge#known].
    static final Set<String> KNOWN = Set.of("person_known", "hub_known");

    /// What refers to what is deleted, and what refers to that: references go three deep.
    private static final int ROUNDS_MAX = 5;

    private static final String EVENT = """
            SELECT id, kind, channel_id, person_id, name_mac, credential_id, credentials_number, pin, occurred_at,
                   boot_id, monotonic_ns, additional, person_name, created_at
              FROM newer.event
             WHERE id > ? AND (? OR json_extract(additional, '$.box_event_id') IS NULL)
             ORDER BY id
             LIMIT ?""";

    private static final String INSERT_EVENT = """
            INSERT INTO main.event (id, kind, channel_id, person_id, name_mac, credential_id, credentials_number, pin,
                                    occurred_at, boot_id, monotonic_ns, additional, person_name, created_at, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private static final String REFERENCES = """
            SELECT s.name, f."from", f."table", coalesce(f."to", 'id'), f.on_delete = 'CASCADE'
              FROM main.sqlite_schema s
              JOIN pragma_foreign_key_list(s.name, 'main') f
             WHERE s.type = 'table' AND f.on_delete IN ('CASCADE', 'SET NULL')""";

    /// A deleted person's are deleted with them, whichever of the two deleted the person.
    private static final List<String> OF_A_PERSON = List.of("credential", "person_group", "person_role");

    /// Of [#EVENT]: those that a hash covers.
    private static final int HASHED = 12;

    /// Before the first event.
    private static final Bytes NO_HASH = Bytes.copyOf(new byte[32]);

    /// Its triggers count revisions.
    private static final String HUB =
            "SELECT count(*) FROM %s.sqlite_schema WHERE type = 'trigger' AND name = 'person_made_revision'";

    private static final int EVENTS_AT_ONCE = 1_000;

    private static final String ONLY_KNOWN_DOORS = "channel_id IN (SELECT id FROM newer.channel)";

    private final Sql sql;

    HistoryMerge(Sql sql) {
        this.sql = sql;
    }

    /// @param changes rows that were inserted, changed or deleted
    /// @param leftOut changes of `main` since the snapshot that `newer` contradicts, by table
    record Merged(long events, long changes, Map<String, Long> leftOut) {
        Merged {
            leftOut = Collections.unmodifiableMap(new LinkedHashMap<>(leftOut));
        }
    }

    /// @param main a connection to the database that takes it all
    static Merged into(Sql main, Path newer, Path base) {
        main.script("PRAGMA foreign_keys = OFF"); // rows that refer to each other come in any order
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
            throw new StoreException(Reason.NEWER, "the tables of the two are of different versions", null);
        }
        if (number("SELECT EXISTS (SELECT 1 FROM main.box) OR EXISTS (SELECT 1 FROM newer.box)") > 0) {
            throw refused("boxes follow this one");
        }
        if (number(HUB.formatted("main")) + number(HUB.formatted("newer")) > 0) throw refused("one of them is a hub's");
        boolean follows =
                number("SELECT EXISTS (SELECT 1 FROM main.sync_cursor) OR EXISTS (SELECT 1 FROM newer.sync_cursor)")
                        > 0;
        List<Reference> references = references();
        boolean ahead = follows && FollowMerge.isAhead(sql);
        adoptUsers(references);
        var leftOut = new LinkedHashMap<String, Long>();
        List<TableMerge> rows = new ArrayList<>();
        long changes = 0;
        for (String table : tables()) {
            if (DERIVED.contains(table) || table.equals(USES) || (follows && KNOWN.contains(table))) continue;
            var merge = new TableMerge(sql, TableMerge.Table.of(sql, table, owners(references, table)));
            if (FACTS.contains(table)) {
                changes += merge.takeWhole(table.equals("door_state") ? ONLY_KNOWN_DOORS : "");
            } else if (!follows || LOCAL.contains(table)) {
                rows.add(merge);
            } else if (ahead) {
                long replaced = merge.takeWhole("");
                changes += replaced;
                if (replaced > 0) leftOut.put(table, replaced); // main's is kept: only the hub can tell who is right
            }
        }
        if (follows) changes += FollowMerge.known(sql, ahead);
        for (TableMerge each : rows) each.findTouched();
        for (TableMerge each : rows) changes += each.merge();
        for (String table : OF_A_PERSON) {
            sql.run("DELETE FROM main." + table
                    + " WHERE person_id IN (SELECT id FROM main.person WHERE deleted_at IS NOT NULL)");
        }
        removeOrphans(references);
        changes += sql.run(ThreatStore.MERGE) + sql.run(UseStore.MERGE);
        if (!sql.list("PRAGMA main.foreign_key_check", row -> row.text(1)).isEmpty()) {
            throw refused("rows of the two refer to rows that were deleted");
        }
        StepBack.numbersUsed(sql);
        revision();
        for (TableMerge each : rows) {
            long count = each.leftOut();
            if (count > 0) leftOut.put(each.name(), count);
        }
        return new Merged(events(), changes, leftOut);
    }

    /// Who had to sign up again at a replacement that began empty is the same user: main's gets the id from newer.
    private void adoptUsers(List<Reference> references) {
        String same = """
                SELECT m.id, n.id
                  FROM main.user m
                  JOIN newer.user n ON n.email = m.email AND n.id <> m.id
                 WHERE m.id NOT IN (SELECT id FROM newer.user UNION SELECT id FROM base.user)
                   AND n.id NOT IN (SELECT id FROM main.user UNION SELECT id FROM base.user)""";
        for (long[] ids : sql.list(same, row -> new long[] {row.number(1), row.number(2)})) {
            sql.run("UPDATE main.user SET id = ? WHERE id = ?", ids[1], ids[0]);
            for (Reference each : references) {
                if (!each.parent.equals("user")) continue;
                String change = "UPDATE main." + each.table + " SET " + each.from + " = ? WHERE " + each.from + " = ?";
                sql.run(change, ids[1], ids[0]);
            }
        }
    }

    private static StoreException refused(String why) {
        return new StoreException(Reason.CONSTRAINT, why, null);
    }

    /// Above those of both: no revision names two states.
    void revision() {
        sql.run("""
                UPDATE main.sync_revision AS m
                   SET value = max(m.value, n.value) + 1, policy = max(m.value, n.value) + 1
                  FROM newer.sync_revision n
                 WHERE m.id = n.id""");
    }

    private int number(String query) {
        return sql.get(query, row -> row.integer(1));
    }

    List<String> tables() {
        return sql.list(
                "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
                row -> row.text(1));
    }

    static Map<String, String> owners(List<Reference> references, String table) {
        return references.stream()
                .filter(each -> each.cascades && each.table.equals(table))
                .collect(Collectors.toMap(Reference::from, Reference::parent));
    }

    record Reference(String table, String from, String parent, String to, boolean cascades) {}

    List<Reference> references() {
        return sql.list(REFERENCES, HistoryMerge::reference);
    }

    private static Reference reference(Row row) {
        return new Reference(row.text(1), row.text(2), row.text(3), row.text(4), row.flag(5));
    }

    /// Deletes, or sets to NULL, what refers to rows that were deleted.
    void removeOrphans(List<Reference> references) {
        for (int round = 0; round < ROUNDS_MAX; round++) {
            int changed = 0;
            for (Reference each : references) {
                String change = each.cascades
                        ? "DELETE FROM main." + each.table + " AS m"
                        : "UPDATE main." + each.table + " AS m SET " + each.from + " = NULL";
                changed += sql.run(change + " WHERE m." + each.from + " IS NOT NULL AND NOT EXISTS (SELECT 1 FROM main."
                        + each.parent + " p WHERE p." + each.to + " = m." + each.from + ")");
            }
            if (changed == 0) return;
        }
    }

    private long events() {
        long head = sql.get("SELECT coalesce(max(id), 0) FROM main.event", row -> row.number(1));
        boolean reused = number("SELECT EXISTS (SELECT 1 FROM newer.event n LEFT JOIN main.event m ON m.id = n.id WHERE"
                        + " n.id <= (SELECT max(id) FROM main.event) AND n.id > (SELECT coalesce(max(id), 0) FROM"
                        + " base.event) AND m.hash IS NOT n.hash)")
                > 0;
        if (reused) throw refused("they used the same ids for different events");
        return eventsAfter(head, true, NameMacs.same());
    }

    /// Appends the events of newer after `head`, the newest of main.
    ///
    /// @param ofBoxes whether events that boxes sent to a hub are among them
    /// @param names the hashes of people's names
    long eventsAfter(long head, boolean ofBoxes, NameMacs names) {
        Bytes hash = sql.one("SELECT hash FROM main.event WHERE id = ?", row -> row.blob(1), head);
        var chain = new EventChain(new byte[1]);
        Bytes before = hash == null ? NO_HASH : hash;
        long taken = 0;
        long last = head;
        while (true) {
            List<List<@Nullable Object>> some =
                    sql.list(EVENT, row -> event(row, names), last, ofBoxes, EVENTS_AT_ONCE);
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

    private static List<@Nullable Object> event(Row row, NameMacs names) {
        return Arrays.asList(
                row.number(1),
                row.number(2),
                row.nullableNumber(3),
                row.nullableNumber(4),
                names.of(row.nullableText(13), row.nullableBlob(5)),
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
