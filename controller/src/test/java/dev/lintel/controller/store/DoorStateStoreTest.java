package dev.lintel.controller.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorMemory.Alarm;
import dev.lintel.controller.door.DoorMemory.Kept;
import dev.lintel.controller.door.DoorRules.AutoUnlock;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.door.Standing.FirstCard;
import dev.lintel.controller.door.Standing.Hours;
import dev.lintel.controller.time.HandTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
            Alarm.EXTENDED_OPEN,
            Set.of("door", "exit"),
            "ada@example.com",
            1_772_441_000_000L);
    private static final Kept PLAIN = new Kept(Standing.NORMAL, null, Set.of(), null, 5);

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");

    private Map<Long, Kept> reopened(Path path) {
        try (var data = DataFolder.open(path);
                var database = Database.open(data, time)) {
            return database.read(DoorStateStore::load);
        }
    }

    @Test
    void everythingIsThereAfterReopeningAndTheLastOneCounts() {
        try (var data = DataFolder.open(folder);
                var database = Database.open(data, time)) {
            database.doorStates().keep(1, PLAIN);
            database.doorStates().keep(1, UNLOCKED);
            database.doorStates().keep(2, PLAIN);
        }
        assertThat(reopened(folder)).containsOnly(Map.entry(1L, UNLOCKED), Map.entry(2L, PLAIN));
    }

    @Test
    void whatWasKeptBeforeAKillIsThere() throws Exception {
        Path killed = folder.resolve("killed");
        try (var data = DataFolder.open(folder.resolve("d"));
                var database = Database.open(data, time)) {
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
                var database = Database.open(data, time)) {
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
}
