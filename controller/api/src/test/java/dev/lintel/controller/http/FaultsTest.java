package dev.lintel.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiBox;
import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.contract.Spec;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What goes wrong on our side, as a client sees it.
class FaultsTest {
    private static final String PEOPLE = "/api/3/people";
    private static final String ADA = "{\"first_name\":\"Ada\",\"last_name\":\"Demo\",\"notes\":\"%s\"}";

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;

    @BeforeEach
    void start() {
        box = new ApiBox(folder, 1_000, endpoints -> {
            endpoints.on(Method.GET, "/api/3/broken/:id", Access.ANY_TOKEN, _ -> {
                throw new IllegalStateException("a defect, and its message");
            });
            endpoints.on(Method.GET, "/api/3/large", Access.ANY_TOKEN, _ -> {
                throw new OutOfMemoryError("Java heap space");
            });
        });
        client = box.client();
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private static void assertLimitHeaders(ApiClient.Answer answer, int remaining) {
        assertThat(answer.header("X-RateLimit-Limit")).isEqualTo("1000");
        assertThat(answer.header("X-RateLimit-Remaining")).isEqualTo("" + remaining);
        assertThat(answer.header("X-RateLimit-Reset")).matches("[0-9]+");
    }

    @Test
    @Spec({"7.1-12", "7.2-9", "8-3"})
    void aDefectCountsAndSaysWhatIsLeftToAsk() {
        var answer = client.get("/api/3/broken/7");
        assertThat(answer.status()).isEqualTo(500);
        assertLimitHeaders(answer, 999);
        assertThat(answer.object())
                .containsEntry("error", "internal_server_error")
                .containsEntry("request_id", answer.header("X-Request-Id"))
                .containsOnlyKeys("error", "error_description", "request_id");
        assertThat(answer.text()).doesNotContain("a defect").doesNotContain("Exception");
        assertLimitHeaders(client.get(PEOPLE), 998);
        assertLimitHeaders(client.get(PEOPLE + "/7"), 997);
        assertLimitHeaders(client.post(PEOPLE, "{}"), 996);
        assertLimitHeaders(client.get(PEOPLE + "?page=x"), 995);
    }

    /// One request that needs more than there is does not end the box, and counts as any other.
    @Test
    void tooLittleMemoryIsToldAndTheNextIsAnswered() {
        var answer = client.get("/api/3/large");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isEqualTo("5");
        assertThat(answer.text()).contains("too little memory").doesNotContain("Java");
        assertLimitHeaders(answer, 999);
        assertLimitHeaders(client.get(PEOPLE), 998);
    }

    private void limitPages(long pages) {
        box.database.write(sql -> sql.get("PRAGMA max_page_count = " + pages, row -> row.number(1)));
    }

    /// A change and the event that tells of it, or neither.
    @Test
    void whatTheDiskRefusedIsNeverToldOfLater() {
        long id = client.create(PEOPLE, ADA.formatted("here"));
        limitPages(box.database.read(sql -> sql.get("PRAGMA page_count", row -> row.number(1))));
        int done = 0;
        int refused = 0;
        for (int i = 0; i < 100 && refused < 3; i++) {
            int status = client.put(PEOPLE + "/" + id, "{\"job_title\":\"" + i + "\"}")
                    .status();
            assertThat(status).isIn(200, 503);
            if (status == 200) done++;
            else refused++;
        }
        assertThat(refused).as("the disk became full").isEqualTo(3);
        limitPages(1_000_000);
        assertThat(client.put(PEOPLE + "/" + id, "{\"job_title\":\"last\"}").status())
                .isEqualTo(200);
        String told = "SELECT count(*) FROM event WHERE json_extract(additional, '$.action') = 'update'";
        assertThat(box.database.<Long>read(sql -> sql.get(told, row -> row.number(1))))
                .isEqualTo(done + 1L);
    }

    @Test
    @Spec({"7.1-12", "7.1-13"})
    void aFullDiskRefusesWhatIsWrittenAndShowsWhatIsThere() {
        long id = client.create(PEOPLE, ADA.formatted("here"));
        limitPages(box.database.read(sql -> sql.get("PRAGMA page_count", row -> row.number(1))));
        String large = ADA.formatted("x".repeat(9_999)); // more than what is left of a page
        String[] key = {"Idempotency-Key", "k1"};
        var answer = client.post(PEOPLE, large, key);
        for (int i = 0; i < 20 && answer.status() == 201; i++) answer = client.post(PEOPLE, large);
        assertThat(answer.status()).as(answer.text()).isEqualTo(503);
        assertThat(answer.object())
                .containsEntry("error", "internal_server_error")
                .containsOnlyKeys("error", "error_description");
        assertThat(answer.text()).contains("no room on the disk").doesNotContain("SQLITE");
        assertThat(answer.header("Retry-After")).isEqualTo("60");
        assertThat(answer.header("X-RateLimit-Remaining")).isNotEmpty();
        assertThat(client.put(PEOPLE + "/" + id, "{\"notes\":\"" + "y".repeat(9_999) + "\"}")
                        .status())
                .isEqualTo(503);
        assertThat(client.get(PEOPLE + "/" + id).array().getFirst()).containsEntry("notes", "here");
        limitPages(1_000_000);
        assertThat(client.post(PEOPLE, large, key).status()).isEqualTo(201);
        assertThat(client.post(PEOPLE, large, key).status()).isEqualTo(201);
    }
}
