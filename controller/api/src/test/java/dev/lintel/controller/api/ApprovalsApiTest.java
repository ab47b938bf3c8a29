package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.access.Approvals.Asked;
import dev.lintel.controller.http.Scope;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Operators' approvals over TLS.
class ApprovalsApiTest {
    private static final long ID = 1_772_445_600_123_000L;

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
        long untilNs = box.time.nowNs() + TimeUnit.SECONDS.toNanos(21);
        box.approvals.waiting.add(new Asked(ID, 1, "entry", 7, "Ada Demo", untilNs, false));
    }

    @AfterEach
    void stop() {
        box.close();
    }

    @Test
    void personsWhoWait_areListedWithTheirDoorAndTime() {
        assertThat(client.get("/api/3/approvals").array())
                .isEqualTo(List.of(Map.of(
                        "id",
                        ID,
                        "channel",
                        Map.of("id", 1L, "name", "Front Door"),
                        "person",
                        Map.of("id", 7L, "name", "Ada Demo"),
                        "seconds_left",
                        21L,
                        "duress",
                        false)));
    }

    /// As for the DURESS event itself.
    @Test
    void duress_isForTokensThatMayReadIt() {
        box.approvals.waiting.clear();
        box.approvals.waiting.add(new Asked(ID, 1, "entry", 7, "Ada Demo", box.time.nowNs(), true));
        var may = box.bearer(Scope.CHANNEL_ADMIT, Scope.EVENT_PERIMETERS_READONLY);
        assertThat(may.get("/api/3/approvals").array().toString()).contains("duress=true");
        for (Scope other : List.of(Scope.EVENT_ACCESS_READONLY, Scope.CHANNEL_READONLY)) {
            var mayNot = box.bearer(Scope.CHANNEL_ADMIT, other);
            assertThat(mayNot.get("/api/3/approvals").array().toString())
                    .contains("Ada Demo")
                    .contains("duress=null");
        }
    }

    @Test
    void approveAndDeny_areTakenOnce() {
        assertThat(client.post("/api/3/approvals/" + ID + "/approve", "").status())
                .isEqualTo(200);
        assertThat(client.post("/api/3/approvals/" + ID + "/deny", "").status()).isEqualTo(404);
        box.approvals.waiting.add(new Asked(8, 1, "entry", 7, "Ada Demo", box.time.nowNs(), false));
        assertThat(client.post("/api/3/approvals/8/deny", "").status()).isEqualTo(200);
        assertThat(box.approvals.decided)
                .containsExactly(ID + " approved by ops@example.com", "8 denied by ops@example.com");
    }
}
