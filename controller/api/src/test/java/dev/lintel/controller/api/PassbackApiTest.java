package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PassbackApiTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;
    private long ada;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
        ada = client.create("/api/3/people", "{\"first_name\":\"Ada\",\"last_name\":\"Demo\"}");
    }

    @AfterEach
    void stop() {
        box.close();
    }

    @Test
    void aPersonIsForgivenAtOnceAndTheLogNamesWhoForgaveWhom() throws InterruptedException {
        box.goesInside(ada, NOON);
        box.goesInside(ada + 1, NOON);
        var answer = client.post("/api/3/people/" + ada + "/forgive_passback", "");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.object()).isEqualTo(Map.of("result", "ok"));
        assertThat(box.placeOf(ada)).isNull();
        assertThat(box.placeOf(ada + 1)).isNotNull();
        assertThat(box.database.events().awaitHeadAbove(1, 5_000)).isEqualTo(2);
        var told = client.get("/api/3/events?event_code=350&form=extended&n=1").array();
        assertThat(String.valueOf(told))
                .contains("what=person", "action=forgive_passback", "id=" + ada, "by=ops@example.com");
    }

    /// A person may stand at a door while the disk fails.
    @Test
    void databaseInMemory_forgives() {
        box.goesInside(ada, NOON);
        box.database.refuseChanges("the database is in memory only");
        ApiClient.Answer refused = client.post("/api/3/people", "{\"first_name\":\"Eve\"}");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.text()).contains("the database is in memory only; ask again later");
        assertThat(client.post("/api/3/people/" + ada + "/forgive_passback", "").status())
                .isEqualTo(200);
        assertThat(box.placeOf(ada)).isNull();
    }

    @Test
    void whoIsNotThereIsNotFoundAndNothingIsTold() {
        long head = box.database.events().head();
        assertThat(client.post("/api/3/people/99/forgive_passback", "").status())
                .isEqualTo(404);
        assertThat(client.get("/api/3/people/" + ada + "/forgive_passback").status())
                .isEqualTo(405);
        client.delete("/api/3/people/" + ada);
        assertThat(client.post("/api/3/people/" + ada + "/forgive_passback", "").status())
                .isEqualTo(404);
        assertThat(box.database.events().head()).isEqualTo(head + 1); // the deletion's
        assertThat(new ApiClient(box.server.publicUrl(), box.trust, "no key")
                        .post("/api/3/people/1/forgive_passback", "")
                        .status())
                .isEqualTo(401);
    }
}
