package dev.lintel.controller.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.DoorCommand;
import dev.lintel.controller.door.DoorMemory.Kept;
import dev.lintel.controller.door.DoorView;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Lockdown;
import dev.lintel.controller.door.Standing;
import dev.lintel.controller.event.Event;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.policy.PolicyCatalog;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.DoorStateStore;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.TestDatabase;
import dev.lintel.controller.time.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What stands at a door outlasts an orderly end and a kill, on a real file.
class DoorRestartTest {
    @TempDir
    Path folder;

    private final SystemTime time = new SystemTime();

    private static void command(DoorBench door, DoorCommand command) {
        var answer = new CompletableFuture<@Nullable String>();
        assertThat(door.lane().offer(new LaneInput.Commanded(1, 0, command, "ada@example.com", answer::complete)))
                .isTrue();
        assertThat(answer.join()).isNull();
    }

    /// With the channels of the demo site.
    private Database begun(DataFolder data) {
        Database database = TestDatabase.open(data, time);
        new PolicyCatalog(new PolicyStore(database, time), time, _ -> {}).begin(FirstSite.demo());
        return database;
    }

    private static @Nullable Kept kept(Database database) {
        return database.read(DoorStateStore::load).get(DoorBench.CHANNEL);
    }

    private List<EventKind> kinds(Database database) {
        return new EventStore(database).after(0, 100).stream().map(Event::kind).toList();
    }

    /// What a kill would leave: the files as they are.
    private Path killed(Path running) throws IOException {
        Path left = Files.createDirectories(folder.resolve("killed"));
        for (String file : List.of("lintel.db", "lintel.db-wal")) Files.copy(running.resolve(file), left.resolve(file));
        return left;
    }

    @Test
    void afterAKillModeAndLockdownAreAsTheyWere() throws IOException {
        Path running = folder.resolve("running");
        Path left;
        try (var data = DataFolder.open(running);
                var database = begun(data);
                var door = new DoorBench(database.events(), database.doorStates(), null)) {
            command(door, new DoorCommand.Unlock(null));
            command(door, new DoorCommand.LockDown(new Lockdown(false, true, false)));
            database.write(_ -> 0); // what was kept before it is on disk
            left = killed(running);
        }
        try (var data = DataFolder.open(left);
                var database = TestDatabase.open(data, time);
                var door = new DoorBench(database.events(), database.doorStates(), kept(database))) {
            DoorView view = door.board.all().getFirst();
            assertThat(view.mode()).isEqualTo("unlock");
            assertThat(view.strikeReleased()).isTrue();
            assertThat(view.standing().lockdown()).isEqualTo(new Lockdown(false, true, false));
        }
    }

    @Test
    void aTimeThatPassedMeanwhileHasEndedTheModeWithItsEvent() {
        var passed = new Kept(
                new Standing(true, time.nowMs() - 1, Lockdown.NONE, Standing.Hours.BY_POLICY, false),
                null,
                Set.of(),
                false,
                null,
                null,
                0);
        try (var data = DataFolder.open(folder.resolve("d"));
                var database = begun(data)) {
            database.doorStates().keep(DoorBench.CHANNEL, passed);
        }
        try (var data = DataFolder.open(folder.resolve("d"));
                var database = TestDatabase.open(data, time)) {
            try (var door = new DoorBench(database.events(), database.doorStates(), kept(database))) {
                assertThat(door.board.all().getFirst().strikeReleased()).isFalse();
                assertThat(door.board.all().getFirst().mode()).isEqualTo("normal");
            }
            database.write(_ -> 0);
            assertThat(kinds(database))
                    .containsSubsequence(EventKind.CHANNEL_STARTED, EventKind.MODE_NORMAL, EventKind.CHANNEL_STOPPED);
            assertThat(kept(database))
                    .isNotNull()
                    .matches(now -> !now.standing().unlock());
        }
    }
}
