package dev.lintel.controller.oauth;

import static dev.lintel.controller.oauth.OAuthClient.REVOKE;
import static dev.lintel.controller.oauth.OAuthClient.TOKEN;
import static dev.lintel.controller.oauth.OAuthRig.BACK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.contract.Spec;
import dev.lintel.controller.event.Listing;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuthClient.Pair;
import dev.lintel.controller.store.ApplicationStore.Details;
import dev.lintel.controller.store.ApplicationStore.State;
import dev.lintel.controller.store.UserStore;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// 5 Authentication, as far as programs see it; sections 5.3's browser is in [Section41OAuthTest].
class Section5AuthenticationTest {
    private static final String ACCOUNT = "/api/3/account";
    private static final String EVENTS = "/api/3/events";

    @TempDir
    Path folder;

    private OAuthRig rig;
    private Registered desk;

    @BeforeEach
    void start() {
        rig = new OAuthRig(folder);
        desk = rig.confidential();
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    @Spec("5.1-1")
    void thereIsTheAuthorizationCodeGrantOnly() {
        for (String grant : List.of(
                "password",
                "client_credentials",
                "implicit",
                "urn:ietf:params:oauth:grant-type:device_code",
                "urn:ietf:params:oauth:grant-type:jwt-bearer",
                "Authorization_Code")) {
            rig.token(desk, "grant_type", grant, "username", "olga@example.com", "password", "x", "code", "x")
                    .refused(400, "unsupported_grant_type");
        }
    }

    @Test
    @Spec({"5.1-2", "5.1-4"})
    void anApiKeyIsTheUserNameOfBasicWithAnyPasswordForEverAndForEverything() {
        new UserStore(rig.box).allowKeys(rig.olga, true, rig.time.nowMs());
        String key = rig.box.apiKeys().create(rig.olga, "documented", Listing.A);
        rig.time.advance(Duration.ofDays(4_000));
        for (String password : new String[] {"", "x", "any:text"}) {
            for (String path : List.of(ACCOUNT, EVENTS, "/api/3/people", "/api/3/channels", "/api/3/reports")) {
                assertThat(rig.http
                                .get(path, "Authorization", OAuthClient.basic(key, password))
                                .status())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    @Spec({"5.1-5", "4.0-5", "7.1-7"})
    void everyRequestCarriesAnAuthorizationHeaderOrIsRejected() {
        Pair pair = rig.connect(desk);
        for (String path : List.of(ACCOUNT, EVENTS, "/api/3/nothing", OAuthClient.INFO)) {
            rig.http.get(path).refused(401, "invalid_token");
            rig.http.get(path + "?access_token=" + pair.access()).refused(401, "invalid_token");
            rig.http.post(path, "access_token", pair.access()).refused(401, "invalid_token");
        }
    }

    @Test
    @Spec({"5.1-6", "5.3-6", "4.0-5"})
    void requestsCarryTheAccessTokenAsABearer() {
        Pair pair = rig.connect(desk);
        assertThat(rig.http.bearer(EVENTS, pair.access()).status()).isEqualTo(200);
        for (String header : List.of(pair.access(), "Token " + pair.access(), "Basic " + pair.access())) {
            rig.http.get(EVENTS, "Authorization", header).refused(401, "invalid_token");
        }
    }

    @Test
    @Spec("5.1-7")
    void callsMustUseTls() throws Exception {
        Pair pair = rig.connect(desk);
        try (var client = HttpClient.newHttpClient()) {
            for (String path : List.of(EVENTS, OAuthClient.INFO)) {
                var plain = URI.create("http://localhost:" + rig.server.httpPort() + path);
                var answer = client.send(
                        HttpRequest.newBuilder(plain)
                                .header("Authorization", "Bearer " + pair.access())
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).isEqualTo(403);
                assertThat(answer.body()).contains("tls_required");
            }
        }
    }

    @Test
    @Spec({"5.2-2", "5.2-3"})
    void anApplicationHasAnIdASecretARedirectUriAndMaybeAWebhookUrl() {
        var details =
                new Details("Shop", "documented", Listing.A, "https://shop.example/hook", List.of(BACK), Set.of());
        Registered made = rig.oauth.applications().register(details, false, State.LIVE, Applications.By.COMMAND_LINE);
        assertThat(made.application().clientId()).isNotBlank();
        assertThat(made.clientSecret()).isNotBlank();
        assertThat(made.application().details().webhookUrl()).isEqualTo("https://shop.example/hook");
        assertThat(desk.application().details().webhookUrl()).isNull();
        assertThat(rig.works(rig.connect(made, "account.event.readonly"))).isTrue();
    }

    @Test
    @Spec({"5.3-4", "4.1-2"})
    void theCodeIsExchangedByAFormEncodedPost() {
        String code = rig.code(desk);
        Map<String, Object> json =
                Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", BACK, "client_id", "x");
        rig.http
                .send("POST", TOKEN, Json.write(json), "Content-Type", "application/json")
                .refused(400, "invalid_request");
        String query = OAuthClient.form(
                OAuthRig.as(desk, "grant_type", "authorization_code", "code", code, "redirect_uri", BACK));
        rig.http
                .send("POST", TOKEN + "?" + query, "", "Content-Type", OAuthClient.FORM)
                .refused(400, "invalid_request");
        assertThat(rig.redeem(desk, code).json())
                .containsKeys("access_token", "refresh_token", "created_at")
                .containsEntry("token_type", "Bearer")
                .containsEntry("scope", OAuthRig.SCOPE)
                .containsEntry("expires_in", 3600L);
    }

    @Test
    @Spec("5.3-5")
    void aRefreshNeedsNoCodeAndNoRedirectUri() {
        assertThat(rig.works(rig.renew(desk, rig.connect(desk).refresh()).pair()))
                .isTrue();
    }

    @Test
    @Spec({"5.4-1", "5.4-2", "8-4", "8-12"})
    void anAccessTokenLivesAnHourAndThenGives401() {
        var answer = rig.redeem(desk, rig.code(desk));
        assertThat(answer.json()).containsEntry("expires_in", 3600L);
        Pair pair = answer.pair();
        rig.time.advance(Duration.ofHours(1).minusMillis(1));
        assertThat(rig.works(pair)).isTrue();
        rig.time.advance(Duration.ofMillis(1));
        rig.http.bearer(EVENTS, pair.access()).refused(401, "invalid_token");
        Pair early = rig.renew(desk, pair.refresh()).pair();
        rig.time.advance(Duration.ofMinutes(55));
        assertThat(rig.renew(desk, early.refresh()).json())
                .as("refreshed when expiry is within five minutes: a whole hour again")
                .containsEntry("expires_in", 3600L);
    }

    @Test
    @Spec("5.4-3")
    void aRefreshTokenHasNoFixedExpiry() {
        Pair pair = rig.connect(desk);
        rig.time.advance(Duration.ofDays(3_650));
        assertThat(rig.works(rig.renew(desk, pair.refresh()).pair())).isTrue();
    }

    @Test
    @Spec({"5.4-4", "5.4-5", "8-4"})
    void eachRefreshReturnsANewPairAndRevokesTheOldOneImmediately() {
        Pair pair = rig.connect(desk);
        for (int i = 0; i < 5; i++) {
            Pair next = rig.renew(desk, pair.refresh()).pair();
            assertThat(Set.of(next.access(), next.refresh(), pair.access(), pair.refresh()))
                    .hasSize(4);
            assertThat(rig.works(pair)).isFalse();
            assertThat(rig.works(next)).isTrue();
            rig.renew(desk, pair.refresh()).refused(400, "invalid_grant");
            pair = next;
        }
    }

    @Test
    @Spec({"5.4-7", "5.4-8", "7.1-6"})
    void afterALostAnswerTheUserMustAuthorizeAgainAndRetryingCannotHelp() {
        Pair lost = rig.connect(desk);
        rig.renew(desk, lost.refresh());
        for (int i = 0; i < 5; i++) {
            rig.time.advance(Duration.ofMinutes(7));
            rig.renew(desk, lost.refresh()).refused(400, "invalid_grant");
        }
        assertThat(rig.works(rig.connect(desk))).isTrue();
    }

    @Test
    @Spec("5.4-9")
    void onlyTheIssuingApplicationCanUseARefreshToken() {
        Pair pair = rig.connect(desk);
        Registered other = rig.register("Other", false, State.LIVE, BACK);
        rig.renew(other, pair.refresh()).refused(400, "invalid_grant");
        rig.http
                .post(TOKEN, "grant_type", "refresh_token", "refresh_token", pair.refresh())
                .refused(400, "invalid_client");
        assertThat(rig.renew(desk, pair.refresh()).status()).isEqualTo(200);
    }

    @Test
    @Spec({"5.5-1", "4.1-4"})
    void revokingTakesBasicInTheUrlSafeAlphabetAndInTheStandardOne() {
        // Our own ids and secrets come out alike in both alphabets; an id that was brought along need not.
        String id = "ids~~~???~~~???"; // of the characters that the two write differently
        rig.database.write(sql -> sql.run("UPDATE application SET client_id = ?", id));
        Registered app = new Registered(
                Objects.requireNonNull(rig.oauth.applications().find(id)), desk.clientSecret(), desk.webhookSecret());
        byte[] pair = (id + ":" + desk.clientSecret()).getBytes(StandardCharsets.UTF_8);
        assertThat(standard(pair)).contains("+", "/");
        for (String encoded :
                List.of(standard(pair), urlSafe(pair), urlSafe(pair).replace("=", ""))) {
            Pair made = rig.connect(app);
            var answer = rig.http.post(REVOKE, List.of("Authorization", "Basic " + encoded), "token", made.refresh());
            assertThat(answer.status()).as(encoded + answer.text()).isEqualTo(200);
            assertThat(answer.json()).isEmpty();
            assertThat(rig.works(made)).isFalse();
            assertThat(rig.http
                            .post(
                                    TOKEN,
                                    List.of("Authorization", "basic  " + encoded),
                                    "grant_type",
                                    "refresh_token",
                                    "refresh_token",
                                    rig.connect(app).refresh())
                            .status())
                    .isEqualTo(200);
        }
    }

    private static String standard(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static String urlSafe(byte[] bytes) {
        return Base64.getUrlEncoder().encodeToString(bytes);
    }

    @Test
    @Spec({"5.5-2", "5.5-3", "4.1-4"})
    void revokingARefreshTokenRevokesItsTokensAndAnUnknownOneIsNoError() {
        Pair pair = rig.connect(desk);
        for (String hint : List.of("refresh_token", "access_token", "invalid", "")) {
            var unknown = rig.revoke(desk, "token", "unknown", "token_type_hint", hint);
            assertThat(unknown.status()).isEqualTo(200);
            assertThat(unknown.text()).isEqualTo("{}");
        }
        assertThat(rig.revoke(desk, "token", pair.refresh(), "token_type_hint", "refresh_token")
                        .text())
                .isEqualTo("{}");
        assertThat(rig.works(pair)).isFalse();
        assertThat(rig.revoke(desk, "token", pair.refresh()).text()).isEqualTo("{}");
    }

    @Test
    @Spec("5.5-4")
    void wrongClientCredentialsAre403() {
        Pair pair = rig.connect(desk);
        String header = OAuthClient.basic(desk.application().clientId(), "wrong");
        var answer = rig.http.post(REVOKE, List.of("Authorization", header), "token", pair.refresh());
        answer.refused(403, "unauthorized_client");
        assertThat(answer.string("error_description")).isEqualTo(OAuthClient.NO_REVOKE);
        assertThat(rig.works(pair)).isTrue();
    }
}
