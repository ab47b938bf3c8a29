package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The hub refuses the box, and the box a policy.
class RefusedTest {
    private static final long WEEKLY = 10_040;
    static final String WIRING = """
            hardware: simulated
            listen: {address: 127.0.0.1}
            buses: {one: {protocol: osdp, port: one}}
            channels:
              - unit: 1
                readers: {entry: {driver: osdp, bus: one, address: 3, formats: [raw]}}
                strike: {line: 17, active: high, fail: secure}
                egress: mechanical
              - unit: 2
                strike: {line: 18, active: high, fail: safe}
                rex: {line: 22}
                egress: controller
            """;

    @TempDir
    Path folder;

    /// It answers, all the time: and nothing of what it has comes down.
    @Test
    void aHubThatRefusesTheBoxIsNoContact() {
        try (var pair = SyncPair.joined(folder)) {
            pair.people(40, 1, 2); // holds for a week without contact
            pair.agree();
            pair.hub.database().write(sql -> sql.run("DELETE FROM box_certificate"));
            pair.hub.stop();
            pair.startHub();
            Await.until("refused", () -> problem(pair).contains("does not know the certificate"));
            for (int day = 1; day <= 8; day++) {
                pair.box.time.pass(Duration.ofDays(1));
                pair.hub.time.pass(Duration.ofDays(1));
                long before = failures(pair);
                pair.box.ask("sync now");
                Await.until("refused again", () -> failures(pair) > before);
                assertThat(pair.box.card(2, WEEKLY))
                        .as("day " + day)
                        .containsEntry("decision", day < 7 ? "admitted" : "rejected");
                assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");
            }
        }
    }

    /// Where the hub was something else answers, which signs for itself: the box tells it nothing.
    @Test
    void aHubOfAnotherAuthorityIsNotBelieved() {
        try (var pair = SyncPair.joined(folder);
                var other = new WholeLintel(folder.resolve("other"))) {
            other.start();
            assertThat(other.ask(Map.of("command", "site apply", "name", "site.yaml", "text", SyncPair.SITE)))
                    .doesNotContain("error");
            assertThat(other.ask(Map.of("command", "hub code", "box", SyncPair.BOX)))
                    .contains("code");
            pair.proxy.hubPort = other.port();
            pair.proxy.drop();
            Await.until("it says so", () -> problem(pair).contains("another authority signed its certificate"));
            pair.people(31, 1, 1);
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");
            var refused = pair.box.client().post("/api/3/people", "{\"first_name\":\"Ada\",\"last_name\":\"Byron\"}");
            assertThat(refused.status()).as(refused.text()).isEqualTo(503);
            assertThat(pair.agreement().boxRows()).hasSize(30);
            pair.proxy.hubPort = pair.hub.port();
            pair.agree();
            assertThat(pair.agreement().boxRows()).hasSize(31);
            Await.until("no problem is left", () -> problem(pair).equals("null"));
        }
    }

    private static long failures(SyncPair pair) {
        return Agreement.told(pair.box.database(), EventKind.SYNC_FAILED.number(), "");
    }

    private static String problem(SyncPair pair) {
        return String.valueOf(pair.status().get("problem"));
    }

    /// Who was written without a group that was not here yet comes again once it is, whatever else comes by.
    @Test
    void onceARefusedPolicyIsTakenAllIsWhole() throws IOException {
        try (var pair = SyncPair.joined(folder)) {
            pair.box.stop();
            pair.box.config = Files.writeString(folder.resolve("controller.yaml"), WIRING);
            pair.startBox();
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");
            String forbidden = SyncPair.SITE
                    .replace("name: Front, site: 1}", "name: Front, site: 1, interlock: [2]}")
                    .replace("groups: [", "groups: [{id: 9, name: Night, roles: [1]}, ");
            apply(pair, forbidden);
            Await.until("refused", () -> problem(pair).contains("interlock"));
            pair.people(31, 1, 3);
            pair.hub.database().write(sql -> {
                sql.run("DELETE FROM person_role WHERE person_id = 31");
                return sql.run("INSERT INTO person_group VALUES (31, 9)");
            });
            Await.until("written in part", () -> pair.agreement().boxCheck().count() == 31);
            assertThat(pair.box.card(1, 10_031)).containsEntry("decision", "rejected");

            apply(pair, forbidden.replace(", interlock: [2]", ""));
            pair.rename(3, 1, "Later");
            pair.agree();
            assertThat(pair.box.card(1, 10_031)).containsEntry("decision", "admitted");
            Await.until("no problem is left", () -> problem(pair).equals("null"));
            pair.rename(4, 1, "Later still");
            pair.agree();
        }
    }

    static void apply(SyncPair pair, String site) {
        assertThat(pair.hub.ask(Map.of("command", "site apply", "name", "site.yaml", "text", site)))
                .contains("\"exit\":0");
    }
}
