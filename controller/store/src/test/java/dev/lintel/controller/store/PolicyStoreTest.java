package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.Change;
import dev.lintel.controller.policy.FirstPerson;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.Policies;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.PolicySnapshot;
import dev.lintel.controller.policy.PolicyTables;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.policy.SitePlan;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.yaml.Checked.Faulty;
import dev.lintel.controller.yaml.Checked.Valid;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class PolicyStoreTest {
    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");
    private final List<PolicySnapshot> told = new CopyOnWriteArrayList<>();
    private DataFolder data;
    private Database database;
    private PolicyStore tables;
    private PolicyCatalog catalog;

    @BeforeEach
    void open() {
        data = DataFolder.open(folder);
        database = TestDatabase.open(data, time);
        tables = new PolicyStore(database, time);
        catalog = new PolicyCatalog(tables, time, told::add);
    }

    @AfterEach
    void close() {
        database.close();
        data.close();
    }

    @Test
    void aNewBoxHasNotBegunAndBeginsOnce() {
        assertThat(catalog.begun()).isFalse();
        assertThat(catalog.begin(FirstSite.demo())).isTrue();
        assertThat(catalog.begun()).isTrue();
        assertThat(catalog.begin(FirstSite.bare("Lobby", List.of(3)))).isFalse();
        assertThat(catalog.snapshot().policy()).isEqualTo(FirstSite.demo().policy());
        assertThat(told).hasSize(1);
    }

    @Test
    void theDemosPeopleHoldTheirCardFobAndPin() {
        catalog.begin(FirstSite.demo());
        List<String> held = database.read(sql -> sql.list("""
                SELECT p.first_name || ' ' || t.label || ' ' || c.value || ' ' || coalesce(c.card_number, 'none') || ' '
                       || coalesce(c.pin_number, 'none') || ' ' || g.name
                  FROM credential c
                  JOIN person p ON p.id = c.person_id
                  JOIN credential_type t ON t.id = c.credential_type_id
                  JOIN person_group pg ON pg.person_id = p.id
                  JOIN people_group g ON g.id = pg.group_id
                 ORDER BY c.id""", row -> row.text(1)));
        assertThat(held)
                .containsExactly(
                        "Ada Card 1001 1001 none Staff",
                        "Ada PIN 4711 none 4711 Staff",
                        "Ben Key fob 2002 2002 none Contractors");
    }

    @Test
    void aBareBoxHasADoorForEachUnit() {
        catalog.begin(FirstSite.bare("Lobby", List.of(2, 5)));
        assertThat(catalog.snapshot().doors()).extracting(door -> door.unit()).containsExactly(2, 5);
        assertThat(catalog.snapshot().policy().credentialTypes()).hasSize(6);
        assertThat(plan(catalog.export()).isEmpty()).isTrue();
    }

    @Test
    void anApplyIsOnDiskToldAndInTheLog() throws InterruptedException {
        catalog.begin(FirstSite.demo());
        String file = catalog.export().replaceFirst("unlock: 5s", "unlock: 7s");
        assertThat(plan(file).changes()).hasSize(1);
        assertThat(told).hasSize(1);

        SitePlan done = catalog.apply(policy(file), "lintel site apply");
        assertThat(done.changes()).hasToString("[changes channel 1 Front Door: times.unlock 5s → 7s]");
        assertThat(told).hasSize(2);
        assertThat(told.getLast().doors().getFirst().times().unlock()).isEqualTo(Duration.ofSeconds(7));
        assertThat(catalog.snapshot()).isSameAs(told.getLast());
        assertThat(database.events().awaitHeadAbove(0, 10_000)).isEqualTo(1);
        Event event = Objects.requireNonNull(new EventStore(database).get(1));
        assertThat(event.kind()).isEqualTo(EventKind.CONFIGURATION_CHANGED);
        assertThat(event.draft().additional())
                .containsEntry("by", "lintel site apply")
                .containsEntry("changes", List.of("changes channel 1 Front Door: times.unlock 5s → 7s"));

        assertThat(catalog.apply(policy(file), "again").isEmpty()).isTrue();
        assertThat(told).hasSize(2);
        assertThat(database.events().head()).isEqualTo(1);
    }

    @Test
    void theLongestGroupReservationIsAYearUntilTheSiteSaysOtherwise() {
        catalog.begin(FirstSite.demo());
        assertThat(longest()).isEqualTo(Duration.ofDays(365));
        assertThat(catalog.export()).contains("group_reservation_max: 365d}");
        String file = catalog.export().replace("365d", "36h");
        assertThat(catalog.apply(policy(file), "test").changes())
                .hasToString("[changes account Lintel Demo: group_reservation_max 365d → 36h]");
        assertThat(longest()).isEqualTo(Duration.ofHours(36));
        assertThat(catalog.export()).isEqualTo(file);
        assertThat(plan(file).isEmpty()).isTrue();
        String silent = file.replace(", group_reservation_max: 36h", "");
        assertThat(plan(silent).changes())
                .hasToString("[changes account Lintel Demo: group_reservation_max 36h → 365d]");
    }

    @Test
    void pinsAreShownUntilTheSiteMasksThem() {
        catalog.begin(FirstSite.demo());
        assertThat(database.read(AccountStore::arePinsMasked)).isFalse();
        assertThat(catalog.export()).as("an older box takes it").doesNotContain("pins:");
        String file = catalog.export().replace("365d}", "365d, pins: masked}");
        assertThat(catalog.apply(policy(file), "test").changes())
                .hasToString("[changes account Lintel Demo: pins shown → masked]");
        assertThat(database.read(AccountStore::arePinsMasked)).isTrue();
        assertThat(catalog.export()).isEqualTo(file);
    }

    private Duration longest() {
        return database.read(AccountStore::groupReservationMax);
    }

    @Test
    void aRefusedApplyChangesNothing() {
        catalog.begin(FirstSite.demo());
        String before = catalog.export();
        String file = before.replaceAll("(?m)^.*label: PIN.*\n", "").replace("Front Door", "Main Door");
        SitePlan plan = catalog.apply(policy(file), "test");
        assertThat(plan.refusals())
                .containsExactly("credential type 3 PIN cannot be removed: 1 credential is of this type");
        assertThat(catalog.export()).isEqualTo(before);
        assertThat(database.events().head()).isZero();
    }

    @Test
    void removingAGroupTakesItsMembersOutOfItOnly() {
        catalog.begin(FirstSite.demo());
        String file = catalog.export().replaceAll("(?m)^.*name: Contractors.*\n", "");
        assertThat(plan(file).changes())
                .hasToString("[removes group 2 Contractors, held by 1 person who loses it for good]");
        catalog.apply(policy(file), "test");
        long people = database.read(sql -> sql.get("SELECT count(*) FROM person", row -> row.number(1)));
        long members = database.read(sql -> sql.get("SELECT count(*) FROM person_group", row -> row.number(1)));
        assertThat(people).isEqualTo(2);
        assertThat(members).isEqualTo(1);
    }

    /// One that has ended, and one that was given up, are history.
    @Test
    void aPlanTellsOfReservationsThatItsRemovalsTouch() {
        catalog.begin(FirstSite.demo());
        database.write(sql -> {
            for (long end : List.of(time.nowMs(), time.nowMs() + 1)) {
                var span = new ReservationStore.Span(0, end);
                ReservationStore.insert(sql, 1, List.of(1L, 2L), span, 0);
                GroupReservationStore.insert(sql, 1, List.of(2L), span, 0);
            }
            var span = new ReservationStore.Span(0, time.nowMs() + 1);
            long givenUp = GroupReservationStore.insert(sql, 1, List.of(2L), span, 0);
            return GroupReservationStore.delete(sql, givenUp, time.nowMs());
        });
        String file = catalog.export()
                .replaceAll("(?m)^.*name: Contractors.*\n", "")
                .replaceAll("(?s)  - unit: 2.*", "")
                .replace("[1, 2]", "[1]");
        assertThat(plan(file).changes())
                .extracting(Change::toString)
                .contains(
                        "removes group 2 Contractors, held by 1 person who loses it for good, in 1 reservation",
                        "removes channel 2 Back Door, in 1 reservation");
    }

    /// Unlike policies after each other: units and slugs swap, what others refer to comes and goes.
    @Test
    void anyPolicyCanFollowAnyOther() {
        for (long seed = 0; seed < 60; seed++) {
            Policy wanted = Policies.of(seed);
            SitePlan plan = catalog.apply(wanted, "seed " + seed);
            assertThat(plan.refusals()).as("seed %d", seed).isEmpty();
            assertThat(catalog.snapshot().policy()).as("seed %d", seed).isEqualTo(wanted);
            assertThat(tables.policy()).as("seed %d", seed).isEqualTo(wanted);
            assertThat(plan(catalog.export()).isEmpty()).as("seed %d", seed).isTrue();
        }
        assertThat(database.integrityCheck()).isEqualTo("ok");
    }

    @Test
    void unitsAndBoxesSwapWithinOnePlan() {
        String site = """
                account: {name: A, time_zone: UTC}
                sites: [{id: 1, name: S, time_zone: UTC}]
                channels:
                """;
        String door = "  - {id: %d, unit: %d, name: D, site: 1%s}\n";
        String lab = ", box: Lab";
        String shed = ", box: Shed";
        for (String channels : List.of(
                door.formatted(1, 1, "") + door.formatted(2, 2, "") + door.formatted(3, 1, lab),
                door.formatted(1, 1, lab) + door.formatted(2, 2, lab) + door.formatted(3, 1, ""),
                door.formatted(1, 2, lab) + door.formatted(2, 1, lab) + door.formatted(3, 1, shed),
                door.formatted(1, 2, shed) + door.formatted(2, 1, shed) + door.formatted(4, 1, lab),
                door.formatted(2, 2, "") + door.formatted(4, 1, ""))) {
            Policy wanted = policy(site + channels);
            assertThat(catalog.apply(wanted, "test").refusals()).isEmpty();
            assertThat(tables.policy()).isEqualTo(wanted);
            var units = wanted.channels().stream().map(Policy.Channel::unit).toList();
            var boxes = wanted.channels().stream().map(Policy.Channel::box).toList();
            var listed = database.read(sql -> ChannelStore.page(sql, null, 10, 0));
            assertThat(listed).extracting(ChannelStore.Channel::unit).isEqualTo(units);
            assertThat(listed).extracting(ChannelStore.Channel::box).isEqualTo(boxes);
        }
        assertThat(count("channel_box")).isZero();
    }

    private long count(String table) {
        return database.read(sql -> sql.get("SELECT count(*) FROM " + table, row -> row.number(1)));
    }

    @Test
    void whatWasAppliedIsKnownWithoutReadingItAgain() {
        var readings = new AtomicInteger();
        var counted = new PolicyCatalog(new Watched(tables, readings::incrementAndGet, () -> {}), time, told::add);
        assertThat(readings).hasValue(1); // what stood before
        counted.begin(FirstSite.demo());
        counted.apply(unlocking(catalog.export(), "7s"), "test");
        assertThat(readings).hasValue(1);
        assertThat(told.getLast().policy()).isEqualTo(tables.policy());
    }

    @Test
    @Timeout(30)
    void theSnapshotToldLastIsOfTheLastCommit() throws InterruptedException {
        catalog.begin(FirstSite.demo());
        String file = catalog.export();
        var applying = new AtomicReference<@Nullable PolicyCatalog>();
        var second = Thread.ofPlatform()
                .unstarted(() -> Objects.requireNonNull(applying.get()).apply(unlocking(file, "9s"), "second"));
        // Between the first one's commit and its telling.
        Runnable overtake = () -> {
            if (second.getState() != Thread.State.NEW) return;
            second.start();
            while (!Set.of(Thread.State.BLOCKED, Thread.State.TERMINATED).contains(second.getState()))
                Thread.onSpinWait();
        };
        var overtaken = new PolicyCatalog(new Watched(tables, () -> {}, overtake), time, told::add);
        applying.set(overtaken);
        overtaken.apply(unlocking(file, "7s"), "first");
        second.join();
        assertThat(overtaken.snapshot()).isSameAs(told.getLast());
        assertThat(overtaken.snapshot().policy()).isEqualTo(tables.policy());
    }

    /// The tables, and who looks on: before all of them are read, and after a change is on disk.
    private record Watched(PolicyTables tables, Runnable onRead, Runnable onChanged) implements PolicyTables {
        @Override
        public Policy policy() {
            onRead.run();
            return tables.policy();
        }

        @Override
        public Set<Long> rolesOfPeople() {
            return tables.rolesOfPeople();
        }

        @Override
        public SitePlan plan(Policy wanted) {
            return tables.plan(wanted);
        }

        @Override
        public SitePlan change(Policy wanted, Function<SitePlan, EventDraft> event) {
            SitePlan plan = tables.change(wanted, event);
            onChanged.run();
            return plan;
        }

        @Override
        public boolean begin(Policy policy, List<FirstPerson> people) {
            return tables.begin(policy, people);
        }
    }

    /// The demo's site with its first door unlocking for so long.
    private static Policy unlocking(String file, String unlock) {
        String times = "unlock: 5s, extended_unlock: 15s";
        assertThat(file).contains(times);
        return policy(file.replaceFirst(times, "unlock: " + unlock + ", extended_unlock: 2m"));
    }

    private SitePlan plan(String file) {
        return catalog.plan(policy(file));
    }

    private static Policy policy(String file) {
        return switch (SiteFile.parse("site.yaml", file)) {
            case Valid<Policy>(Policy policy) -> policy;
            case Faulty<Policy> faulty -> throw new AssertionError(faulty.toString());
        };
    }
}
