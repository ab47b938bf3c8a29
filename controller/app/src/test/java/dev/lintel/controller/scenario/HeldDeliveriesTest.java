package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.backup.Restores;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.HeldDeliveries;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.store.WholeCopy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A backup had webhooks that waited: after the restore nothing of it is sent without asking.
class HeldDeliveriesTest {
    @TempDir
    Path folder;

    private static String states(Path data) {
        try (var opened = DataFolder.open(data);
                var side = SideDatabase.webhooks(opened)) {
            return side.read(sql -> sql.get("""
                    SELECT coalesce((SELECT group_concat(state) FROM (SELECT state FROM delivery ORDER BY id)), 'none')
                           || ' ' || (SELECT count(*) FROM item WHERE delivery_id IS NULL)""", row -> row.text(1)));
        }
    }

    private static String letter(long id) {
        return "INSERT INTO mail (id, kind, address, made_at, made_by, state, next_at) VALUES (" + id
                + ", 'test', 'ops@example.com', 0, 'ops', 'waiting', 0)";
    }

    /// No webhook waits.
    @Test
    void healthReportsEmailsOfBeforeARestoreUntilAnOperatorDecides() {
        try (var box = new WholeLintel(folder)) {
            box.start();
            box.stop();
            try (var opened = DataFolder.open(box.data);
                    var database = Database.open(opened, box.time)) {
                for (long id = 1; id <= 2; id++) {
                    String letter = letter(id);
                    database.write(sql -> sql.run(letter));
                }
            }
            WholeCopy.endLetters(
                    box.data.resolve("lintel.db"), Restores.LETTERS, box.time.nowMs()); // as a restore does
            box.start();
            assertThat(box.troubles())
                    .containsOnlyOnce(
                            "restored: 2 emails of before the restore wait for a decision:" + " 'lintel restored'");
            assertThat(box.asked(Map.of("command", "restored"))).containsEntry("emails", 2L);
            box.stop();
            box.start();
            assertThat(box.troubles().toString()).as("also over a restart").contains("2 emails");
            assertThat(box.asked(Map.of("command", "mail drop", "id", 1))).doesNotContainKey("error");
            assertThat(box.troubles().toString()).contains("1 email of");
            assertThat(box.asked(Map.of("command", "restored", "drop", true))).containsEntry("done", "drop");
            assertThat(box.troubles()).noneMatch(trouble -> trouble.contains("lintel restored"));
        }
    }

    @Test
    void webhooksOfBeforeARestoreWaitUntilAnOperatorDecides() throws IOException {
        try (var box = new WholeLintel(folder)) {
            box.start();
            box.stop();
            try (var opened = DataFolder.open(box.data);
                    var side = SideDatabase.webhooks(opened)) {
                side.write(sql -> {
                    sql.run("INSERT INTO endpoint (id, kind, account_id, owner_id, created_at)"
                            + " VALUES (7, 'application', 1, 99, 0)");
                    sql.run("INSERT INTO delivery (id, endpoint_id, state, items, body, begun_at, next_at, created_at)"
                            + " VALUES (1, 7, 'waiting', 1, x'00', 0, 0, 0), (2, 7, 'delivered', 1, x'00', 0, 0, 0)");
                    return sql.run("INSERT INTO item (endpoint_id, type, action, resource_id, noted_at)"
                            + " VALUES (7, 'access', 'create', 5, 0)");
                });
            }
            HeldDeliveries.hold(box.data); // as a restore does with the files of the backup
            box.start();
            assertThat(box.troubles()).anyMatch(trouble -> trouble.contains("lintel restored"));
            assertThat(box.asked(Map.of("command", "restored")))
                    .containsEntry("deliveries", 1L)
                    .containsEntry("items", 1L);
            box.stop();
            assertThat(states(box.data)).as("also over a restart").isEqualTo("waiting,delivered 1");
            box.start();
            assertThat(box.asked(Map.of("command", "restored", "drop", true))).containsEntry("done", "drop");
            assertThat(box.troubles()).noneMatch(trouble -> trouble.contains("lintel restored"));
            box.stop();
            assertThat(states(box.data)).isIn("dropped,delivered 0", "none 0"); // its application is gone
        }
    }
}
