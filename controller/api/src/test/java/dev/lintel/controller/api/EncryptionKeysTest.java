package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.Listing;
import dev.lintel.controller.readers.EncryptionKeys.Outcome;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.store.UserStore.Kind;
import dev.lintel.controller.store.UserStore.NewUser;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncryptionKeysTest {
    private static final String RENEW = "/api/3/channels/1/regenerate_encryption_key";
    private static final String REMOVE = "/api/3/channel/1/remove_encryption_key";

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
        RealDoors.hangInto(box);
    }

    @AfterEach
    void stop() {
        box.close();
    }

    @Test
    void theAnswerIsTheChannelWithoutItsKeyAndTheLogSaysWhoDidIt() {
        var answer = client.post(RENEW, "");
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.object()).containsEntry("encryption_key", "").containsEntry("status", "online");
        var removed = client.post(REMOVE, "{}");
        assertThat(removed.object()).containsEntry("encryption_key", "").containsEntry("status", "pending_encryption");
        assertThat(client.get("/api/3/channels/1").object()).containsEntry("status", "pending_encryption");
        assertThat(box.keys.asked).containsExactly("renew 1", "remove 1");
        assertThat(client.get("/api/3/events?event_code=350&form=extended&level=debug")
                        .text())
                .contains("\"action\":\"regenerate_encryption_key\"", "\"action\":\"remove_encryption_key\"")
                .contains("\"readers\":[\"entry\"]")
                .contains("\"by\":\"");
    }

    @Test
    void aKeyIsRemovedByOperatorsAlone() {
        var users = new UserStore(box.database);
        long id =
                users.create(NewUser.of(Kind.USER, "shop@example.com", null, 0)).id();
        users.allowKeys(id, true, 0);
        ApiClient shop = box.client(box.database.apiKeys().create(id, "documented", Listing.A));
        assertThat(shop.post(REMOVE, "{}").status()).isEqualTo(403);
        assertThat(shop.post(RENEW, "{}").status()).isEqualTo(200);
        assertThat(box.keys.asked).containsExactly("renew 1");
    }

    @Test
    void whatCannotBeDoneIsSaidAndNotTold() {
        box.keys.outcome = new Outcome.Refused("no reader of this channel has a key");
        var refused = client.post(RENEW, "");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("no reader of this channel has a key");
        box.keys.outcome = new Outcome.Failed("the entry reader does not answer", List.of());
        var failed = client.post(REMOVE, "");
        assertThat(failed.status()).isEqualTo(503);
        assertThat(failed.header("Retry-After")).isEqualTo("5");
        assertThat(failed.text()).contains("the entry reader does not answer");
        assertThat(client.get("/api/3/events?event_code=350&level=debug").array())
                .isEmpty();
        box.keys.outcome = new Outcome.Failed("the exit reader does not answer", List.of("entry"));
        assertThat(client.post(RENEW, "").status()).isEqualTo(503);
        assertThat(client.get("/api/3/events?event_code=350&level=debug&form=extended")
                        .text())
                .as("what was done is told")
                .contains("\"readers\":[\"entry\"]");
    }

    @Test
    void noBodyIsTakenAndNoChannelIsNone() {
        assertThat(client.post(RENEW, "{\"reader\":\"exit\"}").status()).isEqualTo(400);
        assertThat(client.post("/api/3/channels/99/remove_encryption_key", "").status())
                .isEqualTo(404);
        assertThat(box.keys.asked).isEmpty();
    }

    @Test
    void theSameRequestAgainChangesNoKeyAgain() {
        String[] key = {"Idempotency-Key", "k1"};
        for (int status : List.of(200, 200)) {
            assertThat(client.post(RENEW, "", key).status()).isEqualTo(status);
        }
        assertThat(box.keys.asked).containsExactly("renew 1");
    }
}
