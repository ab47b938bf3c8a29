package dev.lintel.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import dev.lintel.sync.wire.ForwardAnswer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What somebody can write at a whole hub who has the key and certificate of a box. [BoxReachTest] has what
/// is refused.
class BoxWritesTest {
    @TempDir
    Path folder;

    @TempDir
    Path memory;

    private StolenBox hub;

    @BeforeEach
    void start() throws Exception {
        hub = new StolenBox(folder, memory);
    }

    @AfterEach
    void stop() {
        hub.close();
    }

    @Test
    void aCodeIsReadOnlyUnlessItMayWrite() throws Exception {
        hub.joinAgain("everything", false);
        ForwardAnswer refused =
                hub.send("POST", "/api/3/people", "{\"first_name\":\"Eve\",\"last_name\":\"X\",\"role_ids\":[901]}");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body()).contains("read_only", "write at the hub");
        assertThat(hub.ask(Map.of("command", "hub boxes"))).containsEntry("read_only", true);
        hub.ask(Map.of("command", "hub writes", "name", "Gate", "allow", true));
        assertThat(hub.send("PUT", "/api/3/people/901", "{\"department\":\"A\"}")
                        .status())
                .isEqualTo(200);
        hub.ask(Map.of("command", "hub writes", "name", "Gate", "refuse", true));
        assertThat(hub.send("PUT", "/api/3/people/901", "{\"department\":\"B\"}")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void theBoxIsTheActorOfWhatItWritesAndTheListNamesIt() throws Exception {
        ForwardAnswer made = hub.send(
                "POST",
                "/api/3/people",
                "{\"first_name\":\"Ada\",\"last_name\":\"Byron\",\"group_ids\":[901],\"card\":\"4712\"}",
                "k1");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        long id = ((Number) Objects.requireNonNull(
                        Json.parseObject(String.valueOf(made.body())).get("id")))
                .longValue();
        assertThat(hub.last())
                .containsEntry("what", "person")
                .containsEntry("action", "create")
                .containsEntry("by", "box Gate")
                .containsEntry("claimed_by", "administrator@example.com")
                .doesNotContainKey("box");
        assertThat(hub.send("PUT", "/api/3/people/" + id, "{}").status()).isEqualTo(200);
        assertThat(hub.last()).containsEntry("action", "update").containsEntry("by", "box Gate");
        assertThat(hub.send("DELETE", "/api/3/people/" + id, "").status()).isEqualTo(200);
        var revoked = hub.ask(Map.of("command", "hub revoke", "name", "Gate"));
        assertThat(revoked).containsEntry("writes", 3L);
        assertThat(String.valueOf(revoked.get("newest")))
                .contains("create person " + id + " (Ada Byron), for administrator@example.com as the box says")
                .contains("update person " + id, "delete person " + id);
        assertThat(hub.ask(Map.of("command", "hub writes", "name", "Gate"))).containsEntry("writes", 3L);
    }

    /// The answer shows the credential to the box.
    @Test
    void aWriteOfACredentialThatChangesNothingIsRecorded() throws Exception {
        long type = hub.number("SELECT credential_type_id FROM credential WHERE id = 90901");
        assertRecorded(200, "PUT", "/api/3/credentials/90901", "{}");
        assertRecorded(200, "PUT", "/api/3/people/901/credentials/90901", "{\"value\":\"910901\"}");
        assertRecorded(200, "POST", "/api/3/people/901/credentials", "{\"credential_type_id\":" + type + "}");
        assertThat(hub.ask(Map.of("command", "hub writes", "name", "Gate"))).containsEntry("writes", 3L);
        assertThat(hub.send("PUT", "/api/3/credentials/90902", "{}").status())
                .as("of a person who also has access to other doors")
                .isEqualTo(403);
    }

    private void assertRecorded(int status, String method, String path, String body) throws Exception {
        long events = hub.number("SELECT count(*) FROM event");
        ForwardAnswer answer = hub.send(method, path, body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(hub.last())
                .containsEntry("what", "credential")
                .containsEntry("action", "update")
                .containsEntry("id", 90_901L)
                .containsEntry("person_id", 901L)
                .containsEntry("by", "box Gate")
                .containsEntry("claimed_by", "administrator@example.com")
                .doesNotContainKey("value");
        assertThat(hub.number("SELECT count(*) FROM event")).isGreaterThan(events);
    }

    @Test
    void anAnswerShowsOnlyWhatTheBoxHas() {
        ForwardAnswer both = hub.send("PUT", "/api/3/people/906", "{}");
        assertThat(both.status()).as(both.body()).isEqualTo(200);
        assertThat(both.body()).contains("\"groups\":[901]").doesNotContain("903");
        ForwardAnswer roles = hub.send("PUT", "/api/3/people/904", "{}");
        assertThat(roles.body()).contains("\"roles\":[901,902]");
    }

    @Test
    void groupsThatTheBoxDoesNotKnowOfStay() {
        assertThat(hub.send("PUT", "/api/3/people/906", "{\"group_ids\":[]}").status())
                .isEqualTo(200);
        assertThat(hub.numbers("SELECT group_id FROM person_group WHERE person_id = 906"))
                .containsExactly(903L);
    }

    @Test
    void membershipsOfOwnDoorsAreGivenAndTakenAlsoOfPeopleOfOtherDoors() {
        ForwardAnswer given = hub.send("PUT", "/api/3/people/902", "{\"group_ids\":[902],\"role_ids\":[901]}");
        assertThat(given.status()).as(given.body()).isEqualTo(200);
        assertThat(hub.numbers("SELECT role_id FROM person_role WHERE person_id = 902"))
                .containsExactly(901L);
        assertThat(hub.send("PUT", "/api/3/people/904", "{\"role_ids\":[902]}").status())
                .isEqualTo(200);
        assertThat(hub.numbers("SELECT role_id FROM person_role WHERE person_id = 904"))
                .containsExactly(902L);
        assertThat(hub.send("DELETE", "/api/3/reservations/901", "").status()).isEqualTo(200);
        ForwardAnswer reserved = hub.send(
                "POST",
                "/api/3/reservations",
                "{\"person_id\":902,\"channel_ids\":[2],\"start_time\":\"2099-01-02T10:00:00Z\","
                        + "\"end_time\":\"2099-01-02T11:00:00Z\"}");
        assertThat(reserved.status()).as(reserved.body()).isEqualTo(201);
    }

    @Test
    void anIdempotencyKeyDoesNotShowAPersonWhoLeftTheDoors() {
        String body = "{\"first_name\":\"Ada\",\"last_name\":\"Byron\",\"group_ids\":[901],\"card\":\"4713\"}";
        ForwardAnswer made = hub.send("POST", "/api/3/people", body, "k2");
        assertThat(made.status()).isEqualTo(201);
        long id = hub.number("SELECT person_id FROM credential WHERE value = '4713'");
        hub.database().write(sql -> {
            sql.run("DELETE FROM person_group WHERE person_id = ?", id);
            return sql.run("UPDATE credential SET value = '4999', card_number = 4999 WHERE value = '4713'");
        });
        ForwardAnswer again = hub.send("POST", "/api/3/people", body, "k2");
        assertThat(again.body()).contains("\"id\":" + id).doesNotContain("4999", "Byron");
    }

    @Test
    void guessingIsEndedByTheNumberOfRefusalsInAnHour() {
        int refused = 0;
        ForwardAnswer answer;
        do {
            answer = hub.send("PUT", "/api/3/people/901", "{\"card\":\"910903\"}");
            refused++;
        } while (answer.status() == 422 && refused < 100);
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.headers()).containsKey("Retry-After");
        assertThat(refused).isEqualTo(31);
        assertThat(hub.send("PUT", "/api/3/people/901", "{}").status()).isEqualTo(429);
    }
}
