package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventDraft.Subject;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.event.Listing;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The box's clock stands at 10:00:00.123 UTC, 11:00 in the account's zone; it has channels 1 and 2.
class SyncApiTest {
    private static final Map<String, Object> OK = Map.of("result", "ok");
    private static final String[] KEY = {"Idempotency-Key", "sync-1"};
    private static final String CHANNEL = """
            INSERT INTO channel (id, account_id, site_id, unit, name, kind, unlock_ms, extended_unlock_ms,
                extended_open_ms, warning_ms, relock, forced, created_at, updated_at)
              VALUES (2, 1, 1, 2, 'Side Door', 'door', 5000, 10000, 30000, 20000, 'open', 1, ?1, ?1)""";

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;
    private ApiClient sdk;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
        sdk = box.client(box.sdkKey);
    }

    @AfterEach
    void stop() {
        box.close();
    }

    @Test
    void aSyncIsToldOfEachChannelOnceWithWhoAskedForIt() {
        assertThat(sync(client, "").object()).isEqualTo(OK);
        var told = told();
        assertThat(told).extracting(event -> event.get("channel_id")).containsExactly(2L, 1L);
        assertThat(told.getFirst())
                .containsEntry("event_code", 101L)
                .containsEntry("description", "Channel sync not required at Back Door")
                .containsEntry("occurred_at", "2026-03-02T10:00:00.123Z");
        assertThat(told.getFirst().get("additional_data"))
                .isEqualTo(Map.of("by", "ops@example.com", "credential", "api_key 1"));
    }

    @Test
    void theAccountAndItsChannelsShowWhenTheyWereSyncedLast() {
        policyChanged("2026-03-02T09:59:00Z");
        assertThat(accountSync()).isEqualTo("2026-03-02T10:59:00.000+01:00");
        assertThat(channelSync(1)).isEqualTo("2026-03-02T10:59:00.000+01:00");
        sync(client, "");
        assertThat(accountSync()).isEqualTo("2026-03-02T11:00:00.123+01:00");
        assertThat(channelSync(1)).isEqualTo("2026-03-02T11:00:00.123+01:00");
        assertThat(client.get("/api/3/channels").column("sync"))
                .containsOnly(Map.of("status", "ok", "last_sync_completed_at", "2026-03-02T11:00:00.123+01:00"));
        policyChanged("2026-03-02T10:00:01Z");
        assertThat(accountSync()).isEqualTo("2026-03-02T11:00:01.000+01:00");
        assertThat(channelSync(2)).isEqualTo("2026-03-02T11:00:01.000+01:00");
        assertThat(client.get("/api/3/channel/2").object())
                .containsEntry("updated_at", "1970-01-01T01:00:00.000+01:00"); // the channel itself is as it was
    }

    @Test
    void aChannelIsNotShownAsSyncedBeforeItCameByAnEventOfAnotherWithItsId() {
        sync(client, "");
        box.time.advance(Duration.ofMinutes(2));
        box.database.write(sql -> {
            sql.run("DELETE FROM channel WHERE id = 2");
            return sql.run(CHANNEL, box.time.nowMs());
        });
        assertThat(channelSync(2)).isEqualTo("2026-03-02T11:02:00.123+01:00");
    }

    @Test
    void oneThatTheDiskDoesNotTakeIsNotCalledDoneAndIsToldOnceWhenItDoes() {
        box.database.write(sql -> sql.get("PRAGMA max_page_count = 1", row -> row.number(1))); // not one page more
        Map<String, Object> large = Map.of("padding", "x".repeat(10_000));
        box.database.events().append(new EventDraft(EventKind.REX_PRESSED, 0, 0, Subject.NOBODY, large));
        assertThat(client.post("/api/3/sync", "").status()).isEqualTo(503);
        assertThat(client.post("/api/3/sync", "").status()).isEqualTo(503);
        assertThat(told()).isEmpty();
        box.database.write(sql -> sql.get("PRAGMA max_page_count = 100000", row -> row.number(1)));
        assertThat(sync(client, "").object()).isEqualTo(OK);
        assertThat(told()).hasSize(2);
    }

    @Test
    void askedForAgainWithinAMinuteItIsOneSync() {
        sync(client, "");
        box.time.advance(Duration.ofMillis(59_999));
        assertThat(sync(client, "").object()).isEqualTo(OK);
        assertThat(told()).hasSize(2);
        box.time.advance(Duration.ofMillis(1));
        assertThat(sync(client, "").object()).isEqualTo(OK);
        assertThat(told()).hasSize(4);
        assertThat(accountSync()).isEqualTo("2026-03-02T11:01:00.123+01:00");
    }

    @Test
    void thePublishedClientsHearWhenToAskAgain() {
        assertThat(sync(sdk, "").object()).isEqualTo(OK);
        var early = sdk.post("/api/3/sync", "");
        assertThat(early.status()).isEqualTo(429);
        assertThat(early.object())
                .containsOnlyKeys("error", "description", "retry_in")
                .containsEntry("error", "rate_limited")
                .containsEntry("retry_in", 60L);
        assertThat(early.header("Retry-After")).isEqualTo("60");
        box.time.advance(Duration.ofMillis(59_001));
        assertThat(sdk.post("/api/3/sync", "").object()).containsEntry("retry_in", 1L); // 999 ms, rounded up
        assertThat(told()).hasSize(2);
        box.time.advance(Duration.ofSeconds(1));
        assertThat(sync(sdk, "").object()).isEqualTo(OK);
        assertThat(told()).hasSize(4);
    }

    @Test
    void theMinuteIsTheBoxsWhoeverAsks() {
        sync(client, "");
        assertThat(sdk.post("/api/3/sync", "").status()).isEqualTo(429);
        assertThat(told()).hasSize(2);
    }

    @Test
    void aClockThatIsSetBackKeepsNobodyWaiting() {
        sync(client, "");
        box.time.setWall("2020-01-01T00:00:00Z");
        box.time.advance(Duration.ofMinutes(1));
        assertThat(sync(sdk, "").object()).isEqualTo(OK);
        assertThat(told()).hasSize(4);
    }

    @Test
    void aRetryUnderItsKeyIsTheSameSyncLongAfterToo() {
        sync(sdk, "", KEY);
        assertThat(sync(sdk, "", KEY).object()).isEqualTo(OK); // no 429: it is the same request
        box.time.advance(Duration.ofHours(1));
        assertThat(sync(sdk, "", KEY).object()).isEqualTo(OK);
        assertThat(told()).hasSize(2);
        assertThat(sdk.post("/api/3/sync", "{\"other\":true}", KEY).status()).isEqualTo(422);
        assertThat(told()).hasSize(2);
    }

    @Test
    void aKeyThatCameTooEarlyMayComeAgain() {
        sync(client, "");
        assertThat(sdk.post("/api/3/sync", "", KEY).status()).isEqualTo(429);
        box.time.advance(Duration.ofMinutes(1));
        assertThat(sync(sdk, "", KEY).object()).isEqualTo(OK);
        assertThat(told()).hasSize(4);
    }

    @Test
    void ofManyAtTheSameMomentOneIsTheFirst() throws InterruptedException, ExecutionException {
        List<Future<Integer>> answers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                answers.add(threads.submit(() -> sdk.post("/api/3/sync", "").status()));
            }
        }
        int done = 0;
        for (Future<Integer> answer : answers) if (answer.get() == 200) done++;
        assertThat(done).isEqualTo(1);
        assertThat(told()).hasSize(2);
    }

    @Test
    void aBodyIsIgnoredWhateverItIs() {
        for (String body : List.of("{}", "[1]", "{\"sync\":", "null", "\u0000")) {
            assertThat(sync(client, body).object()).isEqualTo(OK);
        }
        assertThat(told()).hasSize(2);
    }

    @Test
    void listingBHasNoCodeForIt() {
        sync(client, "");
        ApiClient other = box.client(box.listingBKey);
        assertThat(other.get("/api/3/events?level=debug").array()).isEmpty();
        assertThat(accountSync()).isEqualTo("2026-03-02T11:00:00.123+01:00");
    }

    @Test
    void itIsForPostAndForWhoIsSignedIn() {
        assertThat(client.get("/api/3/sync").status()).isEqualTo(405);
        assertThat(client.get("/api/3/sync").header("Allow")).isEqualTo("POST");
        assertThat(client.post("/api/3/sync.json", "").object()).isEqualTo(OK);
        assertThat(box.client("wrong").post("/api/3/sync", "").status()).isEqualTo(401);
        var keys = box.database.apiKeys();
        String gone = keys.create(1, "documented", Listing.A);
        keys.revoke(keys.list().getLast().id());
        box.time.advance(Duration.ofMinutes(2));
        assertThat(box.client(gone).post("/api/3/sync", "").status()).isEqualTo(401);
        assertThat(told()).hasSize(2);
    }

    @Test
    void anAccountWithoutChannelsHasNothingToTell() {
        box.database.write(sql -> sql.run("DELETE FROM channel"));
        assertThat(sync(client, "").object()).isEqualTo(OK);
        assertThat(told()).isEmpty();
        assertThat(accountSync()).isEqualTo("1970-01-01T01:00:00.000+01:00");
    }

    private static ApiClient.Answer sync(ApiClient by, String body, String... headers) {
        var answer = by.post("/api/3/sync", body, headers);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }

    /// Newest first.
    private List<Map<String, Object>> told() {
        return client.get("/api/3/events?event_code=101&form=extended").array();
    }

    private static Map<?, ?> sync(Map<String, ? extends @Nullable Object> object) {
        return (Map<?, ?>) Objects.requireNonNull(object.get("sync"), "sync");
    }

    private String accountSync() {
        var sync = sync(client.get("/api/3/account").object());
        assertThat(sync).extracting("status").isEqualTo("complete");
        return String.valueOf(sync.get("last_sync"));
    }

    private String channelSync(long id) {
        var sync = sync(client.get("/api/3/channels/" + id).object());
        assertThat(sync).extracting("status").isEqualTo("ok");
        return String.valueOf(sync.get("last_sync_completed_at"));
    }

    private void policyChanged(String at) {
        long ms = Instant.parse(at).toEpochMilli();
        box.database.write(sql -> sql.run("UPDATE role SET updated_at = ? WHERE id = 2", ms));
    }
}
