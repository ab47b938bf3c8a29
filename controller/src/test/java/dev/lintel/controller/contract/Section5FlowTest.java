package dev.lintel.controller.contract;

import static dev.lintel.controller.contract.Client.PEOPLE;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// 5 Authentication, as an application of each variant goes through it: from the authorize address, where an
/// administrator signs in and agrees, to the API and to the end. What needs a clock is in package `oauth`.
@ParameterizedClass
@EnumSource(Variant.class)
class Section5FlowTest {
    private static final String BACK = "https://desk.example/back";
    private static final String SCOPE = "account.person account.event.readonly";
    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\">");

    private final Variant variant;
    private final ApiClient http = Contract.box().unjudged("");
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private String id = "";
    private String secret = "";

    Section5FlowTest(Variant variant) {
        this.variant = variant;
    }

    @BeforeEach
    void register() {
        var application = Contract.box().application(variant, BACK);
        id = String.valueOf(application.get("client_id"));
        secret = String.valueOf(application.get("client_secret"));
        var fields = form(browse("GET", "/sign-in", null), "/sign-in");
        fields.put("email", RunningBox.ADMIN);
        fields.put("password", RunningBox.PASSWORD);
        status(browse("POST", "/sign-in", encoded(fields)), 303);
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
    private Map<String, String> decided(String decision) {
        String query = encoded(
                Map.of("client_id", id, "redirect_uri", BACK, "response_type", "code", "scope", SCOPE, "state", "a b"));
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

    private Answer token(String... pairs) {
        var form = new LinkedHashMap<>(Map.of("client_id", id, "client_secret", secret));
        for (int i = 0; i < pairs.length; i += 2) form.put(pairs[i], pairs[i + 1]);
        return http.post("/oauth/token", encoded(form), "Content-Type", "application/x-www-form-urlencoded");
    }

    private Answer connect() {
        String code = String.valueOf(decided("allow").get("code"));
        Answer made = token("grant_type", "authorization_code", "code", code, "redirect_uri", BACK);
        status(made, 200);
        return made;
    }

    private static String of(Answer made, String token) {
        return String.valueOf(made.object().get(token));
    }

    @Test
    @Spec({"5.3-2", "5.3-3", "7.3-1", "4.1-1"})
    void theBrowserComesBackWithACodeOrARefusal() {
        assertThat(decided("allow")).containsKey("code").containsEntry("state", "a b");
        assertThat(decided("deny"))
                .containsEntry("error", "access_denied")
                .containsEntry("state", "a b")
                .doesNotContainKey("code");
    }

    @Test
    @Spec({"5.3-4", "5.3-6", "4.0-5", "4.1-2", "4.1-3", "2.10-1", "4.2-15"})
    void theTokenIsForTheApiInTheApplicationsOwnShape() {
        Answer made = connect();
        assertThat(made.object())
                .containsEntry("token_type", "Bearer")
                .containsEntry("scope", SCOPE)
                .containsEntry("expires_in", 3600L);
        Client client = Contract.box().bearer(variant, of(made, "access_token"));
        assertThat(client.get("/oauth/token/info").object())
                .containsEntry("scope", List.of(SCOPE.split(" ")))
                .containsEntry("application", Map.of("uid", id))
                .containsEntry("account_id", 1L);
        long person = client.person();
        Object read = client.get(PEOPLE + "/" + person).json();
        assertThat(read instanceof List<?>).isEqualTo(!variant.isSdk());
        Answer refused = client.get("/api/3/roles");
        status(refused, 403);
        assertThat(refused.object()).containsEntry("error", "insufficient_scope");
    }

    @Test
    @Spec({"5.4-4", "5.4-5", "5.4-6", "3.3-1", "3.3-2", "7.3-2"})
    void aRefreshReplacesThePair() {
        Answer first = connect();
        Answer second = token("grant_type", "refresh_token", "refresh_token", of(first, "refresh_token"));
        status(second, 200);
        status(Contract.box().bearer(variant, of(first, "access_token")).get(PEOPLE), 401);
        status(Contract.box().bearer(variant, of(second, "access_token")).get(PEOPLE), 200);
        Answer again = token("grant_type", "refresh_token", "refresh_token", of(first, "refresh_token"));
        status(again, 400);
        assertThat(again.object()).containsEntry("error", "invalid_grant");
    }

    @Test
    @Spec({"5.5-1", "5.5-2", "5.5-3", "5.5-4", "4.1-4", "7.3-5"})
    void revokingEndsIt() {
        Answer made = connect();
        Answer refused = revoke("wrong", of(made, "refresh_token"));
        status(refused, 403);
        assertThat(refused.object()).containsEntry("error", "unauthorized_client");
        for (int i = 0; i < 2; i++) {
            Answer revoked = revoke(secret, of(made, "refresh_token"));
            status(revoked, 200);
            assertThat(revoked.text()).isEqualTo("{}");
        }
        status(Contract.box().bearer(variant, of(made, "access_token")).get(PEOPLE), 401);
    }

    private Answer revoke(String shown, String token) {
        String pair = Base64.getUrlEncoder().encodeToString((id + ":" + shown).getBytes(StandardCharsets.UTF_8));
        return http.post(
                "/oauth/revoke",
                encoded(Map.of("token", token, "token_type_hint", "refresh_token")),
                "Authorization",
                "Basic " + pair,
                "Content-Type",
                "application/x-www-form-urlencoded");
    }
}
