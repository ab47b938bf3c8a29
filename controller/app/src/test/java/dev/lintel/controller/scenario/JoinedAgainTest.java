package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.fleet.FollowStore;
import dev.lintel.controller.sync.Agreed;
import dev.lintel.controller.time.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A box leaves, and joins the hub that it followed.
class JoinedAgainTest {
    @TempDir
    Path folder;

    private static Map<String, @Nullable Object> plan(SyncPair pair, Map<String, Object> asked) {
        return pair.box.asked(Map.of(
                "command",
                "join plan",
                "url",
                pair.proxy.address().toString(),
                "code",
                String.valueOf(pair.hub.asked(asked).get("code"))));
    }

    /// It was restored in between: its database says how far it was, and that is not how far it is as this box.
    @Test
    void aRestoredBoxThatJoinsAgainGetsAllThatIsItsOwnNow() throws IOException {
        try (var pair = SyncPair.joined(folder)) {
            pair.people(31, 20, 3); // of no door of the box
            pair.agree();
            pair.box.stop();
            Path backup = folder.resolve("backup");
            pair.box.copyTo(backup);
            pair.startBox();
            assertThat(pair.box.ask("leave")).contains("left");
            pair.box.stop();
            pair.box.restoreDatabaseFrom(backup);
            pair.startBox();
            var plan = plan(pair, Map.of("command", "hub code", "box", SyncPair.BOX, "everything", true));
            assertThat(pair.box.ask(Agreed.to("join confirm", plan))).contains("before-join");
            pair.box.hurry();
            Await.until("all are here", () -> pair.agreement().boxCheck().count() == 50);

            // Its database alone is put back later: that was another membership.
            pair.box.stop();
            pair.box.restoreDatabaseFrom(backup);
            pair.startBox();
            Await.until("all are here again", () -> pair.agreement().boxCheck().count() == 50);
            assertThat(Files.exists(pair.box.data.resolve("sync"))).isTrue();
        }
    }

    @Test
    void aHubThatBoxesFollowFollowsNobody() {
        try (var pair = SyncPair.joined(folder)) {
            String refused = pair.hub.ask(
                    Map.of("command", "join plan", "url", pair.proxy.address().toString(), "code", "7KQ2-M9XD"));
            assertThat(refused).contains("a hub that boxes follow (Gate)").contains("lintel hub revoke");
        }
    }

    /// With the line that a box really has.
    @Test
    void whoDoesNotJoinAfterAllMayPlanAgain() {
        try (var pair = SyncPair.joined(folder)) {
            assertThat(pair.box.ask("leave")).contains("left");
            Map<String, Object> code = Map.of("command", "hub code", "box", SyncPair.BOX);
            assertThat(plan(pair, code)).containsKey("fingerprint");
            var second = plan(pair, code);
            assertThat(second).as("it takes the first one's place").containsKey("fingerprint");
            assertThat(pair.box.ask(Agreed.to("join drop", second))).contains("\"done\":true");
            assertThat(pair.hub.ask("hub boxes")).doesNotContain("\"name\":\"Gate\"");
            assertThat(pair.box.ask(Agreed.to("join confirm", plan(pair, code))))
                    .contains("before-join");
            pair.box.hurry();
            pair.agree(); // each event is at the hub once, also those that it had from the box before
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");
            pair.agree();
        }
    }

    /// Person 1 of the box is nobody that the hub knows, whoever is its person 1.
    @Test
    void eventsOfBeforeABoxJoinedNameNobodyOfTheHubs() {
        try (var pair = SyncPair.begun(folder, 30)) {
            pair.box.database().write(sql -> {
                sql.run("INSERT INTO person (id, account_id, first_name, last_name, enabled, created_at, updated_at)"
                        + " VALUES (1, 1, 'Local', 'One', 1, 0, 0)");
                return sql.run("INSERT INTO credential (id, account_id, person_id, credential_type_id, value,"
                        + " card_number, status, created_at, updated_at) VALUES (1, 1, 1, (SELECT id FROM"
                        + " credential_type WHERE code = 200), '77', 77, 'active', 0, 0)");
            });
            assertThat(pair.box.card(1, 77))
                    .containsEntry("decision", "rejected"); // no role: of the person all the same
            pair.join();
            pair.agree();
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");
            pair.agree();
            assertThat(atDoors(pair, "Local One"))
                    .containsExactly("nobody, no card, no channel; own person 1, card 1, channel 1");
            assertThat(atDoors(pair, "P1 Q")).hasSize(1).allMatch(told -> told.startsWith("person 1, card "));
        }
    }

    /// What the hub's log has of doors that tell that name.
    private static List<String> atDoors(SyncPair pair, String name) {
        String query = """
                SELECT coalesce('person ' || person_id, 'nobody')
                         || coalesce(', card ' || credential_id, ', no card')
                         || coalesce(', channel ' || channel_id, ', no channel')
                         || coalesce('; own person ' || (additional ->> 'own_person_id')
                         || ', card ' || (additional ->> 'own_credential_id')
                         || ', channel ' || (additional ->> 'own_channel_id'), '')
                  FROM event
                 WHERE person_name = ? AND additional ->> 'box' = 'Gate'""";
        return pair.hub.database().read(sql -> sql.list(query, row -> row.text(1), name));
    }

    @Test
    void whoWaitsForASyncAfterTheHubTurnedTheBoxAwayHearsSo() {
        try (var pair = SyncPair.joined(folder)) {
            pair.hub.ask(Map.of("command", "hub revoke", "name", SyncPair.BOX));
            Await.until("it is told", () -> "dismissed".equals(pair.status().get("phase")));
            assertThat(pair.box.ask(Map.of("command", "sync now", "wait", true)))
                    .contains("has turned this box away");
        }
    }

    /// The box is killed between the files of `sync/` and its database.
    @Test
    void leavingIsEndedByLeavingOnceMore() throws IOException {
        try (var pair = SyncPair.joined(folder)) {
            pair.box.stop();
            Path sync = pair.box.data.resolve("sync");
            try (var files = Files.list(sync)) {
                for (Path file : files.toList()) Files.delete(file);
            }
            Files.delete(sync);
            pair.box.start();
            assertThat(pair.box.ask("leave")).contains("\"left\":true");
            boolean none = Boolean.TRUE.equals(pair.box.database().read(sql -> FollowStore.get(sql) == null));
            assertThat(none).isTrue();
            assertThat(pair.box.ask("leave")).contains("follows no hub");
        }
    }
}
