package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Basis;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.EventQueries.Filter;
import dev.lintel.controller.store.EventQueries.People;
import dev.lintel.controller.store.EventQueries.Window;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Holds the plans: a list of events must never sort or walk what it does not show.
class EventQueriesTest {
    private static final Window LATEST = new Window(0, 5_000_001, false, 50, 0);

    @TempDir
    Path folder;

    private static NavigableSet<EventKind> kinds(EventKind... kinds) {
        return new TreeSet<>(List.of(kinds));
    }

    private static Filter filter(NavigableSet<EventKind> kinds, List<Long> channels, @Nullable People people) {
        return new Filter(kinds, kinds(), kinds(), Map.of(), channels, people, null, null);
    }

    private String plan(Filter filter, Window window) {
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, new HandTime("2026-03-02T10:00:00Z"))) {
            var query = EventSql.ids(filter, window).getFirst();
            return explain(database, query.sql(), query.values());
        }
    }

    private static String explain(Database database, String query, @Nullable Object... arguments) {
        List<String> steps =
                database.read(sql -> sql.list("EXPLAIN QUERY PLAN " + query, row -> row.text(4), arguments));
        return String.join("\n", steps);
    }

    @Test
    void fewKindsAreOneShortWalkOfTheIndexEach() {
        String plan = plan(filter(kinds(EventKind.FORCED_OPEN, EventKind.ADMITTED_CARD), List.of(), null), LATEST);
        assertThat(plan)
                .contains("USING COVERING INDEX event_kind (kind=? AND rowid>? AND rowid<?)")
                .doesNotContain("SCAN event");
    }

    @Test
    void rowsAreReadById() {
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, new HandTime("2026-03-02T10:00:00Z"))) {
            assertThat(explain(database, EventQueries.ROWS + "DESC", "[1]"))
                    .contains("SEARCH event USING INTEGER PRIMARY KEY (rowid=?)")
                    .doesNotContain("SCAN event");
        }
    }

    @Test
    void pinsAndReservationsAreWalkedByThemselves() {
        var pin = new Filter(
                kinds(EventKind.REJECTED_NO_PERMISSION, EventKind.REJECTED_UNKNOWN_PIN),
                kinds(EventKind.REJECTED_NO_PERMISSION),
                kinds(),
                Map.of(),
                List.of(2L),
                null,
                null,
                null);
        assertThat(plan(pin, LATEST))
                .contains("USING COVERING INDEX event_pin (kind=? AND id>? AND id<?)")
                .contains("USING COVERING INDEX event_channel")
                .doesNotContain("SCAN event");
        assertThat(plan(based(EventKind.ADMITTED_CARD, Basis.RESERVED), LATEST))
                .contains("USING INDEX event_reserved (kind=? AND id>? AND id<?)")
                .doesNotContain("SCAN event");
        assertThat(plan(based(EventKind.ADMITTED_UNLOCKED, Basis.UNSCHEDULED), LATEST))
                .contains("USING INDEX event_unscheduled (kind=? AND id>? AND id<?)")
                .doesNotContain("SCAN event");
    }

    private static Filter based(EventKind kind, Basis basis) {
        var bases = Map.of(kind, Set.of(basis));
        return new Filter(kinds(kind), kinds(), kinds(), bases, List.of(), null, null, null);
    }

    @Test
    void channelsAndKindsAreWalkedTogether() {
        String plan = plan(filter(kinds(EventKind.FORCED_OPEN), List.of(1L, 2L), null), LATEST);
        assertThat(plan)
                .contains("USING COVERING INDEX event_channel (channel_id=? AND kind=? AND rowid>? AND rowid<?)")
                .doesNotContain("SCAN event");
    }

    @Test
    void aPersonsEventsComeFromTheirIndex() {
        String plan = plan(
                filter(kinds(EventKind.ADMITTED_CARD), List.of(), new People(7L, List.of(), List.of(), null)), LATEST);
        assertThat(plan)
                .contains("COVERING INDEX event_person (person_id=? AND id>? AND id<?)")
                .doesNotContain("SCAN event", "TEMP B-TREE");
    }

    @Test
    void namesakesEventsComeFromTheIndexesOfNamesAndPeople() {
        String plan = plan(
                filter(kinds(EventKind.ADMITTED_CARD), List.of(), new People(7L, List.of("a"), List.of("b"), null)),
                LATEST);
        assertThat(plan).contains("event_person (person_id=?").doesNotContain("SCAN");
        plan = plan(
                filter(kinds(EventKind.ADMITTED_CARD), List.of(), new People(null, List.of(), List.of("b"), null)),
                LATEST);
        assertThat(plan)
                .contains("event_person (person_id=?")
                .contains("person_key_last_name (last_name=?)")
                .doesNotContain("SCAN");
        plan = plan(
                filter(kinds(EventKind.ADMITTED_CARD), List.of(), new People(null, List.of(), List.of(), "b")), LATEST);
        assertThat(plan).contains("person_key_email (email=?)").doesNotContain("SCAN");
    }

    @Test
    void aNameFindsTheEventsOfAllWhoBearIt() {
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, new HandTime("2026-03-02T10:00:00Z"))) {
            insert(database, 1, 700);
            database.write(sql -> {
                sql.run("INSERT INTO account VALUES (1, 'One', 'UTC', 0, 0)");
                sql.run("INSERT INTO person (account_id, first_name, last_name, enabled, created_at, updated_at)"
                        + " SELECT 1, 'Ada', 'Demo', 1, 0, 0 FROM event");
                return PersonKeys.fillSome(sql, 1_000);
            });
            insert(database, 701, 701, 700);
            var ada = filter(
                    kinds(EventKind.ADMITTED_CARD), List.of(), new People(null, List.of("ADA"), List.of("demo"), null));
            var queries = new EventQueries(database);
            assertThat(queries.list(ada, new Window(0, 1_000, false, 50, 0))).hasSize(1);
            assertThat(queries.count(ada, 0, 701)).isEqualTo(1);
            database.write(sql -> {
                PersonStore.update(sql, 700, Map.of("first_name", "Eve"), 0);
                return true;
            });
            assertThat(queries.count(ada, 0, 701)).isZero();
        }
    }

    @Test
    void pagesOfPeopleSkipInAnIndex() {
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, new HandTime("2026-03-02T10:00:00Z"))) {
            String query = PersonStore.pageSql(new PersonStore.Filter(null, null, List.of()));
            String plan = explain(database, query, 50, 0);
            assertThat(plan).contains("COVERING INDEX person_live").contains("INTEGER PRIMARY KEY (rowid=?)");
        }
    }

    @Test
    void peopleChangedSinceATimeAreFoundInTheIndexAlone() {
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, new HandTime("2026-03-02T10:00:00Z"))) {
            String query = PersonStore.pageSql(new PersonStore.Filter(7L, null, List.of()));
            String plan = explain(database, query, 7L, 50, 0);
            assertThat(plan).contains("COVERING INDEX person_updated_at (account_id=? AND updated_at>?)");
        }
    }

    @Test
    @Timeout(60) // unit by unit it would be years
    void idsThatNoEventHasAreLeapt() {
        try (var data = DataFolder.open(folder)) {
            try (var database = TestDatabase.open(data, new HandTime("2026-03-02T10:00:00Z"))) {
                insert(database, 1, 100);
                database.write(sql -> sql.run("INSERT INTO event (id, kind, pin, occurred_at, boot_id, monotonic_ns,"
                        + " additional, created_at, hash) SELECT id + 28000000000, kind, pin, occurred_at, boot_id,"
                        + " monotonic_ns, additional, created_at, hash FROM event"));
            }
            try (var database = TestDatabase.open(data, new HandTime("2026-03-02T10:00:00Z"))) {
                var queries = new EventQueries(database, new EventTally(database, 8, 16));
                var admitted = filter(kinds(EventKind.ADMITTED_CARD), List.of(), null);
                long head = database.events().head();
                assertThat(head).isEqualTo(28_000_000_100L);
                assertThat(queries.count(admitted, 0, head)).isEqualTo(200);
                assertThat(queries.count(admitted, 0, 28_000_000_000L)).isEqualTo(100);
                assertThat(queries.list(admitted, new Window(0, head + 1, false, 2, 99)))
                        .extracting(Event::id)
                        .containsExactly(28_000_000_001L, 100L);
            }
        }
    }

    @Test
    void countsThatWereKeptAreUsedOnlyForTheEventsTheyAreOf() {
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, new HandTime("2026-03-02T10:00:00Z"))) {
            insert(database, 1, 64);
            var counted = EventCounts.of(database, 0, 64);
            assertThat(counted.counts()).containsValue(64).hasSize(1);
            database.write(_ -> true); // what is written later comes before it
            String kept = database.read(sql -> sql.get("SELECT counts FROM event_count", row -> row.text(1)));
            assertThat(kept).isEqualTo("- 10 0 0 64");
            database.write(sql -> sql.run("UPDATE event_count SET counts = '3 20 1 1 7'"));
            var sort = new EventTally.Sort(3L, EventKind.REJECTED_UNKNOWN_CARD, true, Basis.RESERVED);
            assertThat(EventCounts.of(database, 0, 64).counts()).isEqualTo(Map.of(sort, 7));
            database.write(sql -> sql.run("UPDATE event_count SET hash = x'01'"));
            assertThat(EventCounts.of(database, 0, 64)).isEqualTo(counted);
        }
    }

    @Test
    void aCountIsOfTheEventsAskedFor() {
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, new HandTime("2026-03-02T10:00:00Z"))) {
            var queries = new EventQueries(database);
            var admitted = filter(kinds(EventKind.ADMITTED_CARD), List.of(), null);
            assertThat(queries.count(admitted, 0, 0)).isZero();
            insert(database, 1, 10);
            assertThat(queries.count(admitted, 0, 10)).isEqualTo(10);
            insert(database, 11, 15);
            assertThat(queries.count(admitted, 0, 15)).isEqualTo(15);
            assertThat(queries.count(admitted, 0, 12)).isEqualTo(12);
            assertThat(queries.count(admitted, 12, 15)).isEqualTo(3);
            assertThat(queries.count(admitted, 12, 5)).isZero();
        }
    }

    private static void insert(Database database, int from, int to) {
        insert(database, from, to, null);
    }

    private static void insert(Database database, int from, int to, @Nullable Integer person) {
        database.write(sql -> {
            for (int id = from; id <= to; id++) {
                sql.run(
                        "INSERT INTO event (person_id, id, kind, pin, occurred_at, boot_id, monotonic_ns, additional,"
                                + " created_at, hash) VALUES (?, ?, 10, 0, 0, 'b', 0, '{}', 0, x'00')",
                        person,
                        id);
            }
            return true;
        });
    }
}
