package dev.lintel.tools.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import dev.lintel.tools.CommandRun;
import dev.lintel.tools.box.Box;
import dev.lintel.tools.box.BoxApi;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An application that is tried out, on a real process: its developer gets at the test account with it, and nobody
/// gets at the customer's doors.
class TrialTest {
    private static final String BACK = "https://trial.example/back";

    @TempDir
    Path folder;

    private Box box;
    private HttpClient program;
    private String id;
    private String secret;

    @BeforeEach
    void start() {
        box = Box.start(folder.resolve("data"));
        program = HttpClient.newBuilder()
                .sslContext(BoxApi.trusting(box.data.resolve("tls/ca.crt")))
                .build();
        var made = lintel("app create --name Trial --state testing --json --redirect-uri " + BACK);
        id = String.valueOf(made.json().get("client_id"));
        secret = String.valueOf(made.json().get("client_secret"));
    }

    @AfterEach
    void stop() {
        program.close();
        box.close();
    }

    private CommandRun lintel(String words) {
        CommandRun run = box.lintel(words);
        assertThat(run.exit()).as(run.err()).isZero();
        return run;
    }

    private static String form(String... pairs) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) fields.put(pairs[i], pairs[i + 1]);
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private URI ask() {
        String scope = "account.channel.readonly account.channel.admit account.person account.event.readonly";
        return URI.create(box.url() + "/oauth/authorize?"
                + form("response_type", "code", "client_id", id, "redirect_uri", BACK, "scope", scope));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return program.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path, String token) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(box.url() + path)).header("Authorization", "Bearer " + token));
    }

    private String tokenOf(URI back) throws Exception {
        String code = back.getQuery().replaceFirst("^(?:.*&)?code=([^&]+).*$", "$1");
        var answer = send(HttpRequest.newBuilder(URI.create(box.url() + "/oauth/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form(
                        "grant_type",
                        "authorization_code",
                        "code",
                        code,
                        "redirect_uri",
                        BACK,
                        "client_id",
                        id,
                        "client_secret",
                        secret))));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return String.valueOf(Json.parseObject(answer.body()).get("access_token"));
    }

    @Test
    void itsDeveloperReachesTheTestAccountAndNobodyTheRealDoors() throws Exception {
        var developer = new Administrator(box);
        var invitation = lintel("user invite --email dora@example.com --kind developer");
        developer.accepts(URI.create(invitation.out().strip()), "nine blue harbours");
        String token = tokenOf(developer.answers(ask(), "allow"));
        assertThat(get("/oauth/token/info", token).body()).contains("\"account_id\":2");
        assertThat(get("/api/3/account", token).body()).contains("\"id\":2", "dora@example.com");
        List<?> channels = (List<?>)
                Objects.requireNonNull(Json.parse(get("/api/3/channels", token).body()));
        List<String> ids = channels.stream()
                .map(channel -> String.valueOf(((Map<?, ?>) channel).get("id")))
                .toList();
        assertThat(ids).containsExactlyInAnyOrder("9001", "9002");
        assertThat(get("/api/3/channels/1", token).statusCode()).isEqualTo(404);
        var unlocked = send(HttpRequest.newBuilder(URI.create(box.url() + "/api/3/channels/9001/unlock"))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}")));
        assertThat(unlocked.body()).contains("\"description\":\"unlock\"");
        String real = box.api().get("/api/3/channels").body();
        assertThat(real).doesNotContain("9001", "\"description\":\"unlock\"");

        lintel("app set-state " + id + " inactive");
        assertThat(get("/api/3/channels", token).statusCode()).isEqualTo(401);
        assertThat(developer.opens(ask()).body()).contains("Trial is not active yet");
        lintel("app set-state " + id + " testing");
        lintel("user remove --email dora@example.com");
        assertThat(get("/api/3/channels", token).statusCode()).isEqualTo(401);
    }
}
