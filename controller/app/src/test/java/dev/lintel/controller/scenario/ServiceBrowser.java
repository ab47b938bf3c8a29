package dev.lintel.controller.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.tls.ClientTrust;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// An operator's browser without a window, at the service: signs in and presses Allow.
final class ServiceBrowser implements AutoCloseable {
    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\">");

    private final HttpClient http;
    private final URI base;
    /// The JDK's keeps no cookies of `localhost`.
    private final Map<String, String> cookies = new LinkedHashMap<>();

    ServiceBrowser(Path authority, URI base) {
        this.base = base;
        this.http = HttpClient.newBuilder()
                .sslContext(ClientTrust.in(authority))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    /// The address that the browser is sent back to.
    String allow(URI address, String email, String password) {
        Map<String, String> signIn = form(get(base.resolve("/sign-in?next=%2F")), "/sign-in");
        signIn.put("email", email);
        signIn.put("password", password);
        assertThat(post("/sign-in", signIn).statusCode()).isEqualTo(303);
        Map<String, String> consent = form(get(address), "/oauth/authorize");
        consent.put("decision", "allow");
        HttpResponse<String> sent = post("/oauth/authorize", consent);
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(303);
        return sent.headers().firstValue("Location").orElse("");
    }

    private String get(URI address) {
        HttpResponse<String> page = send(HttpRequest.newBuilder(address).GET());
        assertThat(page.statusCode()).as(page.body() + page.headers().map()).isEqualTo(200);
        return page.body();
    }

    private HttpResponse<String> post(String path, Map<String, String> fields) {
        String form = fields.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        return send(HttpRequest.newBuilder(base.resolve(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        String kept = cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
        if (!kept.isEmpty()) request.header("Cookie", kept);
        try {
            HttpResponse<String> answer =
                    http.send(request.timeout(Duration.ofSeconds(30)).build(), HttpResponse.BodyHandlers.ofString());
            for (String cookie : answer.headers().allValues("Set-Cookie")) {
                String[] pair = cookie.split(";", 2)[0].split("=", 2);
                cookies.put(pair[0], pair[1]);
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> form(String page, String action) {
        Matcher form = Pattern.compile("<form[^>]* action=\"" + action + "\">(.*?)</form>", Pattern.DOTALL)
                .matcher(page);
        assertThat(form.find()).as(page).isTrue();
        var fields = new LinkedHashMap<String, String>();
        Matcher hidden = HIDDEN.matcher(form.group(1));
        while (hidden.find()) {
            fields.put(hidden.group(1), hidden.group(2).replace("&#34;", "\"").replace("&amp;", "&"));
        }
        return fields;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
