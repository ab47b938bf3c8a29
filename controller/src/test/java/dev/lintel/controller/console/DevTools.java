package dev.lintel.controller.console;

import dev.lintel.controller.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A connection to Chromium or to one of its pages, over the DevTools protocol. Any thread.
final class DevTools implements AutoCloseable {
    static final long ANSWER_S = 30;

    private final WebSocket socket;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, CompletableFuture<Map<?, ?>>> answers = new ConcurrentHashMap<>();

    DevTools(HttpClient http, URI address) {
        socket = http.newWebSocketBuilder().buildAsync(address, new Listener()).join();
    }

    /// The result of a call. Throws [AssertionError] where Chromium answers with an error.
    Map<?, ?> call(String method, Map<String, ?> parameters) {
        long id = ids.incrementAndGet();
        var answer = new CompletableFuture<Map<?, ?>>();
        answers.put(id, answer);
        socket.sendText(Json.write(Map.of("id", id, "method", method, "params", parameters)), true)
                .join();
        Map<?, ?> message = answer.orTimeout(ANSWER_S, TimeUnit.SECONDS).join();
        if (message.get("error") != null) throw new AssertionError(method + ": context or call: " + message);
        return message.get("result") instanceof Map<?, ?> result ? result : Map.of();
    }

    @Override
    public void close() {
        socket.abort();
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            from.request(1);
            if (!last) return null;
            Map<String, @Nullable Object> message = Json.parseObject(text.toString());
            text.setLength(0);
            if (message.get("id") instanceof Long id) {
                var answer = answers.remove(id);
                if (answer != null) answer.complete(message);
            }
            return null;
        }
    }
}
