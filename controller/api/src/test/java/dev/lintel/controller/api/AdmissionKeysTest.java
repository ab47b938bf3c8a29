package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.door.Lane;
import dev.lintel.controller.door.LaneInput;
import dev.lintel.controller.door.Strike;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.EventStore;
import dev.lintel.controller.store.IdempotencyStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No `Idempotency-Key` lets somebody in twice, whatever the box comes to meanwhile.
class AdmissionKeysTest {
    private static final String ADMIT = "/api/3/channels/1/admit";

    @TempDir
    Path folder;

    private final AtomicInteger heard = new AtomicInteger();
    private ApiBox box;
    private String key;
    private Strike front;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        key = box.documentedKey;
        front = RealDoors.hangInto(box).front();
        count();
    }

    @AfterEach
    void stop() {
        box.close();
    }

    /// Counts what the doors hear of.
    private void count() {
        Lane doors = box.lane.get();
        box.lane.set(input -> {
            if (input instanceof LaneInput.ByHand) heard.incrementAndGet();
            return doors.offer(input);
        });
    }

    private ApiClient.Answer post() {
        return box.client(key).post(ADMIT, "", "Idempotency-Key", "k1");
    }

    private static long id(ApiClient.Answer answer, String status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
        assertThat(answer.object()).containsEntry("status", status);
        return (Long) Objects.requireNonNull(answer.object().get("admission_request_id"));
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private long requests() {
        return new EventStore(box.database)
                .newest(100).stream()
                        .filter(event -> event.kind() == EventKind.ADMISSION_REQUESTED)
                        .count();
    }

    @Test
    void theSameAgainOpensNothingAndIsToldTheSame() {
        Object first = id(post(), "admitted");
        box.time.advance(Duration.ofSeconds(6));
        box.client(key).post("/api/3/channels/1/lockdown", ""); // a new request would be refused
        assertThat(front.released()).isFalse();
        assertThat(id(post(), "admitted")).isEqualTo(first);
        assertThat(front.released()).isFalse();
        assertThat(heard).hasValue(1);
        assertThat(requests()).isOne();
        assertThat(box.client(key)
                        .post("/api/3/channels/2/admit", "", "Idempotency-Key", "k1")
                        .object())
                .containsEntry("errors", Map.of("Idempotency-Key", List.of("has already been taken")));
        assertThat(heard).hasValue(1);
    }

    @Test
    void whoWasRefusedIsRefusedAgain() {
        Reserving.addPerson(box);
        for (int i = 0; i < 2; i++) {
            var answer = box.client(key)
                    .post("/api/3/channels/1/admit_person", "{\"person_id\":7}", "Idempotency-Key", "k2");
            assertThat(answer.status()).isEqualTo(403);
            box.database.write(sql -> sql.run("INSERT OR IGNORE INTO person_role VALUES (7, 2)"));
        }
        assertThat(requests()).isOne();
        assertThat(heard).hasValue(0);
    }

    @Test
    void theKeyIsOnDiskBeforeTheDoorHearsOfIt() {
        var noted = new ArrayList<Long>();
        Lane doors = box.lane.get();
        box.lane.set(input -> {
            var made = box.database.read(sql -> IdempotencyStore.find(sql, "api_key 1", "k1", box.time.nowMs()));
            noted.add(made == null ? 0 : made.resourceId());
            return doors.offer(input);
        });
        Object id = id(post(), "admitted");
        assertThat(noted).isEqualTo(List.of(id));
    }

    /// Whether the door had opened by then nobody knows: so it does not open again.
    @Test
    void aBoxThatEndsAsTheDoorIsToldLetsNobodyInByThatKeyAgain() {
        box.lane.set(_ -> {
            throw new IllegalStateException("the process ends here");
        });
        assertThat(post().status()).isEqualTo(500);
        box.close();
        box = new ApiBox(folder); // another process, from what is on disk
        front = RealDoors.hangAgainInto(box).front();
        count();
        Object id = id(post(), "pending");
        box.time.advance(Duration.ofMinutes(2));
        assertThat(id(post(), "timeout")).isEqualTo(id);
        assertThat(heard).hasValue(0);
        assertThat(requests()).isOne();
        assertThat(front.released()).isFalse();
    }

    @Test
    void whatCameOfItIsKnownAfterARestart() {
        Object id = id(post(), "admitted");
        box.close();
        box = new ApiBox(folder);
        front = RealDoors.hangAgainInto(box).front();
        count();
        assertThat(id(post(), "admitted")).isEqualTo(id);
        assertThat(box.client(key).get("/api/3/admission_requests/" + id).object())
                .containsEntry("status", "admitted");
        assertThat(heard).hasValue(1);
        assertThat(front.released()).isFalse();
    }

    @Test
    void ofManyAtOnceOneLetsIn() throws Exception {
        var answers = new ArrayList<Future<ApiClient.Answer>>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) answers.add(threads.submit(this::post));
        }
        assertThat(heard).hasValue(1);
        assertThat(requests()).isOne();
        Object id = id(post(), "admitted");
        for (Future<ApiClient.Answer> each : answers) {
            ApiClient.Answer answer = each.get();
            if (answer.status() == 503) assertThat(answer.header("Retry-After")).isNotEmpty();
            else assertThat(id(answer, "admitted")).isEqualTo(id);
        }
    }

    /// There is no id to answer with, and none to be kept.
    @Test
    void aDiskThatTakesNothingLetsNobodyInAndLeavesTheKeyFree() {
        var held = new CountDownLatch(1);
        box.database.writeLater(_ -> await(held)); // the writer waits for its disk
        var answer = post();
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.text()).contains("nobody was let in");
        assertThat(answer.header("Retry-After")).isNotEmpty();
        held.countDown();
        assertThat(heard).hasValue(0);
        assertThat(front.released()).isFalse();
        id(post(), "admitted");
        assertThat(heard).hasValue(1);
    }

    @Test
    void aRequestWithoutAKeyIsANewOneEachTime() {
        ApiClient client = box.client(key);
        assertThat(id(client.post(ADMIT, ""), "admitted")).isNotEqualTo(id(client.post(ADMIT, ""), "admitted"));
        assertThat(heard).hasValue(2);
    }
}
