package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `/api/3/sites/:id/threat_level` over TLS. Who may is in [ScopesApiTest].
class ThreatLevelApiTest {
    private static final String PATH = "/api/3/sites/1/threat_level";

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private int level() {
        return box.database.threats().levels().of(1);
    }

    private static int changes(ApiClient client) {
        return client.get("/api/3/events?event_code=383&n=100").array().size();
    }

    @Test
    void aLevelIsSetAndShown() {
        assertThat(client.get(PATH).object())
                .containsEntry("level", 0L)
                .containsEntry("changed_at", null)
                .containsEntry("changed_by", null);
        var set = client.put(PATH, "{\"level\": 3, \"note\": \" Police \"}");
        assertThat(set.status()).isEqualTo(200);
        assertThat(level()).isEqualTo(3);
        assertThat(set.object())
                .containsEntry("site_id", 1L)
                .containsEntry("level", 3L)
                .containsEntry("changed_by", "ops@example.com")
                .containsEntry("note", "Police");
        assertThat(client.get(PATH).object()).isEqualTo(set.object());
        String told = String.valueOf(
                client.get("/api/3/events?event_code=383&form=extended&n=1").array());
        assertThat(told).contains("old=0", "new=3", "by=ops@example.com", "note=Police");
    }

    @Test
    void fieldsMayBeWrapped() {
        assertThat(client.put(PATH, "{\"threat_level\": {\"level\": 2}}").status())
                .isEqualTo(200);
        assertThat(level()).isEqualTo(2);
    }

    @Test
    void wrongBodiesAreRefusedAndChangeNothing() {
        for (String body : new String[] {
            "{}",
            "{\"level\": null}",
            "{\"level\": 6}",
            "{\"level\": -1}",
            "{\"level\": \"high\"}",
            "{\"level\": 1.5}",
            "{\"level\": 1, \"reason\": \"x\"}"
        }) {
            assertThat(client.put(PATH, body).status()).as(body).isEqualTo(400);
        }
        var tooLong = client.put(PATH, "{\"level\": 1, \"note\": \"" + "n".repeat(501) + "\"}");
        assertThat(tooLong.status()).isEqualTo(422);
        assertThat(tooLong.text()).contains("note");
        assertThat(client.put("/api/3/sites/99/threat_level", "{\"level\": 1}").status())
                .isEqualTo(404);
        assertThat(client.get("/api/3/sites/99/threat_level").status()).isEqualTo(404);
        assertThat(client.post(PATH, "{\"level\": 1}").status()).isEqualTo(405);
        assertThat(level()).isZero();
        assertThat(changes(client)).isZero();
    }

    @Test
    void theSameRequestAgain_changesNothingAndShowsThePresentLevel() {
        String[] key = {"Idempotency-Key", "raise-1"};
        assertThat(client.send("PUT", PATH, "{\"level\": 3}", key).status()).isEqualTo(200);
        client.put(PATH, "{\"level\": 0}");
        var again = client.send("PUT", PATH, "{\"level\": 3}", key);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.object()).containsEntry("level", 0L);
        assertThat(level()).isZero();
        assertThat(client.send("PUT", PATH, "{\"level\": 4}", key).status()).isEqualTo(422);
        assertThat(changes(client)).isEqualTo(2);
    }

    @Test
    void databaseInMemory_takesTheLevel() {
        box.database.refuseChanges("the database is in memory only");
        assertThat(client.put(PATH, "{\"level\": 5}").status()).isEqualTo(200);
        assertThat(level()).isEqualTo(5);
    }

    @Test
    void aQuestionMayBeAboutAnotherLevel() {
        box.database.write(sql -> sql.run("UPDATE role SET threat_level_max = 2"));
        box.database.write(sql -> sql.run("INSERT INTO role_channel VALUES (2, 1)"));
        Reserving.addPerson(box);
        box.database.write(sql -> sql.run("INSERT INTO person_role VALUES (7, 2)"));
        assertThat(simulated(2).object()).containsEntry("decision", "admitted");
        assertThat(simulated(3).object())
                .containsEntry("decision", "rejected")
                .containsEntry("reason", "threat_level")
                .containsEntry("event_code", 325L);
        var refused = simulated(9);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text()).contains("threat_level");
    }

    private ApiClient.Answer simulated(int level) {
        String question = "{\"channel_id\": 1, \"person_id\": 7, \"threat_level\": " + level + "}";
        return client.post("/api/3/decisions/simulate", question);
    }
}
