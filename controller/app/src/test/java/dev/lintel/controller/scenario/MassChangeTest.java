package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Too many people are taken away at once: at the hub, and by a snapshot at the box.
class MassChangeTest {
    @TempDir
    Path folder;

    @Test
    void theHubHoldsWhatTakesTooManyAwayAndTellsOfOneAtOnce() {
        try (var pair = SyncPair.joined(folder)) {
            pair.people(31, 70, 1);
            pair.agree();
            pair.delete(1, 30);
            Await.until("the hub says so", () -> pair.hub.troubles().toString().contains("30 people were deleted"));
            pair.delete(50, 1);
            Await.until("one is taken away", () -> pair.agreement().boxCheck().count() == 99);
            assertThat(pair.agreement().boxRows()).noneMatch(row -> row.id() == 50);
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");
            assertThat(pair.box.card(1, 10_050)).containsEntry("decision", "rejected");
            assertThat(pair.hub.ask("hub publish")).contains("people");
            pair.agree();
            assertThat(pair.agreement().boxRows()).hasSize(69);
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "rejected");
            assertThat(pair.hub.troubles()).isEmpty();
        }
    }

    @Test
    void aLostCardAndATakenRoleCloseDoorsAlsoWhileTheHubHoldsMuchBack() {
        try (var pair = SyncPair.joined(folder)) {
            pair.people(31, 70, 1);
            pair.agree();
            pair.delete(1, 30);
            Await.until("the hub says so", () -> pair.hub.troubles().toString().contains("30 people were deleted"));
            assertThat(pair.box.card(1, 10_060)).containsEntry("decision", "admitted");
            pair.hub.database().write(sql -> sql.run("DELETE FROM credential WHERE person_id = 60"));
            Await.until(
                    "the card is good for nothing",
                    () -> "rejected".equals(pair.box.card(1, 10_060).get("decision")));
            pair.hub.database().write(sql -> sql.run("DELETE FROM person_role WHERE person_id = 61"));
            Await.until(
                    "the role is gone",
                    () -> "rejected".equals(pair.box.card(1, 10_061).get("decision")));
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");
        }
    }

    @Test
    void onePersonIsTakenAwayAlthoughAMassDeletionIsHeldBack() {
        try (var pair = SyncPair.joined(folder)) {
            pair.people(31, 40, 1);
            pair.agree();
            pair.delete(1, 30);
            Await.until("the hub says so", () -> pair.hub.troubles().toString().contains("30 people were deleted"));
            assertThat(pair.hub.client().delete("/api/3/people/60").status()).isEqualTo(200);
            Await.until(
                    "the person is rejected",
                    () -> "rejected".equals(pair.box.card(1, 10_060).get("decision")));
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");
        }
    }

    /// The last one of a mass is taken away after a pause, as a single revocation is: the test asks for one in its
    /// middle.
    @Test
    void onePersonIsTakenAwayAlthoughADeletionRowByRowIsHeldBack() {
        try (var pair = SyncPair.joined(folder)) {
            pair.people(31, 40, 1);
            pair.agree();
            for (int id = 1; id <= 45; id++) {
                assertThat(pair.hub.client().delete("/api/3/people/" + id).status())
                        .isEqualTo(200);
            }
            Await.until("the hub says so", () -> pair.hub.troubles().toString().contains("people were deleted"));
            assertThat(pair.box.card(1, 10_030)).containsEntry("decision", "admitted");
            assertThat(pair.hub.client().delete("/api/3/people/60").status()).isEqualTo(200);
            Await.until(
                    "the person is rejected",
                    () -> "rejected".equals(pair.box.card(1, 10_060).get("decision")));
            assertThat(pair.box.card(1, 10_030)).containsEntry("decision", "admitted");
        }
    }

    /// The command line, a client of the hub and a client of the box each have a budget of their own.
    @Test
    void singleDeletionsAtTheHubAndAtTheBoxPassAMassOfTheCommandLine() {
        try (var pair = SyncPair.joined(folder)) {
            pair.people(31, 70, 1);
            pair.agree();
            List<List<Object>> rows = IntStream.rangeClosed(1, 30)
                    .mapToObj(row -> List.<Object>of(row, String.valueOf(row), "false"))
                    .toList();
            assertThat(pair.hub.ask(
                            Map.of("command", "people import", "columns", List.of("id", "enabled"), "rows", rows)))
                    .doesNotContain("error");
            Await.until("the hub says so", () -> pair.hub.troubles().toString().contains("30 people were"));
            assertThat(pair.hub.client().delete("/api/3/people/60").status()).isEqualTo(200);
            Await.until(
                    "the hub's client is heard", () -> pair.box.card(1, 10_060).containsValue("rejected"));
            assertThat(pair.box.client().delete("/api/3/people/61").status()).isEqualTo(200);
            Await.until(
                    "the box's client is heard", () -> pair.box.card(1, 10_061).containsValue("rejected"));
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");
        }
    }

    /// The mass has no pause in which the rule for the last revocation could apply.
    @Test
    void onePersonIsTakenAwayInTheMiddleOfADeletionRowByRowOfAnotherClient() {
        try (var pair = SyncPair.joined(folder)) {
            pair.people(31, 2_470, 1);
            pair.agree();
            var program = pair.hub.client();
            var operator = pair.hub.client();
            var next = new AtomicInteger();
            Runnable deleteNext = () -> assertThat(program.delete("/api/3/people/" + next.incrementAndGet())
                            .status())
                    .isEqualTo(200);
            while (next.get() < 600) deleteNext.run();
            Await.until("the hub says so", () -> pair.hub.troubles().toString().contains("people were deleted"));
            for (int i = 0; i < 20; i++) { // one with each look of the hub: the program's budget is used up
                deleteNext.run();
                pair.box.card(1, 12_400);
            }
            assertThat(operator.delete("/api/3/people/2400").status()).isEqualTo(200);
            Await.until("the person is rejected", () -> {
                if (next.get() < 2_000) deleteNext.run();
                return pair.box.card(1, 12_400).containsValue("rejected");
            });
            assertThat(next.get()).as("the mass was still under way").isLessThan(2_000);
            while (next.get() < 2_000) deleteNext.run();
            assertThat(pair.box.card(1, 11_500)).containsEntry("decision", "admitted");
            assertThat(pair.agreement().boxRows())
                    .filteredOn(row -> row.id() <= 2_000)
                    .hasSizeGreaterThan(1_480);
        }
    }

    @Test
    void theBoxHoldsASnapshotThatTakesTooManyAwayUntilTheHubLetsItThrough() {
        try (var pair = SyncPair.joined(folder)) {
            pair.hub.stop();
            Path backup = folder.resolve("backup");
            pair.hub.copyTo(backup);
            pair.startHub();
            pair.people(31, 70, 1);
            new EachKind(pair.hub, 0).change(8);
            pair.agree();
            pair.hub.stop();
            pair.hub.restoreDatabaseFrom(backup);
            pair.startHub();
            Await.until("it is held back", () -> pair.status().get("held") != null);
            var log = pair.box.database();
            Await.until(
                    "the log says so",
                    () -> Agreement.told(log, EventKind.SYNC_FAILED.number(), "70 of 100 people") == 2
                            && Agreement.told(log, EventKind.CONFIGURATION_CHANGED.number(), "held back") == 1);
            assertThat(pair.box.card(1, 10_031)).containsEntry("decision", "admitted");
            assertThat(pair.box.ask(Map.of("command", "sync now", "wait", true)))
                    .as("whoever waits for a sync hears so")
                    .contains("held back");

            new EachKind(pair.hub, 3).change(9); // waits with the rest
            pair.delete(5, 1); // singly: at once, though all else waits
            Await.until("one is taken away", () -> pair.agreement().boxRows().size() == 99);
            assertThat(pair.box.card(1, 10_005)).containsEntry("decision", "rejected");

            pair.hub.database().write(sql -> sql.run("DELETE FROM credential WHERE person_id = 6"));
            pair.hub.database().write(sql -> sql.run("DELETE FROM person_role WHERE person_id = 7"));
            Await.until("a role is taken", () -> pair.box.card(1, 10_007).containsValue("rejected"));
            Await.until("a card is lost", () -> pair.box.card(1, 10_006).containsValue("rejected"));
            assertThat(pair.box.ask(Map.of("command", "sync accept", "held", "another")))
                    .contains("others would be taken away by now: look at it again");
            assertThat(pair.status().get("held")).isNotNull();

            // Refused before the hub has heard what is held back, and again when the box holds nothing back any more.
            Await.until("the hub lets it through", () -> {
                pair.hub.ask(Map.of("command", "hub approve", "name", SyncPair.BOX));
                return pair.agreement().boxRows().size() == 28;
            });
            pair.giveBack();
            pair.agree();
            Await.until("nothing is held back", () -> pair.status().get("held") == null);
            assertThat(pair.box.card(1, 10_031)).containsEntry("decision", "rejected");
        }
    }
}
