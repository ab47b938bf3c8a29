package dev.lintel.controller.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.BoxScope;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.RevisionQueries;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.HandTime;
import dev.lintel.sync.wire.DownLine.Check;
import dev.lintel.sync.wire.DownLine.PersonLine;
import dev.lintel.sync.wire.PersonRow;
import dev.lintel.sync.wire.StateHash;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who concerns a box, and what of theirs.
class BoxScopeTest {
    private static final List<Long> ALL = LongStream.rangeClosed(1, 10).boxed().toList();

    @TempDir
    Path path;

    private DataFolder folder;
    private Database database;

    @BeforeEach
    void open() {
        folder = DataFolder.open(path);
        database = TestDatabase.open(folder, new HandTime("2026-11-10T10:00:00Z"));
        HubSite.hub(database);
        HubSite.write(database);
    }

    @AfterEach
    void close() {
        database.close();
        folder.close();
    }

    private List<Long> of(String box, boolean everything) {
        return database.read(sql -> BoxScope.of(sql, box, everything).after(sql, 0, 100));
    }

    private PersonRow row(String box, boolean everything, long id) {
        return database.read(sql -> PeopleOut.read(sql, BoxScope.of(sql, box, everything), List.of(id)))
                .getFirst();
    }

    @Test
    void peopleConcernTheBoxesOfTheirDoors() {
        assertThat(of("Gate", false)).containsExactly(1L, 2L, 6L, 10L);
        assertThat(of("Barn", false)).containsExactly(2L, 5L, 8L);
        assertThat(of("nobody's", false)).isEmpty();
        assertThat(of("Gate", true)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 10L);
        List<Long> among = database.read(sql -> BoxScope.of(sql, "Gate", false).among(sql, ALL));
        assertThat(among).containsExactlyInAnyOrder(1L, 2L, 6L, 10L);
    }

    /// Each person by themselves and all together, for each box: as with the box's whole scope.
    @Test
    void readForAFewPeopleItSaysTheSameOfThem() {
        for (String box : List.of("Gate", "Barn", "nobody's")) {
            for (boolean everything : List.of(false, true)) {
                for (long id : ALL) assertSame(box, everything, List.of(id));
                assertSame(box, everything, ALL);
            }
        }
    }

    private void assertSame(String box, boolean everything, List<Long> people) {
        database.read(sql -> {
            BoxScope whole = BoxScope.of(sql, box, everything);
            BoxScope few = BoxScope.of(sql, box, everything, people);
            assertThat(few.among(sql, people)).hasSameElementsAs(whole.among(sql, people));
            assertThat(PeopleOut.read(sql, few, people)).isEqualTo(PeopleOut.read(sql, whole, people));
            return true;
        });
    }

    @Test
    void pagesGoOnAfterAPerson() {
        List<Long> second = database.read(sql -> BoxScope.of(sql, "Gate", false).after(sql, 1, 2));
        assertThat(second).containsExactly(2L, 6L);
    }

    @Test
    void rowsAreCutToWhatConcernsTheBox() {
        PersonRow one = row("Gate", false, 1);
        assertThat(one.roles()).containsExactly(2L);
        assertThat(one.texts()).containsEntry("first_name", "P1").doesNotContainKey("email");
        assertThat(one.credentials()).hasSize(2);
        assertThat(one.credentials().get(1).status()).isEqualTo("disabled");
        assertThat(one.credentials().get(1).pinNumber()).isEqualTo(1234);
        assertThat(row("Gate", true, 1).roles()).containsExactly(1L, 2L);
        assertThat(row("Gate", false, 2).groups()).containsExactly(3L);
        assertThat(row("Barn", false, 5).reservations())
                .singleElement()
                .satisfies(reserved -> assertThat(reserved.channels()).containsExactly(4L));
        assertThat(row("Gate", false, 6).groupReservations())
                .singleElement()
                .satisfies(reserved -> assertThat(reserved.groups()).containsExactly(2L));
        assertThat(row("Barn", false, 8).enabled()).isFalse();
        assertThat(new PersonLine(one, 7).toJson()).contains("\"revision\":7");
    }

    @Test
    void whatIsReadTakesFewStatementsHoweverManyPeople() {
        HubSite.guests(database, 100, 500);
        List<Long> ids = of("Gate", false);
        List<Long> asked = database.read(sql -> {
            BoxScope scope = BoxScope.of(sql, "Gate", false);
            long before = sql.asked();
            int rows = PeopleOut.read(sql, scope, ids.subList(0, 90)).size();
            return List.of(sql.asked() - before, (long) rows);
        });
        assertThat(asked.getFirst()).isLessThan(10);
        assertThat(asked.getLast()).isEqualTo(90);
    }

    @Test
    void whoseReservationHasLongEndedConcernsNoBoxOnceThatIsForgotten() {
        long before = database.read(RevisionQueries::head);
        int changed = database.write(sql -> RevisionQueries.endBefore(sql, 1_790_000_000_001L));
        assertThat(changed).isEqualTo(1);
        assertThat(of("Gate", false)).containsExactly(1L, 2L, 6L);
        var heard = database.read(sql -> RevisionQueries.changed(sql, before, Long.MAX_VALUE, 10));
        assertThat(heard).extracting(RevisionQueries.Changed::personId).containsExactly(10L);
        database.write(sql -> RevisionQueries.endBefore(sql, 1_000)); // the clock was wrong
        assertThat(of("Gate", false)).contains(10L);
    }

    @Test
    void theHashIsOfWhoStandsAtWhichRevision() {
        var expected = new StateHash();
        database.read(sql -> {
            RevisionQueries.of(sql, List.of(1L, 2L, 6L, 10L)).forEach(expected::add);
            return true;
        });
        Check check = database.read(sql -> ScopeCheck.of(sql, BoxScope.of(sql, "Gate", false)));
        assertThat(check).isEqualTo(expected.check());
    }
}
