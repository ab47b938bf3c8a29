package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Approvals.Asked;
import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.Strike;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.EventStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Requests that come again under their `Idempotency-Key`.
class OnceTest {
    private static final String UNLOCK = "/api/3/channels/1/unlock";
    private static final String ADA = "{\"first_name\":\"Ada\",\"last_name\":\"Demo\"}";
    private static final Map<String, Object> TAKEN = Map.of("Idempotency-Key", List.of("has already been taken"));

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;
    private Strike front;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
        front = RealDoors.hangInto(box).front();
        Reserving.addPerson(box);
        box.database.write(sql -> sql.run("INSERT INTO person_role VALUES (7, 2)"));
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private ApiClient.Answer post(String path, String body) {
        return client.post(path, body, "Idempotency-Key", "k1");
    }

    private static void assertDone(ApiClient.Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    }

    /// The database is in memory and ends with the process: people are refused, and a door still opens once.
    @Test
    void aDoorOpensOnceThoughChangesAreRefused() {
        box.database.refuseChanges("the disk fails");
        assertBusy(post("/api/3/people", ADA), "disk");
        assertDone(post(UNLOCK, ""));
        assertDone(post(UNLOCK, ""));
        assertThat(client.post("/api/3/channels/2/unlock", "", "Idempotency-Key", "k1")
                        .status())
                .as("the key is known")
                .isEqualTo(422);
    }

    /// A client that gets an error repeats a command, which would reverse what came in between.
    @Test
    void aDoorOpensOnceThoughTheDiskTakesNothing() {
        box.database.refuseWritesWhile(() -> "the disk fails");
        String done = "the door has done it";
        assertBusy(post(UNLOCK, ""), done);
        assertBusy(client.post("/api/3/channels/1/normal", ""), done);
        assertThat(front.released()).isFalse();
        assertDone(post(UNLOCK, ""));
        assertThat(front.released()).as("the command came before").isFalse();
        assertTaken(client.post("/api/3/channels/2/unlock", "", "Idempotency-Key", "k1"));
        box.database.refuseWritesWhile(() -> null);
        assertDone(client.post(UNLOCK, "", "Idempotency-Key", "k2"));
        assertThat(keys()).as("both are written").isEqualTo(2);
        assertTaken(client.post("/api/3/channels/2/unlock", "", "Idempotency-Key", "k1"));
    }

    /// As on the disk: a client that uses its keys again on the next day asks for another command.
    @Test
    void aKeyInMemoryIsKnownForADay() {
        box.database.refuseWritesWhile(() -> "the disk fails");
        String done = "the door has done it";
        assertBusy(post(UNLOCK, ""), done);
        assertBusy(client.post("/api/3/channels/1/normal", ""), done);
        box.time.advance(Duration.ofHours(24).minusSeconds(1));
        assertDone(post(UNLOCK, ""));
        assertThat(front.released()).isFalse();
        box.time.advance(Duration.ofSeconds(1));
        assertBusy(post(UNLOCK, ""), done);
        assertThat(front.released()).isTrue();
    }

    private static void assertTaken(ApiClient.Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
    }

    /// While an outcome waits for the disk, another request takes its key on disk.
    @Test
    void aKeyThatWaitsForTheDiskRefusesNoOtherCommand() {
        assertDone(client.post(UNLOCK, "", "Idempotency-Key", "k0"));
        box.database.refuseWritesWhile(() -> "the disk fails");
        assertBusy(post(UNLOCK, ""), "the door has done it");
        box.database.refuseWritesWhile(() -> null);
        assertTaken(post("/api/3/people", ADA));
        box.database.write(sql -> sql.run("INSERT INTO idempotency_key SELECT application, 'k1', x'00', status,"
                + " resource_id, created_at FROM idempotency_key WHERE key = 'k0'"));
        assertDone(client.post(UNLOCK, "", "Idempotency-Key", "k2"));
    }

    private long keys() {
        return box.database.read(sql -> sql.get("SELECT count(*) FROM idempotency_key", row -> row.number(1)));
    }

    private static void assertBusy(ApiClient.Answer answer, String words) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(503);
        assertThat(answer.text()).contains(words);
        assertThat(answer.header("Retry-After")).matches("[1-9][0-9]*");
    }

    /// Bodies that each route takes.
    private static Map<String, String> bodies() {
        var bodies = new LinkedHashMap<String, String>();
        bodies.put("/api/3/people", ADA);
        bodies.put("/api/3/people/:id/forgive_passback", "");
        bodies.put("/api/3/people/:id/passport_invite", "");
        bodies.put("/api/3/credentials", "{\"person_id\":7,\"credential_type_id\":1,\"value\":\"1001\"}");
        bodies.put("/api/3/people/:person_id/credentials", "{\"credential_type_id\":2,\"value\":\"1002\"}");
        bodies.put("/api/3/reservations", Reserving.noon("channel_ids"));
        bodies.put("/api/3/group_reservations", Reserving.noon("group_ids"));
        bodies.put("/api/3/notification_rules", NotificationRulesApiTest.RULE);
        bodies.put("/api/3/sync", "");
        bodies.put("/api/3/approvals/:id/approve", "");
        bodies.put("/api/3/approvals/:id/deny", "");
        bodies.put("/api/3/sites/:id/evacuate", "");
        bodies.put("/api/3/sites/:id/end_evacuation", "");
        bodies.put("/api/3/outputs/:name/test", "");
        for (String channel : List.of("/api/3/channels/:id/", "/api/3/channel/:id/")) {
            bodies.put(channel + "lockdown", "{\"card_lockdown\":true}");
            bodies.put(channel + "unlockdown", "");
            bodies.put(channel + "unlock", "");
            bodies.put(channel + "secure", "");
            bodies.put(channel + "acknowledge", "");
            bodies.put(channel + "evacuate", "");
            bodies.put(channel + "end_evacuation", "");
            bodies.put(channel + "auto_unlock", "{\"shift_id\":3}");
            bodies.put(channel + "normal", "");
            bodies.put(channel + "admit", "");
            bodies.put(channel + "regenerate_encryption_key", "");
            bodies.put(channel + "remove_encryption_key", "");
            bodies.put(channel + "admit_person", "{\"person_id\":7}");
        }
        return bodies;
    }

    @Test
    void everyPostTakesAKeyButTheOneThatChangesNothing() {
        Map<String, String> bodies = bodies();
        var posts = new ArrayList<>(box.endpoints.routes().stream()
                .filter(route -> route.startsWith("POST /api/"))
                .map(route -> route.substring("POST ".length()))
                .toList());
        posts.remove("/api/3/decisions/simulate");
        assertThat(posts).containsExactlyInAnyOrderElementsOf(bodies.keySet());
        bodies.forEach((route, body) -> {
            String path = route.replace(":person_id", "7")
                    .replace("people/:id", "people/7")
                    .replace(":id", "1")
                    .replace(":name", "siren");
            if (route.endsWith("/acknowledge")) RealDoors.force(box, client);
            if (route.contains("/approvals/"))
                box.approvals.waiting.add(new Asked(1, 1, "entry", 7, "Ada Demo", box.time.nowNs(), false));
            var first = client.post(path, body, "Idempotency-Key", route);
            assertThat(first.status()).as(route + first.text()).isBetween(200, 202);
            var again = client.post(path + ".json", body, "Idempotency-Key", route);
            assertThat(again.status()).as(route + again.text()).isEqualTo(first.status());
            assertThat(again.json()).as(route).isEqualTo(first.json());
            var other = client.post(path, body.isEmpty() ? "{}" : " " + body, "Idempotency-Key", route);
            assertThat(other.status()).as(route + other.text()).isEqualTo(422);
            assertThat(other.object()).as(route).containsEntry("errors", TAKEN);
        });
    }

    @Test
    void aKeyIsOfOneRouteAndItsVariables() {
        long head = box.database.events().head();
        assertThat(post("/api/3/people/7/forgive_passback", "").status()).isEqualTo(200);
        assertThat(post("/api/3/people/%37/forgive_passback.json", "").status()).isEqualTo(200);
        assertThat(box.database.events().head()).isEqualTo(head + 1);
        assertThat(post("/api/3/people/8/forgive_passback", "").object()).containsEntry("errors", TAKEN);
        assertThat(post("/api/3/sync", "").object()).containsEntry("errors", TAKEN);
    }

    @Test
    void whoMovedSinceIsNotForgivenAgain() {
        Instant noon = Instant.parse("2026-03-02T12:00:00Z");
        post("/api/3/people/7/forgive_passback", "");
        box.goesInside(7, noon);
        assertThat(post("/api/3/people/7/forgive_passback", "").object()).isEqualTo(Map.of("result", "ok"));
        assertThat(box.placeOf(7)).isNotNull();
        assertThat(client.post("/api/3/people/99/forgive_passback", "", "Idempotency-Key", "k2")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void theSameOrderAgainLeavesTheDoorAsItStandsByThen() {
        assertDone(post(UNLOCK, ""));
        assertThat(front.released()).isTrue();
        client.post("/api/3/channels/1/normal", "");
        int told = new EventStore(box.database).newest(20).size();
        var again = post(UNLOCK, "");
        assertDone(again);
        assertThat(String.valueOf(again.object().get("mode"))).contains("description=normal");
        assertThat(front.released()).isFalse();
        assertThat(new EventStore(box.database).newest(20)).hasSize(told);
        assertDone(client.post(UNLOCK, "", "Idempotency-Key", "k2"));
        assertThat(front.released()).isTrue();
    }

    @Test
    void ofTwoAtOnceOneActsAndTheOtherIsToldToComeAgain() throws Exception {
        Lane doors = box.lane.get();
        var entered = new CountDownLatch(1);
        var held = new CountDownLatch(1);
        box.lane.set(input -> {
            entered.countDown();
            return await(held) && doors.offer(input);
        });
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<ApiClient.Answer> first = threads.submit(() -> post(UNLOCK, ""));
            assertThat(await(entered)).isTrue();
            assertBusy(post(UNLOCK, ""), "at work");
            assertThat(post(UNLOCK, "{}").object()).containsEntry("errors", TAKEN);
            held.countDown();
            assertDone(first.get());
        }
        int told = new EventStore(box.database).newest(20).size();
        assertDone(post(UNLOCK, ""));
        assertThat(new EventStore(box.database).newest(20)).hasSize(told);
    }

    @Test
    void whatWasRefusedLeavesItsKeyFree() {
        Lane doors = box.lane.get();
        box.lane.set(_ -> false);
        assertBusy(post(UNLOCK, ""), "busy");
        box.lane.set(doors);
        assertThat(post(UNLOCK, "{\"relock_at\":\"2026-03-02T10:00:00Z\"}").status())
                .isEqualTo(400);
        assertDone(post(UNLOCK, ""));
        assertThat(front.released()).isTrue();
    }

    @Test
    void aKeyMakesNoDoorWaitForTheDisk() {
        var held = new CountDownLatch(1);
        box.database.writeLater(_ -> await(held)); // the writer waits for its disk
        assertBusy(post(UNLOCK, ""), "the door has done it");
        assertThat(front.released()).isTrue();
        held.countDown();
        assertDone(post(UNLOCK, ""));
    }

    @Test
    void aKeyIsOfTheApplicationWhicheverOfItsTokensShowsIt() {
        ApiClient first = box.bearer(box.token("application A", Scope.PERSON));
        ApiClient renewed = box.bearer(box.token("application A", Scope.PERSON));
        ApiClient other = box.bearer(box.token("application B", Scope.PERSON));
        long ada = first.post("/api/3/people", ADA, "Idempotency-Key", "k").id();
        assertThat(renewed.post("/api/3/people", ADA, "Idempotency-Key", "k").id())
                .isEqualTo(ada);
        assertThat(renewed.post("/api/3/people", " " + ADA, "Idempotency-Key", "k")
                        .status())
                .isEqualTo(422);
        assertThat(other.post("/api/3/people", ADA, "Idempotency-Key", "k").id())
                .isNotEqualTo(ada);
        assertThat(client.post("/api/3/people", ADA, "Idempotency-Key", "k").id())
                .isNotEqualTo(ada);
    }

    @Test
    void whatWasThereAlreadyIsAnsweredAsBefore() {
        String card = "{\"person_id\":7,\"credential_type_id\":1,\"value\":\"1001\"}";
        client.post("/api/3/credentials", card);
        assertThat(post("/api/3/credentials", card).status()).isEqualTo(200);
        assertThat(post("/api/3/credentials", card).status()).isEqualTo(200);
        client.delete("/api/3/credentials/1");
        assertThat(post("/api/3/credentials", card).status()).isEqualTo(404);
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
