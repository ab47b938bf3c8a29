package dev.lintel.controller.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A program that asks over real TLS. Redirects are not followed.
final class OAuthClient implements AutoCloseable {
    static final String TOKEN = "/oauth/token";
    static final String REVOKE = "/oauth/revoke";
    static final String INFO = "/oauth/token/info";
    static final String FORM = "application/x-www-form-urlencoded";
    /// The sentence of every refused client.
    static final String NO_REVOKE = "You are not authorized to revoke this token";

    private final String base;
    private final HttpClient http;

    /// `from`: the address it asks from, such as `127.0.0.2`; null for any.
    OAuthClient(String base, SSLContext trust, @Nullable String from) {
        this.base = base;
        var builder = HttpClient.newBuilder()
                .sslContext(trust)
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(10));
        if (from != null) builder.localAddress(InetAddress.ofLiteral(from));
        this.http = builder.build();
    }

    /// What came back.
    record Answer(int status, String text, HttpHeaders headers) {
        Map<String, @Nullable Object> json() {
            return Json.parseObject(text);
        }

        String header(String name) {
            return headers.firstValue(name).orElse("");
        }

        String string(String field) {
            return String.valueOf(json().get(field));
        }

        /// A refusal as RFC 6749 section 5.2 has it.
        void refused(int expected, String error) {
            assertThat(status).as(text).isEqualTo(expected);
            assertThat(header("Content-Type")).startsWith("application/json");
            assertThat(header("Cache-Control")).isEqualTo("no-store");
            assertThat(json()).containsEntry("error", error);
            assertThat(json().get("error_description")).asString().isNotBlank();
            assertThat(text).doesNotContain("Exception").doesNotContain("\tat ");
        }

        /// A pair of tokens.
        Pair pair() {
            assertThat(status).as(text).isEqualTo(200);
            return new Pair(string("access_token"), string("refresh_token"), string("scope"));
        }

        /// The parameters of the address that a browser is sent to.
        Map<String, String> sentWith() {
            assertThat(status).as(text).isEqualTo(303);
            return parameters(
                    Objects.requireNonNull(URI.create(header("Location")).getRawQuery()));
        }
    }

    record Pair(String access, String refresh, String scope) {}

    static Map<String, String> parameters(String query) {
        var found = new java.util.LinkedHashMap<String, String>();
        for (String pair : query.split("&", -1)) {
            String[] parts = pair.split("=", 2);
            found.put(parts[0], java.net.URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return found;
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /// `name, value, name, value`: as a form or a query.
    static String form(String... pairs) {
        var text = new ArrayList<String>();
        for (int i = 0; i < pairs.length; i += 2) text.add(encode(pairs[i]) + "=" + encode(pairs[i + 1]));
        return String.join("&", text);
    }

    static String basic(String user, @Nullable String password) {
        String pair = password == null ? user : user + ":" + password;
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    Answer get(String path, String... headers) {
        return send("GET", path, null, headers);
    }

    Answer bearer(String path, String token) {
        return get(path, "Authorization", "Bearer " + token);
    }

    /// A form, with headers before it.
    Answer post(String path, List<String> headers, String... pairs) {
        var all = new ArrayList<>(headers);
        all.addAll(List.of("Content-Type", FORM));
        return send("POST", path, form(pairs), all.toArray(String[]::new));
    }

    Answer post(String path, String... pairs) {
        return post(path, List.of(), pairs);
    }

    Answer send(String method, String path, @Nullable String body, String... headers) {
        var request = HttpRequest.newBuilder(URI.create(base + path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .timeout(Duration.ofSeconds(30));
        for (int i = 0; i < headers.length; i += 2) request.header(headers[i], headers[i + 1]);
        try {
            var response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body(), response.headers());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
