package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.event.EventDraft;
import dev.lintel.controller.event.EventKind;
import dev.lintel.controller.store.UserStore;
import dev.lintel.controller.time.HandTime;
import dev.lintel.controller.tls.ClientTrust;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignInTest {
    private static final Pattern CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

    @TempDir
    Path folder;

    private final HandTime time = new HandTime("2026-11-21T10:00:00Z");
    private Rig rig;
    private HttpClient http;

    @BeforeEach
    void start() throws Exception {
        rig = new Rig(folder, time, false);
        http = HttpClient.newBuilder().sslContext(ClientTrust.in(rig.authority)).build();
    }

    @AfterEach
    void stop() {
        http.close();
        rig.close();
    }

    @Test
    void aStrangerIsSentToSignInAndAScriptIsRefused() throws Exception {
        var page = get("/", "");
        assertThat(page.statusCode()).isEqualTo(303);
        assertThat(page.headers().firstValue("Location")).hasValue("/sign-in");
        assertThat(get("/sim", "").headers().firstValue("Location")).hasValue("/sign-in?next=%2Fsim");
        for (String path : new String[] {"/live/stream", "/sim/state", "/sim/stream", "/live/session"}) {
            assertThat(get(path, "").statusCode()).as(path).isEqualTo(401);
        }
    }

    @Test
    void aSetUpLinkMakesOneAdministratorOnce() throws Exception {
        String link = rig.links.create();
        assertThat(setUp(link, Rig.EMAIL, "short").statusCode()).isEqualTo(422);
        var made = setUp(link, Rig.EMAIL, Rig.PASSWORD);
        assertThat(made.statusCode()).isEqualTo(303);
        assertThat(get("/", session(made)).statusCode()).isEqualTo(200);
        assertThat(get(link, "").statusCode()).isEqualTo(410);
        assertThat(get(rig.links.create(), "").statusCode()).isEqualTo(410);
        assertThat(rig.administrators.createFirst("eve@example.com", Rig.PASSWORD))
                .isInstanceOf(Administrators.Outcome.Exists.class);
    }

    @Test
    void aUserWithoutAPasswordIsNoAdministratorAndGetsOneByTheLink() throws Exception {
        var users = new UserStore(rig.database);
        long id = users.create(UserStore.NewUser.of(UserStore.Kind.OPERATOR, Rig.EMAIL, null, 0))
                .id();
        assertThat(users.hasAdministrator()).isFalse();
        assertThat(setUp(rig.links.create(), Rig.EMAIL, Rig.PASSWORD).statusCode())
                .isEqualTo(303);
        assertThat(signIn(Rig.EMAIL, Rig.PASSWORD).statusCode()).isEqualTo(303);
        assertThat(Objects.requireNonNull(users.find(Rig.EMAIL)).id()).isEqualTo(id);
        assertThat(users.hasAdministrator()).isTrue();
    }

    @Test
    void theFirstAdministratorMayBeAUserWithoutAPassword() {
        var users = new UserStore(rig.database);
        long id = users.create(UserStore.NewUser.of(UserStore.Kind.OPERATOR, Rig.EMAIL, null, 0))
                .id();
        assertThat(rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD))
                .isInstanceOfSatisfying(
                        Administrators.Outcome.Created.class,
                        made -> assertThat(made.user().id()).isEqualTo(id));
        assertThat(rig.administrators.createFirst("eve@example.com", Rig.PASSWORD))
                .isInstanceOf(Administrators.Outcome.Exists.class);
    }

    @Test
    void aSessionIsReadAndHoldsWhileTheDiskTakesNothing() throws Exception {
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        String cookie = session(signIn(Rig.EMAIL, Rig.PASSWORD));
        rig.database.write(sql -> sql.run(
                "CREATE TRIGGER no_room BEFORE UPDATE ON session" + " BEGIN SELECT RAISE(ABORT, 'no room'); END"));
        for (int i = 0; i < 3; i++) {
            time.advance(Duration.ofHours(8));
            assertThat(get("/", cookie).statusCode()).isEqualTo(200);
        }
        time.advance(Sessions.IDLE);
        assertThat(get("/", cookie).statusCode()).isEqualTo(303);
    }

    @Test
    @Timeout(60)
    void aLiveStreamEndsAfterSignOutThoughEventsKeepComing() throws Exception {
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        String cookie = session(signIn(Rig.EMAIL, Rig.PASSWORD));
        String csrf = csrf(get("/", cookie).body());
        var request = HttpRequest.newBuilder(URI.create(rig.url("/live/stream")))
                .header("Cookie", cookie)
                .build();
        var stream = http.send(request, HttpResponse.BodyHandlers.ofLines());
        try (var lines = stream.body()) {
            var left = lines.iterator();
            readUntil(left, "event: backlog"); // before it, the event is part of what stands there already
            happen();
            readUntil(left, "event: happened");
            assertThat(post("/sign-out", cookie, "csrf=" + csrf).statusCode()).isEqualTo(303);
            time.advance(Duration.ofSeconds(15));
            happen();
            var rest = new ArrayList<String>();
            while (left.hasNext()) rest.add(left.next());
            assertThat(rest).doesNotContain("event: happened");
        }
    }

    /// Whoever forces somebody may look at the page with them.
    @ParameterizedTest
    @ValueSource(strings = {"/live/stream", "/sim/stream"})
    @Timeout(60)
    void aLivePageNeverShowsDuress(String path) throws Exception {
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        String cookie = session(signIn(Rig.EMAIL, Rig.PASSWORD));
        rig.append(EventKind.DURESS, EventDraft.Subject.channel(1), Map.of());
        happen();
        assertThat(rig.database.awaitDisk(60_000)).isTrue(); // the backlog is what is there
        var request = HttpRequest.newBuilder(URI.create(rig.url(path)))
                .header("Cookie", cookie)
                .build();
        var stream = http.send(request, HttpResponse.BodyHandlers.ofLines());
        try (var lines = stream.body()) {
            var left = lines.iterator();
            readUntil(left, "event: backlog");
            var seen = new ArrayList<String>();
            seen.add(left.next());
            seen.add(left.next());
            assertThat(seen.toString()).contains("Exit button pressed").doesNotContainIgnoringCase("duress");
            rig.append(EventKind.DURESS, EventDraft.Subject.channel(1), Map.of());
            happen();
            seen.clear();
            while (seen.stream().noneMatch(line -> line.contains("Exit button pressed"))) seen.add(left.next());
            assertThat(seen.toString()).doesNotContainIgnoringCase("duress");
            assertThat(seen.stream().filter("event: happened"::equals)).hasSize(1);
        }
    }

    private static void readUntil(Iterator<String> lines, String wanted) {
        while (lines.hasNext()) if (lines.next().equals(wanted)) return;
        throw new AssertionError("the stream ended before " + wanted);
    }

    private void happen() {
        rig.append(EventKind.REX_PRESSED, EventDraft.Subject.channel(1), Map.of());
    }

    @Test
    void aSetUpLinkEndsAfterADayAndANewOneEndsTheOld() throws Exception {
        String first = rig.links.create();
        String second = rig.links.create();
        assertThat(get(first, "").statusCode()).isEqualTo(410);
        assertThat(get(second, "").statusCode()).isEqualTo(200);
        time.advance(SetupLinks.LIFE);
        assertThat(get(second, "").statusCode()).isEqualTo(410);
        assertThat(get("/setup?token=%00x", "").statusCode()).isEqualTo(410);
    }

    @Test
    void aWrongPasswordAndAnUnknownAddressGetTheSameAnswer() throws Exception {
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        var wrong = signIn(Rig.EMAIL, "not the password");
        var unknown = signIn("nobody@example.com", "not the password");
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(unknown.statusCode()).isEqualTo(401);
        String answer = wrong.body().replace(Rig.EMAIL, "").replaceAll("value=\"[^\"]*\"", "");
        assertThat(unknown.body().replace("nobody@example.com", "").replaceAll("value=\"[^\"]*\"", ""))
                .isEqualTo(answer);
    }

    @Test
    void failuresSlowDownAndTheRightPasswordMustWaitToo() throws Exception {
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        for (int i = 0; i < 3; i++) {
            assertThat(signIn(Rig.EMAIL, "wrong " + i).statusCode()).isEqualTo(401);
        }
        var early = signIn(Rig.EMAIL, Rig.PASSWORD);
        assertThat(early.statusCode()).isEqualTo(429);
        assertThat(early.headers().firstValue("Retry-After")).hasValue("1");
        time.advance(Duration.ofSeconds(1));
        assertThat(signIn(Rig.EMAIL, Rig.PASSWORD).statusCode()).isEqualTo(303);
    }

    @Test
    void aSessionEndsBySigningOutByIdlenessAndByAge() throws Exception {
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        String cookie = session(signIn(Rig.EMAIL, Rig.PASSWORD));
        String csrf = csrf(get("/", cookie).body());
        assertThat(post("/sign-out", cookie, "csrf=wrong").statusCode()).isEqualTo(403);
        assertThat(get("/", cookie).statusCode()).isEqualTo(200);
        assertThat(post("/sign-out", cookie, "csrf=" + csrf).statusCode()).isEqualTo(303);
        assertThat(get("/", cookie).statusCode()).isEqualTo(303);

        String idle = session(signIn(Rig.EMAIL, Rig.PASSWORD));
        time.advance(Sessions.IDLE);
        assertThat(get("/", idle).statusCode()).isEqualTo(303);

        String old = session(signIn(Rig.EMAIL, Rig.PASSWORD));
        for (long h = 0; h < Sessions.LIFE.toHours() - 8; h += 8) {
            time.advance(Duration.ofHours(8));
            assertThat(get("/", old).statusCode()).isEqualTo(200);
        }
        time.advance(Duration.ofHours(8));
        assertThat(get("/", old).statusCode()).isEqualTo(303);
    }

    @Test
    void cookiesAndPagesAreGuarded() throws Exception {
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        var answer = signIn(Rig.EMAIL, Rig.PASSWORD);
        assertThat(answer.headers().allValues("Set-Cookie").getLast())
                .startsWith("__Host-lintel=")
                .contains("; Path=/;", "; Secure", "; HttpOnly", "; SameSite=Lax");
        var page = get("/", session(answer));
        assertThat(page.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy ->
                        assertThat(policy).contains("script-src 'self'").doesNotContain("unsafe"));
        assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(page.headers().firstValue("Strict-Transport-Security")).isEmpty();
        assertThat(page.body()).doesNotContain("<style", "style=", "onclick");
    }

    @Test
    void aSimulatorPostNeedsTheTokenAndSaysWhatIsWrong() throws Exception {
        rig.administrators.createFirst(Rig.EMAIL, Rig.PASSWORD);
        String cookie = session(signIn(Rig.EMAIL, Rig.PASSWORD));
        assertThat(post("/sim/rex", cookie, "{\"channel_id\":1}").statusCode()).isEqualTo(403);
        String csrf = csrf(get("/", cookie).body());
        assertThat(sim("rex", cookie, csrf, "{\"channel_id\":1}").body()).isEqualTo("{\"ok\":true}");
        var wrong = sim("present", cookie, csrf, "{\"channel_id\":9,\"card\":1}");
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("\"error\":\"no simulated doorway has this channel_id\"");
        assertThat(get("/sim/state?channel=1", cookie).body()).startsWith("{\"channel_id\":1,\"strike\":");
    }

    @Test
    void healthNeedsNoSignInAndNamesItsReasons() throws Exception {
        assertThat(get("/health", "").statusCode()).isEqualTo(503);
        assertThat(get("/health", "").body()).contains("\"status\":\"starting\"");
        rig.health.ready();
        assertThat(get("/health", "").body()).isEqualTo("{\"status\":\"ready\"}");
        rig.health.add("disk", () -> "85 % full");
        assertThat(get("/health", "").body()).isEqualTo("{\"status\":\"degraded\",\"reasons\":[\"disk: 85 % full\"]}");
    }

    private HttpResponse<String> setUp(String link, String email, String password) throws Exception {
        var form = get(link, "");
        String token = link.substring(link.indexOf('=') + 1);
        return post(
                "/setup", formCookie(form), "csrf=" + csrf(form.body()) + "&token=" + token + login(email, password));
    }

    private HttpResponse<String> signIn(String email, String password) throws Exception {
        var form = get("/sign-in", "");
        return post("/sign-in", formCookie(form), "csrf=" + csrf(form.body()) + login(email, password));
    }

    private static String login(String email, String password) {
        return "&email=" + URLEncoder.encode(email, StandardCharsets.UTF_8) + "&password="
                + URLEncoder.encode(password, StandardCharsets.UTF_8);
    }

    private static String csrf(String page) {
        Matcher found = CSRF.matcher(page);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    private static String formCookie(HttpResponse<?> answer) {
        return answer.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    }

    private static String session(HttpResponse<?> answer) {
        return answer.headers().allValues("Set-Cookie").getLast().split(";", 2)[0];
    }

    private HttpResponse<String> get(String path, String cookie) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(rig.url(path)));
        if (!cookie.isEmpty()) request.header("Cookie", cookie);
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String cookie, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(rig.url(path)))
                .header("Cookie", cookie)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> sim(String name, String cookie, String csrf, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(rig.url("/sim/" + name)))
                .header("Cookie", cookie)
                .header("X-CSRF-Token", csrf)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
