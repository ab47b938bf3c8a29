package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// An integrator's client: HTTPS that trusts the box's own CA alone, and an API key as the user name of HTTP Basic.
public final class BoxApi {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(20);
    private static final long AWAIT_NS_MAX = TimeUnit.SECONDS.toNanos(20);

    private final HttpClient client;
    private final String url;
    private final String authorization;

    BoxApi(Box box, String key) {
        this.client = HttpClient.newBuilder()
                .sslContext(trusting(box.data.resolve("tls/ca.crt")))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        this.url = box.url();
        byte[] user = (key + ":").getBytes(StandardCharsets.UTF_8);
        this.authorization = "Basic " + Base64.getEncoder().encodeToString(user);
    }

    public HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(URI.create(path.startsWith("http") ? path : url + path)));
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(
                    request.header("Authorization", authorization)
                            .timeout(ANSWER_MAX)
                            .build(),
                    BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Events as the API lists them, newest first.
    List<Map<String, @Nullable Object>> events(String query) {
        HttpResponse<String> answer = get("/api/3/events?" + query);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(Json.parse(answer.body())).isInstanceOf(List.class);
        return ((List<?>) Objects.requireNonNull(Json.parse(answer.body())))
                .stream().map(BoxApi::object).toList();
    }

    /// Waits for an event with this code on channel `channel` whose id is above `after`; returns its id.
    long awaitEvent(int code, int channel, long after) {
        String query = "n=1&event_code=" + code + "&channel_id=" + channel;
        long deadline = System.nanoTime() + AWAIT_NS_MAX;
        while (true) {
            var found = events(query);
            if (!found.isEmpty() && id(found.getFirst()) > after) return id(found.getFirst());
            if (System.nanoTime() > deadline) throw new AssertionError("no event " + code + " after " + after);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    long newest() {
        return id(events("n=1&level=debug").getFirst());
    }

    static long id(Map<String, @Nullable Object> event) {
        return event.get("id") instanceof Long id ? id : -1;
    }

    @SuppressWarnings("unchecked") // keys of JSON objects are texts
    private static Map<String, @Nullable Object> object(@Nullable Object value) {
        assertThat(value).isInstanceOf(Map.class);
        return (Map<String, @Nullable Object>) Objects.requireNonNull(value);
    }

    /// Trusts the CA in this file alone.
    public static SSLContext trusting(Path ca) {
        try (InputStream in = Files.newInputStream(ca)) {
            var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
            var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            var context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The cookies of the administrator, signed in on the page as a browser does.
    static String signedIn(Box box) throws IOException, InterruptedException {
        var cookies = new CookieManager();
        try (HttpClient client = HttpClient.newBuilder()
                .sslContext(trusting(box.data.resolve("tls/ca.crt")))
                .cookieHandler(cookies)
                .build()) {
            URI page = URI.create(box.url() + "/sign-in");
            String html = client.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
                    .body();
            var form = new StringBuilder("email=" + encoded(Box.ADMIN) + "&password=" + encoded(Box.PASSWORD));
            Matcher hidden = Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\"")
                    .matcher(html);
            while (hidden.find()) {
                form.append('&').append(hidden.group(1)).append('=').append(encoded(hidden.group(2)));
            }
            var post = HttpRequest.newBuilder(page)
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(HttpRequest.BodyPublishers.ofString(form.toString()));
            assertThat(client.send(post.build(), BodyHandlers.ofString()).statusCode())
                    .isEqualTo(303);
            return String.join(
                    "; ",
                    cookies.getCookieStore().getCookies().stream()
                            .map(cookie -> cookie.getName() + "=" + cookie.getValue())
                            .toList());
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
