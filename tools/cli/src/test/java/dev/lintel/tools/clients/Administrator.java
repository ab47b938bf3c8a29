package dev.lintel.tools.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.tools.box.Box;
import dev.lintel.tools.box.BoxApi;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The box's administrator before a browser: signs in when asked to, reads the consent page and presses a button. One
/// thread. Forms are found as a browser finds them, by their inputs; redirections are followed up to the program's.
final class Administrator {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);
    /// Authorize, sign-in, its answer, authorize again, its answer.
    private static final int PAGES_MAX = 6;

    private static final Pattern FORM = Pattern.compile("<form\\b([^>]*)>(.*?)</form>", Pattern.DOTALL);
    private static final Pattern INPUT = Pattern.compile("<input\\b([^>]*)>");

    private final HttpClient browser;
    private final String origin;
    /// By name; all are of the one origin. Java's own jar sends those with Max-Age in the form of RFC 2965.
    private final Map<String, String> cookies = new LinkedHashMap<>();

    Administrator(Box box) {
        this.origin = box.url();
        this.browser = HttpClient.newBuilder()
                .sslContext(BoxApi.trusting(box.data.resolve("tls/ca.crt")))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    /// Chooses a password by the link of an invitation, as somebody who is invited does; from then on they are the one
    /// before this browser.
    void accepts(URI invitation, String password) throws IOException, InterruptedException {
        HttpResponse<String> answer = post(invitation, get(invitation), "password", Map.of("password", password));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    }

    /// What the box says to whoever opens that address.
    HttpResponse<String> opens(URI address) throws IOException, InterruptedException {
        return get(address);
    }

    /// Opens the address that a program sent the browser to and answers `allow` or `deny`; returns the address that the
    /// browser is sent to then, which is the program's.
    URI answers(URI authorization, String decision) throws IOException, InterruptedException {
        URI at = authorization;
        HttpResponse<String> page = get(at);
        for (int pages = 0; pages < PAGES_MAX; pages++) {
            if (page.statusCode() == 303) {
                at = at.resolve(page.headers().firstValue("Location").orElseThrow());
                if (!at.toString().startsWith(origin)) return at;
                page = get(at);
            } else if (at.getPath().equals("/sign-in")) {
                page = post(
                        at,
                        page,
                        "password",
                        Map.of(
                                "email", "admin@example.com",
                                "password", "quiet hinges by the hundred"));
            } else {
                page = post(at, page, "decision", Map.of("decision", decision));
            }
        }
        throw new AssertionError("the browser goes round in circles: " + at + ": " + page.body());
    }

    private HttpResponse<String> get(URI at) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(at));
    }

    /// Sends the form that has the field `named`, filled in.
    private HttpResponse<String> post(URI at, HttpResponse<String> page, String named, Map<String, String> filled)
            throws IOException, InterruptedException {
        assertThat(page.statusCode()).as("%s: %s", at, page.body()).isEqualTo(200);
        Matcher form = FORM.matcher(page.body());
        while (form.find()) {
            if (!form.group(2).contains("name=\"" + named + "\"")) continue;
            Map<String, String> fields = hiddenInputs(form.group(2));
            fields.putAll(filled);
            String action = attribute(form.group(1), "action");
            return send(HttpRequest.newBuilder(action.isEmpty() ? at : at.resolve(action))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .header("Origin", origin)
                    .POST(HttpRequest.BodyPublishers.ofString(encoded(fields))));
        }
        throw new AssertionError("no form with " + named + " at " + at + ": " + page.body());
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        if (!cookies.isEmpty()) request.header("Cookie", String.join("; ", cookies.values()));
        HttpResponse<String> answer =
                browser.send(request.timeout(ANSWER_MAX).build(), HttpResponse.BodyHandlers.ofString());
        for (String set : answer.headers().allValues("Set-Cookie")) {
            String cookie = set.split(";", 2)[0];
            cookies.put(cookie.split("=", 2)[0], cookie);
        }
        return answer;
    }

    private static Map<String, String> hiddenInputs(String form) {
        var fields = new LinkedHashMap<String, String>();
        Matcher input = INPUT.matcher(form);
        while (input.find()) {
            if (!attribute(input.group(1), "type").equals("hidden")) continue;
            fields.put(attribute(input.group(1), "name"), attribute(input.group(1), "value"));
        }
        return fields;
    }

    /// Empty when there is none.
    private static String attribute(String tag, String name) {
        Matcher attribute = Pattern.compile("\\b" + name + "=\"([^\"]*)\"").matcher(tag);
        if (!attribute.find()) return "";
        return attribute
                .group(1)
                .replace("&#34;", "\"")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&");
    }

    private static String encoded(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }
}
