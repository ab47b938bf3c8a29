package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLContext;

/// A client over real TLS.
public final class ApiClient {
    private final String base;
    private final HttpClient http;
    private final String authorization;
    private final Judge judge;

    /// Says what is wrong with an answer; empty when nothing is.
    @FunctionalInterface
    public interface Judge {
        List<String> problems(String method, String path, Answer answer);
    }

    /// Takes any answer.
    public ApiClient(String base, SSLContext trust, String key) {
        this(base, trust, key, (_, _, _) -> List.of());
    }

    /// Fails the test that gets an answer in which `judge` finds something wrong.
    public ApiClient(String base, SSLContext trust, String key, Judge judge) {
        this(base, trust, judge, basic(key));
    }

    private ApiClient(String base, SSLContext trust, Judge judge, String authorization) {
        this.base = base;
        this.judge = judge;
        this.authorization = authorization;
        this.http = HttpClient.newBuilder()
                .sslContext(trust)
                .connectTimeout(Duration.ofSeconds(10))
                .build();
    }

    /// Shows an access token; otherwise as the other.
    public static ApiClient bearer(String base, SSLContext trust, String token, Judge judge) {
        return new ApiClient(base, trust, judge, "Bearer " + token);
    }

    public static String basic(String key) {
        return "Basic " + Base64.getEncoder().encodeToString((key + ":x").getBytes(StandardCharsets.UTF_8));
    }

    /// What came back.
    public record Answer(int status, String text, HttpResponse<String> raw) {
        public Object json() {
            Object value = Json.parse(text);
            if (value == null) throw new IllegalStateException("the body is null");
            return value;
        }

        @SuppressWarnings("unchecked") // a test that expects an object fails here when it is none
        public Map<String, Object> object() {
            return (Map<String, Object>) json();
        }

        @SuppressWarnings("unchecked") // a test that expects an array fails here when it is none
        public List<Map<String, Object>> array() {
            return (List<Map<String, Object>>) json();
        }

        public List<Object> column(String name) {
            return array().stream().map(row -> row.get(name)).toList();
        }

        /// The object's numeric id.
        public long id() {
            return (Long) Objects.requireNonNull(object().get("id"));
        }

        public String header(String name) {
            return raw.headers().firstValue(name).orElse("");
        }
    }

    public Answer get(String path) {
        return send("GET", path, null);
    }

    public Answer delete(String path) {
        return send("DELETE", path, null);
    }

    public Answer post(String path, String json, String... headers) {
        return send("POST", path, json, headers);
    }

    /// Makes something that answers with itself as an object; returns its id.
    public long create(String path, String json) {
        Answer answer = post(path, json);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return answer.id();
    }

    public Answer put(String path, String json) {
        return send("PUT", path, json);
    }

    public Answer send(String method, String path, @org.jspecify.annotations.Nullable String json, String... headers) {
        var body = json == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(json);
        var request = HttpRequest.newBuilder(URI.create(base + path))
                .method(method, body)
                .timeout(Duration.ofSeconds(30));
        if (!authorization.equals(basic(""))) request.header("Authorization", authorization);
        if (headers.length > 0) request.headers(headers);
        try {
            var response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            var answer = new Answer(response.statusCode(), response.body(), response);
            assertThat(judge.problems(method, path, answer))
                    .as(method + " " + path + " " + answer.status() + " " + answer.text())
                    .isEmpty();
            return answer;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
