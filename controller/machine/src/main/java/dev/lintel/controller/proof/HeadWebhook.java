package dev.lintel.controller.proof;

import dev.lintel.controller.client.ServerAddress;
import dev.lintel.controller.client.Trust;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.net.Reasons;
import dev.lintel.controller.store.EventHeadStore.Head;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;

/// A server that heads are posted to, as `{"box": NAME, "head": {...}}`.
final class HeadWebhook implements HeadTarget {
    /// For a connection and for an answer.
    private static final Duration LIMIT = Duration.ofSeconds(15);

    /// Where the configuration names files with certificates.
    private static final String TRUST = "witness: trust";

    private static final int OK_MIN = 200;
    private static final int OK_MAX = 299;

    private final URI uri;
    private final List<Path> trust;
    private final String box;

    /// @param trust files (PEM) with certificates of authorities that vouch for the server, in addition to Java's
    HeadWebhook(URI uri, List<Path> trust, String box) {
        this.uri = uri;
        this.trust = List.copyOf(trust);
        this.box = box;
    }

    @Override
    public String name() {
        return uri.getHost();
    }

    @Override
    public void send(Head head) throws IOException, InterruptedException {
        String body = Json.write(Map.of("box", box, "head", HeadLine.of(head)));
        try (var client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(LIMIT)
                .sslContext(tls())
                .build()) {
            var request = HttpRequest.newBuilder(uri)
                    .timeout(LIMIT)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build();
            int status = post(client, request);
            if (status < OK_MIN || status > OK_MAX) throw new IOException(name() + " answered " + status);
        } catch (IllegalArgumentException e) { // a file with certificates; its message names the key
            throw new IOException(name() + ": " + e.getMessage(), e);
        }
    }

    private int post(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        InetAddress address = ServerAddress.choose(uri, LIMIT);
        try {
            return client.send(request, BodyHandlers.discarding()).statusCode();
        } catch (SSLException e) {
            ServerAddress.failed(uri, address);
            String why = "the certificate or TLS of " + name() + " is not accepted: " + Reasons.of(e)
                    + " (an authority that Java does not have belongs into " + TRUST + ")";
            throw new IOException(why, e);
        } catch (IOException e) {
            ServerAddress.failed(uri, address);
            throw new IOException(name() + ": " + Reasons.of(e), e);
        }
    }

    /// Reads the files again for each head: a certificate that was replaced needs no restart.
    private SSLContext tls() {
        try {
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, new TrustManager[] {Trust.beside(TRUST, trust)}, null);
            return tls;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("TLS cannot be used", e);
        }
    }
}
