package dev.lintel.controller.push;

import dev.lintel.controller.tls.Certificates.Served;
import dev.lintel.controller.tls.TestTls;
import dev.lintel.reader.Bytes;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A push service over TLS on a loop-back port: keeps what it is sent, and answers as it is told, else 201.
public final class PushService implements AutoCloseable {
    private static final long ANSWER_S = 30;
    private static final int CREATED = 201;

    private final Vertx vertx = Vertx.vertx();
    private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final Served served;
    private final HttpServer server;

    /// What it was sent.
    ///
    /// @param headers by their names in lower case
    public record Message(String path, Map<String, String> headers, Bytes body) {}

    private record Answer(int status, @Nullable String retryAfter) {}

    /// @param folder for its certificate
    public PushService(Path folder) {
        served = TestTls.in(folder);
        server = vertx.createHttpServer(new HttpServerOptions()
                        .setSsl(true)
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .setKeyPath(served.key().toString())
                                .setCertPath(served.certificate().toString())))
                .requestHandler(this::take)
                .listen(0, "127.0.0.1")
                .await();
    }

    private void take(HttpServerRequest request) {
        Map<String, String> headers = request.headers().entries().stream()
                .collect(Collectors.toMap(one -> one.getKey().toLowerCase(Locale.ROOT), Map.Entry::getValue));
        var _ = request.body().onSuccess(body -> {
            Answer answer = answers.poll();
            String topic = headers.getOrDefault("topic", "");
            if (topic.length() > 32 || topic.length() % 4 == 1) answer = new Answer(400, null); // as Apple's does
            messages.add(new Message(String.valueOf(request.path()), headers, Bytes.copyOf(body.getBytes())));
            if (answer != null && answer.retryAfter != null) {
                request.response().putHeader("Retry-After", answer.retryAfter);
            }
            var _ = request.response()
                    .setStatusCode(answer == null ? CREATED : answer.status)
                    .end();
        });
    }

    Vertx vertx() {
        return vertx;
    }

    /// The authority of its certificate.
    public Path authority() {
        return served.authority();
    }

    /// The address of a browser.
    public String endpoint(String name) {
        return origin() + "/push/" + name;
    }

    public String origin() {
        return "https://localhost:" + server.actualPort();
    }

    /// The next request is answered so.
    public void answer(int status, @Nullable String retryAfter) {
        answers.add(new Answer(status, retryAfter));
    }

    /// The next message, waited for.
    public Message next() throws InterruptedException {
        Message message = messages.poll(ANSWER_S, TimeUnit.SECONDS);
        if (message == null) throw new AssertionError("no push message came");
        return message;
    }

    /// The number of messages that came and were not asked for.
    public int left() {
        return messages.size();
    }

    @Override
    public void close() {
        vertx.close().await();
    }
}
