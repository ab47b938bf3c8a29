package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.files.DataFolder;
import dev.lintel.controller.fleet.StageStore;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.controller.sync.FollowingDesk;
import dev.lintel.controller.sync.UplineException;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.sync.Progress;
import dev.lintel.sync.wire.Cursor;
import dev.lintel.sync.wire.ForwardAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The API of a box that follows a hub, which a test plays.
class FollowingApiTest {
    private static final Cursor CURSOR = new Cursor("e", 5);

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;
    private DataFolder beside;
    private SideDatabase side;
    private FollowingDesk hub;

    @BeforeEach
    void start() throws IOException {
        box = new ApiBox(folder);
        client = new ApiClient(box.server.publicUrl(), box.trust, box.documentedKey);
        beside = DataFolder.open(folder.resolve("beside"));
        side = SideDatabase.sync(beside);
        X509Certificate authority =
                BoxKey.certificates(Files.readString(box.certificate)).getLast();
        hub = new FollowingDesk(box.database, new StageStore(side), authority, box.time);
        box.following.set(hub.desk);
    }

    @AfterEach
    void stop() {
        box.close();
        side.close();
        beside.close();
    }

    @Test
    void aBodyThatIsTooLongToBePassedOnSaysWhereToAddIt() {
        String picture = "{\"image_base64\":\"" + "A".repeat(1_200_000) + "\"}";
        var answer = client.post("/api/3/people", picture);
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.object())
                .containsEntry("error", "payload_too_large")
                .hasEntrySatisfying(
                        "error_description",
                        words -> assertThat((String) words).contains("1048576 bytes", "where people are kept"));
        assertThat(hub.line.forwarded).isEmpty();
    }

    @Test
    void aWriteIsTheHubsAndItsAnswerTheClients() {
        hub.line.hub = _ -> new ForwardAnswer(
                422,
                Map.of("X-Hub", "1"),
                "{\"error\":\"validation_failed\",\"error_description\":\"Validation failed\","
                        + "\"errors\":{\"email\":[\"has already been taken\"]}}",
                CURSOR);
        var answer = client.post("/api/3/people?x=1", "{\"first_name\":\"Ada\"}", "Idempotency-Key", "k1");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.header("X-Hub")).isEqualTo("1");
        assertThat(answer.header("Content-Type")).startsWith("application/json");
        assertThat(answer.object()).containsEntry("errors", Map.of("email", List.of("has already been taken")));
        var asked = hub.line.forwarded.getFirst();
        assertThat(asked.method()).isEqualTo("POST");
        assertThat(asked.path()).isEqualTo("/api/3/people?x=1");
        assertThat(asked.body()).isEqualTo("{\"first_name\":\"Ada\"}");
        assertThat(asked.idempotencyKey()).isEqualTo("k1");
        assertThat(asked.by().email()).isEqualTo("ops@example.com");
        assertThat(asked.by().client()).isEqualTo("api_key 1");
        assertThat(asked.by().kind()).isEqualTo("API_KEY");
        assertThat(asked.by().shape()).isEqualTo("documented");
        assertThat(asked.by().listing()).isEqualTo("A");
        assertThat(asked.by().operator()).isTrue();
        assertThat(asked.by().base()).isEqualTo(box.server.publicUrl());
        assertThat(people()).isZero();
    }

    @Test
    void everythingThatChangesPeopleIsForwardedAndNothingElse() {
        hub.line.hub = _ -> new ForwardAnswer(204, Map.of(), null, CURSOR);
        for (String path : List.of(
                "/api/3/people/1",
                "/api/3/credentials/1",
                "/api/3/people/1/credentials/2.json",
                "/api/3/reservations/1",
                "/api/3/group_reservations/1")) {
            assertThat(client.delete(path).status()).as(path).isEqualTo(204);
        }
        assertThat(hub.line.forwarded).hasSize(5);
        client.get("/api/3/people");
        client.post("/api/3/people/1/forgive_passback", "");
        client.post("/api/3/channels/1/lockdown", "");
        assertThat(hub.line.forwarded).hasSize(5);
        client.post("/api/3/people/1/passport_invite", "");
        assertThat(hub.line.forwarded).hasSize(6);
    }

    @Test
    void whatTheClientMayNotDoIsNotForwarded() {
        hub.line.hub = _ -> new ForwardAnswer(204, Map.of(), null, CURSOR);
        assertThat(box.bearer(Scope.PERSON_READONLY).delete("/api/3/people/1").status())
                .isEqualTo(403);
        assertThat(box.client("unknown").delete("/api/3/people/1").status()).isEqualTo(401);
        assertThat(hub.line.forwarded).isEmpty();
    }

    @Test
    void aHubThatRefusesIsNotTakenForOneThatIsAway() {
        hub.line.hub = _ -> {
            throw UplineException.refused("write at the hub", "read_only", new IllegalStateException("403"));
        };
        var answer = client.post("/api/3/people", "{\"first_name\":\"Ada\",\"last_name\":\"L\"}");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.object())
                .containsEntry("error", "read_only")
                .containsEntry("error_description", "write at the hub");
        assertThat(people()).isZero();
    }

    @Test
    void whileTheHubIsAwayNothingIsDoneAnywhere() {
        var answer = client.post("/api/3/people", "{\"first_name\":\"Ada\",\"last_name\":\"L\"}");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isEqualTo("10");
        assertThat(String.valueOf(answer.object().get("error_description"))).startsWith("upstream unavailable");
        assertThat(people()).isZero();
        assertThat(client.get("/api/3/people").status()).isEqualTo(200);
    }

    @Test
    void whatIsFollowedWithoutALineIsNotWrittenBeside() {
        box.following.set(null);
        box.elsewhere.set("this box follows the service Yard");
        var answer = client.post("/api/3/people", "{\"first_name\":\"Ada\",\"last_name\":\"L\"}");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(String.valueOf(answer.object().get("error_description")))
                .isEqualTo("upstream unavailable: this box follows the service Yard");
        assertThat(people()).isZero();
        assertThat(client.get("/api/3/people").status()).isEqualTo(200);
        box.elsewhere.set(null);
        assertThat(client.post("/api/3/people", "{\"first_name\":\"Ada\",\"last_name\":\"L\"}")
                        .status())
                .isEqualTo(201);
    }

    @Test
    void aSyncThatIsAskedForIsTheLinesAndToldOnceAMinute() throws Exception {
        assertThat(client.post("/api/3/sync", "").object()).isEqualTo(Map.of("result", "ok"));
        client.post("/api/3/sync", "");
        assertThat(hub.line.asked).isEqualTo(1);
        hub.reports(new Progress.Started(false));
        hub.reports(new Progress.Completed(3));
        box.database.awaitDisk(10_000);
        var told = client.get("/api/3/events?event_code=105&event_code=100&form=extended")
                .array();
        assertThat(told).extracting(event -> event.get("event_code")).containsExactly(105L, 100L);
        assertThat(Objects.requireNonNull((Map<?, ?>) told.getFirst().get("additional_data"))
                        .get("by"))
                .isEqualTo("ops@example.com");
        assertThat(EventKind.SYNC_COMPLETED.number()).isEqualTo(105);
    }

    @Test
    void accountAndChannelsShowHowItGoes() {
        String before = "1970-01-01T01:00:00.000+01:00";
        client = box.client(); // held to the description of the API
        assertThat(shown()).containsExactly("pending", "pending", before);
        hub.reports(new Progress.Started(true));
        assertThat(shown()).containsExactly("syncing", "syncing", before);
        hub.reports(new Progress.Completed(3));
        assertThat(shown()).containsExactly("ok", "complete", "2026-03-02T11:00:00.123+01:00");
        hub.reports(new Progress.Failed("no room"));
        assertThat(shown()).containsExactly("fail", "failing", "2026-03-02T11:00:00.123+01:00");
        assertThat(sync("/api/3/account").get("description")).isEqualTo("no room");
    }

    private List<String> shown() {
        Map<?, ?> channel = sync("/api/3/channels/1");
        Map<?, ?> account = sync("/api/3/account");
        assertThat(channel.get("last_sync_completed_at")).isEqualTo(account.get("last_sync"));
        return List.of(
                String.valueOf(channel.get("status")),
                String.valueOf(account.get("status")),
                String.valueOf(account.get("last_sync")));
    }

    private Map<?, ?> sync(String path) {
        return Objects.requireNonNull((Map<?, ?>) client.get(path).object().get("sync"));
    }

    private long people() {
        return box.database.read(sql -> sql.get("SELECT count(*) FROM person", row -> row.number(1)));
    }
}
