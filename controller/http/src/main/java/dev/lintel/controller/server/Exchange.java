package dev.lintel.controller.server;

import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Faults;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Rendering;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.reader.Bytes;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// One request and its answer. Runs on the request's virtual thread; reading and writing hop to the event loop.
final class Exchange {
    /// How long a long body may take to arrive: 12 MB over a line of 1 Mbit/s.
    private static final long BODY_S = 120;
    /// The same line, in bytes a second: a route that takes in more waits for longer.
    private static final long BODY_BYTES_A_SECOND = 100_000;
    /// How long a long body waits for its turn.
    private static final long TURN_S = 30;
    /// After an answer that left the body unread, what the client may still take to notice.
    private static final long LINGER_MS = 2_000;

    private static final Reply CLOSING = new Reply.Unavailable("closing", 1);

    private static final Reply UNREAD =
            new Reply.Unavailable("too many answers are on their way at once: read those first", 5);

    private static final Logger LOG = System.getLogger("dev.lintel.http");

    private final Exchanges exchanges;
    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final Request.Head head;
    private final Endpoints.Found found;
    private final io.vertx.core.Context context;
    private final Intake intake;
    private final boolean upgrading;
    private boolean longBody;
    /// The network of a stranger whose long body was read; null: none was.
    private @Nullable String stranger;
    /// Of a box; null: it is none.
    private BoxPlaces.@Nullable Place place;

    Exchange(Exchanges exchanges, HttpServerRequest request, Request.Head head, Endpoints.Found found) {
        this.exchanges = exchanges;
        this.request = request;
        this.response = request.response();
        this.head = head;
        this.found = found;
        this.context = exchanges.vertx.getOrCreateContext();
        this.intake = new Intake(request, found.bodyMax(), exchanges.bodies);
        this.upgrading = exchanges.upgrades(found.pattern())
                && "websocket".equalsIgnoreCase(request.getHeader("Upgrade"))
                && !Intake.hasBody(request);
    }

    /// The body, as the handler wants it.
    private final class Source implements Request.BodySource {
        @Override
        public Bytes read() {
            return readBody();
        }

        @Override
        public InputStream open() {
            return openBody();
        }

        @Override
        public Bytes readOfStranger() {
            return readBodyOfStranger();
        }
    }

    /// What the log may show of the path.
    String pattern() {
        return found.pattern();
    }

    /// Which box asks, as its certificate names it; null: none is shown.
    @Nullable
    String box() {
        return Connections.box(request.connection());
    }

    /// Whether the client asks for something, and changes nothing.
    boolean isQuestion() {
        String method = request.method().name();
        return method.equals("GET") || method.equals("HEAD");
    }

    /// Whether a body is on its way that nobody has asked for yet.
    boolean hasLongBody() {
        return !intake.whole().isDone();
    }

    /// Takes in a small body, then lets `admitted` have the request answered. Runs on the event loop.
    void begin(Runnable admitted) {
        if (upgrading) request.pause(); // a WebSocket is made of a request that has not ended
        intake.begin(exchanges.vertx, admitted, refusal -> send(Rendering.of(refusal)));
    }

    /// Frees the memory of the body: the request is refused.
    void dropBody() {
        intake.drop();
    }

    /// Answers. Runs on the request's virtual thread, which holds one of `places` and gives it back.
    void run(Semaphore places) {
        Answer answer;
        try {
            answer = answer();
            judge(answer.rendering);
        } finally {
            intake.drop();
            if (longBody) exchanges.longBodies.release();
            places.release();
        }
        var _ = give(answer);
    }

    /// As [#run(Semaphore)], for a box: its place is kept until the answer is sent. One that does not take it for long
    /// is cut off.
    void run(BoxPlaces.Place taken) {
        place = taken;
        try {
            Answer answer = answer();
            intake.drop();
            taken.bodyRead();
            Bytes body = answer.rendering.body();
            give(answer).get(BoxPlaces.sentWithinS(body == null ? 0 : body.size()), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            cut();
        } catch (ExecutionException e) {
            LOG.log(Level.DEBUG, "a box went before it had its answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            intake.drop();
            taken.close();
        }
    }

    /// Ends when it is sent, or cannot be.
    private CompletableFuture<@Nullable Void> give(Answer answer) {
        Reply.Upgrade upgrade = answer.upgrade;
        Rendering rendering = answer.rendering;
        Reply stream = rendering.stream();
        if (upgrade != null && upgrading) Sockets.open(context, exchanges, request, upgrade);
        else if (stream == null) return sent(rendering);
        else stream(rendering, stream);
        return CompletableFuture.completedFuture(null);
    }

    private void cut() {
        Connections.cut(request.connection());
    }

    /// @param upgrade what it is, where it is that
    private record Answer(Rendering rendering, Reply.@Nullable Upgrade upgrade) {
        static Answer of(Rendering rendering) {
            return new Answer(rendering, null);
        }
    }

    private Answer answer() {
        var route = new Request.Route(found.pattern(), found.variables());
        var asked = new Request(head, route, new Source());
        try {
            Reply reply = found.handler().handle(asked);
            Rendering rendering = Rendering.of(reply).unlessHeld(head.headers().get("If-None-Match"));
            return new Answer(rendering, reply instanceof Reply.Upgrade upgrade ? upgrade : null);
        } catch (RefusedException e) {
            return Answer.of(Rendering.of(e.reply()));
        } catch (RuntimeException e) { // whatever a handler did not expect
            return Answer.of(Rendering.of(Faults.reply(asked, e)));
        } catch (StackOverflowError e) { // a text that somebody made for it: the client must not wait for nothing
            return Answer.of(Rendering.of(Faults.reply(asked, new IllegalStateException("the stack is too small", e))));
        } catch (OutOfMemoryError e) { // in a filter, or when the answer was put into bytes
            return Answer.of(Rendering.of(Faults.tooLarge(asked)));
        }
    }

    private Bytes readBody() {
        if (!intake.whole().isDone()) {
            awaitTurn();
            context.runOnContext(_ -> intake.resume());
        }
        return awaitBody(BODY_S);
    }

    private Bytes readBodyOfStranger() {
        if (intake.whole().isDone()) return awaitBody(0);
        String network = Connections.network(request.connection());
        StrangerBodies places = exchanges.strangerBodies;
        if (!places.take(network)) throw new RefusedException(new Reply.Unavailable("too many long bodies at once", 5));
        stranger = network;
        try {
            context.runOnContext(_ -> intake.resume());
            for (long seconds = 1; seconds < StrangerBodies.BODY_S; seconds++) {
                if (arrives(1)) return awaitBody(0);
                if (!StrangerBodies.isFastEnough(seconds, intake.received())) break;
            }
            return awaitBody(0);
        } finally {
            places.leave(network);
        }
    }

    /// Remembers whether a stranger's long body was signed well.
    private void judge(Rendering rendering) {
        String network = stranger;
        if (network == null) return;
        if (rendering.status() < 300) exchanges.strangerBodies.good(network);
        else if (rendering.status() < 500) exchanges.strangerBodies.wrong(network);
    }

    /// Waits for the whole body; false when it has not arrived in time.
    private boolean arrives(long seconds) {
        try {
            intake.whole().get(seconds, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) { // awaitBody says so
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RefusedException(CLOSING);
        }
    }

    private Bytes awaitBody(long seconds) {
        try {
            Bytes read = intake.whole().get(seconds, TimeUnit.SECONDS);
            if (read == null) throw new RefusedException(new Reply.TooLarge(intake.wholeMax()));
            return read;
        } catch (TimeoutException | ExecutionException e) {
            throw new RefusedException(Intake.NOT_ARRIVED);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RefusedException(CLOSING);
        }
    }

    private InputStream openBody() {
        if (intake.whole().isDone()) return new ByteArrayInputStream(readBody().toArray());
        awaitTurn();
        var pipe = new BodyPipe(context, request);
        long waitS = Math.max(BODY_S, found.bodyMax() / BODY_BYTES_A_SECOND);
        context.runOnContext(_ -> intake.pour(pipe, exchanges.vertx, TimeUnit.SECONDS.toMillis(waitS)));
        return pipe;
    }

    private void awaitTurn() {
        if (place != null) return; // it has waited before
        try {
            longBody = exchanges.longBodies.tryAcquire(TURN_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!longBody) throw new RefusedException(new Reply.Unavailable("too many long bodies at once", 5));
    }

    /// Sends an answer that is whole. From any thread.
    void send(Rendering rendering) {
        var _ = sent(rendering);
    }

    private CompletableFuture<@Nullable Void> sent(Rendering rendering) {
        long bytes = AnswerWriter.costs(rendering);
        if (bytes == 0) return written(rendering);
        var holder = MemoryBudget.Holder.of(request.connection());
        if (!exchanges.answers.take(holder, bytes)) return written(Rendering.of(UNREAD));
        return written(rendering).whenComplete((_, _) -> exchanges.answers.give(holder, bytes));
    }

    private CompletableFuture<@Nullable Void> written(Rendering rendering) {
        var sent = new CompletableFuture<@Nullable Void>();
        context.runOnContext(_ -> {
            if (response.ended() || response.closed()) {
                sent.complete(null);
                return;
            }
            try {
                put(rendering).onComplete(_ -> sent.complete(null), sent::completeExceptionally);
            } catch (OutOfMemoryError e) { // the client must not wait for what cannot be sent
                LOG.log(Level.ERROR, "an answer of " + found.pattern() + " cannot be sent: too little memory");
                sent.completeExceptionally(e);
                cut();
            } catch (RuntimeException e) { // whatever it is: what the answer takes of the budget must not stay taken
                sent.completeExceptionally(e);
                cut();
                throw e;
            }
        });
        return sent;
    }

    /// On the event loop.
    private Future<Void> put(Rendering rendering) {
        if (upgrading) request.resume();
        boolean unread = !intake.isWhole();
        if (unread) response.putHeader("Connection", "close");
        head(rendering);
        Bytes body = rendering.body() == null ? Bytes.EMPTY : rendering.body();
        boolean bare = rendering.status() == 204 || rendering.status() == 304;
        boolean headOnly = request.method().name().equals("HEAD");
        if (headOnly && !bare) response.putHeader("Content-Length", Integer.toString(body.size()));
        if (unread) passBody();
        Future<Void> ended = AnswerWriter.write(context, response, headOnly || bare ? Bytes.EMPTY : body, this::unread);
        return unread ? ended.onComplete(_ -> linger()) : ended;
    }

    /// The client does not read its answer.
    private void unread() {
        exchanges.counts().closed(ConnectionCounts.Closed.UNREAD_ANSWER);
        cut();
    }

    /// Lets the rest of an unwanted body go by, so that the client reads the answer before the end.
    private void passBody() {
        if (request.isEnded()) return; // after all: the rest had come already, and nobody took it
        request.exceptionHandler(_ -> {});
        request.handler(_ -> {});
        request.resume();
    }

    /// Closes the connection in a moment.
    private void linger() {
        if (request.isEnded()) return;
        exchanges.vertx.setTimer(LINGER_MS, _ -> {
            var _ = request.connection().close();
        });
    }

    private void head(Rendering rendering) {
        response.setStatusCode(rendering.status());
        for (Reply.Header header : rendering.headers()) {
            if (header.name().equalsIgnoreCase("Set-Cookie")) response.headers().add(header.name(), header.value());
            else response.putHeader(header.name(), header.value());
        }
    }

    private void stream(Rendering rendering, Reply stream) {
        if (!exchanges.streams.tryAcquire()) {
            send(Rendering.of(new Reply.Unavailable("too many streams at once", 5)));
            return;
        }
        Thread thread = Thread.currentThread();
        exchanges.streaming.add(thread);
        try {
            if (exchanges.closing()) return;
            var out = new StreamOut(context, response, head.id(), this::unread);
            out.begin(() -> head(rendering));
            if (request.method().name().equals("HEAD")) out.end();
            else out.run(stream);
        } finally {
            exchanges.streaming.remove(thread);
            exchanges.streams.release();
        }
    }
}
