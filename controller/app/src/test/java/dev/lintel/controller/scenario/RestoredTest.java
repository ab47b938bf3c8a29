package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.fleet.ReportedRevocations;
import dev.lintel.controller.sync.Agreed;
import dev.lintel.controller.time.Await;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A backup is put back, at the hub or at the box.
class RestoredTest {
    private static final int FAILED = EventKind.SYNC_FAILED.number();
    private static final int CONFIGURATION = EventKind.CONFIGURATION_CHANGED.number();

    @TempDir
    Path folder;

    @Test
    void theHubIsRestoredFromAnOlderBackup() {
        try (var pair = SyncPair.joined(folder)) {
            new EachKind(pair.hub, 0).change(2);
            pair.agree();
            pair.hub.stop();
            Path backup = folder.resolve("backup");
            pair.hub.copyTo(backup);
            pair.startHub();
            pair.people(31, 5, 1);
            new EachKind(pair.hub, 1).change(3);
            pair.rename(1, 10, "Later");
            pair.delete(30, 1);
            for (int i = 1; i <= 5; i++) pair.box.card(1, 10_000 + i);
            pair.agree();
            long before = pair.agreement().eventsAtHub();
            pair.hub.stop();
            pair.box.card(2, 10_001);
            pair.hub.restoreDatabaseFrom(backup);
            pair.startHub();
            assertThat(pair.agreement().hubCheck().count()).isEqualTo(30);
            Await.until("it has the snapshot", () -> pair.agreement().boxRows().size() == 29);
            assertThat(pair.box.card(1, 10_030)).as("who was deleted").containsEntry("decision", "rejected");
            Await.until("the box has reported", () -> isReported(pair.hub));
            assertThat(pair.box.troubles().toString()).contains("restored from a backup");
            pair.giveBack();
            pair.agree();
            assertThat(pair.agreement().boxRows())
                    .hasSize(30)
                    .noneMatch(row -> row.texts().containsValue("Later"));
            assertThat(pair.agreement().eventsAtHub()).isGreaterThan(before);
            assertThat(pair.agreement().branches()).isZero();
            // Each is told at both doors: the snapshot when the box joined, and the one now or, where the box asked
            // while the hub was away, that failure. What is tried again after it is not told.
            assertThat(Agreement.told(pair.box.database(), EventKind.SYNC_STARTED.number(), "snapshot\":true")
                            + Agreement.told(pair.box.database(), EventKind.SYNC_FAILED.number(), ""))
                    .isGreaterThan(2);
            pair.people(40, 3, 1); // and on it goes
            pair.agree();
        }
    }

    /// People who were deleted or disabled after the backup, or lost their card, pass no door of the hub, nor of a box
    /// that was reset.
    @Test
    void aRestoredHubAndABoxThatWasResetRefuseWhomABoxRemembersAsGone() {
        try (var pair = SyncPair.joined(folder);
                var fresh = new WholeLintel(folder.resolve("fresh"))) {
            pair.people(31, 4, 1);
            pair.hub.database().write(sql -> sql.run("INSERT INTO person_role SELECT id, 3 FROM person WHERE id > 30"));
            pair.agree();
            pair.hub.stop();
            Path backup = folder.resolve("backup");
            pair.hub.copyTo(backup);
            pair.startHub();
            assertThat(pair.hub.card(3, 10_031)).containsEntry("decision", "admitted");
            pair.delete(31, 1);
            pair.hub.database().write(sql -> sql.run("UPDATE person SET enabled = 0 WHERE id = 32"));
            pair.hub.database().write(sql -> sql.run("DELETE FROM credential WHERE person_id = 33"));
            pair.agree();
            pair.hub.stop();
            pair.hub.restoreDatabaseFrom(backup);
            pair.startHub();
            Await.until("the hub refuses who was deleted", () -> isRejected(pair.hub, 3, 10_031));
            Await.until("and who was disabled", () -> isRejected(pair.hub, 3, 10_032));
            Await.until("and a card that was removed", () -> isRejected(pair.hub, 3, 10_033));
            assertThat(pair.hub.card(3, 10_034)).containsEntry("decision", "admitted");
            assertThat(pair.hub.database().read(ReportedRevocations::anyProven))
                    .as("the box has kept the proof of its cursor")
                    .isTrue();

            pair.delete(1, 20); // /health reports both
            Await.until("it is held back", () -> pair.hub.troubles().toString().contains("20 people were deleted"));
            assertThat(pair.hub.troubles())
                    .anyMatch(
                            trouble -> trouble.startsWith("restored hub:") && trouble.contains("lintel hub restored"));
            assertThat(pair.hub.ask("hub publish")).contains("people");

            pair.box.stop(); // for good: a new box takes its place, which remembers nothing
            pair.hub.stop();
            pair.startHub();
            assertThat(pair.hub.card(3, 10_031)).as("over a restart").containsEntry("decision", "rejected");
            assertThat(pair.hub.card(3, 10_033)).as("the card too").containsEntry("decision", "rejected");
            assertThat(pair.hub.troubles().toString()).contains("restored from a backup");
            replaceBox(pair, fresh);
            Await.until("the new box has people", () -> !isRejected(fresh, 1, 10_034));
            assertThat(fresh.card(1, 10_031)).containsEntry("decision", "rejected");
            assertThat(fresh.card(1, 10_032)).containsEntry("decision", "rejected");
            assertThat(fresh.card(1, 10_033)).containsEntry("decision", "rejected");

            assertThat(pair.hub.ask("hub restored")).contains("(31)", "(32)", "(33)");
            pair.hub.ask(Map.of("command", "hub restored", "person", 31));
            Await.until("they are given back there", () -> !isRejected(fresh, 1, 10_031));
            assertThat(pair.hub.card(3, 10_031)).containsEntry("decision", "admitted");
            assertThat(pair.hub.card(3, 10_032)).containsEntry("decision", "rejected");
            pair.hub.ask(Map.of("command", "hub restored", "all", true));
            Await.until("all are given back", () -> !isRejected(fresh, 1, 10_032));
            Await.until("the card too", () -> !isRejected(fresh, 1, 10_033));
            assertThat(pair.hub.card(3, 10_033)).containsEntry("decision", "admitted");
            assertThat(pair.hub.troubles()).isEmpty();
        }
    }

    private static void replaceBox(SyncPair pair, WholeLintel fresh) {
        fresh.start();
        var code = pair.hub.asked(Map.of("command", "hub code", "box", SyncPair.BOX));
        var plan = fresh.asked(
                Map.of("command", "join plan", "url", pair.proxy.address().toString(), "code", code.get("code")));
        assertThat(fresh.ask(Agreed.to("join confirm", plan))).contains("before-join");
        fresh.hurry();
    }

    private static boolean isReported(WholeLintel hub) {
        return hub.troubles().toString().contains("restored from a backup");
    }

    private static boolean isRejected(WholeLintel lintel, int channel, int card) {
        return "rejected".equals(lintel.card(channel, card).get("decision"));
    }

    @Test
    void theBoxIsRestoredFromAnOlderDatabase() {
        boxRestored(false);
    }

    @Test
    void theBoxIsRestoredFromAnOlderFolder() {
        boxRestored(true);
    }

    private void boxRestored(boolean whole) {
        try (var pair = SyncPair.joined(folder)) {
            var each = new EachKind(pair.hub, 0);
            each.change(2);
            pair.agree();
            pair.box.stop();
            Path backup = folder.resolve("backup");
            pair.box.copyTo(backup);
            pair.startBox();
            each.change(3);
            for (int i = 1; i <= 5; i++) pair.box.card(1, 10_000 + i);
            pair.people(31, 5, 1);
            pair.delete(1, 2);
            pair.agree();
            long before = pair.agreement().eventsAtHub();
            pair.box.stop();
            pair.rename(10, 5, "Meanwhile");
            each.change(3);
            if (whole) pair.box.restoreFrom(backup);
            else pair.box.restoreDatabaseFrom(backup);
            pair.proxy.close(true);
            pair.startBox();
            for (int i = 3; i <= 12; i++) pair.box.card(2, 10_000 + i); // its log is another one by now
            pair.proxy.close(false);
            pair.agree();
            assertThat(pair.agreement().branches()).isEqualTo(1);
            assertThat(pair.agreement().eventsAtHub()).isGreaterThan(before); // what was there is there still
            assertThat(Agreement.told(pair.hub.database(), CONFIGURATION, "in another branch"))
                    .isEqualTo(1);
            assertThat(Agreement.told(pair.box.database(), FAILED, ""))
                    .isLessThanOrEqualTo(4); // two doors, and the rig follows anew once
            pair.box.stop();
            pair.startBox();
            pair.box.card(1, 10_007);
            pair.agree();
            assertThat(pair.agreement().branches()).isEqualTo(1);
        }
    }
}
