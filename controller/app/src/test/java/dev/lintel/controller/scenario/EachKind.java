package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.people.TestImages;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// Changes each kind of row that boxes follow, at a hub that runs: people with their codes, pictures and
/// reservations by its API, the policy by its site file. What is changed is another thing each time.
final class EachKind {
    private static final int PIN_FIRST = 10_000;

    private static final int WIDTH = 40;
    private static final int WIDTHS = 50;
    private static final int MINUTES = 1_000;

    private final WholeLintel hub;
    private final ApiClient api;
    private final List<String> reserved = new ArrayList<>();
    private int round;

    EachKind(WholeLintel hub, int firstRound) {
        this.hub = hub;
        this.api = hub.client();
        this.round = firstRound;
    }

    /// One row of each kind. Reservations are made and, every third time, taken back; and so are pictures.
    void change(long person) {
        round++;
        boolean without = round % 3 == 0;
        String image =
                without ? "" : Base64.getEncoder().encodeToString(TestImages.jpeg(WIDTH + round % WIDTHS, WIDTH));
        taken(api.put(
                "/api/3/people/" + person,
                "{\"notes\":\"Round %d\",\"pin\":\"%d\",\"valid_to\":\"2099-01-%02d\",\"%s\":\"%s\"}"
                        .formatted(
                                round,
                                PIN_FIRST + round,
                                1 + round % 28,
                                without ? "image_remote_url" : "image_base64",
                                image)));
        if (without) {
            for (String path : reserved) taken(api.delete(path));
            reserved.clear();
        } else {
            reserve("reservations", "\"channel_ids\":[%d]".formatted(1 + round % 2), person);
            reserve("group_reservations", "\"group_ids\":[1]", person);
        }
        policy();
    }

    private void reserve(String kind, String what, long person) {
        Instant tomorrow = hub.time.now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofDays(1)); // it ends on its day
        Instant start = tomorrow.plus(Duration.ofMinutes(round % MINUTES));
        reserved.add("/api/3/" + kind + "/"
                + api.create(
                        "/api/3/" + kind,
                        "{\"person_id\":%d,%s,\"start_time\":\"%s\",\"end_time\":\"%s\"}"
                                .formatted(person, what, start, start.plus(Duration.ofHours(2)))));
    }

    private static void taken(ApiClient.Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    /// Shifts, holidays, what a reader accepts, how long a door unlocks, and which shift a role has.
    private void policy() {
        int minute = round % 60;
        String site = SyncPair.SITE
                .replace("roles:\n", """
                        holidays: [{name: Feast, date: 2099-05-%02d, repeat: once}]
                        shifts:
                          - id: 1
                            name: Days
                            times: [{days: [mon, tue], from: "08:%02d", to: "17:00"}]
                            holidays: {Feast: [{from: "10:%02d", to: "14:00"}]}
                        roles:
                        """.formatted(1 + round % 28, minute, minute))
                .replace("channels: [2], ", round % 2 == 0 ? "channels: [2], " : "channels: [2], shift: 1, ")
                .replace("roles: [1]}", "roles: [1], notes: Round " + round + "}")
                .replace(
                        "name: Back, site: 1",
                        "name: Back, site: 1, times: {unlock: %ds}, credentials: [%s]"
                                .formatted(2 + round % 8, round % 2 == 0 ? "card" : "card+pin"));
        assertThat(hub.ask(Map.of("command", "site apply", "name", "site.yaml", "text", site)))
                .contains("\"exit\":0");
    }
}
