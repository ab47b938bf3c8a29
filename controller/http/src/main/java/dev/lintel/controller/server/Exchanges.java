package dev.lintel.controller.server;

import dev.lintel.controller.files.ClientWork;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.HttpDate;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Peer;
import dev.lintel.controller.http.Rendering;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.time.Time;
import dev.lintel.sync.wire.Wire;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/// Takes requests from the event loops and gives each a virtual thread, within bounds; those for tokens have a few
/// threads of their own.
final class Exchanges {
    /// Requests being answered at once; past it 503. More would only queue for the two database readers.
    private static final int IN_FLIGHT_MAX = 256;
    /// Places kept for [#HEALTH]: whoever watches the box must see it, above all when it is busy.
    private static final int HEALTH_MAX = 4;

    private static final String HEALTH = "/health";
    private static final String CHALLENGE = "/.well-known/acme-challenge/";
    private static final String OCTETS = "application/octet-stream"; // what the example of RFC 8555, 8.3 has
    /// Threads that renew and revoke tokens, whatever else goes on: each waits for the disk now and then.
    private static final int TOKEN_THREADS = 4;
    /// Token requests that wait for one of those; each is answered in milliseconds.
    private static final int TOKENS_WAITING_MAX = 128;

    /// Of boxes, that wait for a place ([BoxPlaces]), also those that wait to send a long body: one for each
    /// connection there may be. News reaches all boxes at once; who is sent away comes again a second or
    /// more later.
    private static final int BOXES_WAITING_MAX = Connections.WITH_CERTIFICATE_MAX + WebServer.CONNECTIONS_MAX;

    private static final Set<String> TOKEN_PATTERNS = Set.of("/oauth/token", "/oauth/revoke");
    /// Streams of events at once: live pages. Each holds a connection and a thread's stack.
    private static final int STREAMS_MAX = 64;
    /// Long bodies in memory at once (see [Intake]), but for those of boxes.
    private static final int LONG_BODIES_MAX = 2;

    private static final String AUTHORIZATION = "Authorization";
    /// Answers requests that show two credentials; nothing of a body is read.
    private static final Endpoints.Found AMBIGUOUS = new Endpoints.Found(
            _ -> new Reply.BadRequest("the Authorization header is there more than once"),
            Map.of(),
            0,
            "two credentials");

    /// Answers requests whose body is compressed or encoded in another way; nothing of it is read (RFC 9110, 15.5.16).
    private static final Endpoints.Found ENCODED = new Endpoints.Found(
            _ -> new Reply.UnsupportedEncoding().with("Accept-Encoding", "identity"), Map.of(), 0, "encoded body");

    private static final Logger LOG = System.getLogger("dev.lintel.http");

    private final Semaphore inFlight = new Semaphore(IN_FLIGHT_MAX);
    private final Semaphore health = new Semaphore(HEALTH_MAX);
    /// What boxes ask of a hub has places of its own: people at pages do not wait behind 500 boxes.
    private final BoxPlaces boxes = new BoxPlaces();
    private final Semaphore boxesWaiting = new Semaphore(BOXES_WAITING_MAX);
    private final Semaphore tokens = new Semaphore(TOKENS_WAITING_MAX + TOKEN_THREADS);
    private final ThreadPoolExecutor tokenThreads = tokenThreads();
    final Semaphore streams = new Semaphore(STREAMS_MAX);
    final MemoryBudget bodies = Intake.budget(Runtime.getRuntime().maxMemory());
    final MemoryBudget news = Sockets.budget(Runtime.getRuntime().maxMemory());
    final MemoryBudget answers = AnswerWriter.budget(Runtime.getRuntime().maxMemory());
    final StrangerBodies strangerBodies;
    final Semaphore longBodies = new Semaphore(LONG_BODIES_MAX, true);
    final Set<Thread> streaming = ConcurrentHashMap.newKeySet();
    final Vertx vertx;
    private final Endpoints endpoints;
    private final Connections connections;
    private final HttpDate date;
    private volatile String base = "";
    private volatile boolean closing;

    Exchanges(Vertx vertx, Endpoints endpoints, Connections connections, Time time) {
        this.date = new HttpDate(time);
        this.strangerBodies = new StrangerBodies(time);
        this.vertx = vertx;
        this.endpoints = endpoints;
        this.connections = connections;
    }

    /// Whether a request of that pattern may become a WebSocket.
    boolean upgrades(String pattern) {
        return endpoints.upgrades(pattern);
    }

    /// The connection is a WebSocket now, which is bounded by who took it in.
    void upgraded(HttpConnection connection) {
        connections.apart(connection);
    }

    /// That WebSocket has ended.
    void ended(HttpConnection connection) {
        connections.gone(connection);
    }

    /// Connections that were refused and closed.
    ConnectionCounts counts() {
        return connections.counts();
    }

    void base(String url) {
        base = url;
    }

    boolean closing() {
        return closing;
    }

    /// A request over TLS. Runs on its event loop.
    void accept(HttpServerRequest request) {
        String id = begin(request);
        String path = path(request);
        Method method = Method.of(request.method().name());
        Endpoints.Found found =
                isAmbiguous(request) ? AMBIGUOUS : Intake.isEncoded(request) ? ENCODED : endpoints.find(method, path);
        for (Reply.Header header : endpoints.headersOf(found.pattern())) {
            request.response().putHeader(header.name(), header.value());
        }
        var address = request.remoteAddress();
        String remote = address == null ? "" : String.valueOf(address.hostAddress());
        String query = request.query() == null ? "" : request.query();
        var known = method == null ? Method.GET : method; // no route takes it: the answer is 404 or 405
        var peer = new Client(request.connection());
        var here = request.localAddress();
        String local = here == null ? "" : String.valueOf(here.hostAddress());
        var head = new Request.Head(known, path, query, request.headers()::get, remote, id, base, peer, local);
        start(new Exchange(this, request, head, found));
    }

    /// A request without TLS: a page is redirected, an API call is refused and never executed. Only an authority that
    /// looks whether this is the box gets its answer here (RFC 8555, 8.3).
    void acceptPlain(HttpServerRequest request, int httpsPort, Function<String, @Nullable String> challenges) {
        String id = begin(request);
        String path = path(request);
        if (path.startsWith(CHALLENGE)) {
            String answer = Method.of(request.method().name()) == Method.GET
                    ? challenges.apply(path.substring(CHALLENGE.length()))
                    : null;
            Reply told = answer == null ? new Reply.NotFound("path") : new Reply.Text(200, OCTETS, answer);
            var found = new Endpoints.Found(_ -> told, Map.of(), 0, CHALLENGE);
            start(new Exchange(this, request, plainHead(request, path, id), found));
            return;
        }
        boolean page =
                !Endpoints.isForPrograms(path) && Method.of(request.method().name()) == Method.GET;
        Reply reply = page
                ? new Reply.Redirect(307, location(request))
                : new Reply.Forbidden("tls_required", "use https: this request was not executed");
        String authorization = request.getHeader(AUTHORIZATION);
        var refusal = new Endpoints.Found(
                _ -> {
                    if (authorization != null) {
                        LOG.log(
                                Level.WARNING,
                                "request {0}: {1} was sent without TLS and must be replaced",
                                id,
                                endpoints.nameOf(authorization));
                    }
                    return reply;
                },
                Map.of(),
                0, // nothing of a body is read
                "plain HTTP");
        start(new Exchange(this, request, plainHead(request, path, id), refusal));
    }

    private Request.Head plainHead(HttpServerRequest request, String path, String id) {
        return new Request.Head(Method.GET, path, "", request.headers()::get, "", id, base);
    }

    /// Stops streams and refuses new requests; those under way go on.
    void close() {
        closing = true;
        for (Thread thread : streaming) thread.interrupt();
    }

    /// What is not HTTP at all, or too long. Runs on the event loop.
    static void refuseInvalid(HttpServerRequest request) {
        HttpServerResponse response = request.response();
        Throwable cause = request.decoderResult().cause();
        int status = cause instanceof io.netty.handler.codec.http.TooLongHttpLineException
                ? 414
                : cause instanceof io.netty.handler.codec.http.TooLongHttpHeaderException ? 431 : 400;
        response.setStatusCode(status)
                .putHeader("Content-Type", "application/json; charset=utf-8")
                .putHeader("X-Request-Id", requestId())
                .putHeader("Connection", "close");
        var _ = response.end("{\"error\":\"bad_request\",\"error_description\":\"the request cannot be read\"}")
                .eventually(() -> request.connection().close());
    }

    private void start(Exchange exchange) {
        if (closing) exchange.send(Rendering.of(new Reply.Unavailable("closing", 1)));
        else exchange.begin(() -> admit(exchange));
    }

    private void admit(Exchange exchange) {
        if (exchange.pattern().startsWith(Wire.ROOT)) {
            admitBox(exchange);
            return;
        }
        boolean token = TOKEN_PATTERNS.contains(exchange.pattern());
        Semaphore places = exchange.pattern().equals(HEALTH) ? health : token ? tokens : inFlight;
        if (closing || !places.tryAcquire()) {
            refuse(exchange);
            return;
        }
        if (token) tokenThreads.execute(() -> ClientWork.run(() -> exchange.run(places)));
        else Thread.ofVirtual().name("http").start(() -> ClientWork.run(() -> exchange.run(places)));
    }

    private void refuse(Exchange exchange) {
        exchange.dropBody();
        exchange.send(Rendering.of(new Reply.Unavailable(closing ? "closing" : "too many requests at once", 1)));
    }

    private void admitBox(Exchange exchange) {
        if (closing || !boxesWaiting.tryAcquire()) refuse(exchange);
        else Thread.ofVirtual().name("http").start(() -> inTurn(exchange));
    }

    private void inTurn(Exchange exchange) {
        BoxPlaces.Place place;
        try {
            place = boxes.take(exchange.box(), exchange.pattern(), exchange.hasLongBody());
        } finally {
            boxesWaiting.release();
        }
        if (place == null) refuse(exchange);
        else if (exchange.isQuestion()) exchange.run(place); // a hub notes which changes the box knows
        else ClientWork.run(() -> exchange.run(place));
    }

    /// Platform threads: the few that carry virtual ones may all be inside SQLite for a long list. They end when there
    /// is nothing to do for a while.
    private static ThreadPoolExecutor tokenThreads() {
        var named = Thread.ofPlatform().daemon().name("tokens-", 1).factory();
        var threads = new ThreadPoolExecutor(
                TOKEN_THREADS, TOKEN_THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named);
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /// Whoever stands before this server may have looked at the other one.
    private static boolean isAmbiguous(HttpServerRequest request) {
        return request.headers().getAll(AUTHORIZATION).size() > 1;
    }

    private String begin(HttpServerRequest request) {
        String id = requestId();
        request.response()
                .putHeader("Date", date.now())
                .putHeader("X-Request-Id", id)
                .putHeader("X-Content-Type-Options", "nosniff");
        return id;
    }

    /// Names a request in the log. No secret, so it need not be hard to guess.
    private static String requestId() {
        return java.util.HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    /// Who is at the other end of a connection.
    private final class Client implements Peer {
        private final HttpConnection connection;

        Client(HttpConnection connection) {
            this.connection = connection;
        }

        @Override
        public @Nullable X509Certificate certificate() {
            return Exchanges.certificate(connection);
        }

        @Override
        public void signedIn() {
            connections.signedIn(connection);
        }
    }

    /// A server that asks for no certificate gets none.
    private static @Nullable X509Certificate certificate(HttpConnection connection) {
        SSLSession session = connection.sslSession();
        if (session == null) return null;
        try {
            return session.getPeerCertificates()[0] instanceof X509Certificate certificate ? certificate : null;
        } catch (SSLPeerUnverifiedException e) {
            return null; // it showed none
        }
    }

    private static String path(HttpServerRequest request) {
        String path = request.path();
        return path == null ? "/" : path;
    }

    /// The same page at this box's own address. The client's Host is not used: a cache before the box would keep an
    /// address that a stranger chose.
    private String location(HttpServerRequest request) {
        String uri = request.uri();
        return base + (uri.startsWith("/") ? uri : path(request)); // a proxy sends the absolute form
    }
}
