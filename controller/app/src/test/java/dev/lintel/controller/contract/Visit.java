package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.api.ApiClient;
import dev.lintel.controller.api.ApiClient.Answer;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An administrator who lets an application of a variant in, in a browser, and that application.
final class Visit {
    static final String BACK = "https://desk.example/back";
    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\">");

    private final Variant variant;
    private final String scope;
    private final ApiClient http = Contract.box().unjudged("");
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private final Map<String, @Nullable Object> application;

    /// Registers the application and signs the administrator in.
    ///
    /// @param webhookUrl null: none
    Visit(Variant variant, String scope, @Nullable String webhookUrl) {
        this.variant = variant;
        this.scope = scope;
        this.application = Contract.box().application(variant, BACK, webhookUrl);
        var fields = form(browse("GET", "/sign-in", null), "/sign-in");
        fields.put("email", RunningBox.ADMIN);
        fields.put("password", RunningBox.PASSWORD);
        status(browse("POST", "/sign-in", encoded(fields)), 303);
    }

    String id() {
        return String.valueOf(application.get("client_id"));
    }

    String secret() {
        return String.valueOf(application.get("client_secret"));
    }

    String webhookSecret() {
        return String.valueOf(application.get("webhook_secret"));
    }

    /// A client that shows this token.
    Client client(Answer made) {
        return Contract.box().bearer(variant, of(made, "access_token"));
    }

    static String of(Answer made, String token) {
        return String.valueOf(made.object().get(token));
    }

    private Answer browse(String method, String path, @Nullable String body) {
        var headers = new ArrayList<String>();
        if (body != null) headers.addAll(List.of("Content-Type", "application/x-www-form-urlencoded"));
        String held = cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
        headers.addAll(List.of("Cookie", held));
        Answer answer = http.send(method, path, body, headers.toArray(String[]::new));
        for (String cookie : answer.raw().headers().allValues("Set-Cookie")) {
            String[] named = cookie.split(";", 2)[0].split("=", 2);
            cookies.put(named[0], named[1]);
        }
        return answer;
    }

    private static Map<String, String> form(Answer page, String action) {
        Matcher form = Pattern.compile("action=\"" + action + "\">(.*?)</form>", Pattern.DOTALL)
                .matcher(page.text());
        assertThat(form.find()).as(page.text()).isTrue();
        var fields = new LinkedHashMap<String, String>();
        Matcher hidden = HIDDEN.matcher(form.group(1));
        while (hidden.find()) fields.put(hidden.group(1), hidden.group(2).replace("&amp;", "&"));
        return fields;
    }

    private static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    /// Where the administrator's browser is sent after pressing a button.
    Map<String, String> decided(String decision) {
        String query = encoded(Map.of(
                "client_id", id(), "redirect_uri", BACK, "response_type", "code", "scope", scope, "state", "a b"));
        var fields = form(browse("GET", "/oauth/authorize?" + query, null), "/oauth/authorize");
        fields.put("decision", decision);
        String location = browse("POST", "/oauth/authorize", encoded(fields)).header("Location");
        assertThat(location).startsWith(BACK + "?");
        var sent = new LinkedHashMap<String, String>();
        for (String pair : URI.create(location).getRawQuery().split("&", -1)) {
            String[] named = pair.split("=", 2);
            sent.put(named[0], URLDecoder.decode(named[1], StandardCharsets.UTF_8));
        }
        return sent;
    }

    Answer token(String... pairs) {
        var form = new LinkedHashMap<>(Map.of("client_id", id(), "client_secret", secret()));
        for (int i = 0; i < pairs.length; i += 2) form.put(pairs[i], pairs[i + 1]);
        return http.post("/oauth/token", encoded(form), "Content-Type", "application/x-www-form-urlencoded");
    }

    Answer connect() {
        String code = String.valueOf(decided("allow").get("code"));
        Answer made = token("grant_type", "authorization_code", "code", code, "redirect_uri", BACK);
        status(made, 200);
        return made;
    }

    Answer revoke(String shown, String token) {
        String pair = Base64.getUrlEncoder().encodeToString((id() + ":" + shown).getBytes(StandardCharsets.UTF_8));
        return http.post(
                "/oauth/revoke",
                encoded(Map.of("token", token, "token_type_hint", "refresh_token")),
                "Authorization",
                "Basic " + pair,
                "Content-Type",
                "application/x-www-form-urlencoded");
    }
}
