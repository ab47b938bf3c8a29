package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.Announcements.Fetched;
import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.http.Scope;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is fetched with the `ack_token` of a webhook.
class AckTokensTest {
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

    private void assertFetched(String path, int status, String type, long id) {
        box.announcements.fetched.clear();
        assertThat(client.get(path + "?ack_token=T0k-_n").status()).isEqualTo(status);
        assertThat(box.announcements.fetched).containsExactly(new Fetched("T0k-_n", type, id, 1));
    }

    @Test
    @Spec("4.8-3")
    void whoeverMayFetchItTellsThatTheWebhookArrived() throws InterruptedException {
        long event = box.append(box.event(EventKind.CHANNEL_STARTED, EventDraft.Subject.NOBODY));
        client.post("/api/3/people/7/credentials", "{\"credential_type_id\":1,\"value\":\"1001\"}");
        assertFetched("/api/3/events/" + event, 200, "event", event);
        assertFetched("/api/3/credentials/1", 200, "credential", 1);
        assertFetched("/api/3/people/7/credentials/1", 200, "credential", 1);
        assertFetched("/api/3/account", 200, "test", 1);
    }

    @Test
    void whatIsGoneByNowWasAnnouncedAllTheSame() {
        client.post("/api/3/people/7/credentials", "{\"credential_type_id\":1,\"value\":\"1001\"}");
        client.delete("/api/3/credentials/1");
        assertFetched("/api/3/credentials/1", 404, "credential", 1);
        assertFetched("/api/3/people/7/credentials/1", 404, "credential", 1);
        assertFetched("/api/3/people/99/credentials/1", 404, "credential", 1);
        assertFetched("/api/3/events/999999", 404, "event", 999_999);
    }

    @Test
    void whoMayNotReadItTellsNothing() throws InterruptedException {
        long event = box.append(box.event(EventKind.FORCED_OPEN, EventDraft.Subject.NOBODY));
        String path = "/api/3/events/" + event + "?ack_token=t";
        assertThat(box.client("wrong").get(path).status()).isEqualTo(401);
        assertThat(box.bearer(Scope.PERSON).get(path).status()).isEqualTo(403);
        assertThat(box.bearer(Scope.EVENT_ACCESS_READONLY).get(path).status()).isEqualTo(404);
        assertThat(box.client("wrong").get("/api/3/account?ack_token=t").status())
                .isEqualTo(401);
        assertThat(box.bearer(Scope.EVENT_READONLY)
                        .get("/api/3/credentials/1?ack_token=t")
                        .status())
                .isEqualTo(403);
        assertThat(box.announcements.fetched).isEmpty();
        assertThat(box.bearer(Scope.EVENT_PERIMETERS_READONLY).get(path).status())
                .isEqualTo(200);
        assertThat(box.announcements.fetched).hasSize(1);
    }

    @Test
    void whatIsNoTokenOfOursIsPassedOver() {
        client.get("/api/3/account");
        client.get("/api/3/account?ack_token=");
        client.get("/api/3/account?ack_token=" + "x".repeat(101));
        assertThat(box.announcements.fetched).isEmpty();
        client.get("/api/3/account?ack_token=" + "x".repeat(100));
        assertThat(box.announcements.fetched).hasSize(1);
    }

    @Test
    void aListTakesNone() {
        client.get("/api/3/events?ack_token=t");
        client.get("/api/3/credentials?ack_token=t");
        assertThat(box.announcements.fetched).isEmpty();
    }
}
