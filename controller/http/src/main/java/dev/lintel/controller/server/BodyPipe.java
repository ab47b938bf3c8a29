package dev.lintel.controller.server;

import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.InputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/// A long body on its way from the event loop, which puts portions in, to the request's virtual thread, which reads.
/// The client is asked for a portion whenever one was taken, so that no more than [#AHEAD] are in memory.
final class BodyPipe extends InputStream {
    /// Portions on their way: of 16 KiB over TLS, each.
    private static final long AHEAD = 4;
    /// Says that the body is at its end, or will not come to one.
    private static final byte[] END = {};

    private final Context context;
    private final HttpServerRequest request;
    /// As long as [#AHEAD], and what had come before.
    private final BlockingQueue<byte[]> portions = new LinkedBlockingQueue<>();

    private volatile @Nullable Reply refusal;
    private byte[] portion = {};
    private int at;
    private boolean over;

    BodyPipe(Context context, HttpServerRequest request) {
        this.context = context;
        this.request = request;
    }

    /// Has the first portions come. Runs on the event loop.
    void begin() {
        request.fetch(AHEAD);
    }

    /// Runs on the event loop.
    void put(byte[] bytes) {
        if (bytes.length > 0) portions.add(bytes);
        else request.fetch(1);
    }

    void put(Buffer chunk) {
        put(chunk.getBytes());
    }

    /// Runs on the event loop.
    void end() {
        portions.add(END);
    }

    /// Whoever reads on is refused. Runs on the event loop.
    void refuse(Reply reply) {
        refusal = reply;
        portions.add(END);
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    /// Throws [RefusedException] when the body does not come.
    @Override
    public int read(byte[] target, int offset, int length) {
        if (length == 0) return 0;
        if (at == portion.length && !next()) return -1;
        int count = Math.min(length, portion.length - at);
        System.arraycopy(portion, at, target, offset, count);
        at += count;
        return count;
    }

    private boolean next() {
        if (over) return false;
        try {
            byte[] taken = portions.take(); // the exchange's timer ends the wait
            Reply refused = refusal;
            if (refused != null) throw new RefusedException(refused);
            over = taken.length == 0;
            if (!over) context.runOnContext(_ -> request.fetch(1));
            portion = taken;
            at = 0;
            return !over;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RefusedException(new Reply.Unavailable("closing", 1));
        }
    }
}
