package dev.lintel.tools.box;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.json.Json;
import dev.lintel.tools.CommandRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An application that its administrator has connected to a box: registered at the command line, allowed in a browser
/// through the box's own pages, and then renewing its tokens. One thread.
final class BoxOAuth {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(20);
    private static final String BACK = "https://desk.example/back";
    private static final String SCOPE = "account.event.readonly";
    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\">");

    private final Box box;
    private final HttpClient browser;
    private final Map<String, String> application = new LinkedHashMap<>();
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private HttpClient program;
    private String scope = SCOPE;
    private String webhookSecret = "";

    /// Tokens as they were handed out.
    record Pair(String access, String refresh) {}

    private BoxOAuth(Box box) {
        this.box = box;
        this.browser = client(box, null);
        this.program = client(box, null);
    }

    /// Registers a confidential one that works with the customer's account.
    static BoxOAuth register(Box box) {
        return register(box, SCOPE, "");
    }

    /// One that tells its webhooks to `webhookUrl` and asks for `scope`.
    static BoxOAuth listening(Box box, String scope, String webhookUrl) {
        return register(box, scope, " --webhook-url " + webhookUrl);
    }

    private static BoxOAuth register(Box box, String scope, String more) {
        var made = new BoxOAuth(box);
        made.scope = scope;
        CommandRun created =
                box.lintel("app create --name Desk --redirect-uri " + BACK + " --state live --json" + more);
        assertThat(created.exit()).as(created.err()).isZero();
        made.webhookSecret = String.valueOf(created.json().get("webhook_secret"));
        for (String name : List.of("client_id", "client_secret")) {
            made.application.put(name, String.valueOf(created.json().get(name)));
        }
        return made;
    }

    /// The same application at the box after a restart.
    BoxOAuth at(Box restarted) {
        var same = new BoxOAuth(restarted);
        same.application.putAll(application);
        same.scope = scope;
        same.webhookSecret = webhookSecret;
        return same;
    }

    /// What its webhooks are signed with.
    String webhookSecret() {
        return webhookSecret;
    }

    /// Asks from another address of this machine from now on: the token endpoint counts each for itself.
    void from(String address) {
        program = client(box, address);
    }

    private static HttpClient client(Box box, @Nullable String from) {
        var builder = HttpClient.newBuilder()
                .sslContext(BoxApi.trusting(box.data.resolve("tls/ca.crt")))
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(ANSWER_MAX);
        return from == null
                ? builder.build()
                : builder.localAddress(InetAddress.ofLiteral(from)).build();
    }

    /// The administrator signs in and presses Allow; the code is exchanged.
    Pair connect() {
        if (cookies.isEmpty()) {
            var form = form(page("/sign-in"), "/sign-in");
            form.put("email", Box.ADMIN);
            form.put("password", Box.PASSWORD);
            assertThat(browse(post("/sign-in", form)).statusCode()).isEqualTo(303);
        }
        var request = Map.of(
                "client_id",
                String.valueOf(application.get("client_id")),
                "redirect_uri",
                BACK,
                "response_type",
                "code",
                "scope",
                scope);
        var consent = form(page("/oauth/authorize?" + encoded(request)), "/oauth/authorize");
        consent.put("decision", "allow");
        String location = browse(post("/oauth/authorize", consent))
                .headers()
                .firstValue("Location")
                .orElse("");
        Matcher code = Pattern.compile("[?&]code=([^&]+)").matcher(location);
        assertThat(code.find()).as(location).isTrue();
        var exchange = new LinkedHashMap<>(application);
        exchange.put("grant_type", "authorization_code");
        exchange.put("code", URLDecoder.decode(code.group(1), StandardCharsets.UTF_8));
        exchange.put("redirect_uri", BACK);
        return Objects.requireNonNull(pair(send(program, post("/oauth/token", exchange))), "the code is good");
    }

    /// The new pair, or null for `invalid_grant`; any other answer fails the test, and a box that is gone throws
    /// `UncheckedIOException`.
    @Nullable
    Pair renew(Pair pair) {
        var form = new LinkedHashMap<>(application);
        form.put("grant_type", "refresh_token");
        form.put("refresh_token", pair.refresh);
        return pair(send(program, post("/oauth/token", form)));
    }

    private static @Nullable Pair pair(HttpResponse<String> answer) {
        var json = Json.parseObject(answer.body());
        if (answer.statusCode() == 400 && "invalid_grant".equals(json.get("error"))) return null;
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new Pair(String.valueOf(json.get("access_token")), String.valueOf(json.get("refresh_token")));
    }

    /// What the API answers to the access token.
    int status(Pair pair) {
        var request = HttpRequest.newBuilder(URI.create(box.url() + "/api/3/events?n=1"))
                .header("Authorization", "Bearer " + pair.access);
        return send(program, request).statusCode();
    }

    private HttpResponse<String> page(String path) {
        var answer = browse(HttpRequest.newBuilder(URI.create(box.url() + path)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer;
    }

    private HttpRequest.Builder post(String path, Map<String, String> form) {
        return HttpRequest.newBuilder(URI.create(box.url() + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(encoded(form)));
    }

    /// With cookies, as a browser does it.
    private HttpResponse<String> browse(HttpRequest.Builder request) {
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        var answer = send(browser, request);
        for (String cookie : answer.headers().allValues("Set-Cookie")) {
            String[] named = cookie.split(";", 2)[0].split("=", 2);
            cookies.put(named[0], named[1]);
        }
        return answer;
    }

    private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request) {
        try {
            return client.send(request.timeout(ANSWER_MAX).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The hidden fields of the page's form that is sent to `action`.
    private static Map<String, String> form(HttpResponse<String> page, String action) {
        Matcher form = Pattern.compile("action=\"" + action + "\">(.*?)</form>", Pattern.DOTALL)
                .matcher(page.body());
        assertThat(form.find()).as(page.body()).isTrue();
        var fields = new LinkedHashMap<String, String>();
        Matcher hidden = HIDDEN.matcher(form.group(1));
        while (hidden.find()) fields.put(hidden.group(1), hidden.group(2).replace("&amp;", "&"));
        return fields;
    }

    private static String encoded(Map<String, String> form) {
        var pairs = new ArrayList<String>();
        form.forEach((name, value) -> pairs.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return String.join("&", pairs);
    }
}
