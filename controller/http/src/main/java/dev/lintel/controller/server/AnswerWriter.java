package dev.lintel.controller.server;

import dev.lintel.controller.http.Rendering;
import dev.lintel.reader.Bytes;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// Writes the body of one answer in chunks: the next one when the operating system has taken the last one. So a client
/// that reads slowly, or not at all, costs a chunk of memory, and whatever the answer itself takes. The connection of a
/// client that takes no chunk for [#CHUNK_MS_MAX] is closed. Confined to the connection's event loop.
final class AnswerWriter {
    /// One TLS record.
    static final int CHUNK = 16 << 10;

    /// How long a client may take for a chunk. The operating system takes the next one when a third of its buffer is
    /// sent: some 30 KB on a slow line, which are 7 s at 32 kbit/s.
    static final long CHUNK_MS_MAX = 15_000;

    /// Bytes of an answer that take nothing of the budget: most pages and errors are no longer.
    static final int FREE_BYTES = 8 << 10;

    /// The share of the heap that longer answers may take until they are sent: 8 MB on a board.
    private static final int HEAP_SHARE = 8;

    /// The share of that which one network may take: a long list is some 200 KB.
    private static final int NETWORK_SHARE = 4;

    private static final Logger LOG = System.getLogger("dev.lintel.http");

    private final Context context;
    private final HttpServerResponse response;
    private final Bytes body;
    private final Runnable close;
    private final Promise<Void> sent = Promise.promise();
    private int at;

    private AnswerWriter(Context context, HttpServerResponse response, Bytes body, Runnable close) {
        this.context = context;
        this.response = response;
        this.body = body;
        this.close = close;
    }

    /// The budget of answers that are made for one client.
    ///
    /// @param heapBytes what the process may use
    static MemoryBudget budget(long heapBytes) {
        return new MemoryBudget(heapBytes / HEAP_SHARE, NETWORK_SHARE);
    }

    /// What an answer takes of the budget. Bytes that all answers share take nothing.
    static long costs(Rendering rendering) {
        Bytes body = rendering.body();
        return body == null || rendering.shared() ? 0 : Math.max(0, body.size() - FREE_BYTES);
    }

    /// Writes the body and ends the response, whose head is set. The result is there when all is sent, or cannot be.
    ///
    /// @param close closes the connection of a client that does not read
    static Future<Void> write(Context context, HttpServerResponse response, Bytes body, Runnable close) {
        if (body.size() > CHUNK) response.putHeader("Content-Length", Integer.toString(body.size()));
        var writer = new AnswerWriter(context, response, body, close);
        writer.step();
        return writer.sent.future();
    }

    private void step() {
        try {
            if (at > 0 && response.closed()) {
                sent.tryFail("the client has gone");
                return;
            }
            int end = Math.min(at + CHUNK, body.size());
            Buffer chunk = Buffer.buffer(body.toArray(at, end));
            at = end;
            taken(at == body.size() ? response.end(chunk) : response.write(chunk));
        } catch (OutOfMemoryError e) { // the client must not wait for what cannot be sent
            LOG.log(Level.ERROR, "an answer cannot be sent: too little memory");
            fail(e);
        } catch (RuntimeException e) { // whatever it is: what the answer takes of the budget must not stay taken
            fail(e);
            throw e;
        }
    }

    private void fail(Throwable fault) {
        close.run();
        sent.tryFail(fault);
    }

    private void taken(Future<Void> chunk) {
        if (chunk.isComplete()) {
            after(chunk);
            return;
        }
        Vertx vertx = context.owner();
        long timer = vertx.setTimer(CHUNK_MS_MAX, _ -> close.run());
        chunk.onComplete(_ -> {
            vertx.cancelTimer(timer);
            after(chunk);
        });
    }

    private void after(Future<Void> chunk) {
        if (chunk.failed()) sent.tryFail(chunk.cause());
        else if (at == body.size()) sent.tryComplete();
        else context.runOnContext(_ -> step()); // others have their turn in between
    }
}
