package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.time.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A disk is full, at the box while a snapshot comes, or at the hub while events come.
class FullDiskTest {
    private static final int MANY = 3_000;
    private static final long ROOM = 1L << 30;
    private static final int EVENTS_MAX = 3_000;

    @TempDir
    Path folder;

    private static boolean told(SyncPair pair, String word) {
        return Agreement.told(pair.box.database(), EventKind.SYNC_FAILED.number(), word) > 0;
    }

    @Test
    void theBoxsDiskIsFullDuringASnapshot() {
        try (var pair = SyncPair.joined(folder)) {
            pair.proxy.close(true);
            pair.people(1_000, MANY, 1);
            new EachKind(pair.hub, 0).change(1_000);
            pair.box.database().write(sql -> {
                FollowStore.moved(sql, null); // everything is to be fetched
                return true;
            });
            pair.box.stop();
            pair.startBox();
            pair.box.staging().growTo(4_096);
            pair.proxy.close(false);
            Await.until("it says so", () -> told(pair, "no room on this box's disk"));
            assertThat(pair.box.troubles().toString()).contains("sync: ").contains("no room");
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");
            assertThat(pair.agreement().boxRows()).hasSize(SyncPair.PEOPLE);

            pair.box.database().growTo(4_096);
            pair.box.staging().growTo(ROOM);
            Await.until(
                    "it is all staged and has no room",
                    () -> pair.box.staging().read(sql -> sql.get("SELECT count(*) FROM staged", row -> row.number(1)))
                            == SyncPair.PEOPLE + MANY);
            Await.until("it says so", () -> pair.box.troubles().toString().contains("no room"));
            assertThat(pair.box.card(1, 10_002)).containsEntry("decision", "admitted");
            assertThat(pair.agreement().boxRows()).hasSize(SyncPair.PEOPLE);

            pair.box.database().growTo(ROOM);
            pair.agree();
            assertThat(pair.agreement().boxRows()).hasSize(SyncPair.PEOPLE + MANY);
            Await.until("nothing troubles it", () -> pair.box.troubles().isEmpty());
        }
    }

    @Test
    void theHubsDiskIsFullWhileEventsComeUp() {
        try (var pair = SyncPair.joined(folder)) {
            pair.hub.database().growTo(4_096);
            int cards = 0;
            while (!String.valueOf(pair.status().get("problem")).contains("no room on the disk")) {
                assertThat(pair.box.card(1, 10_001 + cards % SyncPair.PEOPLE)).containsEntry("decision", "admitted");
                assertThat(++cards).isLessThan(EVENTS_MAX);
            }
            pair.hub.database().growTo(ROOM);
            pair.proxy.drop(); // the hub asked for a minute of patience; a link that returns ends that
            pair.agree();
            assertThat(pair.agreement().branches()).isZero();
        }
    }
}
