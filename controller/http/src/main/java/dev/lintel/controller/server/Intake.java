package dev.lintel.controller.server;

import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Fields;
import dev.lintel.controller.http.Reply;
import dev.lintel.reader.Bytes;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Takes in the body of one request, on its event loop.
///
/// ```
///   none, or declared too long  ──────────────────────────► answered at once; the rest is never read
///   up to 64 KiB                ── whole within 5 s ──────► answered
///   chunked, and longer         ── 64 KiB within 5 s ─────► answered; the handler that wants the rest waits its turn
///   declared longer             ──────────────────────────► answered; the handler that wants it waits its turn
/// ```
///
/// A handler that wants a long body gets it whole, or through a [BodyPipe] as it comes.
///
/// So a request whose small body trickles in holds a connection, and neither a thread nor a place among those answered.
final class Intake {
    /// Bodies up to this length are read without asking: connections are bounded, so their sum is.
    static final int SMALL = 64 * 1024;
    /// How long a small body may take: a second on a bad line of a telephone, and then some.
    private static final long SMALL_MS = 5_000;

    /// Bytes of each body that take nothing of the budget, so that a form or a sign-in always finds room.
    static final int FREE_BYTES = 4 << 10;

    /// The share of the heap that small bodies may take.
    private static final int HEAP_SHARE = 8;

    /// The share of that which one network may take.
    private static final int NETWORK_SHARE = 8;

    /// A body is in memory twice while it is copied from where it has arrived to where its handler reads it.
    private static final int COPIES = 2;

    private static final String EXPECTED = "100-continue";
    static final Reply NOT_ARRIVED = new Reply.BadRequest("the body did not arrive");
    private static final Reply NO_ROOM = new Reply.Unavailable("too many bodies at once", 5);

    private final HttpServerRequest request;
    private final int max;
    private final MemoryBudget budget;
    private final MemoryBudget.Holder holder;
    private long taken; // of the budget; guarded by the budget
    private final BodyBuffer content = new BodyBuffer();
    /// The whole body; null when it is too long.
    private final CompletableFuture<@Nullable Bytes> whole = new CompletableFuture<>();
    private boolean early = true;
    /// Bytes of a body that is read whole, so far. Any thread reads it.
    private volatile int received;
    /// Of a body that goes through a pipe, so far.
    private long poured;

    Intake(HttpServerRequest request, int max, MemoryBudget budget) {
        this.request = request;
        this.max = max;
        this.budget = budget;
        this.holder = MemoryBudget.Holder.of(request.connection());
    }

    /// The budget of bodies that are read before their requests take a place: each of 400 connections may send 64 KiB
    /// so, which is half of a board's heap.
    ///
    /// @param heapBytes what the process may use
    static MemoryBudget budget(long heapBytes) {
        return new MemoryBudget(heapBytes / HEAP_SHARE, NETWORK_SHARE);
    }

    /// There was no room for the body.
    private static final class NoRoomException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    static boolean hasBody(HttpServerRequest request) {
        String length = request.getHeader("Content-Length");
        return request.headers().contains("Transfer-Encoding") || (length != null && !length.equals("0"));
    }

    /// Whether there is a body and its `Content-Encoding` is another one than none at all.
    static boolean isEncoded(HttpServerRequest request) {
        if (!hasBody(request)) return false;
        return request.headers().getAll("Content-Encoding").stream()
                .flatMap(value -> Arrays.stream(value.split(",", -1)))
                .anyMatch(value -> !value.isBlank() && !value.strip().equalsIgnoreCase("identity"));
    }

    CompletableFuture<@Nullable Bytes> whole() {
        return whole;
    }

    /// How many bytes of a body that is read whole have arrived. Any thread.
    int received() {
        return received;
    }

    /// Whether the body has been read to its end: the connection is good for another request.
    boolean isWhole() {
        return whole.isDone() && !whole.isCompletedExceptionally() && whole.join() != null;
    }

    /// Runs `ready` when the request can be answered, `refused` when its small body does not arrive in time or finds no
    /// room; one of them, once, or neither when the client has gone.
    void begin(Vertx vertx, Runnable ready, Consumer<Reply> refused) {
        if (!hasBody(request)) {
            whole.complete(Bytes.EMPTY);
            ready.run();
            return;
        }
        request.pause();
        request.exceptionHandler(whole::completeExceptionally);
        request.handler(chunk -> take(chunk, ready));
        request.endHandler(_ -> whole.complete(content.remove()));
        Long length = declared();
        if (max == 0 || (length != null && length > Math.min(max, SMALL))) {
            early = false;
            if (max == 0 || (length != null && length > max)) whole.complete(null);
            ready.run();
            return;
        }
        long timer = vertx.setTimer(SMALL_MS, _ -> {
            if (early) whole.completeExceptionally(new TimeoutException("the body did not arrive"));
        });
        var _ = whole.whenComplete((_, fault) -> {
            vertx.cancelTimer(timer);
            if (fault != null) drop();
            if (!early) return;
            early = false;
            if (fault == null) ready.run();
            else if (fault instanceof TimeoutException) refused.accept(NOT_ARRIVED);
            else if (fault instanceof NoRoomException) refused.accept(NO_ROOM);
        });
        resume();
    }

    /// How long a body may be that is read whole. A longer one is for handlers that read it as it comes: two of 12 MB
    /// would leave a small box no memory for anything else.
    int wholeMax() {
        return Math.min(max, Endpoints.BODY_BYTES_MAX);
    }

    /// Lets the rest of a long body come. Runs on the event loop.
    void resume() {
        if (EXPECTED.equalsIgnoreCase(request.getHeader("Expect"))) {
            var _ = request.response().writeContinue();
        }
        request.resume();
    }

    /// Lets the rest of a long body come into `pipe`, what has come of it first. Runs on the event loop.
    void pour(BodyPipe pipe, Vertx vertx, long limitMs) {
        if (whole.isDone()) {
            pipe.refuse(whole.isCompletedExceptionally() ? NOT_ARRIVED : new Reply.TooLarge(max));
            return;
        }
        long timer = vertx.setTimer(limitMs, _ -> whole.completeExceptionally(new TimeoutException("no end in sight")));
        var _ = whole.whenComplete((_, fault) -> {
            vertx.cancelTimer(timer);
            if (fault != null) pipe.refuse(NOT_ARRIVED);
        });
        poured = content.size();
        if (poured > 0) pipe.put(content.remove().toArray());
        request.handler(chunk -> {
            if (whole.isDone()) return;
            poured += chunk.length();
            if (poured <= max) {
                pipe.put(chunk);
                return;
            }
            whole.complete(null);
            pipe.refuse(new Reply.TooLarge(max));
        });
        request.endHandler(_ -> {
            if (whole.complete(Bytes.EMPTY)) pipe.end();
        });
        if (EXPECTED.equalsIgnoreCase(request.getHeader("Expect"))) {
            var _ = request.response().writeContinue();
        }
        pipe.begin();
    }

    /// Whether the budget has room for bytes that come. On the event loop.
    private boolean reserve(int bytes) {
        long needed = (long) COPIES * Math.max(0, content.capacityWith(bytes) - FREE_BYTES);
        synchronized (budget) {
            if (needed <= taken) return true;
            if (!budget.take(holder, needed - taken)) return false;
            taken = needed;
            return true;
        }
    }

    /// The body is needed no more: gives its room back. Any thread; a second call does nothing.
    void drop() {
        synchronized (budget) {
            if (taken > 0) budget.give(holder, taken);
            taken = 0;
        }
    }

    private void take(Buffer chunk, Runnable ready) {
        if (whole.isDone()) return;
        if (content.size() + chunk.length() > wholeMax()) {
            whole.complete(null);
            return;
        }
        if (early && !reserve(chunk.length())) {
            whole.completeExceptionally(new NoRoomException());
            return;
        }
        content.add(chunk);
        received = content.size();
        if (early && content.size() > SMALL) {
            early = false;
            request.pause();
            ready.run();
        }
    }

    /// Null when the client does not say (a chunked body).
    private @Nullable Long declared() {
        String length = request.getHeader("Content-Length");
        return length == null || request.headers().contains("Transfer-Encoding") ? null : Fields.wholeNumber(length);
    }
}
