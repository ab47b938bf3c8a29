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
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A connection to Chromium or to one of its pages, over the DevTools protocol. Any thread.
final class DevTools implements AutoCloseable {
    static final long ANSWER_S = 30;

    private final WebSocket socket;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, CompletableFuture<Map<?, ?>>> answers = new ConcurrentHashMap<>();
    /// The newest of each name.
    private final Map<String, Map<?, ?>> events = new ConcurrentHashMap<>();

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

    /// The value of a script expression: text, number or boolean.
    @Nullable
    Object eval(String expression) {
        Map<?, ?> answer = call(
                "Runtime.evaluate",
                Map.of("expression", expression, "awaitPromise", true, "returnByValue", true, "userGesture", true));
        if (answer.get("exceptionDetails") != null) throw new AssertionError(expression + ": " + answer);
        return answer.get("result") instanceof Map<?, ?> result ? result.get("value") : null;
    }

    /// The parameters of the newest event of that name for which `wanted` holds, which is waited for.
    Map<?, ?> event(String method, Predicate<Map<?, ?>> wanted) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_S);
        while (System.nanoTime() < end) {
            Map<?, ?> newest = events.get(method);
            if (newest != null && wanted.test(newest)) return newest;
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        throw new AssertionError("no event " + method + ", but " + events.get(method));
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
            } else if (message.get("method") instanceof String method
                    && message.get("params") instanceof Map<?, ?> parameters) {
                events.put(method, parameters);
            }
            return null;
        }
    }
}
