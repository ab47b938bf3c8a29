package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import java.util.Map;

/// What the box would decide of person 7 at a channel and moment.
final class Decided {
    private Decided() {}

    /// `admitted`, or the reason why not.
    static String of(ApiClient client, long channel, String at) {
        var question = Map.of("channel_id", channel, "person_id", 7, "at", at);
        var answer = client.post("/api/3/decisions/simulate", Json.write(question));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        boolean admitted = "admitted".equals(answer.object().get("decision"));
        return admitted ? "admitted" : String.valueOf(answer.object().get("reason"));
    }
}
