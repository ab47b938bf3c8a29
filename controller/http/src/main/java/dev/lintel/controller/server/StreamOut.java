package dev.lintel.controller.server;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.json.Json;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The body of a response that is written while it is made. Runs on the request's virtual thread and waits for the
/// connection with every chunk, so no more than one is in memory.
final class StreamOut implements Reply.Sink {
    /// A chunk of a long list: large enough for TLS, small enough for many at once.
    private static final int CHUNK = 16 * 1024;
    /// A client that takes nothing for this long has gone.
    private static final long TAKE_S = 30;

    private static final Logger LOG = System.getLogger("dev.lintel.http");

    private final Context context;
    private final HttpServerResponse response;
    private final String requestId;
    private final Runnable unread;

    /// @param unread closes the connection of a client that does not read
    StreamOut(Context context, HttpServerResponse response, String requestId, Runnable unread) {
        this.context = context;
        this.response = response;
        this.requestId = requestId;
        this.unread = unread;
    }

    /// Sets status and headers.
    void begin(Runnable head) {
        context.runOnContext(_ -> {
            response.setChunked(true);
            head.run();
        });
    }

    void end() {
        context.runOnContext(_ -> {
            if (!response.ended() && !response.closed()) {
                var _ = response.end();
            }
        });
    }

    /// Runs the whole stream. What fails in the middle cuts the connection: the client must not take a part for all.
    void run(Reply stream) {
        try {
            switch (stream) {
                case Reply.Streamed(Reply.JsonBody body) -> json(body);
                case Reply.StreamedText(String _, Reply.TextBody body) -> text(body);
                case Reply.EventStream(Reply.Producer producer) -> {
                    comment("hello");
                    producer.run(this);
                }
                default -> throw new IllegalStateException("not a stream: " + stream.getClass());
            }
            end();
        } catch (Reply.GoneException e) {
            cut();
        } catch (InterruptedException e) {
            end(); // the server closes
        } catch (IOException | RuntimeException e) { // whatever the producer did not expect
            LOG.log(Level.ERROR, "request " + requestId + " failed while its answer was being sent", e);
            cut();
        }
    }

    private void text(Reply.TextBody body) throws IOException {
        var out = writer();
        body.write(out);
        out.flush();
    }

    private BufferedWriter writer() {
        return new BufferedWriter(new OutputStreamWriter(new Chunks(), StandardCharsets.UTF_8), CHUNK);
    }

    private void json(Reply.JsonBody body) throws IOException {
        var out = writer();
        try (JsonGenerator generator = Json.generator(out)) {
            generator.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT); // a cut text must stay broken
            generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            body.write(generator);
        }
        out.flush();
    }

    /// What a text is written to: one chunk a flush of the buffer above it.
    private final class Chunks extends OutputStream {
        @Override
        public void write(int b) {
            take(Buffer.buffer(new byte[] {(byte) b}));
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            take(Buffer.buffer().appendBytes(bytes, from, length));
        }
    }

    @Override
    public void send(String event, @Nullable String id, String data) throws InterruptedException {
        var text = new StringBuilder(data.length() + 64);
        if (id != null) text.append("id: ").append(id).append('\n');
        text.append("event: ").append(event).append('\n');
        for (String line : data.split("\n", -1))
            text.append("data: ").append(line).append('\n');
        sendText(text.append('\n').toString());
    }

    @Override
    public void comment(String text) throws InterruptedException {
        sendText(": " + text + "\n\n");
    }

    private void sendText(String text) throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException("the server closes");
        take(Buffer.buffer(text));
    }

    private void take(Buffer chunk) {
        var taken = new CompletableFuture<@Nullable Void>();
        context.runOnContext(_ -> {
            if (response.ended() || response.closed()) taken.completeExceptionally(new Reply.GoneException());
            else {
                Future<Void> write = response.write(chunk);
                write.onComplete(_ -> taken.complete(null), taken::completeExceptionally);
            }
        });
        try {
            taken.get(TAKE_S, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            unread.run();
            throw new Reply.GoneException();
        } catch (ExecutionException e) {
            throw new Reply.GoneException();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Reply.GoneException();
        }
    }

    private void cut() {
        context.runOnContext(_ -> {
            var _ = response.reset();
        });
    }
}
