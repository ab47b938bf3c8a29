package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.store.Database;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Hub and box are of different versions.
class OtherVersionTest {
    private static final int FUTURE_KIND = 9_999;

    @TempDir
    Path folder;

    @Test
    void eventsOfAKindThatTheHubDoesNotKnowAreKeptThereAndHoldNothingUp() {
        try (var pair = SyncPair.joined(folder)) {
            pair.box.stop();
            try (var data = DataFolder.open(pair.box.data);
                    var newer = Database.open(data, pair.box.time)) {
                for (int i = 0; i < 3; i++) future(newer);
            }
            pair.startBox();
            pair.box.card(1, 10_001);
            pair.agreement().requireEvents();
            long kept = pair.hub
                    .database()
                    .read(sql -> sql.get(
                            "SELECT count(*) FROM box_event_unknown WHERE line LIKE '%9999%'", row -> row.number(1)));
            assertThat(kept).isEqualTo(3);
            assertThat(Agreement.told(pair.hub.database(), FUTURE_KIND, "")).isZero();
            assertThat(pair.agreement().branches()).isZero();
        }
    }

    /// What its program of before passed over is missing here, though the cursor has gone past it.
    @Test
    void aBoxThatIsUpdatedHasWhatItPassedOverBefore() {
        try (var pair = SyncPair.joined(folder)) {
            pair.box.stop();
            try (var data = DataFolder.open(pair.box.data);
                    var older = Database.open(data, pair.box.time)) {
                older.write(sql -> {
                    sql.run("UPDATE sync_cursor SET version = '0.0.1', passed_over = '[\"person.texts.department\"]'");
                    return sql.run("UPDATE person SET department = NULL");
                });
            }
            pair.startBox();
            pair.agree();
            long passedOver = pair.box
                    .database()
                    .read(sql -> sql.get("SELECT count(passed_over) FROM sync_cursor", row -> row.number(1)));
            assertThat(passedOver).isZero();
            assertThat(pair.status()).doesNotContainKey("notices");
        }
    }

    /// What a newer box has in its log.
    private static void future(Database newer) {
        newer.write(sql -> sql.run("""
                    INSERT INTO event (id, kind, pin, occurred_at, boot_id, monotonic_ns, additional, created_at, hash)
                    SELECT max(id) + 1, ?, 0, max(occurred_at), 'later', max(id), '{"news":[1]}', max(created_at),
                           randomblob(32)
                      FROM event""", FUTURE_KIND));
    }
}
