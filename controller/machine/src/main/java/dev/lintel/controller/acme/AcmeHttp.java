package dev.lintel.controller.acme;

import dev.lintel.controller.acme.AcmeException.Kind;
import dev.lintel.controller.client.ServerAddress;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// Requests to an authority, each with an end: of time and of bytes. Redirects are not followed. One thread.
final class AcmeHttp implements AutoCloseable {
    /// A chain of eight certificates is some 20 kB; everything else is less.
    static final int BODY_BYTES_MAX = 128 * 1024;

    private static final Duration CONNECT = Duration.ofSeconds(10);
    /// An authority that signs while one waits takes seconds.
    private static final long REQUEST_S = 30;

    private final HttpClient client;
    private final String agent;

    /// @param trust PEM of who may vouch for the authority's own server; null: those that Java trusts
    /// @param agent how the box calls itself: RFC 8555, 6.1 asks for it
    AcmeHttp(@Nullable Path trust, String agent) {
        this.agent = agent;
        this.client = HttpClient.newBuilder()
                .sslContext(context(trust))
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT)
                .build();
    }

    /// What came.
    record Answer(int status, HttpHeaders headers, String body) {}

    Answer get(URI uri) {
        return send(
                HttpRequest.newBuilder(uri).header("Accept", "application/json").GET());
    }

    Answer head(URI uri) {
        return send(HttpRequest.newBuilder(uri).HEAD());
    }

    Answer post(URI uri, String signed, String accept) {
        return send(HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/jose+json")
                .header("Accept", accept)
                .POST(HttpRequest.BodyPublishers.ofString(signed)));
    }

    private Answer send(HttpRequest.Builder builder) {
        HttpRequest request = builder.header("User-Agent", agent).build();
        String host = String.valueOf(request.uri().getHost());
        InetAddress address = ServerAddress.choose(request.uri(), CONNECT);
        var limited = HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), BODY_BYTES_MAX);
        var answer = client.sendAsync(request, limited);
        try {
            // The client's own time-out ends with the headers; this one is for the body too.
            HttpResponse<byte[]> response = answer.get(REQUEST_S, TimeUnit.SECONDS);
            return new Answer(
                    response.statusCode(), response.headers(), new String(response.body(), StandardCharsets.UTF_8));
        } catch (TimeoutException e) {
            answer.cancel(true);
            ServerAddress.failed(request.uri(), address);
            throw new AcmeException(Kind.AWAY, host + " did not answer within " + REQUEST_S + " s");
        } catch (ExecutionException e) {
            ServerAddress.failed(request.uri(), address);
            throw new AcmeException(Kind.AWAY, host + " " + inWords(e.getCause()), 0, e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new AcmeException(Kind.AWAY, "the box is stopping");
        }
    }

    private static String inWords(@Nullable Throwable fault) {
        return switch (fault) {
            case ConnectException e
            when isBecauseOf(e, UnresolvedAddressException.class) -> "is not known: no address was found for that name";
            case ConnectException _ -> "cannot be reached";
            // The connection ended before anything was said on it: as where nobody listens.
            case SSLException e
            when isBecauseOf(e, EOFException.class) || isBecauseOf(e, SocketException.class) -> "cannot be reached";
            case SSLException e
            when isBecauseOf(e, CertificateException.class) ->
                "shows a certificate that is not trusted here (tls.acme.trust names who is), or the clock is wrong";
            case SSLException _ -> "cannot be reached: no secure connection comes about";
            case IOException e
            when String.valueOf(e.getMessage()).contains("body exceeds") ->
                "sent an answer of more than " + BODY_BYTES_MAX + " bytes";
            case null, default -> "broke the connection";
        };
    }

    private static boolean isBecauseOf(Throwable fault, Class<? extends Exception> kind) {
        for (Throwable one = fault.getCause(); one != null; one = one.getCause()) if (kind.isInstance(one)) return true;
        return false;
    }

    private static SSLContext context(@Nullable Path trust) {
        try {
            if (trust == null) return SSLContext.getDefault();
            var store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            try (InputStream in = Files.newInputStream(trust)) {
                for (var one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                    store.setCertificateEntry("ca" + number++, one);
                }
            }
            if (number == 0) throw new AcmeException(Kind.HERE, "tls.acme.trust: " + trust + " holds no certificate");
            var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            var context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (IOException | CertificateException e) {
            throw new AcmeException(Kind.HERE, "tls.acme.trust: " + trust + " cannot be read: " + e.getMessage(), 0, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
