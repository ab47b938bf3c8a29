package dev.lintel.controller.contract;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.lintel.controller.json.Json;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// An integrator's receiver of webhooks, on this machine.
final class Hook implements AutoCloseable {
    /// A delivery comes within a second, a repeated one within fifteen: this ends a test of a box that sends none.
    private static final int WAIT_S_MAX = 90;

    private final HttpServer server;
    private final BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<Posted> posted = new LinkedBlockingQueue<>();

    /// What was posted, as it was received.
    record Posted(String method, Map<String, String> headers, Bytes body) {
        /// A header; names in lower case.
        String header(String name) {
            return Objects.requireNonNull(headers.get(name), name);
        }

        @SuppressWarnings("unchecked") // the contract: an array of objects
        List<Map<String, Object>> items() {
            return (List<Map<String, Object>>)
                    Objects.requireNonNull(Json.parse(new String(body.toArray(), StandardCharsets.UTF_8)));
        }
    }

    Hook() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            var headers = new java.util.HashMap<String, String>();
            exchange.getRequestHeaders()
                    .forEach((name, values) ->
                            headers.put(name.toLowerCase(java.util.Locale.ROOT), String.join(", ", values)));
            Integer status = answers.poll();
            exchange.sendResponseHeaders(status == null ? 204 : status, -1);
            posted.add(new Posted(exchange.getRequestMethod(), headers, Bytes.copyOf(body)));
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
    }

    /// Answers the next delivery with this instead of 204.
    void answersOnce(int status) {
        answers.add(status);
    }

    /// The next delivery; fails when none comes.
    Posted next() {
        try {
            Posted next = posted.poll(WAIT_S_MAX, TimeUnit.SECONDS);
            if (next == null) throw new AssertionError("nothing was posted within " + WAIT_S_MAX + " s");
            return next;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    /// The next item that is as wanted; others are passed over, for other tests make things happen too.
    Map<String, Object> next(Predicate<Map<String, Object>> wanted) {
        while (true) {
            for (Map<String, Object> item : next().items()) if (wanted.test(item)) return item;
        }
    }

    /// What has been posted by now and nobody has asked for.
    List<Posted> taken() {
        var taken = new ArrayList<Posted>();
        posted.drainTo(taken);
        return taken;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
