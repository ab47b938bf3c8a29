package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// 8 Limits, on a box that has the limit it has of itself.
class Section8LimitsTest {
    private static final int LIMIT = 120;

    @TempDir
    static Path folder;

    private static RunningBox box;

    @BeforeAll
    static void start() {
        box = RunningBox.start(folder, null);
    }

    @AfterAll
    static void stop() {
        box.close();
    }

    @Test
    @Spec({"8-1", "8-3", "7.1-11", "7.2-7", "7.2-8"})
    void akeyHas120RequestsAMinuteWhateverTheyAskAndHoweverTheyEnd() {
        for (Variant variant : Variant.values()) {
            Client client = box.client(variant, "limits@example.com");
            int left = LIMIT;
            long reset = 0;
            while (left > 0) {
                for (Answer answer : several(client, left)) {
                    left--;
                    assertThat(answer.header("X-RateLimit-Limit")).isEqualTo("" + LIMIT);
                    assertThat(answer.header("X-RateLimit-Remaining")).isEqualTo("" + left);
                    reset = Long.parseLong(answer.header("X-RateLimit-Reset"));
                    assertThat(reset - Instant.now().getEpochSecond()).isBetween(-1L, 61L);
                }
            }
            Answer refused = client.get("/api/3/account");
            status(refused, 429);
            assertThat(refused.object())
                    .containsEntry("error", "rate_limit_exceeded")
                    .containsKey("retry_after")
                    .hasEntrySatisfying(
                            "error_description",
                            words -> assertThat((String) words).contains("120 requests per minute"));
            assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 60);
            assertThat(refused.header("X-RateLimit-Remaining")).isEqualTo("0");
            // Whole seconds of two moments.
            assertThat(Long.parseLong(refused.header("X-RateLimit-Reset"))).isBetween(reset - 1, reset + 1);
        }
    }

    /// Requests of all kinds, as many as are left at most.
    private static List<Answer> several(Client client, int left) {
        if (left < 6) return List.of(client.get("/api/3/account"));
        return List.of(
                client.get("/api/3/people?per_page=1"),
                client.get("/api/3/no_such_thing"),
                client.post("/api/3/people", Map.of()),
                client.delete("/api/3/roles/1"),
                client.get("/api/3/events?page=x"),
                client.get("/api/3/channels/1"));
    }

    /// For a real minute; on a clock that can be turned `DirectoryApiTest` shows the same at once.
    @Test
    @Tag("slow")
    @Spec("8-2")
    void theWindowEndsWhenTheHeaderSaidAndTheCountBeginsAnew() {
        Client client = box.client(Variant.SDK_B, "minute@example.com");
        Answer answer = client.get("/api/3/account");
        for (int i = 1; i < LIMIT; i++) answer = client.get("/api/3/account");
        status(answer, 200);
        Instant reset = Instant.ofEpochSecond(Long.parseLong(answer.header("X-RateLimit-Reset")));
        Answer next = client.get("/api/3/account");
        status(next, 429);
        while (next.status() == 429 && Instant.now().isBefore(reset.plusSeconds(5))) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            next = client.get("/api/3/account");
        }
        status(next, 200);
        assertThat(Instant.now()).isBetween(reset.minusSeconds(2), reset.plusSeconds(2));
        assertThat(next.header("X-RateLimit-Remaining")).isEqualTo("" + (LIMIT - 1));
    }

    @Test
    @Spec("8-1")
    void oneKeysRequestsAreNoOthers() {
        Client one = box.client(Variant.DOCUMENTED_A, "one@example.com");
        Client other = box.client(Variant.DOCUMENTED_A, "other@example.com");
        for (int i = 0; i < LIMIT; i++) status(one.get("/api/3/account"), 200);
        status(one.get("/api/3/account"), 429);
        status(other.get("/api/3/account"), 200);
    }
}
