package dev.lintel.sync.http;

import dev.lintel.sync.HubState;
import dev.lintel.sync.Limits;
import dev.lintel.sync.UpstreamException;
import dev.lintel.sync.net.ReachableAddresses;
import dev.lintel.sync.wire.Wire;
import dev.lintel.sync.wire.WireException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Asks the hub. Every answer is an [UpstreamException] in words unless it is a success. Any thread; each
/// call blocks its own.
public final class HubClient implements AutoCloseable {
    /// Of an answer that is read whole: a forwarded write's is one person; marks and errors are short.
    private static final int ANSWER_BYTES_MAX = 4 << 20;
    /// Of what a refused stream says.
    private static final int ERROR_BYTES_MAX = 16 * 1024;

    private static final int HTTPS = 443;

    private final URI hub;
    private final String base;
    private final Limits limits;
    private final @Nullable HubState state;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("sync-http-", 0).factory());
    private final HttpClient client;
    /// As [Wire#RUN]; empty: none, as while a box joins.
    private volatile String run = "";

    /// Opens nothing yet.
    ///
    /// @param state is told of each answer's Date and whether it was a contact; null: nobody is
    public HubClient(URI hub, SSLContext tls, Limits limits, @Nullable HubState state) {
        String scheme = String.valueOf(hub.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") || hub.getHost() == null) {
            throw new IllegalArgumentException("a hub's address is https://NAME:PORT, not " + hub);
        }
        this.hub = hub;
        this.base = hub.toString().replaceAll("/+$", "");
        this.limits = limits;
        this.state = state;
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(Duration.ofMillis(limits.connectMs()))
                .executor(threads)
                .sslContext(tls)
                .build();
    }

    /// The same; its requests say that they are of that run from now on.
    public HubClient as(String ofRun) {
        run = ofRun;
        return this;
    }

    /// What comes back from a GET within `ms`.
    public String get(String path, long ms) throws InterruptedException {
        return text(bytes(request(path).GET(), ms, ANSWER_BYTES_MAX));
    }

    /// What comes back from a GET within `ms`, `most` bytes of it.
    public byte[] bytes(String path, long ms, int most) throws InterruptedException {
        return bytes(request(path).GET(), ms, most);
    }

    /// What comes back from a POST within `ms`.
    public String post(String path, String type, String body, long ms) throws InterruptedException {
        var request = request(path).header("Content-Type", type).POST(BodyPublishers.ofString(body));
        return text(bytes(request, ms, ANSWER_BYTES_MAX));
    }

    private byte[] bytes(HttpRequest.Builder request, long ms, int most) throws InterruptedException {
        long askedNs = nowNs();
        InetAddress address = chooseAddress();
        CompletableFuture<HttpResponse<byte[]>> asked =
                client.sendAsync(request.build(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), most));
        HttpResponse<byte[]> answer;
        try {
            answer = asked.get(ms, TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            throw late(address);
        } catch (ExecutionException e) {
            throw fault(e.getCause(), address);
        } finally {
            asked.cancel(true); // of no effect once it is there; else the connection is let go
        }
        heard(answer.statusCode(), answer.headers(), askedNs);
        if (answer.statusCode() / 100 != 2) {
            throw no(answer.statusCode(), answer.headers(), text(answer.body()));
        }
        return answer.body();
    }

    /// A stream of lines, unzipped; the caller closes it. It blocks until the hub begins to answer.
    public InputStream stream(String path) throws IOException, InterruptedException {
        long askedNs = nowNs();
        InetAddress address = chooseAddress();
        HttpRequest request = request(path)
                .header("Accept-Encoding", "gzip")
                .timeout(Duration.ofMillis(limits.answerMs()))
                .GET()
                .build();
        HttpResponse<InputStream> answer;
        try {
            answer = client.send(request, BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw network(e, address);
        }
        heard(answer.statusCode(), answer.headers(), askedNs);
        InputStream body = answer.body();
        boolean kept = false;
        try {
            if (answer.statusCode() != 200) {
                String said = text(body.readNBytes(ERROR_BYTES_MAX));
                throw no(answer.statusCode(), answer.headers(), said);
            }
            String coding = answer.headers().firstValue("Content-Encoding").orElse("identity");
            InputStream lines = switch (coding) {
                case "identity" -> body;
                case "gzip" -> new GZIPInputStream(body, 16 * 1024);
                default -> throw new WireException("the hub packs its answer in an unknown way");
            };
            kept = true;
            return lines;
        } finally {
            if (!kept) body.close();
        }
    }

    /// Opens a WebSocket; blocks until it stands.
    public WebSocket socket(String path, WebSocket.Listener listener) throws InterruptedException {
        URI uri = URI.create("wss" + base.substring("https".length()) + path);
        InetAddress address = chooseAddress();
        WebSocket.Builder opening = client.newWebSocketBuilder().connectTimeout(Duration.ofMillis(limits.connectMs()));
        if (!run.isEmpty()) opening.header(Wire.RUN, run);
        CompletableFuture<WebSocket> asked = opening.buildAsync(uri, listener);
        try {
            return asked.get(2 * limits.connectMs(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            CompletableFuture<WebSocket> _ = asked.whenComplete((socket, _) -> {
                if (socket != null) socket.abort(); // it came to stand after all
            });
            asked.cancel(true);
            throw late(address);
        } catch (ExecutionException e) {
            throw fault(e.getCause(), address);
        }
    }

    private UpstreamException fault(@Nullable Throwable cause, @Nullable InetAddress address) {
        if (cause instanceof WebSocketHandshakeException refused) {
            HttpResponse<?> answer = refused.getResponse();
            return Faults.of(answer.statusCode(), answer.headers(), "");
        }
        if (cause != null && Faults.isNetwork(cause)) return network(cause, address);
        if (cause instanceof Error error) throw error;
        throw new IllegalStateException("the JDK's HTTP client failed", cause);
    }

    /// Of a name with several addresses, the client below knows the first alone.
    private @Nullable InetAddress chooseAddress() {
        try {
            int port = ReachableAddresses.port(hub.getPort(), HTTPS);
            return ReachableAddresses.SHARED.look(hub.getHost(), port, limits.connectMs());
        } catch (UnknownHostException _) {
            return null; // the request says so
        }
    }

    private UpstreamException network(Throwable fault, @Nullable InetAddress address) {
        ReachableAddresses.SHARED.failed(hub.getHost(), address);
        return Faults.of(hub, fault);
    }

    private UpstreamException late(@Nullable InetAddress address) {
        ReachableAddresses.SHARED.failed(hub.getHost(), address);
        return new UpstreamException("the hub " + hub.getHost() + " did not answer in time");
    }

    /// In words, for `fault` of a stream or a socket.
    public String words(Throwable fault) {
        return String.valueOf(Faults.of(hub, fault).getMessage());
    }

    private HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(URI.create(base + path));
        return run.isEmpty() ? request : request.header(Wire.RUN, run);
    }

    private long nowNs() {
        return state == null ? 0 : state.nowNs();
    }

    private void heard(int status, HttpHeaders headers, long askedNs) {
        if (state == null) return;
        boolean contact = isContact(status);
        if (headers.firstValue(Wire.CLOCK).filter(Wire.UNCERTAIN::equals).isPresent()) {
            if (contact) state.present();
            return;
        }
        headers.firstValue("Date").flatMap(Faults::date).ifPresent(date -> {
            if (contact) state.answered(date.toEpochMilli(), askedNs);
            else state.refused(date.toEpochMilli(), askedNs);
        });
    }

    private UpstreamException no(int status, HttpHeaders headers, String said) {
        UpstreamException no = Faults.of(status, headers, said);
        if (state != null && no.isCertificateEnded()) state.certificateEnded();
        return no;
    }

    /// Whether a hub that answers so is there and works for this box: it did what was asked, or it knows this
    /// box and says what to do instead (409, 410) or when to come again (429, 503). A hub that turns the box
    /// away, or is broken, is no contact: what holds only for a time without contact must end then.
    private static boolean isContact(int status) {
        return status / 100 == 2 || status == 409 || status == 410 || status == 429 || status == 503;
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }

    /// Ends what is under way; what is asked afterwards fails. Virtual threads need no end of their own.
    @Override
    public void close() {
        client.shutdownNow();
    }
}
