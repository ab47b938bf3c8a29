package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.store.DataFolder;
import dev.lintel.controller.store.HeldDeliveries;
import dev.lintel.controller.store.SideDatabase;
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
