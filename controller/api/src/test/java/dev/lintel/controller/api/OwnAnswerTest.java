package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The answer to a write is of the write's own transaction, although somebody else deletes its resource at once: here a
/// trigger, at the event that tells of the write, which is written last.
class OwnAnswerTest {
    private static final String ADA = "{\"first_name\":\"Ada\",\"last_name\":\"Demo\"}";
    private static final String CARD = "{\"credential_type_id\":1,\"value\":\"%d\"}";

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
        Reserving.addPerson(box);
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private void nextEventDoes(String change) {
        box.database.write(sql -> {
            sql.script("CREATE TRIGGER somebody_else AFTER INSERT ON event BEGIN " + change + "; END");
            return true;
        });
    }

    private void assertGone(String path) {
        assertThat(client.get(path).status()).as("the trigger has deleted it").isEqualTo(404);
    }

    @Test
    void newPersonIsShown() {
        nextEventDoes("UPDATE person SET deleted_at = 1 WHERE id > 7");
        var made = client.post("/api/3/people", ADA);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.object()).containsEntry("first_name", "Ada");
        assertGone("/api/3/people/" + made.id());
    }

    @Test
    void changedPersonIsShown() {
        nextEventDoes("UPDATE person SET deleted_at = 1");
        var changed = client.put("/api/3/people/7", "{\"last_name\":\"Byron\"}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.object()).containsEntry("last_name", "Byron");
        assertGone("/api/3/people/7");
    }

    @Test
    void newCredentialIsShown() {
        nextEventDoes("DELETE FROM credential");
        var made = client.post("/api/3/people/7/credentials", CARD.formatted(4711));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.text()).contains("\"value\":\"4711\"");
    }

    @Test
    void changedCredentialIsShown() {
        client.post("/api/3/people/7/credentials", CARD.formatted(4711));
        long id = box.database.read(sql -> sql.get("SELECT id FROM credential", row -> row.number(1)));
        nextEventDoes("DELETE FROM credential");
        var changed = client.put("/api/3/credentials/" + id, "{\"value\":\"4712\"}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.text()).contains("\"value\":\"4712\"");
        assertGone("/api/3/credentials/" + id);
    }

    @Test
    void newReservationIsShown() {
        nextEventDoes("DELETE FROM reservation");
        var made = client.post("/api/3/reservations", Reserving.noon("channel_ids"));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertGone("/api/3/reservations/" + made.id());
    }

    @Test
    void newGroupReservationIsShown() {
        nextEventDoes("DELETE FROM group_reservation");
        var made = client.post("/api/3/group_reservations", Reserving.noon("group_ids"));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertGone("/api/3/group_reservations/" + made.id());
    }

    @Test
    void newAndChangedNotificationRuleIsShown() {
        long kept = client.create(NotificationRulesApiTest.RULES, NotificationRulesApiTest.RULE);
        nextEventDoes("DELETE FROM notification_rule");
        var changed = client.put(NotificationRulesApiTest.RULES + "/" + kept, "{\"name\":\"Another\"}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.text()).contains("\"name\":\"Another\"");
        assertGone(NotificationRulesApiTest.RULES + "/" + kept);
        var made = client.post(NotificationRulesApiTest.RULES, NotificationRulesApiTest.RULE);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.object()).containsKey("secret");
        assertGone(NotificationRulesApiTest.RULES + "/" + made.id());
    }
}
