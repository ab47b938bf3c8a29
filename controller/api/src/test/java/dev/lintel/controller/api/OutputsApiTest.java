package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.action.OutputView;
import dev.lintel.controller.door.DoorOrders.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The named outputs over TLS.
class OutputsApiTest {
    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient client;

    @BeforeEach
    void start() {
        box = new ApiBox(folder);
        client = box.client();
    }

    @AfterEach
    void stop() {
        box.close();
    }

    @Test
    void outputsAreListed_withTheActionsThatWantThemOn() {
        assertThat(client.get("/api/3/outputs").text())
                .startsWith("[{\"name\":\"siren\",\"on\":true,\"actions\":[2,5],\"tested\":false,\"fault\":null}");
        box.outputs.all.set(0, new OutputView("siren", false, List.of(2L), false, "the line does not switch on"));
        assertThat(client.get("/api/3/outputs").text()).contains("\"fault\":\"the line does not switch on\"");
    }

    @Test
    void aTestIsTakenOnce_andNamesTheOperator() {
        var first = client.post("/api/3/outputs/siren/test", "", "Idempotency-Key", "k1");
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.object()).isEqualTo(Map.of("result", "ok"));
        assertThat(client.post("/api/3/outputs/siren/test", "", "Idempotency-Key", "k1")
                        .status())
                .isEqualTo(200);
        assertThat(box.outputs.tested).containsExactly("siren by ops@example.com");
        assertThat(client.post("/api/3/outputs/bell/test", "").status()).isEqualTo(404);
        box.outputs.outcome = new Outcome.Refused("the output is on already");
        var refused = client.post("/api/3/outputs/siren/test", "");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("the output is on already");
        box.outputs.outcome = new Outcome.Unanswered("the outputs do not answer");
        assertThat(client.post("/api/3/outputs/siren/test", "").status()).isEqualTo(503);
    }
}
