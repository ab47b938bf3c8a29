package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.AreaLimit;
import dev.lintel.controller.access.AreaRule;
import dev.lintel.controller.access.AreaSet;
import dev.lintel.controller.access.Crowd;
import dev.lintel.controller.access.Places;
import dev.lintel.controller.access.Places.Place;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.yaml.Checked;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The people in areas with a limit, over a real database.
class AreaCountsTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    private static final AreaSet HOUSE = new AreaSet(Set.of("street", "hall", "lab"), List.of(1L));
    private static final AreaRule HALL = rule("hall");
    private static final AreaRule LAB = rule("lab");

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-03-02T12:00:00Z");
    private DataFolder data;
    private Database database;
    private PlaceStore store;

    private static AreaRule rule(String area) {
        return new AreaRule(new AreaLimit(area, 2, null), HOUSE, List.of(), true);
    }

    @BeforeEach
    void open() {
        data = DataFolder.open(folder);
        database = TestDatabase.open(data, time);
        store = new PlaceStore(database);
        store.count(List.of(HALL, LAB));
    }

    @AfterEach
    void close() {
        database.close();
        data.close();
    }

    private void restart() {
        close();
        open();
    }

    private void move(long personId, String area) {
        store.moved(personId, new Place(area, time.now()), HOUSE.areas());
    }

    private int count(String area) {
        return Objects.requireNonNull(store.crowd(area, Set.of(), null)).count();
    }

    @Test
    void movesAreCountedAtOnceAndOverARestart() {
        move(1, "hall");
        move(2, "hall");
        move(3, "lab");
        move(2, "lab");
        assertThat(count("hall")).isOne();
        assertThat(store.crowd("lab", Set.of(1L, 2L), null)).isEqualTo(new Crowd(2, Set.of(2L)));
        move(3, "street");
        assertThat(count("lab")).isOne();
        restart();
        assertThat(count("hall")).isOne();
        assertThat(store.crowd("lab", Set.of(1L, 2L, 3L), null)).isEqualTo(new Crowd(1, Set.of(2L)));
    }

    @Test
    void placesThatAreForgottenCountNoMore() {
        for (long person : List.of(1L, 2L, 3L)) move(person, "hall");
        database.write(sql -> store.forgive(sql, 2));
        assertThat(count("hall")).isEqualTo(2);
        store.forget(Set.of("hall", "lab"));
        assertThat(count("hall")).isZero();
        move(4, "hall");
        assertThat(count("hall")).isOne();
        restart();
        assertThat(count("hall")).isOne();
        database.write(store::forgiveAll);
        assertThat(count("hall")).isZero();
    }

    @Test
    void placesOfBeforeTheTimeOfTheDayDoNotCount() {
        move(1, "hall");
        time.advance(Duration.ofHours(1));
        move(2, "hall");
        assertThat(store.crowd("hall", Set.of(1L, 2L), NOON.plusSeconds(1))).isEqualTo(new Crowd(1, Set.of(2L)));
        assertThat(store.crowd("hall", Set.of(1L), NOON)).isEqualTo(new Crowd(2, Set.of(1L)));
    }

    private boolean isObserved(@Nullable Instant after) {
        return Objects.requireNonNull(store.crowd("hall", Set.of(), after)).observed();
    }

    @Test
    void areaIsObserved_fromTheFirstEntryAfterPlacesWereForgotten() {
        assertThat(isObserved(null)).isFalse();
        move(1, "hall");
        assertThat(isObserved(null)).isTrue();
        move(1, "street");
        assertThat(isObserved(null)).as("a person was seen to leave").isTrue();
        move(1, "hall");
        store.forget(Set.of("lab"));
        assertThat(isObserved(null)).as("another area was forgotten").isTrue();
        store.forget(Set.of("hall"));
        assertThat(isObserved(null)).isFalse();
        move(1, "street");
        assertThat(isObserved(null)).isFalse();
        move(2, "hall");
        database.write(sql -> store.forgive(sql, 3));
        assertThat(isObserved(null)).as("the forgiven person was elsewhere").isTrue();
        database.write(sql -> store.forgive(sql, 2));
        assertThat(isObserved(null)).isFalse();
        move(4, "hall");
        move(3, "hall");
        database.write(sql -> store.forgive(sql, 3));
        store.count(List.of(HALL, LAB));
        assertThat(isObserved(null)).as("a change of the policy is no entry").isFalse();
        move(3, "hall");
        assertThat(isObserved(NOON)).isTrue();
        assertThat(isObserved(NOON.plusSeconds(1))).as("a time of the day").isFalse();
        restart();
        assertThat(isObserved(null)).as("a person is there").isTrue();
        database.write(store::forgiveAll);
        assertThat(isObserved(null)).isFalse();
    }

    @Test
    void areaWithoutALimit_isNotKnown() {
        assertThat(store.crowd("street", Set.of(), null)).isNull();
        move(1, "street");
        store.count(List.of(rule("street")));
        assertThat(count("street")).isOne();
        assertThat(store.crowd("hall", Set.of(), null)).isNull();
    }

    /// A policy has connected areas, so a person has places in two of them: the newer one counts.
    @Test
    void inAreasThatWereConnectedLater_theNewestPlaceCounts() {
        store.moved(1, new Place("hall", NOON), Set.of("street", "hall"));
        store.moved(1, new Place("lab", NOON.plusSeconds(1)), Set.of("lab"));
        database.write(_ -> true);
        store.count(List.of(HALL, LAB));
        assertThat(count("hall")).isZero();
        assertThat(count("lab")).isOne();
        move(1, "street");
        assertThat(count("lab")).isZero();
    }

    @Test
    void theLastEventOfAnAreaIsFoundInTheLog() {
        assertThat(store.reported("lab")).isNull();
        for (EventKind kind : List.of(EventKind.AREA_FULL, EventKind.AREA_EMPTY, EventKind.AREA_NORMAL))
            event(kind, Map.of("area", "lab"));
        event(EventKind.AREA_FULL, Map.of("area", "hall"));
        event(EventKind.AREA_FULL, Map.of("area", "lab", "box_event_id", 7L)); // of another box
        event(EventKind.ADMITTED_CARD, Map.of("area", "lab"));
        restart();
        assertThat(store.reported("lab")).isEqualTo(AreaLimit.State.NORMAL);
        assertThat(store.reported("hall")).isEqualTo(AreaLimit.State.FULL);
    }

    @Test
    void theLastEventIsFoundByAnIndex() {
        List<String> plan = database.read(
                sql -> sql.list("EXPLAIN QUERY PLAN " + PlaceStore.LAST_EVENT, row -> row.text(4), "lab"));
        assertThat(plan).singleElement().asString().contains("USING INDEX event_area (<expr>=?)");
    }

    private void event(EventKind kind, Map<String, Object> facts) {
        database.events().append(new EventDraft(kind, time.nowMs(), time.nowNs(), Subject.NOBODY, facts));
        database.write(_ -> true);
    }

    /// The count in memory is always what the places of all people say, also while the table is read again and again.
    @Test
    void countsAgreeWithThePlacesOfAllPeople() throws Exception {
        var random = new Random(3);
        Places places = store.forDecisions();
        List<String> areas = List.of("street", "hall", "lab");
        try (var others = Executors.newSingleThreadExecutor()) {
            for (int round = 0; round < 300; round++) {
                var counting = others.submit(() -> store.count(List.of(HALL, LAB)));
                for (int i = 0; i < 5; i++) {
                    switch (random.nextInt(12)) {
                        case 0 -> store.forget(Set.of(areas.get(random.nextInt(3))));
                        case 1 -> database.write(sql -> store.forgive(sql, random.nextInt(20)));
                        default -> move(random.nextInt(20), areas.get(random.nextInt(3)));
                    }
                }
                counting.get();
                for (String area : List.of("hall", "lab")) {
                    long expected = LongStream.range(0, 20)
                            .filter(person -> {
                                Place place = places.of(person, HOUSE);
                                return place != null && place.area().equals(area);
                            })
                            .count();
                    assertThat(count(area)).as("round %d, %s", round, area).isEqualTo((int) expected);
                }
            }
        }
    }

    @Test
    void aHundredThousandPeopleAreCountedAtAStart() {
        database.write(sql -> sql.run("""
                INSERT INTO person_area (person_id, area, since)
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
                SELECT i, iif(i % 4 = 0, 'lab', 'hall'), 1000 FROM n"""));
        restart();
        assertThat(count("lab")).isEqualTo(25_000);
        assertThat(count("hall")).isEqualTo(75_000);
        move(4, "hall");
        assertThat(store.crowd("lab", Set.of(4L, 8L), null)).isEqualTo(new Crowd(24_999, Set.of(8L)));
    }

    @Test
    void listHasAllAreasOfOwnDoors() {
        String site = """
                account: {name: A, time_zone: UTC}
                sites: [{id: 1, name: S, time_zone: UTC}]
                channels:
                  - {id: 1, unit: 1, name: Hall, site: 1, passback: {mode: "off", from: street, to: hall}}
                  - {id: 2, unit: 2, name: Lab, site: 1, passback: {mode: "off", from: hall, to: lab}}
                  - {id: 3, unit: 1, box: Barn, name: Barn, site: 1, passback: {mode: hard, from: yard, to: barn}}
                areas:
                  - {name: hall, max: 2}
                  - {name: barn, max: 2}
                """;
        var wanted = (Checked.Valid<Policy>) SiteFile.parse("site.yaml", site);
        new PolicyCatalog(new PolicyStore(database, time), time, _ -> {}).apply(wanted.value(), "test");
        for (long person : List.of(1L, 2L)) move(person, "hall");
        move(3, "street");
        database.write(_ -> true);
        assertThat(AreaStore.all(database, NOON).stream()
                        .map(area -> area.name() + " " + area.people() + " " + area.state()))
                .containsExactly("hall 2 full", "lab 0 empty", "street 1 normal");
        assertThat(AreaStore.limited(database, NOON))
                .extracting(AreaStore.Area::name)
                .containsExactly("hall");
    }
}
