package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.Recovery.Before;
import dev.lintel.controller.store.Recovery.Known;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of a time in memory when the service stops, and when the box is reset.
class MemoryAtTheEndTest {
    private static final String LOCKDOWN = "INSERT OR REPLACE INTO door_state (channel_id, unlock, card_lockdown,"
            + " rex_lockdown, aux_lockdown, hours_overridden, hours_first_card, hours_on, changed_at)"
            + " VALUES (1, 0, 1, 0, 0, 0, 0, 0, 9)";

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");

    private final Path data;
    private final Path memory;
    private final Path inTheWay;
    private final Surroundings surroundings;

    MemoryAtTheEndTest(@TempDir Path data, @TempDir Path memory) throws IOException {
        this.data = data;
        this.memory = memory;
        this.surroundings = new Surroundings(null, null, null, null, true, memory);
        try (var folder = DataFolder.open(data);
                var database = Database.open(folder, time)) {
            FirstSite demo = FirstSite.demo();
            new PolicyStore(database, time).begin(demo.policy(), demo.people());
        }
        this.inTheWay = Files.createDirectories(data.resolve("lintel.db-wal/in-the-way"));
    }

    /// Its people and keys stay neither in memory nor on the disk.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void boxThatIsReset_leavesNothing(boolean reset) throws IOException {
        run(Before.NOTHING, store -> {
            store.database().write(sql -> sql.run(LOCKDOWN));
            usable();
            if (reset) store.erase();
            return true;
        });
        assertThat(memory).isEmptyDirectory();
        assertThat(lockdowns()).isEqualTo(reset ? 0 : 1);
    }

    /// The box of before has left a lockdown in memory, and the next one is not to return by itself.
    @Test
    void serviceThatStopsWhileItStaysInMemory_leavesAllOnADiskThatWorks() throws IOException {
        Predecessor before = run(Before.NOTHING, store -> {
            store.database().write(sql -> sql.run(LOCKDOWN));
            return store.handOver();
        });
        Predecessor.Left left = before.left().get();
        run(new Before(Known.REFUSED, left.memory(), 0), store -> {
            assertThat(left.end()).isEmpty();
            usable();
            return true;
        });
        assertThat(memory).isEmptyDirectory();
        assertThat(lockdowns()).isEqualTo(1);
    }

    private void usable() {
        try {
            Files.delete(inTheWay);
            Files.delete(inTheWay.getParent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private <T> T run(Before before, Function<BoxStore, T> work) {
        try (var restore = CutRestore.settle(data, surroundings);
                var folder = restore.open(true);
                var store = BoxStore.open(restore, folder, surroundings, time, before)) {
            store.watchDisk();
            assertThat(store.isOnDisk()).isFalse();
            return work.apply(store);
        }
    }

    private long lockdowns() {
        try (var folder = DataFolder.open(data);
                var database = Database.open(folder, time)) {
            return database.read(
                    sql -> sql.get("SELECT count(*) FROM door_state WHERE card_lockdown = 1", row -> row.number(1)));
        }
    }
}
