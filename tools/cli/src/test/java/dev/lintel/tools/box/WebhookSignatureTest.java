package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.OAuth;
import dev.lintel.controller.store.ApplicationStore.Rotation;
import dev.lintel.controller.store.Database;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.time.SystemTime;
import dev.lintel.tools.CommandRun;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a box signs is verified by Node's own crypto over the bytes as they came: by an application's secret, by both
/// of a rotation, and by a rule's.
class WebhookSignatureTest {
    private static final String SCOPE = "account.event.access.readonly account.person.readonly";

    @TempDir
    Path folder;

    private final SystemTime time = new SystemTime();

    @Test
    void nodeAcceptsWhatAnApplicationIsTold() {
        Path data = Box.prepared(folder.resolve("data"));
        try (var node = new NodeReceiver()) {
            String secret;
            try (Box box = Box.start(data)) {
                BoxOAuth desk = BoxOAuth.listening(box, SCOPE, node.url());
                secret = desk.webhookSecret();
                node.know(secret, null);
                desk.connect();
                for (int card = 0; card < 5; card++) {
                    present(box, 1001);
                    assertThat(node.next()).containsEntry("good", true).containsEntry("offered", 0L);
                }
            }
            String next = rotated(data);
            try (Box box = Box.start(data)) {
                node.know(secret, next);
                present(box, 1001);
                assertThat(node.next())
                        .containsEntry("good", true)
                        .containsEntry("offered", 2L)
                        .containsEntry("next", true);
                node.know("another", null);
                present(box, 1001);
                assertThat(node.next()).as("by a wrong secret").containsEntry("good", false);
            }
        }
    }

    /// The body tells of somebody whose name is more bytes than letters.
    @Test
    void nodeAcceptsARulesBodyWithLettersOfEverySort() {
        try (var node = new NodeReceiver();
                Box box = Box.start(Box.prepared(folder.resolve("data")))) {
            BoxApi api = box.api();
            var made = answer(
                    box,
                    api,
                    "/api/3/notification_rules",
                    Map.of("name", "Ring", "call_back_url", node.url(), "match_event_codes", List.of(20L)));
            node.know(String.valueOf(made.get("secret")), null);
            var person = answer(box, api, "/api/3/people", Map.of("first_name", "Zoë", "last_name", "Ødegård 李 🔑"));
            api.send(request(
                    box,
                    "/api/3/people/" + person.get("id") + "/credentials",
                    Map.of("credential_type_id", 1, "value", "4999")));
            present(box, 4999);
            assertThat(node.next()).containsEntry("good", true).containsEntry("items", 1L);
        }
    }

    private static void present(Box box, int card) {
        CommandRun presented = box.lintel("present --channel 1 --card " + card + " --json");
        assertThat(presented.exit()).as(presented.err()).isZero();
    }

    private static Map<String, @Nullable Object> answer(Box box, BoxApi api, String path, Map<String, Object> body) {
        var answer = api.send(request(box, path, body));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return Json.parseObject(answer.body());
    }

    private static HttpRequest.Builder request(Box box, String path, Map<String, Object> body) {
        return HttpRequest.newBuilder(URI.create(box.url() + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Json.write(body)));
    }

    /// As its developer begins it: the next secret.
    private String rotated(Path data) {
        try (DataFolder held = DataFolder.open(data);
                Database database = Database.open(held, time);
                SideDatabase file = SideDatabase.oauth(held)) {
            var applications = new OAuth(file, database, time).applications();
            Rotation rotation =
                    applications.rotateWebhook(1, By.COMMAND_LINE).secrets().rotation();
            return Objects.requireNonNull(rotation, "just begun").next();
        }
    }
}
