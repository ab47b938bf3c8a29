package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.store.SyncQueries;
import dev.lintel.controller.time.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a hub's API says of how far the box of a channel has followed.
class ChannelSyncTest {
    @TempDir
    Path folder;

    private static final String PASSWORD = "correct horse battery";

    private record Sync(String status, OffsetDateTime completed) {}

    private @Nullable ApiClient client;

    private void open(SyncPair pair) {
        pair.hub.ask(
                Map.of("command", "user create", "email", "ops@example.com", "password", PASSWORD, "kind", "user"));
        client = pair.hub.client();
    }

    private Sync sync() {
        Object sent =
                Objects.requireNonNull(client).get("/api/3/channels/1").object().get("sync");
        if (!(sent instanceof Map<?, ?> sync)) throw new AssertionError("no sync: " + sent);
        return new Sync(
                String.valueOf(sync.get("status")),
                OffsetDateTime.parse(String.valueOf(sync.get("last_sync_completed_at"))));
    }

    private Map<?, ?> account() {
        Object sent =
                Objects.requireNonNull(client).get("/api/3/account").object().get("sync");
        if (!(sent instanceof Map<?, ?> sync)) throw new AssertionError("no sync: " + sent);
        return sync;
    }

    /// What the account is said to have, which is what its one box has, and no more than what the hub has itself: the
    /// change that a box lacks bears the time at which its writing began, and until it was on disk the box had all.
    private void requireAccount(SyncPair pair, String status, OffsetDateTime last) {
        OffsetDateTime changed = Instant.ofEpochMilli(pair.hub.database().read(SyncQueries::policyChangedMs))
                .atOffset(ZoneOffset.UTC);
        Map<?, ?> account = account();
        assertThat(account.get("status")).isEqualTo(status);
        assertThat(OffsetDateTime.parse(String.valueOf(account.get("last_sync"))))
                .isEqualTo(changed.isBefore(last) ? changed : last);
    }

    private Sync await(String status) {
        Await.until(status, () -> sync().status.equals(status));
        return sync();
    }

    /// When the hub last heard of its box.
    private static OffsetDateTime heardOf(SyncPair pair) {
        Object contact = pair.hub.asked(Map.of("command", "hub boxes")).get("last_contact_at");
        return OffsetDateTime.parse(String.valueOf(contact));
    }

    private static OffsetDateTime now(SyncPair pair) {
        return OffsetDateTime.parse(pair.hub.time.now().toString());
    }

    @Test
    void aBoxThatIsBehindWasCompleteWhenItLastWasAndNotLater() {
        try (var pair = SyncPair.joined(folder)) {
            open(pair);
            OffsetDateTime begun = now(pair);
            Await.until("complete", () -> !sync().completed.isBefore(begun));
            assertThat(await("ok").completed).isBeforeOrEqualTo(now(pair));

            pair.box.stop();
            OffsetDateTime stopped = now(pair);
            Sync last = sync();
            pair.hub.time.pass(Duration.ofHours(3));
            pair.rename(3, 2, "Behind"); // changes the policy's time as well
            assertThat(pair.hub.ask(Map.of(
                            "command",
                            "site apply",
                            "name",
                            "site.yaml",
                            "text",
                            SyncPair.SITE.replace("name: Front", "name: Main door"))))
                    .contains("\"exit\":0");
            Sync behind = await("pending");
            assertThat(behind.completed).isEqualTo(last.completed).isBeforeOrEqualTo(stopped);
            requireAccount(pair, "pending", last.completed);
            assertThat(account().get("description")).isNull();

            pair.hub.stop(); // it is on disk
            pair.startHub();
            client = pair.hub.client();
            Sync started = await("pending");
            assertThat(started.completed).isBeforeOrEqualTo(stopped).isAfterOrEqualTo(begun.minusSeconds(30));

            pair.box.time.pass(Duration.ofHours(3));
            OffsetDateTime back = now(pair);
            pair.startBox();
            Await.until("complete again", () -> !sync().completed.isBefore(back));
            assertThat(sync().status).isEqualTo("ok");
            pair.agree();
            Await.until("the account, too", () -> "complete".equals(account().get("status")));
        }
    }

    @Test
    void aBoxThatDoesNotTakeThePolicyFailsAndIsNotComplete() throws IOException {
        try (var pair = SyncPair.joined(folder)) {
            pair.box.stop();
            pair.box.config = Files.writeString(folder.resolve("controller.yaml"), RefusedTest.WIRING);
            pair.startBox();
            open(pair);
            Sync before = await("ok");
            pair.hub.time.pass(Duration.ofMinutes(5));
            RefusedTest.apply(
                    pair, SyncPair.SITE.replace("name: Front, site: 1}", "name: Front, site: 1, interlock: [2]}"));
            OffsetDateTime changed = now(pair); // up to the change it had all
            Sync failing = await("fail");
            assertThat(failing.completed).isBeforeOrEqualTo(changed).isAfterOrEqualTo(before.completed);
            pair.hub.time.pass(Duration.ofMinutes(5));
            Await.until("it is heard of again", () -> heardOf(pair).isAfter(changed.plusMinutes(4)));
            assertThat(sync()).as("it still lacks the change").isEqualTo(failing);
            requireAccount(pair, "failing", failing.completed);
            assertThat(String.valueOf(account().get("description")))
                    .startsWith("Gate: ")
                    .contains("interlock");

            RefusedTest.apply(pair, SyncPair.SITE.replace("name: Front,", "name: Main door,"));
            Sync mended = await("ok");
            Await.until("complete", () -> sync().completed.isAfter(changed));
            assertThat(mended.completed).isAfterOrEqualTo(failing.completed);
        }
    }
}
