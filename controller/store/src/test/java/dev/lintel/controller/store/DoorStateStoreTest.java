package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.door.DoorMemory.Alarm;
import dev.lintel.controller.door.DoorMemory.Kept;
import dev.lintel.controller.door.DoorMemory.OpenLeaf;
import dev.lintel.controller.door.DoorMemory.RaisedAlarm;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.door.Standing.FirstCard;
import dev.lintel.controller.door.Standing.Hours;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.Policy;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.policy.SiteFile;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.yaml.Checked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoorStateStoreTest {
    private static final Kept UNLOCKED = new Kept(
            new Standing(
                    true,
                    1_772_445_600_000L,
                    new Lockdown(true, false, true),
                    new Hours(true, new AutoUnlock(3, true), true, new FirstCard(3, 1_772_440_000_000L)),
                    true),
            new RaisedAlarm(Alarm.EXTENDED_OPEN, true, false, 3),
            Set.of("door", "exit"),
            true,
            new OpenLeaf(null, 1_772_442_000_000L),
            "ada@example.com",
            1_772_441_000_000L);
    private static final Kept SECURED = new Kept(
            new Standing(
                    false, null, Lockdown.NONE, Hours.BY_POLICY, false, new Standing.Secure(null, 1_772_445_600_000L)),
            new RaisedAlarm(Alarm.FORCED, false, true, 0),
            Set.of(),
            false,
            null,
            "ada@example.com",
            1_772_441_000_000L);
    private static final Kept EVACUATED = new Kept(
            new Standing(false, null, Lockdown.NONE, Hours.BY_POLICY, false, null, true),
            null,
            Set.of(),
            false,
            null,
            "ada@example.com",
            1_772_441_000_000L,
            Set.of(),
            Set.of("ada@example.com", "evacuation switch Gate"));
    private static final Kept PLAIN = new Kept(Standing.NORMAL, null, Set.of(), false, new OpenLeaf(4L, 6L), null, 5);

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");

    private Map<Long, Kept> reopened(Path path) {
        try (var data = DataFolder.open(path);
                var database = TestDatabase.open(data, time)) {
            return database.read(DoorStateStore::load);
        }
    }

    @Test
    void everythingIsThereAfterReopeningAndTheLastOneCounts() {
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, time)) {
            begin(database);
            database.doorStates().keep(1, PLAIN);
            database.doorStates().keep(1, UNLOCKED);
            database.doorStates().keep(2, PLAIN);
        }
        assertThat(reopened(folder)).containsOnly(Map.entry(1L, UNLOCKED), Map.entry(2L, PLAIN));
    }

    @Test
    void evacuationAndWhoOrderedIt_areKept() {
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, time)) {
            begin(database);
            database.doorStates().keep(2, EVACUATED);
        }
        assertThat(reopened(folder)).containsEntry(2L, EVACUATED);
    }

    @Test
    void aSecuredDoorAndAnAcknowledgedAlarmAreKept() {
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, time)) {
            begin(database);
            database.doorStates().keep(2, SECURED);
        }
        assertThat(reopened(folder)).containsEntry(2L, SECURED);
    }

    @Test
    void howADoorStoodIsForgottenWhenItIsGivenToAnotherBox() {
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, time)) {
            begin(database);
            database.doorStates().keep(1, PLAIN);
            database.doorStates().keep(2, UNLOCKED);
        }
        assertThat(reopened(folder)).containsOnlyKeys(1L, 2L);
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, time)) {
            var tables = new PolicyStore(database, time);
            var catalog = new PolicyCatalog(tables, time, _ -> {});
            String text = catalog.export().replace("  - unit: 2\n", "  - unit: 2\n    box: Lab\n");
            if (!(SiteFile.parse("site.yaml", text) instanceof Checked.Valid<Policy>(Policy wanted))) {
                throw new AssertionError(text);
            }
            assertThat(catalog.apply(wanted, "test").changes()).hasSize(1);
            assertThat(database.read(DoorStateStore::load)).containsOnlyKeys(1L);
            database.doorStates().keep(2, UNLOCKED); // the lane had not heard of it yet
        }
        assertThat(reopened(folder)).containsOnlyKeys(1L);
    }

    @Test
    void whatWasKeptBeforeAKillIsThere() throws Exception {
        Path killed = folder.resolve("killed");
        try (var data = DataFolder.open(folder.resolve("d"));
                var database = TestDatabase.open(data, time)) {
            begin(database);
            database.doorStates().keep(1, UNLOCKED);
            database.write(sql -> 0); // one transaction later, at most
            Files.createDirectories(killed);
            try (var files = Files.list(folder.resolve("d"))) {
                for (Path file : files.toList()) {
                    if (Files.isRegularFile(file) && !file.endsWith("lintel.lock")) {
                        Files.copy(file, killed.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                    }
                }
            }
        }
        assertThat(reopened(killed)).containsEntry(1L, UNLOCKED);
    }

    @Test
    void keepingNeverWaitsForAWriterThatIsStuckAndNothingIsLostByIt() throws InterruptedException {
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, time)) {
            begin(database);
            var stuck = new CountDownLatch(1);
            var goOn = new CountDownLatch(1);
            database.writeLater(sql -> {
                stuck.countDown();
                awaitQuietly(goOn);
                return 0;
            });
            assertThat(stuck.await(10, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 10_000; i++) database.doorStates().keep(1, PLAIN);
            database.doorStates().keep(1, UNLOCKED);
            goOn.countDown();
        }
        assertThat(reopened(folder)).containsEntry(1L, UNLOCKED);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    @Test
    void aChangeAndItsEventReachTheDiskInOnePiece() throws Exception {
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, time)) {
            begin(database);
            var told = new CountDownLatch(1);
            var goOn = new CountDownLatch(1);
            var lane = CompletableFuture.runAsync(() -> database.doorStates().together(() -> {
                database.events().append(event());
                told.countDown();
                await(goOn);
                database.doorStates().keep(1, UNLOCKED);
            }));
            await(told);
            var written = CompletableFuture.supplyAsync(() -> database.write(_ -> 0));
            assertThatThrownBy(() -> written.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(database.events().head()).isZero();
            goOn.countDown();
            lane.join();
            written.join();
            assertThat(database.events().head()).isOne();
            assertThat(database.read(DoorStateStore::load)).containsEntry(1L, UNLOCKED);
        }
    }

    @Test
    void whoWaitsForTheDiskWaitsForAllThatCameBefore() throws InterruptedException {
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, time)) {
            begin(database);
            for (int i = 0; i < 3_000; i++) database.events().append(event()); // several transactions
            database.doorStates().keep(1, UNLOCKED);
            assertThat(database.awaitDisk(10_000)).isTrue();
            assertThat(database.events().head()).isEqualTo(3_000);
            assertThat(database.read(DoorStateStore::load)).containsEntry(1L, UNLOCKED);
            var held = new CountDownLatch(1);
            database.writeLater(_ -> {
                await(held);
                return true;
            });
            assertThat(database.awaitDisk(50)).isFalse();
            held.countDown();
            assertThat(database.awaitDisk(10_000)).isTrue();
        }
    }

    @Test
    void whatStoodAtADoorGoesWithItsChannel() {
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, time)) {
            PolicyCatalog catalog = begin(database);
            database.doorStates().keep(1, PLAIN);
            database.doorStates().keep(2, UNLOCKED);
            database.write(_ -> 0);
            catalog.apply(without2(), "test");
            assertThat(database.read(DoorStateStore::load)).containsOnlyKeys(1L);
            database.doorStates().keep(2, UNLOCKED); // the lane has not heard of it yet
            database.write(_ -> 0);
            catalog.apply(FirstSite.demo().policy(), "test"); // a new door with that id
        }
        assertThat(reopened(folder)).containsOnlyKeys(1L);
    }

    private PolicyCatalog begin(Database database) {
        var catalog = new PolicyCatalog(new PolicyStore(database, time), time, _ -> {});
        catalog.begin(FirstSite.demo());
        return catalog;
    }

    private static Policy without2() {
        Policy all = FirstSite.demo().policy();
        var roles = all.roles().stream()
                .map(role -> new Policy.Role(role.id(), role.name(), role.shiftId(), List.of(1L), role.notes()))
                .toList();
        return new Policy(
                all.account(),
                all.sites(),
                all.credentialTypes(),
                all.holidays(),
                all.shifts(),
                roles,
                all.groups(),
                all.channels().stream().filter(channel -> channel.id() == 1).toList());
    }

    private EventDraft event() {
        return new EventDraft(
                EventKind.MODE_UNLOCK, time.nowMs(), time.nowNs(), EventDraft.Subject.channel(1), Map.of());
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(10, TimeUnit.SECONDS)) throw new IllegalStateException("nobody came");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aLaneThatHangsHoldsUpWhatStandsAndNeverTheEvents() throws Exception {
        var inside = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        try (var data = DataFolder.open(folder);
                var database = TestDatabase.open(data, time)) {
            begin(database);
            var lane = Thread.ofPlatform()
                    .start(() -> database.doorStates().together(() -> {
                        database.doorStates().keep(1, UNLOCKED);
                        inside.countDown();
                        try {
                            goOn.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }));
            assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
            var kept = new CountDownLatch(1);
            database.events()
                    .append(
                            new EventDraft(EventKind.DOORS_HUNG, 5, 5, EventDraft.Subject.NOBODY, Map.of()),
                            _ -> kept.countDown());
            assertThat(kept.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(database.read(DoorStateStore::load)).isEmpty();
            goOn.countDown();
            lane.join();
        }
        assertThat(reopened(folder)).containsOnly(Map.entry(1L, UNLOCKED));
    }
}
