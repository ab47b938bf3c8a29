package dev.lintel.sync.cloud;

import dev.lintel.sync.net.ReachableAddresses;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Requests with an end: of time, of bytes, of patience with redirects. Every fault is a [CloudException] of
/// the kind `AWAY`. Any thread.
final class Http implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private final HttpClient client;
    private final Limits limits;
    private final CloudPace pace;

    Http(SSLContext tls, Limits limits, CloudPace pace) {
        this.limits = limits;
        this.pace = pace;
        this.client = HttpClient.newBuilder()
                .sslContext(tls)
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT)
                .build();
    }

    /// What came.
    ///
    /// @param sentNs when it was asked for, on the pace's clock
    record Reply(int status, HttpHeaders headers, String body, long sentNs) {
        /// The service's clock, Unix milliseconds, whole seconds; null: it does not say, or nothing readable.
        @Nullable
        Long dateMs() {
            String date = headers.firstValue("Date").orElse("");
            try {
                return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                        .toInstant()
                        .toEpochMilli();
            } catch (DateTimeParseException | ArithmeticException e) {
                return null;
            }
        }

        /// A whole number of at least 0; null: there is none such.
        @Nullable
        Long number(String... names) {
            for (String name : names) {
                String text = headers.firstValue(name).orElse("");
                if (text.matches("[0-9]{1,15}")) return Long.parseLong(text);
            }
            return null;
        }

        /// Seconds that the service asks to be left alone for; 0: it does not ask.
        long retryAfterS() {
            Long seconds = number("Retry-After");
            if (seconds != null) return Math.min(seconds, Limits.REST_MAX_S);
            Long reset = number("X-RateLimit-Reset");
            Long date = dateMs();
            if (status != 429 || reset == null || date == null) return 0;
            long wait = reset - Instant.ofEpochMilli(date).getEpochSecond();
            return Math.clamp(wait, 0, Limits.REST_MAX_S);
        }
    }

    Reply get(URI uri, String authorization) throws InterruptedException {
        return send(HttpRequest.newBuilder(uri)
                .header("Authorization", authorization)
                .header("Accept", "application/json")
                .GET()
                .build());
    }

    Reply post(URI uri, String form, @Nullable String authorization) throws InterruptedException {
        var request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(form));
        if (authorization != null) request.header("Authorization", authorization);
        return send(request.build());
    }

    /// A write of JSON.
    Reply write(URI uri, String authorization, CloudWrite write) throws InterruptedException {
        String body = write.body();
        var request = HttpRequest.newBuilder(uri)
                .header("Authorization", authorization)
                .header("Accept", "application/json")
                .method(
                        write.method(),
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (body != null) request.header("Content-Type", "application/json");
        String key = write.idempotencyKey();
        if (key != null) request.header("Idempotency-Key", key);
        return send(request.build());
    }

    private Reply send(HttpRequest request) throws InterruptedException {
        long sentNs = pace.nowNs();
        String host = String.valueOf(request.uri().getHost());
        InetAddress address = chooseAddress(host, request.uri());
        var body = HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), limits.bodyBytes());
        var answer = client.sendAsync(request, body);
        try {
            // The client's own time-out ends with the headers; this one is for the body too.
            HttpResponse<byte[]> response = answer.get(limits.requestMs(), TimeUnit.MILLISECONDS);
            String text = new String(response.body(), StandardCharsets.UTF_8);
            return new Reply(response.statusCode(), response.headers(), text, sentNs);
        } catch (TimeoutException e) {
            answer.cancel(true);
            ReachableAddresses.SHARED.failed(host, address);
            throw CloudException.late(TimeUnit.MILLISECONDS.toSeconds(limits.requestMs()));
        } catch (ExecutionException e) {
            ReachableAddresses.SHARED.failed(host, address);
            throw away(inWords(e.getCause()));
        }
    }

    /// Of a name with several addresses, the client below knows the first alone.
    private static @Nullable InetAddress chooseAddress(String host, URI uri) {
        try {
            int usual = "https".equalsIgnoreCase(uri.getScheme()) ? HTTPS : HTTP;
            return ReachableAddresses.SHARED.look(
                    host, ReachableAddresses.port(uri.getPort(), usual), CONNECT.toMillis());
        } catch (UnknownHostException _) {
            return null; // the request says so
        }
    }

    private String inWords(@Nullable Throwable fault) {
        return switch (fault) {
            case ConnectException _ -> "it cannot be reached";
            // The connection ended before anything was said on it: as where nobody listens.
            case SSLException tls
            when isBecauseOf(tls, EOFException.class) || isBecauseOf(tls, SocketException.class) ->
                "it cannot be reached";
            case SSLException tls
            when isBecauseOf(tls, CertificateException.class) ->
                "its certificate is not trusted here, or this box's clock is wrong";
            case SSLException _ -> "no secure connection to it comes about";
            case IOException e
            when String.valueOf(e.getMessage()).contains("body exceeds") ->
                "its answer is longer than " + limits.bodyBytes() + " bytes";
            case null, default -> "the connection broke";
        };
    }

    private static boolean isBecauseOf(Throwable fault, Class<? extends Exception> kind) {
        for (Throwable one = fault.getCause(); one != null; one = one.getCause()) if (kind.isInstance(one)) return true;
        return false;
    }

    private static CloudException away(String why) {
        return new CloudException(CloudException.Kind.AWAY, why);
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
