package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Filter;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Paths;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Nobody reaches the API without a key, however the path is spelt. Request lines go out as they stand here, for a
/// client's library would tidy them.
class GuardTest {
    @TempDir
    static Path folder;

    private static ApiBox box;

    @BeforeAll
    static void start() {
        box = new ApiBox(folder, 0, endpoints -> endpoints.bodyMax("/assets", 10));
    }

    @AfterAll
    static void stop() {
        box.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//api/3/credentials",
                "//api/3/people",
                "///api/3/roles",
                "/api//3/people",
                "/api/3//people",
                "/api/3/people//",
                "/./api/3/people",
                "/x/../api/3/people",
                "/api/3/%2e%2E/3/people",
                "/%2Fapi/3/people",
                "/api%2f3/people",
                "/api/3%5Cpeople",
                "/api/3/people%00",
                "api/3/credentials",
                "https://x//api/3/people",
                "https://x",
                "*"
            })
    void aPathThatIsSpeltOddlyAnswersNothing(String target) throws IOException {
        assertThat(status(tls(), "GET " + target)).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/3/credentials",
                "/api/3/people/",
                "/api/3/people.json",
                "/api",
                "/api/",
                "/api/nothing",
                "https://x/api/3/people"
            })
    void everyPathUnderApiAsksForAKey(String target) throws IOException {
        assertThat(status(tls(), "GET " + target)).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api",
                "//api/3/people",
                "///api/3/people",
                "/api//3/people",
                "/x/../api/3/people",
                "api/3/people",
                "http://x//api/3/people",
                "//oauth/token"
            })
    void plainHttpRedirectsNoSpellingOfTheApi(String target) throws IOException {
        var plain = new Socket(InetAddress.getLoopbackAddress(), box.server.httpPort());
        assertThat(status(plain, "GET " + target)).isEqualTo(403);
    }

    @Test
    void aRouteUnderApiAnswersNobodyEvenWhereNoGuardStandsBeforeIt() {
        var endpoints = new Endpoints();
        endpoints.on(Method.GET, "/api/3/open", Access.ANY_TOKEN, _ -> new Reply.Ok("secret"));
        endpoints.on(Method.GET, "/open", _ -> new Reply.Ok("page"));
        assertThat(answer(endpoints, "/api/3/open")).isInstanceOf(Reply.Unauthorized.class);
        assertThat(answer(endpoints, "/open")).isInstanceOf(Reply.Ok.class);
    }

    @Test
    void aRouteUnderApiThatDoesNotSayWhomItAnswersIsAnErrorAtTheStart() {
        var endpoints = new Endpoints();
        for (String pattern : List.of("/api", "/api/3/people", "/api/3/people/")) {
            assertThatThrownBy(() -> endpoints.on(Method.GET, pattern, _ -> new Reply.NoContent()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("scopes");
        }
        assertThat(endpoints.routes()).isEmpty();
    }

    @Test
    void limitsOfBodiesHoldForWholeSegments() {
        assertThat(box.endpoints.find(Method.POST, "/assets/x").bodyMax()).isEqualTo(10);
        assertThat(box.endpoints.find(Method.POST, "/assets-of-others").bodyMax())
                .isEqualTo(Endpoints.BODY_BYTES_MAX);
        assertThat(box.endpoints.find(Method.POST, "/api/3/people.json").bodyMax())
                .isEqualTo(12 << 20);
        assertThat(box.endpoints.find(Method.POST, "//api/3/people").bodyMax()).isEqualTo(Endpoints.BODY_BYTES_MAX);
    }

    @Test
    void aPatternThatNoPathCanMatchIsRefused() {
        var endpoints = new Endpoints();
        assertThatThrownBy(() -> endpoints.guard("//api", Filter.NONE)).isInstanceOf(IllegalArgumentException.class);
        assertThat(Paths.segments("/a".repeat(32))).hasSize(32);
        assertThat(Paths.segments("/a".repeat(33))).isNull();
        assertThat(Paths.segments("/")).isEqualTo(List.of());
        assertThat(Paths.segments("")).isNull();
        assertThat(Paths.segments("/a/.well-known/")).isEqualTo(List.of("a", ".well-known"));
    }

    private static Reply answer(Endpoints endpoints, String path) {
        var head = new Request.Head(Method.GET, path, "", _ -> null, "", "1", "https://localhost");
        var request = new Request(head, new Request.Route("", Map.of()), () -> dev.lintel.reader.Bytes.EMPTY);
        return endpoints.find(Method.GET, path).handler().handle(request);
    }

    private static Socket tls() throws IOException {
        return box.trust.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), box.server.httpsPort());
    }

    private static int status(Socket socket, String line) throws IOException {
        try (socket) {
            socket.setSoTimeout(10_000);
            String request = line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            var all = new ByteArrayOutputStream();
            socket.getInputStream().transferTo(all);
            String answer = all.toString(StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 ");
            return Integer.parseInt(answer.substring(9, 12));
        }
    }
}
