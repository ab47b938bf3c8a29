package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.policy.FirstSite;
import dev.lintel.controller.store.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.PolicyStore;
import dev.lintel.controller.store.Recovery.Before;
import dev.lintel.controller.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A box whose disk failed, and that ends because it is reset: its people and keys stay neither in memory nor on the
/// disk.
class ResetInMemoryTest {
    private static final String LOCKDOWN = "INSERT OR REPLACE INTO door_state (channel_id, unlock, card_lockdown,"
            + " rex_lockdown, aux_lockdown, hours_overridden, hours_first_card, hours_on, changed_at)"
            + " VALUES (1, 0, 1, 0, 0, 0, 0, 0, 9)";

    private final HandTime time = new HandTime("2026-03-02T10:00:00Z");

    @TempDir
    Path data;

    @TempDir
    Path memory;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingOfTheTimeInMemoryIsLeft(boolean reset) throws IOException {
        try (var folder = DataFolder.open(data);
                var database = Database.open(folder, time)) {
            FirstSite demo = FirstSite.demo();
            new PolicyStore(database, time).begin(demo.policy(), demo.people());
        }
        Path inTheWay = Files.createDirectories(data.resolve("lintel.db-wal/in-the-way"));
        var surroundings = new Surroundings(null, null, null, null, true, memory);
        try (var restore = CutRestore.settle(data, surroundings);
                var folder = restore.open(true);
                var store = BoxStore.open(restore, folder, surroundings, time, Before.NOTHING)) {
            store.watchDisk();
            assertThat(store.isOnDisk()).isFalse();
            store.database().write(sql -> sql.run(LOCKDOWN));
            Files.delete(inTheWay);
            Files.delete(inTheWay.getParent());
            if (reset) store.erase();
        }
        assertThat(memory).isEmptyDirectory();
        try (var folder = DataFolder.open(data);
                var database = Database.open(folder, time)) {
            long lockdowns = database.read(
                    sql -> sql.get("SELECT count(*) FROM door_state WHERE card_lockdown = 1", row -> row.number(1)));
            assertThat(lockdowns).isEqualTo(reset ? 0 : 1);
        }
    }
}
