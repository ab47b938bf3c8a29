package dev.lintel.controller.client;

import dev.lintel.controller.net.AddressGuard;
import dev.lintel.controller.net.AddressOrder;
import dev.lintel.controller.net.Reasons;
import dev.lintel.controller.net.WebAddress;
import dev.lintel.controller.time.Time;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.ConnectException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Posts over HTTP/1.1 to servers that others name: receivers of webhooks, push services of browsers. It keeps
/// connections open for the next request. It resolves the host name once and connects to the address that
/// [AddressGuard] has passed: a second look-up could give another address. It checks that the certificate is valid for
/// the name, and follows no redirects.
///
/// ```
///   name ── own thread ──► addresses ── guard ──► connect, TLS ──► POST ──► status, first 1 kB ──► done
///      '─────────────────────────────── 15 s for all of it ───────────────────────────────────'
/// ```
public final class HttpSender implements Sender, AutoCloseable {
    /// Of an answer: what a developer reads to see what went wrong.
    public static final int ANSWER_BYTES_MAX = 1_024;
    /// A longer answer ends the connection instead of being read to its end.
    private static final int SKIPPED_BYTES_MAX = 64 * 1_024;
    /// Receivers close what is idle, many after 5 s; this box does so first.
    private static final int KEPT_S = 4;

    /// Where the configuration names files of authorities.
    public static final String TRUST = "webhooks: trust";

    private static final int CONNECT_MS_MAX = 10_000;
    private static final int HEADER_BYTES_MAX = 16 * 1_024;
    /// Host names that are looked up at once: dead ones among them must not keep those that answer.
    private static final int LOOK_UPS_MAX = 32;

    private static final int LOOK_UPS_WAITING_MAX = 512;
    /// Connections to one address: more than are ever under way.
    private static final int CONNECTIONS_MAX = 512;

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private final Parts parts;
    /// A resolver that hangs keeps its thread until it gives up: nothing else ends it.
    private final ThreadPoolExecutor lookUps = new ThreadPoolExecutor(
            LOOK_UPS_MAX,
            LOOK_UPS_MAX,
            LIMIT_S,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(LOOK_UPS_WAITING_MAX),
            Thread.ofPlatform().daemon().name("post-name").factory());
    private volatile @Nullable HttpClient client;

    /// What it is made of.
    ///
    /// @param loopback whether addresses written as this machine's own (`http://127.0.0.1`) may be posted to
    /// @param trust files with certificates (PEM) of who is trusted beside the usual authorities
    /// @param agent names this program to receivers
    /// @param limitMs for all of one delivery
    public record Parts(
            Supplier<Vertx> vertx,
            AddressGuard guard,
            boolean loopback,
            List<Path> trust,
            String agent,
            Names names,
            int limitMs,
            Time time) {}

    /// Looks names up, for as long as it takes.
    @FunctionalInterface
    public interface Names {
        InetAddress[] of(String host) throws UnknownHostException;
    }

    public HttpSender(Parts parts) {
        this.parts = parts;
        lookUps.allowCoreThreadTimeOut(true);
    }

    @Override
    public void send(Post post, Consumer<Outcome> done) {
        var flight = new Flight(done);
        Vertx vertx = parts.vertx.get();
        long timer = vertx.setTimer(
                parts.limitMs,
                _ -> flight.runOut(Outcome.none("There was no answer within " + parts.limitMs + " ms.")));
        flight.onEnd(() -> vertx.cancelTimer(timer));
        try {
            lookUps.execute(() -> lookUp(post, flight));
        } catch (RejectedExecutionException e) {
            flight.end(Outcome.none("Too many host names are being looked up."));
        }
    }

    private void lookUp(Post post, Flight flight) {
        if (flight.isOver()) return;
        InetAddress[] addresses;
        try {
            addresses = parts.names.of(host(post.to()));
        } catch (UnknownHostException | RuntimeException e) {
            flight.end(Outcome.none("Its host name is not known."));
            return;
        }
        boolean own = parts.loopback && WebAddress.isLoopback(post.to());
        for (InetAddress address : addresses) {
            if (parts.guard.passes(address) || (own && address.isLoopbackAddress())) continue;
            flight.end(Outcome.none(REFUSED));
            return;
        }
        try {
            post(post, AddressOrder.of(addresses, post.turn()), 0, flight);
        } catch (RuntimeException | Error e) { // a trust file that cannot be read, say
            flight.end(Outcome.none("It could not be sent: " + e.getMessage()));
        }
    }

    static final String REFUSED =
            "Its address is in a network that this box does not post to (webhooks: allow_networks in controller.yaml).";

    /// @param tried addresses that could not be connected to
    private void post(Post post, List<InetAddress> addresses, int tried, Flight flight) {
        InetAddress address = addresses.get(tried);
        URI to = post.to();
        boolean secure = "https".equalsIgnoreCase(to.getScheme());
        int port = to.getPort() > 0 ? to.getPort() : secure ? HTTPS_PORT : HTTP_PORT;
        var options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setServer(server(address, port))
                .setHost(named(to))
                .setConnectTimeout(AddressOrder.connectMs(parts.limitMs, addresses.size()))
                .setPort(port)
                .setSsl(secure)
                .setFollowRedirects(false)
                .setURI(target(to))
                .putHeader("User-Agent", parts.agent);
        post.headers().forEach(options::putHeader);
        client().request(options)
                .onSuccess(request -> send(request, post.body().toArray(), flight))
                .onFailure(fault -> {
                    boolean dead = fault instanceof SocketException || fault instanceof TimeoutException;
                    boolean another = dead && tried + 1 < addresses.size();
                    if (another && !flight.isOver()) post(post, addresses, tried + 1, flight);
                    else flight.end(Outcome.none(words(fault)));
                });
    }

    private void send(HttpClientRequest request, byte[] body, Flight flight) {
        if (!flight.uses(request)) {
            var _ = request.reset(); // time ran out while it was connected to
            return;
        }
        // Told by what follows: without these each receiver that hangs up is a stack trace in the log.
        request.exceptionHandler(_ -> {});
        request.connection().exceptionHandler(_ -> {});
        request.send(Buffer.buffer(body))
                .onSuccess(response -> read(response, flight))
                .onFailure(fault -> flight.end(Outcome.none(words(fault))));
    }

    /// The status says it all; what follows is for people to read.
    private void read(HttpClientResponse response, Flight flight) {
        var answer = new Answer();
        Runnable end = () -> flight.end(
                Outcome.answered(response.statusCode(), answer.text(), askedMs(response.getHeader("Retry-After"))));
        flight.late(end);
        response.handler(part -> {
            if (answer.add(part) > SKIPPED_BYTES_MAX) end.run();
        });
        response.exceptionHandler(_ -> end.run());
        response.endHandler(_ -> flight.endWhole(end));
    }

    /// The beginning of one. The response's thread adds, the timer's may read.
    private static final class Answer {
        private final Buffer start = Buffer.buffer();
        private int length;

        /// Returns how long it is by now.
        synchronized int add(Buffer part) {
            length += part.length();
            int room = ANSWER_BYTES_MAX - start.length();
            if (room > 0) start.appendBuffer(part, 0, Math.min(room, part.length()));
            return length;
        }

        synchronized String text() {
            return new String(start.getBytes(), StandardCharsets.UTF_8);
        }
    }

    /// Seconds, or a date (RFC 9110 10.2.3); null for anything else.
    private @Nullable Long askedMs(@Nullable String header) {
        if (header == null) return null;
        String text = header.strip();
        try {
            if (text.chars().allMatch(c -> c >= '0' && c <= '9'))
                return TimeUnit.SECONDS.toMillis(Long.parseLong(text));
            Instant until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Math.max(0, until.toEpochMilli() - parts.time.nowMs());
        } catch (DateTimeException | NumberFormatException e) {
            return null;
        }
    }

    private static String words(Throwable fault) {
        return switch (fault) {
            case SSLException tls -> "Its certificate or TLS is not accepted: " + Reasons.of(tls);
            case ConnectException _, TimeoutException _ -> "It could not be connected to.";
            default -> "The connection failed: " + Reasons.of(fault);
        };
    }

    /// IPv6 in brackets: Vert.x takes the text for a part of an authority before it reads the address.
    private static SocketAddress server(InetAddress address, int port) {
        String literal = address.getHostAddress();
        return SocketAddress.inetSocketAddress(port, address instanceof Inet6Address ? "[" + literal + "]" : literal);
    }

    private static String target(URI to) {
        String path = to.getRawPath() == null || to.getRawPath().isEmpty() ? "/" : to.getRawPath();
        return to.getRawQuery() == null ? path : path + "?" + to.getRawQuery();
    }

    /// As the Host header has it: IPv6 in brackets.
    private static String named(URI to) {
        return String.valueOf(to.getHost());
    }

    /// Without the brackets of IPv6.
    private static String host(URI to) {
        String host = String.valueOf(to.getHost());
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private HttpClient client() {
        HttpClient open = client;
        if (open != null) return open;
        synchronized (this) {
            if (client == null) client = open();
            return client;
        }
    }

    private HttpClient open() {
        var options = new HttpClientOptions()
                .setKeepAliveTimeout(KEPT_S)
                .setConnectTimeout(CONNECT_MS_MAX)
                .setMaxHeaderSize(HEADER_BYTES_MAX)
                .setVerifyHost(true)
                .setSslEngineOptions(new ClientTls(Trust.beside(TRUST, parts.trust)));
        return parts.vertx.get().createHttpClient(options, new PoolOptions().setHttp1MaxSize(CONNECTIONS_MAX));
    }

    @Override
    public void close() {
        lookUps.shutdownNow();
        HttpClient open = client;
        if (open != null) {
            var _ = open.close();
        }
    }

    /// One delivery on its way: it ends once, whoever comes first. Any thread; `this` guards the fields.
    private static final class Flight {
        private final Consumer<Outcome> done;
        private boolean over;
        private boolean whole;
        private @Nullable Runnable atEnd;
        private @Nullable Runnable late;
        private @Nullable HttpClientRequest request;

        Flight(Consumer<Outcome> done) {
            this.done = done;
        }

        synchronized boolean isOver() {
            return over;
        }

        synchronized void onEnd(Runnable last) {
            atEnd = last;
        }

        /// False when it is over already.
        synchronized boolean uses(HttpClientRequest sent) {
            request = sent;
            return !over;
        }

        /// The status is there: when time runs out, that counts.
        synchronized void late(Runnable end) {
            late = end;
        }

        /// All of the answer is there: the connection may serve again.
        void endWhole(Runnable end) {
            synchronized (this) {
                whole = true;
            }
            end.run();
        }

        void runOut(Outcome outcome) {
            Runnable known;
            synchronized (this) {
                known = late;
            }
            if (known != null) known.run();
            else end(outcome);
        }

        void end(Outcome outcome) {
            Runnable last;
            HttpClientRequest open;
            synchronized (this) {
                if (over) return;
                over = true;
                last = atEnd;
                open = whole ? null : request;
            }
            if (last != null) last.run();
            if (open != null) {
                var _ = open.reset();
            }
            done.accept(outcome);
        }
    }
}
