package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.access.AreaSet;
import dev.lintel.controller.access.Places;
import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaceStoreTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    private static final String LONG = "inside".repeat(10_000); // more than what is left of a page

    private static final AreaSet ALL = new AreaSet(Set.of("outside", "inside", "lab", LONG), List.of());

    @TempDir
    Path folder;

    private static void move(PlaceStore store, long personId, String area) {
        store.moved(personId, new Place(area, NOON), ALL.areas());
    }

    @Test
    void aMoveIsSeenAtOnceAndARestartKeepsIt() {
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            var store = new PlaceStore(database);
            Places places = store.forDecisions();
            assertThat(places.of(7, ALL)).isNull();
            move(store, 7, "inside");
            assertThat(places.of(7, ALL)).isEqualTo(new Place("inside", NOON));
            assertThat(store.forQuestions().of(7, ALL)).isEqualTo(new Place("inside", NOON));
            move(store, 7, "lab");
            move(store, 8, "inside");
            assertThat(database.<List<Place>>write(sql -> store.forgive(sql, 8)))
                    .containsExactly(new Place("inside", NOON));
            assertThat(places.of(8, ALL)).isNull();
        }
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            var store = new PlaceStore(database);
            assertThat(store.forDecisions().of(7, ALL)).isEqualTo(new Place("lab", NOON));
            assertThat(store.forQuestions().of(8, ALL)).isNull();
            assertThat(database.<Integer>write(store::forgiveAll)).isOne();
            assertThat(store.forDecisions().of(7, ALL)).isNull();
        }
    }

    private static final AreaSet HOUSE = new AreaSet(Set.of("outside", "inside", "lab"), List.of());
    private static final AreaSet YARD = new AreaSet(Set.of("yard", "shed"), List.of());

    @Test
    void aPersonHasOnePlaceInEachConnectedSetOfAreas() {
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            var store = new PlaceStore(database);
            Places places = store.forDecisions();
            for (boolean onDisk : new boolean[] {false, true}) {
                store.moved(7, new Place("inside", NOON), HOUSE.areas());
                if (onDisk) database.write(_ -> true);
                store.moved(7, new Place("shed", NOON.plusSeconds(1)), YARD.areas());
                if (onDisk) database.write(_ -> true);
                assertThat(places.of(7, HOUSE)).as("on disk: %s", onDisk).isEqualTo(new Place("inside", NOON));
                store.moved(7, new Place("outside", NOON.plusSeconds(2)), HOUSE.areas());
                if (onDisk) database.write(_ -> true);
                assertThat(places.of(7, HOUSE)).isEqualTo(new Place("outside", NOON.plusSeconds(2)));
                assertThat(places.of(7, YARD)).isEqualTo(new Place("shed", NOON.plusSeconds(1)));
            }
            assertThat(places(database)).isEqualTo(2);
            assertThat(places.of(7, new AreaSet(Set.of("cellar"), List.of()))).isNull();
            assertThat(places.of(7, new AreaSet(Set.of("shed", "outside"), List.of())))
                    .as("a policy that connects them: the newest")
                    .isEqualTo(new Place("outside", NOON.plusSeconds(2)));
            assertThat(database.<List<Place>>write(sql -> store.forgive(sql, 7)))
                    .extracting(Place::area)
                    .containsExactly("outside", "shed");
            assertThat(places.of(7, HOUSE)).isNull();
            assertThat(places.of(7, YARD)).isNull();
            assertThat(places(database)).isZero();
        }
    }

    @Test
    void forgottenAreasAreForgottenAtOnceAndLaterMovesCount() {
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            var store = new PlaceStore(database);
            Places places = store.forDecisions();
            store.moved(7, new Place("inside", NOON), HOUSE.areas());
            store.moved(7, new Place("shed", NOON), YARD.areas());
            database.write(_ -> true);
            limitPages(database, database.read(sql -> sql.get("PRAGMA page_count", row -> row.number(1))));
            store.moved(8, new Place(LONG, NOON), ALL.areas()); // the disk refuses from here on
            store.moved(9, new Place("inside", NOON), HOUSE.areas());
            assertThatThrownBy(() -> database.write(_ -> true)).isInstanceOf(StoreException.class);
            store.forget(HOUSE.areas());
            assertThat(places.of(7, HOUSE)).as("on disk").isNull();
            assertThat(places.of(9, HOUSE)).as("on its way there").isNull();
            assertThat(places.of(7, YARD)).isEqualTo(new Place("shed", NOON));
            store.moved(7, new Place("lab", NOON), HOUSE.areas());
            assertThat(places.of(7, HOUSE)).isEqualTo(new Place("lab", NOON));
            limitPages(database, 1_000_000);
            database.write(_ -> true);
            assertThat(places.of(7, HOUSE)).isEqualTo(new Place("lab", NOON));
            assertThat(places.of(9, HOUSE)).isNull();
        }
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            Places places = new PlaceStore(database).forDecisions();
            assertThat(places.of(7, HOUSE)).isEqualTo(new Place("lab", NOON));
            assertThat(places.of(7, YARD)).isEqualTo(new Place("shed", NOON));
            assertThat(places.of(9, HOUSE)).isNull();
        }
    }

    /// Whatever the disk refused, the restart after it finds: else hard passback would let people in twice.
    @Test
    void aMoveThatTheDiskRefusedGoesThereWhenItCan() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            var store = new PlaceStore(database);
            limitPages(database, database.read(sql -> sql.get("PRAGMA page_count", row -> row.number(1))));
            move(store, 7, LONG);
            move(store, 8, "lab");
            assertThatThrownBy(() -> database.write(_ -> true)).isInstanceOf(StoreException.class);
            assertThat(store.forDecisions().of(7, ALL)).isEqualTo(new Place(LONG, NOON));
            limitPages(database, 1_000_000);
            assertThat(database.awaitDisk(10_000)).isTrue();
        }
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            var places = new PlaceStore(database).forDecisions();
            assertThat(places.of(7, ALL)).isEqualTo(new Place(LONG, NOON));
            assertThat(places.of(8, ALL)).isEqualTo(new Place("lab", NOON));
        }
    }

    private static void limitPages(Database database, long pages) {
        database.write(sql -> sql.get("PRAGMA max_page_count = " + pages, row -> row.number(1)));
    }

    @Test
    void anAdmissionAndItsMoveReachTheDiskInOnePiece() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            var store = new PlaceStore(database);
            var told = new CountDownLatch(1);
            var goOn = new CountDownLatch(1);
            var lane = CompletableFuture.runAsync(() -> database.doorStates().together(() -> {
                move(store, 7, "inside");
                told.countDown();
                await(goOn);
                database.events().append(event());
            }));
            assertThat(await(told)).isTrue();
            var written = CompletableFuture.supplyAsync(() -> database.write(_ -> 0));
            assertThatThrownBy(() -> written.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(places(database)).isZero();
            goOn.countDown();
            lane.join();
            written.join();
            assertThat(database.events().head()).isOne();
            assertThat(places(database)).isOne();
        }
    }

    /// After the disk has refused for long there is more than one transaction takes: nothing of people or doors is
    /// there before the last event.
    @Test
    void whereMoreEventsWaitThanOneTransactionTakesTheMovesGoWithTheLast() throws Exception {
        int many = 2_500;
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            var store = new PlaceStore(database);
            limitPages(database, database.read(sql -> sql.get("PRAGMA page_count", row -> row.number(1))));
            move(store, 8, LONG);
            assertThatThrownBy(() -> database.write(_ -> true)).isInstanceOf(StoreException.class);
            var counts = new LinkedHashSet<Long>();
            for (int i = 0; i < many; i++) database.events().append(event(), _ -> counts.add(places(database)));
            move(store, 7, "inside");
            limitPages(database, 1_000_000);
            assertThat(database.awaitDisk(20_000)).isTrue();
            database.write(_ -> true); // the writer has told of all of them
            assertThat(database.events().head()).isEqualTo(many);
            assertThat(counts).as("moves on disk as each event was").containsExactly(0L, 2L);
        }
    }

    /// A lane that hangs in the midst of an act holds up neither: no event is on disk without its move.
    @Test
    void aLaneThatHangsKeepsNoMoveFromTheDiskWhoseEventGoesThere() {
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            var store = new PlaceStore(database);
            var told = new CountDownLatch(1);
            var goOn = new CountDownLatch(1);
            var lane = CompletableFuture.runAsync(() -> database.doorStates().together(() -> {
                move(store, 7, "inside");
                database.events().append(event());
                told.countDown();
                await(goOn);
            }));
            assertThat(await(told)).isTrue();
            database.write(_ -> 0); // after the second that the writer waits for the lane
            assertThat(database.events().head()).isOne();
            assertThat(places(database)).isOne();
            goOn.countDown();
            lane.join();
        }
    }

    private static long places(Database database) {
        return database.read(sql -> sql.get("SELECT count(*) FROM person_area", row -> row.number(1)));
    }

    private static EventDraft event() {
        return new EventDraft(EventKind.ADMITTED_CARD, NOON.toEpochMilli(), 0, EventDraft.Subject.channel(1), Map.of());
    }

    /// A question of rights holds a reader while it asks: were a second one needed, all could wait for each other.
    @Test
    void aQuestionNeedsNoneOfTheReadersThatOthersHold() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            var store = new PlaceStore(database);
            Places places = store.forQuestions();
            move(store, 7, "inside");
            var all = new CountDownLatch(1);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 2; i++) {
                    var _ = threads.submit(() -> database.read(_ -> await(all)));
                }
                assertThat(threads.submit(() -> places.of(7, ALL)).get(10, TimeUnit.SECONDS))
                        .isEqualTo(new Place("inside", NOON));
                assertThat(threads.submit(() -> Objects.isNull(places.of(8, ALL)))
                                .get(10, TimeUnit.SECONDS))
                        .isTrue();
                all.countDown();
            }
        }
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Database open(DataFolder data) {
        return TestDatabase.open(data, new HandTime("2026-03-02T12:00:00Z"));
    }

    @Test
    void diskThatGivesNothing_placesComeFromMemoryAsFarAsTheyAreKnown() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            move(new PlaceStore(database), 7, "lab");
            assertThat(database.awaitDisk(10_000)).isTrue();
        }
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            var store = new PlaceStore(database);
            var cold = store.forDecisions();
            try (var _ = new LostPages(data.database())) {
                assertThat(cold.of(7, ALL)).as("never read").isEqualTo(Places.UNREAD);
            }
            PlaceStore.remember(database);
            cold = store.forDecisions();
            try (var _ = new LostPages(data.database())) {
                assertThat(cold.of(7, ALL)).isEqualTo(new Place("lab", NOON));
                assertThat(cold.of(8, ALL)).as("nowhere").isNull();
            }
            database.<Integer>write(store::forgiveAll);
            cold = store.forDecisions();
            try (var _ = new LostPages(data.database())) {
                assertThat(cold.of(7, ALL)).as("of before it was forgotten").isEqualTo(Places.UNREAD);
            }
        }
    }

    @Test
    void diskThatGivesNothing_memoryKnowsForgottenAreasAndSaysWhatItDoesNotKnow() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            var store = new PlaceStore(database);
            for (long person = 7; person <= 9; person++) {
                store.moved(person, new Place("inside", NOON), HOUSE.areas());
                store.moved(person, new Place("shed", NOON), YARD.areas());
            }
            assertThat(database.awaitDisk(10_000)).isTrue();
        }
        try (var data = DataFolder.open(folder);
                var database = open(data)) {
            var store = new PlaceStore(database);
            var warm = store.forDecisions();
            store.forget(Set.of("lab")); // of before what is read
            store.moved(7, new Place("outside", NOON), HOUSE.areas());
            assertThat(database.awaitDisk(10_000)).isTrue();
            assertThat(warm.of(8, HOUSE)).isNotNull();
            var cold = store.forDecisions();
            try (var _ = new LostPages(data.database())) {
                assertThat(cold.of(7, HOUSE)).as("moved").isEqualTo(new Place("outside", NOON));
                assertThat(cold.of(7, YARD)).as("never read").isEqualTo(Places.UNREAD);
                assertThat(cold.of(8, YARD)).as("read").isEqualTo(new Place("shed", NOON));
                assertThat(cold.of(9, YARD)).isEqualTo(Places.UNREAD);
            }
            PlaceStore.remember(database);
            store.forget(HOUSE.areas());
            store.moved(9, new Place("inside", NOON), HOUSE.areas());
            assertThat(database.awaitDisk(10_000)).isTrue();
            cold = store.forDecisions();
            try (var _ = new LostPages(data.database())) {
                assertThat(cold.of(7, YARD)).isEqualTo(new Place("shed", NOON));
                assertThat(cold.of(7, HOUSE)).isNull();
                assertThat(cold.of(8, HOUSE)).isNull();
                assertThat(cold.of(9, HOUSE)).isEqualTo(new Place("inside", NOON));
                assertThat(cold.of(10, HOUSE)).isNull();
            }
        }
    }
}
