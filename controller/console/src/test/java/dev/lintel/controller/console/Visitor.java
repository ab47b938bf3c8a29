package dev.lintel.controller.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.tls.ClientTrust;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A browser without a window: keeps cookies as one does, follows nothing, and sends forms with the token of the page
/// it saw last.
final class Visitor implements AutoCloseable {
    private static final Pattern CSRF = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

    final Map<String, String> cookies = new HashMap<>();
    private final Rig rig;
    private final HttpClient http;
    private String csrf = "";

    Visitor(Rig rig) throws Exception {
        this.rig = rig;
        this.http = HttpClient.newBuilder()
                .sslContext(ClientTrust.in(rig.authority))
                .build();
    }

    HttpResponse<String> get(String path) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(rig.url(path))));
    }

    /// Sends a form of names and values in turn, with the token.
    HttpResponse<String> post(String path, String... fields) throws Exception {
        var body = new StringBuilder("csrf=" + encode(csrf));
        for (int i = 0; i < fields.length; i += 2) {
            body.append('&').append(fields[i]).append('=').append(encode(fields[i + 1]));
        }
        return send(HttpRequest.newBuilder(URI.create(rig.url(path)))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString())));
    }

    /// Sends a body as a page's script does, with the token as a header.
    HttpResponse<String> send(String path, String type, String body) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(rig.url(path)))
                .header("Content-Type", type)
                .header("X-CSRF-Token", csrf)
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /// Another token than the last page's.
    void forge(String token) {
        csrf = token;
    }

    HttpResponse<String> signIn(String email, String password, String... more) throws Exception {
        get("/sign-in");
        String[] fields = new String[4 + more.length];
        System.arraycopy(new String[] {"email", email, "password", password}, 0, fields, 0, 4);
        System.arraycopy(more, 0, fields, 4, more.length);
        return post("/sign-in", fields);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        if (!cookies.isEmpty()) {
            request.header(
                    "Cookie",
                    cookies.entrySet().stream()
                            .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                            .collect(Collectors.joining("; ")));
        }
        var answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        for (String cookie : answer.headers().allValues("Set-Cookie")) keep(cookie);
        Matcher found = CSRF.matcher(answer.body());
        if (found.find()) csrf = found.group(1);
        return answer;
    }

    private void keep(String cookie) {
        assertThat(cookie).contains("; Path=/", "; Secure", "; HttpOnly", "; SameSite=Lax");
        String[] pair = cookie.split(";", 2)[0].split("=", 2);
        if (cookie.contains("Max-Age=0")) cookies.remove(pair[0]);
        else cookies.put(pair[0], pair[1]);
    }

    /// What the page has in the element with this id, without tags.
    static String text(HttpResponse<String> page, String id) {
        Matcher found = Pattern.compile("id=\"" + id + "\"[^>]*>([^<]*)<").matcher(page.body());
        assertThat(found.find()).as(page.body()).isTrue();
        return found.group(1).strip();
    }

    static String location(HttpResponse<?> answer) {
        return answer.headers().firstValue("Location").orElse("");
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        http.close();
    }
}
