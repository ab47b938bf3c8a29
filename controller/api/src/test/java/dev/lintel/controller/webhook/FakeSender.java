package dev.lintel.controller.webhook;

import dev.lintel.controller.client.Sender;
import dev.lintel.controller.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Keeps what is sent until a test says what came of it. One thread.
final class FakeSender implements Sender {
    private final List<Sent> sent = new ArrayList<>();

    /// Something under way.
    record Sent(Post post, Consumer<Outcome> done) {
        @Override
        public String toString() { // a body of a hundred items says nothing in a failure
            return actions() + " to " + post.to();
        }

        String body() {
            return new String(post.body().toArray(), StandardCharsets.UTF_8);
        }

        @SuppressWarnings("unchecked") // a webhook's body is a list of objects
        List<Map<String, @Nullable Object>> items() {
            return (List<Map<String, @Nullable Object>>) Objects.requireNonNull(Json.parse(body()));
        }

        List<String> ids() {
            return items().stream()
                    .map(item -> String.valueOf(item.get("resource_id")))
                    .toList();
        }

        List<String> actions() {
            return items().stream()
                    .map(item -> item.get("action") + " " + item.get("resource_id"))
                    .toList();
        }

        void arrives() {
            done.accept(Outcome.answered(204, "", null));
        }

        void fails() {
            done.accept(Outcome.answered(500, "broken", null));
        }
    }

    @Override
    public void send(Post post, Consumer<Outcome> done) {
        sent.add(new Sent(post, done));
    }

    /// What has been sent since it was last asked.
    List<Sent> take() {
        List<Sent> taken = List.copyOf(sent);
        sent.clear();
        return taken;
    }
}
