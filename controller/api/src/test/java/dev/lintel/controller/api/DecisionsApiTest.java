package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionsApiTest {
    private static final String SIMULATE = "/api/3/decisions/simulate";

    @TempDir
    static Path folder;

    private static ApiBox box;
    private static ApiClient client;

    @BeforeAll
    static void start() throws Exception {
        box = new ApiBox(folder);
        client = box.client();
        box.database.write(sql -> {
            sql.run("INSERT INTO person (id, account_id, first_name, last_name, enabled, valid_to, created_at,"
                    + " updated_at) VALUES (7, 1, 'Ada', 'Demo', 1, '2026-12-31', 0, 0)");
            sql.run("INSERT INTO role_channel VALUES (2, 1)");
            sql.run("INSERT INTO person_group VALUES (7, 1)");
            sql.run("INSERT INTO credential (id, account_id, person_id, credential_type_id, value, card_number,"
                    + " pin_number, status, created_at, updated_at)"
                    + " VALUES (3, 1, 7, 1, '1001', 1001, NULL, 'active', 0, 0)");
            return sql.run("INSERT INTO credential (id, account_id, person_id, credential_type_id, value, card_number,"
                    + " pin_number, status, created_at, updated_at)"
                    + " VALUES (4, 1, 7, 3, '4711', NULL, 4711, 'active', 0, 0)");
        });
    }

    @AfterAll
    static void stop() {
        box.close();
    }

    private static Map<String, Object> card(long number) {
        return Map.of("type", "card", "value", number);
    }

    private static ApiClient.Answer ask(ApiClient who, Map<String, ?> question) {
        return who.post(SIMULATE, Json.write(question));
    }

    @Test
    void anAdmissionIsToldWithItsWholeTraceAndNothingIsRecorded() {
        long before = box.database.events().head();
        var answer = ask(client, Map.of("channel_id", 1, "credential", card(1001)));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.object().get("decision")).isEqualTo("admitted");
        assertThat(answer.object().get("event_code")).isEqualTo(10L);
        assertThat(answer.object().get("reason")).isNull();
        assertThat(String.valueOf(answer.object().get("trace"))).contains("role_id=2", "group_id=1", "person_id=7");
        assertThat(box.database.events().head()).isEqualTo(before);
    }

    @Test
    void aRejectionIsToldWithItsReasonInTheClientsListing() {
        var asked = Map.of("channel_id", 2, "credential", Map.of("type", "pin", "value", "4711"));
        var a = ask(client, asked).object();
        assertThat(a.get("decision")).isEqualTo("rejected");
        assertThat(a.get("reason")).isEqualTo("no_permission");
        assertThat(a.get("event_code")).isEqualTo(24L);
        assertThat(ask(box.client(box.listingBKey), asked).object().get("event_code"))
                .isEqualTo(23L);
    }

    @Test
    void limitOfTheCardIsToldWithAWordOfItsOwn() {
        box.database.write(
                sql -> sql.run("UPDATE credential SET suspended_to = '2026-03-02', uses_max = 3 WHERE id = 3"));
        var suspended =
                ask(client, Map.of("channel_id", 1, "credential", card(1001))).object();
        assertThat(suspended)
                .containsEntry("decision", "rejected")
                .containsEntry("reason", "credential_suspended")
                .containsEntry("event_code", 20L);
        var later = Map.of("channel_id", 1, "credential", card(1001), "at", "2026-03-03T12:00:00Z");
        assertThat(String.valueOf(ask(client, later).object().get("trace"))).contains("uses_left=2");
        box.database.write(sql -> sql.run("UPDATE credential SET suspended_to = NULL, uses_max = NULL WHERE id = 3"));
    }

    @Test
    void theDoorItselfIsAskedForNowAndNotForAnotherTime() {
        var asked = Map.of("channel_id", 1, "credential", card(1001));
        var later = Map.of("channel_id", 1, "credential", card(1001), "at", "2026-03-02T12:00:00Z");
        box.unlocked = 1;
        assertThat(ask(client, asked).object().get("event_code")).isEqualTo(16L);
        assertThat(ask(client, later).object().get("event_code")).isEqualTo(10L);
        box.interlocked = 1;
        assertThat(ask(client, asked).object().get("event_code"))
                .as("it stands unlocked all the same")
                .isEqualTo(16L);
        box.unlocked = 0;
        var shut = ask(client, asked).object();
        assertThat(shut.get("decision")).isEqualTo("rejected");
        assertThat(shut.get("reason")).isEqualTo("interlock");
        assertThat(shut.get("event_code")).isEqualTo(323L);
        assertThat(String.valueOf(shut.get("trace"))).contains("role_id=2", "reason=interlock");
        assertThat(ask(client, later).object().get("decision")).isEqualTo("admitted");
        box.interlocked = 0;
    }

    @Test
    void whatCannotBeMeantIsNamedToo() {
        var both = ask(client, Map.of("channel_id", 1, "person_id", 7, "credential", card(1001)));
        assertThat(both.status()).isEqualTo(422);
        assertThat(both.text()).contains("beside person_id");
        var second = ask(client, Map.of("channel_id", 1, "credential", Map.of("type", "mf_pin", "value", 1234)));
        assertThat(second.text()).contains("second factor");
        box.database.write(sql -> sql.run("UPDATE channel SET kind = 'floor' WHERE id = 2"));
        var floor = ask(client, Map.of("channel_id", 2, "person_id", 7));
        box.database.write(sql -> sql.run("UPDATE channel SET kind = 'door' WHERE id = 2"));
        assertThat(floor.status()).isEqualTo(422);
        assertThat(floor.text()).contains("a floor, which has no reader");
    }

    @Test
    void aPersonMayBeAskedAboutAtAnotherTime() {
        var now = ask(client, Map.of("channel_id", 1, "person_id", 7)).object();
        assertThat(now.get("decision")).isEqualTo("admitted");
        var later = ask(client, Map.of("channel_id", 1, "person_id", 7, "at", "2027-01-01T00:00:00+01:00"));
        assertThat(later.object().get("reason")).isEqualTo("person_expired");
    }

    @Test
    void whatCannotBeAskedIsNamed() {
        assertThat(ask(client, Map.of("person_id", 7)).status()).isEqualTo(422);
        assertThat(ask(client, Map.of("channel_id", 99, "person_id", 7)).status())
                .isEqualTo(422);
        assertThat(ask(client, Map.of("channel_id", 1, "person_id", 99)).status())
                .isEqualTo(422);
        assertThat(ask(client, Map.of("channel_id", 1)).status()).isEqualTo(422);
        assertThat(ask(client, Map.of("channel_id", 1, "credential", "x")).status())
                .isEqualTo(400);
        assertThat(ask(client, Map.of("channel_id", 1, "credential", Map.of("type", "mf_pin", "value", 1234)))
                        .status())
                .isEqualTo(422);
        assertThat(ask(client, Map.of("channel_id", 1, "person_id", 7, "at", "soon"))
                        .status())
                .isIn(400, 422);
    }
}
