package dev.lintel.controller.server;

import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.time.Time;
import dev.lintel.controller.tls.ServerIdentity;
import dev.lintel.controller.tls.TlsException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.net.BindException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// The HTTPS server and the plain one beside it. Started and closed by the wiring; requests run as the package's
/// picture shows. HTTP/1.1 only: every exchange holds one connection, so the bound on connections bounds
/// everything.
public final class WebServer implements AutoCloseable {
    /// Every address of the machine; on Linux this takes IPv6 as well.
    public static final String EVERYWHERE = "0.0.0.0";
    /// For [Settings#httpPort]: take any free port.
    public static final int ANY_PORT = -1;
    /// Connections at once, plain ones included: TLS state and buffers of each are some 50 KiB.
    static final int CONNECTIONS_MAX = 400;
    /// A request's first line: event filters repeat channels and codes.
    private static final int REQUEST_LINE_MAX = 16 * 1024;
    /// All headers of a request together: two JWT-sized cookies and then some.
    private static final int HEADERS_MAX = 16 * 1024;
    /// What a box may say over its link at once, the only WebSocket there is: how 64 doors stand is 16 KiB.
    private static final int FRAME_MAX = 64 * 1024;
    /// A connection on which nothing moves at all is closed.
    private static final int IDLE_S = 60;
    /// A handshake takes under half a second on a board.
    private static final int HANDSHAKE_S = 5;
    /// How long listening, renewing and closing may take before something is wrong.
    private static final long WAIT_S = 15;
    /// How long requests under way may finish when the server closes.
    private static final Duration GRACE = Duration.ofSeconds(3);

    private static final Set<String> PROTOCOLS = new LinkedHashSet<>(List.of("TLSv1.3", "TLSv1.2"));

    /// Where to listen and what to show there.
    ///
    /// @param address an address of this machine, or [#EVERYWHERE]
    /// @param httpsPort 0 for a free one
    /// @param httpPort 0 for no plain HTTP at all, [#ANY_PORT] for a free one
    /// @param identity the server's keys and certificates; looked at when the server starts, and by
    ///     [#renewCertificate]. Throws [TlsException] in words
    /// @param publicUrl base of absolute addresses, without a slash at the end; null: `https://localhost:PORT`
    /// @param clients says which certificates of clients are good; null while they are asked for none. Looked
    ///     at when the server starts, when its certificate is renewed, and by [#askClients]
    /// @param challenges what an authority is answered over plain HTTP, by the token that it asks for;
    ///     null: nothing
    public record Settings(
            String address,
            int httpsPort,
            int httpPort,
            Supplier<ServerIdentity> identity,
            @Nullable String publicUrl,
            Supplier<@Nullable X509ExtendedTrustManager> clients,
            Function<String, @Nullable String> challenges) {
        /// With the key and the certificate of two files (PEM); no authority looks at this box.
        public Settings(
                String address,
                int httpsPort,
                int httpPort,
                Path key,
                Path certificate,
                @Nullable String publicUrl,
                Supplier<@Nullable X509ExtendedTrustManager> clients) {
            this(
                    address,
                    httpsPort,
                    httpPort,
                    () -> ServerIdentity.read(key, certificate),
                    publicUrl,
                    clients,
                    _ -> null);
        }

        /// Clients show no certificates.
        public Settings(
                String address, int httpsPort, int httpPort, Path key, Path certificate, @Nullable String publicUrl) {
            this(address, httpsPort, httpPort, key, certificate, publicUrl, () -> null);
        }

        /// The same on every address.
        public Settings(int httpsPort, int httpPort, Path key, Path certificate, @Nullable String publicUrl) {
            this(EVERYWHERE, httpsPort, httpPort, key, certificate, publicUrl);
        }
    }

    private final Vertx vertx;
    private final Settings settings;
    private final Exchanges exchanges;
    private final Connections connections;
    private final HttpServer https;
    private volatile @Nullable HttpServer http;
    private volatile ServerIdentity served;

    private WebServer(EventLoops loops, Settings settings, Endpoints endpoints, Time time) {
        this.vertx = loops.vertx();
        this.settings = settings;
        this.connections = new Connections(loops, time);
        this.exchanges = new Exchanges(vertx, endpoints, connections, time);
        this.served = identity(settings);
        HttpServerOptions options = common().setSsl(true)
                .setSslEngineOptions(new PlainJdkTls(settings.clients))
                .setSslHandshakeTimeout(HANDSHAKE_S)
                .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS)
                .setEnabledSecureTransportProtocols(PROTOCOLS)
                .setKeyCertOptions(new ServedKey(served));
        https = vertx.createHttpServer(options)
                .connectionHandler(connections::opened)
                .invalidRequestHandler(Exchanges::refuseInvalid)
                .requestHandler(request -> {
                    connections.busy(request);
                    exchanges.accept(request);
                });
        listen(https, settings.httpsPort);
        exchanges.base(publicUrl());
    }

    /// Binds both ports and answers from then on. Throws [WebServerException] in words when a port is taken or
    /// the certificate cannot be used; `loops` are ended then.
    public static WebServer start(EventLoops loops, Settings settings, Endpoints endpoints, Time time) {
        WebServer server = startSecure(loops, settings, endpoints, time);
        try {
            server.openPlain();
            return server;
        } catch (RuntimeException e) { // its port stays taken, and its threads keep the process alive
            server.close();
            throw e;
        }
    }

    /// The same without plain HTTP, which [#openPlain] opens: where another program has that port the pages are served
    /// all the same.
    public static WebServer startSecure(EventLoops loops, Settings settings, Endpoints endpoints, Time time) {
        try {
            return new WebServer(loops, settings, endpoints, time);
        } catch (RuntimeException e) { // its threads would keep the process alive
            loops.close();
            throw e;
        }
    }

    /// Answers plain HTTP too, from then on, where the settings want it. Throws [WebServerException] in words when its
    /// port is taken; it may be called again then.
    public synchronized void openPlain() {
        if (settings.httpPort == 0 || http != null) return;
        http = plain(settings.httpPort == ANY_PORT ? 0 : settings.httpPort);
    }

    /// The port HTTPS is answered on.
    public int httpsPort() {
        return https.actualPort();
    }

    /// The port of plain HTTP, also of one that could not be opened yet; 0 when it is off.
    public int httpPort() {
        HttpServer plain = http;
        if (plain != null) return plain.actualPort();
        return Math.max(0, settings.httpPort);
    }

    /// Where it listens, as `ADDRESS PORT`: for who asks from this machine.
    public String listens() {
        return settings.address + " " + httpsPort();
    }

    /// Base of every absolute address, without a slash at the end.
    public String publicUrl() {
        String url = settings.publicUrl;
        return url == null ? "https://localhost:" + httpsPort() : url;
    }

    /// Looks at the keys and certificates, and uses new ones for every handshake from now on; connections
    /// go on undisturbed. True when they were new. Throws [WebServerException] when they cannot be used: the old
    /// ones stay, and the next call tries again.
    public synchronized boolean renewCertificate() {
        ServerIdentity found = identity(settings);
        if (found.sameAs(served)) return false;
        use(found);
        return true;
    }

    /// Looks anew at [Settings#clients]: from the next handshake on it holds; connections go on undisturbed.
    public synchronized void askClients() {
        use(served);
    }

    /// Prefers connections from the networks of these addresses, as if boxes had shown their certificates from there.
    public void rememberBoxes(Iterable<String> addresses) {
        connections.rememberBoxes(addresses);
    }

    private void use(ServerIdentity identity) {
        var options = new ServerSSLOptions().setKeyCertOptions(new ServedKey(identity));
        options.setEnabledSecureTransportProtocols(PROTOCOLS);
        await(https.updateSSLOptions(options, true), "use the new certificate");
        served = identity;
    }

    /// Connections that were refused and closed since the start.
    public ConnectionCounts connectionCounts() {
        return connections.counts();
    }

    /// The event loops, for what this box asks of others.
    public Vertx vertx() {
        return vertx;
    }

    /// Stops listening, lets requests under way finish for a few seconds, ends streams.
    @Override
    public void close() {
        exchanges.close();
        await(https.shutdown(GRACE), "close the HTTPS server");
        HttpServer plain = http;
        if (plain != null) await(plain.shutdown(GRACE), "close the HTTP server");
        await(vertx.close(), "stop the event loops");
    }

    private HttpServer plain(int port) {
        HttpServer server = vertx.createHttpServer(common())
                .connectionHandler(connections::opened)
                .invalidRequestHandler(Exchanges::refuseInvalid)
                .requestHandler(request -> {
                    connections.busy(request);
                    exchanges.acceptPlain(request, httpsPort(), settings.challenges);
                });
        listen(server, port);
        return server;
    }

    private static HttpServerOptions common() {
        var options = new HttpServerOptions();
        options.setUseAlpn(false);
        options.setIdleTimeout(IDLE_S);
        options.setIdleTimeoutUnit(TimeUnit.SECONDS);
        options.setMaxInitialLineLength(REQUEST_LINE_MAX);
        options.setMaxHeaderSize(HEADERS_MAX);
        options.setHttp2ClearTextEnabled(false);
        options.setTcpKeepAlive(true);
        options.setMaxWebSocketFrameSize(FRAME_MAX);
        options.setMaxWebSocketMessageSize(FRAME_MAX);
        options.setPerFrameWebSocketCompressionSupported(false); // its state is some 100 KiB for each
        options.setPerMessageWebSocketCompressionSupported(false);
        return options;
    }

    static Http1ServerConfig headLimits() {
        return new Http1ServerConfig().setMaxInitialLineLength(REQUEST_LINE_MAX).setMaxHeaderSize(HEADERS_MAX);
    }

    private static ServerIdentity identity(Settings settings) {
        try {
            return settings.identity.get();
        } catch (TlsException e) {
            throw new WebServerException(String.valueOf(e.getMessage()), e);
        }
    }

    private void listen(HttpServer server, int port) {
        String where = settings.address.equals(EVERYWHERE) ? "port " + port : settings.address + " port " + port;
        await(server.listen(port, settings.address), "listen on " + where);
    }

    private static void await(Future<?> future, String what) {
        try {
            future.toCompletionStage().toCompletableFuture().get(WAIT_S, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new WebServerException(words(what, e.getCause()), e.getCause());
        } catch (TimeoutException e) {
            throw new WebServerException("cannot " + what + ": nothing came of it in " + WAIT_S + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WebServerException("interrupted: cannot " + what, e);
        }
    }

    private static String words(String what, @Nullable Throwable cause) {
        String reason = cause == null ? "" : String.valueOf(cause.getMessage());
        String port = what.startsWith("listen on ") ? what.substring("listen on ".length()) : "";
        if (cause instanceof BindException && !port.isEmpty()) {
            boolean taken = reason.contains("in use");
            return taken ? port + " is in use" : port + " cannot be opened: " + reason;
        }
        if (reason.contains("Permission denied")) return port + " may not be opened by this user";
        return "cannot " + what + ": " + reason;
    }
}
