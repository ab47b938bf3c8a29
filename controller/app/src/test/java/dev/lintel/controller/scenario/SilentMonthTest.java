package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.time.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The hub is away for a month.
class SilentMonthTest {
    private static final int DAYS = 30;
    private static final int WEEK = 7;
    private static final int CARDS = 30;
    private static final long WEEKLY = 10_040;
    private static final String NOBODY = "{\"first_name\":\"Ada\",\"last_name\":\"Byron\",\"group_ids\":[1]}";

    @TempDir
    Path folder;

    /// A disk that lost a file: nothing holds longer than it would have, and nothing is changed beside the hub.
    @Test
    void withoutTheFilesOfTheHubTheDoorsGoOnAndNothingIsChanged() throws Exception {
        try (var pair = SyncPair.joined(folder)) {
            pair.people(40, 1, 2);
            pair.agree();
            pair.box.stop();
            Path file = pair.box.data.resolve("sync/upstream.json");
            String before = Files.readString(file);
            Files.writeString(file, before.substring(0, before.length() / 2));
            pair.startBox();
            assertThat(pair.box.card(2, WEEKLY)).containsEntry("decision", "admitted");
            assertThat(pair.status()).containsEntry("follows", false);
            assertThat(String.valueOf(pair.status().get("problem"))).contains("cannot be read", "lintel leave");
            var refused = pair.box.client().post("/api/3/people", NOBODY);
            assertThat(refused.status()).as(refused.text()).isEqualTo(503);
            assertThat(pair.box.ask(Map.of("command", "site apply", "name", "site.yaml", "text", SyncPair.SITE)))
                    .contains("cannot be read");
            pair.box.time.pass(Duration.ofDays(WEEK));
            assertThat(pair.box.card(2, WEEKLY)).containsEntry("decision", "rejected");
            assertThat(pair.box.card(1, 10_001)).containsEntry("decision", "admitted");
            pair.box.stop();
            Files.writeString(file, before);
            pair.startBox();
            pair.rename(1, 10, "Meanwhile");
            pair.agree();
            assertThat(pair.box.card(2, WEEKLY)).containsEntry("decision", "admitted");
        }
    }

    /// Everything that happened in it is told of once, in its order, whichever process wrote it down.
    @Tag("slow")
    @Test
    void aMonthWithManyCardsAndARestartEachThirdDayIsToldOfWhole() {
        try (var pair = SyncPair.joined(folder)) {
            pair.agree();
            pair.proxy.close(true);
            for (int day = 1; day <= DAYS; day++) {
                pair.box.time.pass(Duration.ofDays(1));
                pair.hub.time.pass(Duration.ofDays(1));
                for (int card = 1; card <= CARDS; card++) {
                    assertThat(pair.box.card(1 + card % 2, 10_000 + card))
                            .as("day " + day)
                            .containsEntry("decision", "admitted");
                }
                if (day % 3 != 0) continue;
                pair.box.stop();
                pair.startBox();
            }
            long admitted = Agreement.told(pair.box.database(), EventKind.ADMITTED_CARD.number(), "");
            assertThat(admitted).isGreaterThanOrEqualTo((long) DAYS * CARDS);
            pair.proxy.close(false);
            pair.agree();
            assertThat(pair.agreement().branches()).isZero();
            assertThat(Agreement.told(pair.hub.database(), EventKind.ADMITTED_CARD.number(), "\"box\":\"Gate\""))
                    .isEqualTo(admitted);
        }
    }

    @Test
    void allGoesOnForAMonthWithoutTheHub() {
        try (var pair = SyncPair.joined(folder)) {
            pair.people(40, 1, 2); // holds for a week without contact
            pair.agree();
            var api = pair.box.client();
            pair.away();
            for (int day = 1; day <= DAYS; day++) {
                pair.box.time.pass(Duration.ofDays(1));
                pair.hub.time.pass(Duration.ofDays(1));
                assertThat(pair.box.card(1, 10_001)).as("day " + day).containsEntry("decision", "admitted");
                assertThat(pair.box.card(2, WEEKLY))
                        .as("day " + day)
                        .containsEntry("decision", day < WEEK ? "admitted" : "rejected");
                String command = day % 2 == 0 ? "unlock" : "normal";
                assertThat(api.post("/api/3/channels/2/" + command, "{}").status())
                        .isEqualTo(200);
                if (day == 10) pair.rename(1, 10, "Meanwhile");
                if (day == 25) new EachKind(pair.hub, 1).change(2); // with no shift for the role
                if (day == 20) pair.delete(20, 1);
            }
            assertThat(api.get("/api/3/people").array()).hasSize(31);
            assertThat(api.get("/api/3/channels").status()).isEqualTo(200);
            var refused = api.post("/api/3/people", NOBODY);
            assertThat(refused.status()).as(refused.text()).isEqualTo(503);
            assertThat(refused.text()).contains("upstream unavailable");
            assertThat(refused.header("Retry-After")).isNotEmpty();
            assertThat(pair.agreement().boxRows()).hasSize(31);
            assertThat(pair.box.troubles()).anyMatch(trouble -> trouble.startsWith("sync: "));
            assertThat(Agreement.told(pair.box.database(), EventKind.SYNC_FAILED.number(), ""))
                    .isLessThanOrEqualTo(8); // one of each kind for two doors, not with each try

            pair.proxy.close(false);
            pair.agree();
            assertThat(pair.agreement().branches()).isZero();
            assertThat(pair.agreement().boxRows())
                    .hasSize(30)
                    .filteredOn(row -> row.id() <= 10)
                    .allMatch(row -> "Meanwhile".equals(row.texts().get("first_name")));
            Await.until("contact counts from now", () -> pair.box.troubles().isEmpty());
            assertThat(pair.box.card(2, WEEKLY)).containsEntry("decision", "admitted");
            var made = api.post("/api/3/people", NOBODY);
            assertThat(made.status()).as(made.text()).isEqualTo(201);
            pair.agree();
        }
    }
}
