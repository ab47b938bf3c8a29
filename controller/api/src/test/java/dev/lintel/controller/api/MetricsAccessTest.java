package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient.Answer;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.metrics.Scrape;
import dev.lintel.reader.Bytes;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Who reads `/metrics`, on a real server; the peers that a test cannot be are made up.
class MetricsAccessTest {
    private static final String[] HANDED_ON = {"X-Forwarded-For", "192.168.1.9"};

    @TempDir
    static Path folder;

    private static ApiBox box;

    @BeforeAll
    static void start() {
        box = new ApiBox(folder);
        box.metrics.gauge("lintel_test", "A test's.", () -> 7);
        box.metrics.gauge("lintel_broken", "Broken.", () -> {
            throw new IllegalStateException("broken");
        });
    }

    @AfterAll
    static void stop() {
        box.close();
    }

    private static Answer get(ApiClient client, String... headers) {
        return client.send("GET", "/metrics", null, headers);
    }

    private static ApiClient nobody() {
        return box.client("");
    }

    private static void told(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        Scrape scrape = Scrape.of(answer.text());
        assertThat(scrape.value("lintel_test")).isEqualTo(7);
        assertThat(scrape.families()).doesNotContainKey("lintel_broken");
        assertThat(scrape.value("lintel_metrics_faults_total")).isPositive();
    }

    private static void refused(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(401);
        assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer realm=\"Lintel\"");
        assertThat(answer.text()).doesNotContain("lintel_test");
    }

    @Test
    void aProgramOnTheBoxReadsThemWithoutSigningIn() {
        told(get(nobody()));
        Answer head = nobody().send("HEAD", "/metrics", null);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.text()).isEmpty();
        assertThat(nobody().post("/metrics", "{}").status()).isEqualTo(405);
    }

    @ParameterizedTest
    @CsvSource({
        "X-Forwarded-For, 192.168.1.9",
        "x-forwarded-for, 127.0.0.1",
        "X-Forwarded-For, ''",
        "Forwarded, for=127.0.0.1",
        "X-Real-IP, ::1",
        "X-Forwarded-Proto, https",
        "X-Forwarded-Host, box.example",
        "Via, 1.1 proxy"
    })
    void whoComesThroughAProxyHasToSignIn(String header, String value) {
        refused(get(nobody(), header, value));
        told(get(box.client(box.documentedKey), header, value));
    }

    @Test
    void aKeyOrATokenOfTheAccountIsEnough() {
        told(get(box.client(box.sdkKey), HANDED_ON));
        told(get(box.bearer(Scope.PERSON_READONLY), HANDED_ON));
        told(get(box.bearer(box.token("application of no scopes")), HANDED_ON));
        refused(get(box.client("no key"), HANDED_ON));
        refused(get(box.bearer("no-token"), HANDED_ON));
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.168.1.9", "10.0.0.1", "128.0.0.1", "fe80::1", "::", "::2", "0.0.0.0", "", "localhost"})
    void anotherMachineHasToSignIn(String address) {
        assertThat(answered(address, null))
                .isInstanceOf(Reply.With.class)
                .asString()
                .contains("Unauthorized");
        assertThat(answered(address, ApiClient.basic(box.documentedKey)).toString())
                .contains("lintel_test 7");
        assertThat(answered(address, ApiClient.basic("no key"))).isInstanceOf(Reply.Unauthorized.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.8.9.10", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1"})
    void theBoxItselfHasNot(String address) {
        assertThat(answered(address, null)).isInstanceOf(Reply.Text.class);
    }

    private static Reply answered(String address, @Nullable String authorization) {
        Endpoints.Found found = box.endpoints.find(Method.GET, "/metrics");
        Request.Headers headers = name -> name.equals("Authorization") ? authorization : null;
        var head = new Request.Head(Method.GET, "/metrics", "", headers, address, "id", "https://localhost");
        var route = new Request.Route(found.pattern(), Map.of());
        return found.handler().handle(new Request(head, route, () -> Bytes.EMPTY));
    }

    @Test
    void withoutTlsTheyAreToldToNobody() throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            for (String path : new String[] {"/metrics", "/health"}) {
                URI plain = URI.create("http://localhost:" + box.server.httpPort() + path);
                var answer = http.send(HttpRequest.newBuilder(plain).build(), HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).isEqualTo(307);
                assertThat(answer.headers().firstValue("Location"))
                        .hasValue("https://localhost:" + box.server.httpsPort() + path);
                assertThat(answer.body()).isEmpty();
            }
        }
    }
}
