package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.WholeLintel;
import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.push.PushBrowser;
import dev.lintel.controller.push.PushService;
import dev.lintel.controller.push.PushService.Message;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.PushStore;
import dev.lintel.controller.store.PushStore.Subscription;
import dev.lintel.controller.time.Await;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A person waits for approval at a box, and the operators of the box and of its hub are notified: whole programs, real
/// TLS, and a push service of the test.
class NotificationTest {
    @TempDir
    Path folder;

    private final PushBrowser browser = PushBrowser.create();

    @Test
    void operatorsOfTheBoxAndOfItsHub_areNotified() throws Exception {
        Path own = Files.createDirectories(folder.resolve("service"));
        try (var service = new PushService(own);
                var pair = SyncPair.joined(folder.resolve("pair"))) {
            restart(pair, service);
            subscribe(pair.hub, service.endpoint("hub"));
            subscribe(pair.box, service.endpoint("box"));
            String site = SyncPair.SITE.replace("name: Front, site: 1}", "name: Front, site: 1, approval: {}}");
            assertThat(pair.hub.ask(Map.of("command", "site apply", "name", "site.yaml", "text", site)))
                    .contains("\"exit\":0");
            pair.agree();

            assertThat(String.valueOf(pair.box.card(1, 10_001))).contains("an operator's approval is awaited");
            bothShow(service, "P1 Q waits at Front", "Approve or deny it on the page Live.");
            ApiClient hub = pair.hub.client();
            Object id = hub.get("/api/3/approvals").array().getFirst().get("id");
            assertThat(hub.post("/api/3/approvals/" + id + "/deny", "").status())
                    .isEqualTo(200);
            bothShow(service, "P1 Q waits at Front", "Denied by ");
        }
    }

    /// Their configuration names who vouches for the push service.
    private void restart(SyncPair pair, PushService service) throws IOException {
        pair.hub.stop();
        pair.box.stop();
        Path config = Files.writeString(folder.resolve("controller.yaml"), """
                name: Yard
                webhooks: {trust: ['%s']}
                """.formatted(service.authority()));
        pair.hub.config = config;
        pair.box.config = config;
        pair.startHub();
        pair.startBox();
        Await.until("the link stands", () -> Boolean.TRUE.equals(pair.status().get("online")));
    }

    private void subscribe(WholeLintel box, String endpoint) {
        Bytes session = Tokens.hash("session");
        box.database().write(sql -> {
            sql.run("INSERT INTO user (id, account_id, email, kind, created_at, updated_at)"
                    + " VALUES (90, 1, 'olga@example.com', 'operator', 0, 0)");
            return sql.run(
                    "INSERT INTO session (token_hash, user_id, csrf_token, created_at, last_seen_at)"
                            + " VALUES (?, 90, '', 0, 0)",
                    session);
        });
        Bytes key = Bytes.copyOf(Base64.getUrlDecoder().decode(browser.p256dh()));
        Bytes auth = Bytes.copyOf(Base64.getUrlDecoder().decode(browser.auth()));
        long nowMs = box.time.nowMs();
        new PushStore(box.database())
                .put(
                        new Subscription(endpoint, 90, key, auth, "", nowMs, nowMs, null, null),
                        session,
                        new PushStore.Limits(1, 10, 0));
    }

    private void bothShow(PushService service, String title, String body) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            Message message = service.next();
            Map<String, ?> shown = browser.read(message.body());
            assertThat(shown.get("title")).as(message.path()).isEqualTo(title);
            assertThat(String.valueOf(shown.get("body")))
                    .as(message.path() + Json.write(shown))
                    .startsWith(body);
        }
    }
}
