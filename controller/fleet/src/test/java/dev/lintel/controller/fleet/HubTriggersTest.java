package dev.lintel.controller.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.BoxScope;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.controller.store.Sql;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import dev.lintel.sync.wire.PersonRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No write of what boxes get is missed by what counts changes: each table and column of the schema is written once,
/// each in a transaction of its own that is rolled back, and whoever is read otherwise after it must count as changed.
/// The schema itself says what there is: a table or a column that is new here belongs into a trigger, or into a list
/// below with why not.
class HubTriggersTest {
    private static final List<Long> ALL = LongStream.rangeClosed(1, 10).boxed().toList();

    /// What boxes get of people: a row of each, and whose it is.
    private static final Map<String, Sample> CARRIED = Map.of(
            "person", new Sample("id = 1", 1),
            "credential", new Sample("id = 1", 1),
            "person_group", new Sample("person_id = 2 AND group_id = 3", 2),
            "person_role", new Sample("person_id = 1 AND role_id = 2", 1),
            "person_image", new Sample("person_id = 1", 1),
            "reservation", new Sample("id = 1", 5),
            "reservation_channel", new Sample("reservation_id = 1 AND channel_id = 4", 5),
            "group_reservation", new Sample("id = 1", 6),
            "group_reservation_group", new Sample("group_reservation_id = 1 AND group_id = 2", 6));
    /// What `site.yaml` covers: written by the plan of an apply alone, which `PolicyRevision` counts as one.
    private static final Set<String> POLICY = words("account account_limits action action_channel area_limit channel"
            + " channel_accept channel_airlock channel_box channel_floor channel_interlock credential_type group_role"
            + " holiday people_group role role_channel shift shift_holiday shift_time site");
    /// Accounts of the console, their browsers, keys, links, phones' keys, rules and answers: each Lintel has its own
    /// (sync.md).
    private static final Set<String> LOCAL = words("api_key idempotency_key mail mobile_credential notification_rule"
            + " notification_rule_channel notification_rule_event push_subscription recovery_code session setup_link"
            + " totp user wallet_device wallet_pass");
    /// Goes up from a box, never down: events, and what is made of them. Threat levels go down as orders.
    private static final Set<String> LOGS = words("box_write change_log credential_use door_state event event_before"
            + " event_count event_head person_area site_threat");
    /// Made of a person's row, at each Lintel by itself.
    private static final Set<String> DERIVED = words("person_key person_unkeyed");
    /// The hub's own books of boxes, revisions and files, and those of one that follows a hub itself.
    private static final Set<String> BOOKS =
            words("box box_branch box_certificate box_event box_event_unknown box_head box_withheld box_withheld_right"
                    + " channel_box_ever hub_known"
                    + " image_dropped image_synced person_known person_revision person_synced"
                    + " sync_cursor sync_era sync_published sync_revision");

    /// Columns that are never written again once their row is there.
    private static final Map<String, String> FIXED = Map.of(
            "person.id", "the row's own number",
            "reservation.id", "the row's own number",
            "group_reservation.id", "the row's own number",
            "person.account_id", "all that boxes get is account 1's",
            "credential.account_id", "all that boxes get is account 1's");
    /// Columns of which no box is told.
    private static final Map<String, String> UNTOLD = Map.of(
            "person_image.wanted", "the next picture, which is not made yet",
            "person_image.source_url", "where the hub fetches the next picture from",
            "person_image.attempts", "how often it has tried",
            "person_image.next_at", "when it tries again",
            "person_image.fault", "why it gave up");

    private static final String MORE = """
            INSERT INTO credential_type (id, account_id, label, slug, code) VALUES (9, 1, 'Tag', 'tag', 201);
            INSERT INTO person_image (person_id, shown) VALUES (1, 'first');
            INSERT INTO reservation (id, person_id, start_at, end_at, created_at, updated_at)
              VALUES (3, 3, 0, 4000000000000, 0, 0);
            INSERT INTO group_reservation (id, person_id, start_at, end_at, created_at, updated_at)
              VALUES (3, 3, 0, 4000000000000, 0, 0)""";

    @TempDir
    Path path;

    private DataFolder folder;
    private Database database;

    private record Sample(String where, long person) {}

    /// @param refers the table that a value must be an id of, or null
    private record Column(
            String table,
            String name,
            String type,
            @Nullable String refers) {
        String full() {
            return table + "." + name;
        }
    }

    /// What boxes get of everybody, and at which revisions.
    private record State(Map<Long, PersonRow> rows, Map<Long, Long> revisions, long head) {
        static State of(Sql sql) {
            BoxScope everybody = BoxScope.of(sql, "Gate", true);
            Map<Long, PersonRow> rows =
                    PeopleOut.read(sql, everybody, ALL).stream().collect(Collectors.toMap(PersonRow::id, row -> row));
            return new State(rows, RevisionQueries.of(sql, ALL), RevisionQueries.head(sql));
        }

        private Set<Long> who(Predicate<Long> differs) {
            return ALL.stream().filter(differs).collect(Collectors.toCollection(TreeSet::new));
        }

        Set<Long> readOtherwise(State before) {
            return who(id -> !Objects.equals(rows.get(id), before.rows.get(id)));
        }

        Set<Long> counted(State before) {
            return who(id -> !Objects.equals(revisions.get(id), before.revisions.get(id)));
        }
    }

    private static Set<String> words(String text) {
        return Set.of(text.split(" ", -1));
    }

    @BeforeEach
    void open() {
        folder = DataFolder.open(path);
        database = TestDatabase.open(folder, new HandTime("2026-11-10T10:00:00Z"));
        HubSite.hub(database);
        HubSite.write(database);
        database.write(sql -> {
            for (String statement : MORE.split(";", -1)) sql.run(statement);
            return true;
        });
    }

    @AfterEach
    void close() {
        database.close();
        folder.close();
    }

    private List<String> tables() {
        return database.read(sql -> sql.list(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'", row -> row.text(1)));
    }

    private List<Column> columns(String table) {
        return database.read(sql -> {
            var refers = new HashMap<String, String>();
            sql.each(
                    "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?)",
                    row -> refers.put(row.text(1), row.text(2)),
                    table);
            return sql.list(
                    "SELECT name, type FROM pragma_table_info(?)",
                    row -> new Column(table, row.text(1), row.text(2), refers.get(row.text(1))),
                    table);
        });
    }

    private List<Column> carried() {
        return CARRIED.keySet().stream()
                .sorted()
                .flatMap(table -> columns(table).stream())
                .toList();
    }

    /// The state before, and after each of the changes; nothing of them stays.
    @SafeVarargs
    private List<State> tried(Consumer<Sql>... changes) {
        return database.write(sql -> {
            sql.run("SAVEPOINT tried");
            var states = new ArrayList<>(List.of(State.of(sql)));
            for (Consumer<Sql> change : changes) {
                change.accept(sql);
                states.add(State.of(sql));
            }
            sql.run("ROLLBACK TO tried");
            sql.run("RELEASE tried");
            return states;
        });
    }

    /// Whoever is read otherwise counts as changed, at a revision of their own that nothing had before.
    private static void requireCounted(String what, State before, State after) {
        Set<Long> counted = after.counted(before);
        assertThat(counted).as(what).containsAll(after.readOtherwise(before));
        List<Long> revisions =
                counted.stream().map(id -> after.revisions.getOrDefault(id, 0L)).toList();
        assertThat(revisions).as(what).doesNotHaveDuplicates().allMatch(one -> one > before.head && one <= after.head);
    }

    @Test
    void eachTableOfTheSchemaIsCountedOrSaysWhyNot() {
        List<String> known = Stream.of(CARRIED.keySet(), POLICY, LOCAL, LOGS, BOOKS, DERIVED)
                .flatMap(Set::stream)
                .toList();
        assertThat(known).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(tables());
    }

    @Test
    void eachColumnThatIsListedAsLeftOutIsThere() {
        List<String> there = carried().stream().map(Column::full).toList();
        assertThat(there).hasSizeGreaterThan(60).containsAll(FIXED.keySet()).containsAll(UNTOLD.keySet());
    }

    @Test
    void anUpdateOfAnyColumnCountsWhoseRowIsReadOtherwise() {
        for (Column column : carried()) {
            if (FIXED.containsKey(column.full())) continue;
            Sample sample = Objects.requireNonNull(CARRIED.get(column.table));
            List<State> states = tried(sql -> {
                int rows = sql.run("UPDATE %s SET %s = %s WHERE %s"
                        .formatted(column.table, column.name, other(column), sample.where));
                assertThat(rows).as(column.full()).isEqualTo(1);
            });
            requireCounted(column.full(), states.get(0), states.get(1));
            Set<Long> told = states.get(1).readOtherwise(states.get(0));
            // a box that is not told of a column would keep what it has: it is told, or the list says why not
            if (UNTOLD.containsKey(column.full()))
                assertThat(told).as(column.full()).isEmpty();
            else assertThat(told).as(column.full()).contains(sample.person);
        }
    }

    private static String other(Column column) {
        String refers = column.refers;
        if (refers == null) {
            String begun = column.type.equals("TEXT") ? "'new'" : "1";
            // 1 and 0 are each other's, for a flag has no third
            return """
                    CASE typeof(%1$s) WHEN 'text' THEN %1$s || 'x'
                                      WHEN 'integer' THEN CASE %1$s WHEN 0 THEN 1 WHEN 1 THEN 0 ELSE %1$s + 1 END
                                      ELSE %2$s END""".formatted(column.name, begun);
        }
        return "(SELECT min(id) FROM %s WHERE id NOT IN (SELECT %s FROM %s))"
                .formatted(refers, column.name, column.table);
    }

    @Test
    void eachDeleteAndInsertCountsWhoseRowItIs() {
        for (Map.Entry<String, Sample> one : CARRIED.entrySet()) {
            String table = one.getKey();
            Sample sample = one.getValue();
            if (table.equals("person")) continue; // their rows stay: `deleted_at` is a column
            String row = literals(table, sample.where);
            List<State> states = tried(
                    sql -> sql.run("DELETE FROM " + table + " WHERE " + sample.where),
                    sql -> sql.run("INSERT INTO " + table + " VALUES (" + row + ")"));
            assertThat(states.get(1).readOtherwise(states.get(0))).as(table).containsExactly(sample.person);
            for (int i = 1; i <= 2; i++) {
                State before = states.get(i - 1);
                requireCounted((i == 1 ? "DELETE " : "INSERT ") + table, before, states.get(i));
                assertThat(states.get(i).counted(before)).as(table).containsExactly(sample.person);
            }
        }
    }

    private String literals(String table, String where) {
        String quoted = columns(table).stream()
                .map(column -> "quote(" + column.name + ")")
                .collect(Collectors.joining(" || ', ' || "));
        String query = "SELECT " + quoted + " FROM " + table + " WHERE " + where;
        return database.read(sql -> sql.get(query, row -> row.text(1)));
    }

    @Test
    void whoIsMadeCounts() {
        List<State> states = tried(sql -> {
            sql.run("DELETE FROM person WHERE id = 4");
            sql.run("DELETE FROM person_revision WHERE person_id = 4");
            sql.run("INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)"
                    + " VALUES (4, 1, 'New', 'N', 1, 0, 0)");
        });
        assertThat(states.get(1).counted(states.get(0))).containsExactly(4L);
        requireCounted("INSERT person", states.get(0), states.get(1));
    }

    /// An apply deletes roles, groups and channels, and what refers to them goes with them.
    @Test
    void whatGoesWithARoleAGroupOrAChannelCounts() {
        Map<String, Set<Long>> holders =
                Map.of("role", Set.of(1L), "people_group", Set.of(6L, 7L), "channel", Set.of(10L));
        holders.forEach((table, who) -> {
            List<State> states = tried(sql -> sql.run("DELETE FROM " + table + " WHERE id = 2"));
            requireCounted(table, states.get(0), states.get(1));
            assertThat(states.get(1).readOtherwise(states.get(0))).as(table).isEqualTo(who);
        });
    }
}
