package dev.lintel.controller.oauth;

import static dev.lintel.controller.oauth.OAuthClient.FORM;
import static dev.lintel.controller.oauth.OAuthClient.REVOKE;
import static dev.lintel.controller.oauth.OAuthClient.TOKEN;
import static dev.lintel.controller.oauth.OAuthClient.form;
import static dev.lintel.controller.oauth.OAuthRig.BACK;
import static dev.lintel.controller.oauth.OAuthRig.SCOPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuthClient.Answer;
import dev.lintel.controller.oauth.OAuthClient.Pair;
import dev.lintel.controller.store.ApplicationStore.State;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The OAuth 2.0 authorization framework at the token endpoint, by its sections; what a browser sees is in
/// [Rfc6749AuthorizationTest], refresh tokens are in [Rfc6749RefreshTest].
class Rfc6749Test {
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

    // 2.3
    @Test
    void theClientMustNotUseMoreThanOneAuthenticationMethodInEachRequest() {
        String code = rig.code(desk);
        rig.http
                .post(TOKEN, OAuthRig.basic(desk), OAuthRig.as(desk, exchange(code)))
                .refused(400, "invalid_request");
        assertThat(rig.redeem(desk, code).status()).isEqualTo(200);
    }

    // 2.3.1
    @Test
    void theAuthorizationServerMustSupportHttpBasicForClientsWithAPassword() {
        assertThat(rig.http
                        .post(TOKEN, OAuthRig.basic(desk), exchange(rig.code(desk)))
                        .status())
                .isEqualTo(200);
        assertThat(rig.http
                        .post(
                                TOKEN,
                                OAuthRig.basic(desk),
                                with(
                                        exchange(rig.code(desk)),
                                        "client_id",
                                        desk.application().clientId()))
                        .status())
                .as("the same name twice is no second method")
                .isEqualTo(200);
        rig.http
                .post(TOKEN, OAuthRig.basic(desk), with(exchange(rig.code(desk)), "client_id", "another"))
                .refused(400, "invalid_client");
    }

    // 2.3.1 and appendix B: some libraries encode more than others
    @Test
    void identifierAndSecretInBasicAreFormEncoded() {
        String id = encoded(desk.application().clientId());
        String secret = encoded(String.valueOf(desk.clientSecret()));
        String header = OAuthClient.basic(id, secret);
        assertThat(rig.http
                        .post(TOKEN, List.of("Authorization", header), exchange(rig.code(desk)))
                        .status())
                .isEqualTo(200);
        assertThat(rig.http
                        .post(REVOKE, List.of("Authorization", header), "token", "x")
                        .status())
                .isEqualTo(200);
        for (String bad : List.of("%", "%4", "%ZZ", "%00", "+", id + "%", "%FF")) {
            rig.http
                    .post(TOKEN, List.of("Authorization", OAuthClient.basic(bad, secret)), exchange("x"))
                    .refused(400, "invalid_client");
            rig.http
                    .post(TOKEN, List.of("Authorization", OAuthClient.basic(id, bad)), exchange("x"))
                    .refused(400, "invalid_client");
        }
    }

    /// Every character, which is always right.
    private static String encoded(String text) {
        return text.chars().mapToObj(c -> String.format("%%%02X", c)).collect(Collectors.joining());
    }

    // 2.3.1
    @Test
    void clientCredentialsInTheRequestBodyMustNotBeInTheRequestUri() {
        String code = rig.code(desk);
        String inAddress = "?client_secret=" + desk.clientSecret();
        var answer = rig.http.post(TOKEN + inAddress, OAuthRig.as(desk, exchange(code)));
        answer.refused(400, "invalid_request");
        assertThat(answer.text()).doesNotContain(String.valueOf(desk.clientSecret()));
        String whole = form(OAuthRig.as(desk, exchange(code)));
        rig.http.send("POST", TOKEN + "?" + whole, "", "Content-Type", FORM).refused(400, "invalid_request");
    }

    // 3.2
    @Test
    void theClientMustUsePostForAccessTokenRequests() {
        for (String path : List.of(TOKEN, REVOKE)) {
            for (String method : List.of("GET", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO")) {
                var answer = rig.http.send(method, path, null);
                answer.refused(405, "method_not_allowed");
                assertThat(answer.header("Allow")).isEqualTo("POST");
            }
            assertThat(rig.http.send("HEAD", path, null).status()).isEqualTo(405);
        }
    }

    // 3.2
    @Test
    void requestsToTheTokenEndpointMustUseTls() throws Exception {
        String code = rig.code(desk);
        var plain = URI.create("http://localhost:" + rig.server.httpPort() + TOKEN);
        var request = HttpRequest.newBuilder(plain)
                .header("Content-Type", FORM)
                .POST(HttpRequest.BodyPublishers.ofString(form(OAuthRig.as(desk, exchange(code)))))
                .build();
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).contains("tls_required").doesNotContain("access_token");
        }
        assertThat(rig.redeem(desk, code).status()).as("it was not executed").isEqualTo(200);
    }

    // 3.2
    @Test
    void parametersSentWithoutAValueMustBeTreatedAsIfOmitted() {
        assertThat(rig.redeem(desk, rig.code(desk), "code_verifier", "", "scope", "", "refresh_token", "")
                        .status())
                .isEqualTo(200);
        rig.token(desk, "grant_type", "").refused(400, "invalid_request");
        rig.token(desk, "grant_type", "authorization_code", "code", "", "redirect_uri", BACK)
                .refused(400, "invalid_request");
        assertThat(rig.renew(desk, rig.connect(desk).refresh(), "scope", "").status())
                .isEqualTo(200);
        Registered phone = rig.open();
        assertThat(rig.http
                        .post(TOKEN, OAuthRig.as(phone, renewal(rig.connect(phone), "client_secret", "")))
                        .status())
                .isEqualTo(200);
    }

    // 3.2
    @Test
    void theAuthorizationServerMustIgnoreUnrecognizedRequestParameters() {
        assertThat(rig.redeem(desk, rig.code(desk), "resource", "x", "état", "é", "audience", "y")
                        .status())
                .isEqualTo(200);
    }

    // 3.2
    @Test
    void requestParametersMustNotBeIncludedMoreThanOnce() {
        String code = rig.code(desk);
        for (String twice : List.of("grant_type", "code", "redirect_uri", "client_id", "client_secret")) {
            String body = form(OAuthRig.as(desk, exchange(code)));
            for (String again : List.of("other", "")) {
                rig.http
                        .send("POST", TOKEN, body + "&" + twice + "=" + again, "Content-Type", FORM)
                        .refused(400, "invalid_request");
            }
        }
        Pair pair = rig.redeem(desk, code).pair();
        rig.renew(desk, pair.refresh(), "refresh_token", pair.refresh()).refused(400, "invalid_request");
        rig.revoke(desk, "token", pair.refresh(), "token", "x").refused(400, "invalid_request");
        assertThat(rig.works(pair)).isTrue();
    }

    // 3.2 and appendix B
    @Test
    void parametersAreSentInTheFormUrlEncodedFormatInTheBody() {
        String code = rig.code(desk);
        String body = form(OAuthRig.as(desk, exchange(code)));
        for (String type : List.of("application/json", "text/plain", "multipart/form-data; boundary=x", FORM + "x")) {
            rig.http.send("POST", TOKEN, body, "Content-Type", type).refused(400, "invalid_request");
        }
        rig.http.send("POST", TOKEN, body).refused(400, "invalid_request");
        assertThat(rig.http
                        .send("POST", TOKEN, body, "Content-Type", "Application/X-WWW-Form-URLEncoded ; charset=UTF-8")
                        .status())
                .isEqualTo(200);
    }

    // 3.2.1
    @Test
    void confidentialClientsMustAuthenticate() {
        String id = desk.application().clientId();
        String code = rig.code(desk);
        rig.http.post(TOKEN, exchange(code)).refused(400, "invalid_client");
        rig.http.post(TOKEN, with(exchange(code), "client_id", id)).refused(400, "invalid_client");
        rig.http
                .post(TOKEN, with(exchange(code), "client_id", id, "client_secret", "wrong"))
                .refused(400, "invalid_client");
        rig.http
                .post(TOKEN, List.of("Authorization", OAuthClient.basic(id, null)), exchange(code))
                .refused(400, "invalid_client");
        rig.http
                .post(TOKEN, List.of("Authorization", "Bearer " + desk.clientSecret()), exchange(code))
                .refused(400, "invalid_client");
        assertThat(rig.redeem(desk, code).status()).isEqualTo(200);
    }

    // 3.2.1
    @Test
    void aPublicClientMustSendItsClientIdToPreventItselfFromAcceptingACodeForAnother() {
        Registered phone = rig.open();
        Registered tablet = rig.register("Tablet", true, State.LIVE, BACK);
        String code = rig.code(phone);
        rig.http
                .post(TOKEN, with(exchange(code), "code_verifier", OAuthRig.VERIFIER))
                .refused(400, "invalid_client");
        rig.redeem(tablet, code, "code_verifier", OAuthRig.VERIFIER).refused(400, "invalid_grant");
        assertThat(rig.redeem(phone, code, "code_verifier", OAuthRig.VERIFIER).status())
                .isEqualTo(200);
    }

    // 3.3
    @Test
    void theOrderOfScopesDoesNotMatterAndTheyAreCaseSensitive() {
        Pair pair = rig.connect(desk);
        String reversed = "account.person.readonly account.event.readonly";
        Pair next = rig.renew(desk, pair.refresh(), "scope", reversed).pair();
        assertThat(next.scope().split(" ")).containsExactlyInAnyOrder(SCOPE.split(" "));
        rig.renew(desk, next.refresh(), "scope", "Account.Event.Readonly").refused(400, "invalid_scope");
    }

    // 4.1.2
    @Test
    void theClientMustNotUseTheCodeMoreThanOnceAndTheServerShouldRevokeItsTokens() {
        String code = rig.code(desk);
        Pair pair = rig.redeem(desk, code).pair();
        Pair next = rig.renew(desk, pair.refresh()).pair();
        rig.redeem(desk, code).refused(400, "invalid_grant");
        assertThat(rig.works(next)).isFalse();
        rig.renew(desk, next.refresh()).refused(400, "invalid_grant");
    }

    // 4.1.2
    @Test
    void theCodeMustExpireAfterTenMinutesAtMost() {
        String early = rig.code(desk);
        String late = rig.code(desk);
        rig.time.advance(Duration.ofMinutes(10).minusMillis(1));
        assertThat(rig.redeem(desk, early).status()).isEqualTo(200);
        rig.time.advance(Duration.ofMillis(1));
        rig.redeem(desk, late).refused(400, "invalid_grant");
    }

    // 4.1.3
    @Test
    void grantTypeCodeAndRedirectUriAreRequired() {
        String code = rig.code(desk);
        rig.token(desk, "code", code, "redirect_uri", BACK).refused(400, "invalid_request");
        rig.token(desk, "grant_type", "authorization_code", "redirect_uri", BACK)
                .refused(400, "invalid_request");
        var missing = rig.token(desk, "grant_type", "authorization_code", "code", code);
        missing.refused(400, "invalid_request");
        assertThat(missing.string("error_description")).isEqualTo("Missing required parameter: redirect_uri.");
    }

    // 4.1.3
    @Test
    void theRedirectUriMustBeIdenticalToTheOneOfTheAuthorizationRequest() {
        Registered two = rig.register("Two", false, State.LIVE, BACK, BACK + "2");
        String code = rig.code(two);
        for (String other : List.of(BACK + "2", BACK + "/", BACK + "?a=b", "HTTPS://desk.example/back", "x")) {
            rig.token(two, "grant_type", "authorization_code", "code", code, "redirect_uri", other)
                    .refused(400, "invalid_grant");
        }
        assertThat(rig.redeem(two, code).status()).isEqualTo(200);
    }

    // 4.1.3
    @Test
    void theCodeIsBoundToTheClientItWasIssuedTo() {
        String code = rig.code(desk);
        rig.redeem(rig.register("Other", false, State.LIVE, BACK), code).refused(400, "invalid_grant");
        assertThat(rig.redeem(desk, code).status()).isEqualTo(200);
    }

    // 4.1.4 and 5.1
    @Test
    void aGoodRequestIsAnsweredWithAccessTokenTypeExpiryRefreshTokenAndScope() {
        var answer = rig.redeem(desk, rig.code(desk));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).startsWith("application/json");
        assertThat(answer.json())
                .containsOnlyKeys("access_token", "token_type", "expires_in", "refresh_token", "scope", "created_at")
                .containsEntry("token_type", "Bearer")
                .containsEntry("expires_in", 3600L)
                .containsEntry("scope", SCOPE)
                .containsEntry("created_at", rig.time.nowMs() / 1000);
        assertThat(rig.works(answer.pair())).isTrue();
    }

    // 5.1
    @Test
    void answersWithTokensMustNotBeCached() {
        var made = rig.redeem(desk, rig.code(desk));
        for (Answer answer : List.of(made, rig.renew(desk, made.pair().refresh()), rig.redeem(desk, "unknown"))) {
            assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
            assertThat(answer.header("Pragma")).isEqualTo("no-cache");
        }
    }

    // 5.2; the status of invalid_client is the specification's (7.3), not this section's 401
    @Test
    void errorsAreOneCodeAndAnAsciiDescription() {
        var answers = new ArrayList<Answer>();
        answers.add(rig.token(desk));
        answers.add(rig.http.post(TOKEN, exchange("x")));
        answers.add(rig.token(desk, exchange("x")));
        answers.add(rig.token(desk, "grant_type", "password", "username", "olga@example.com", "password", "x"));
        answers.add(rig.renew(desk, rig.connect(desk).refresh(), "scope", "nothing"));
        rig.oauth.applications().setState(desk.application().id(), State.INACTIVE, By.COMMAND_LINE);
        answers.add(rig.token(desk, exchange("x")));
        assertThat(answers)
                .extracting(answer -> answer.string("error"))
                .containsExactly(
                        "invalid_request",
                        "invalid_client",
                        "invalid_grant",
                        "unsupported_grant_type",
                        "invalid_scope",
                        "unauthorized_client");
        for (Answer answer : answers) {
            answer.refused(400, answer.string("error"));
            assertThat(answer.json()).containsOnlyKeys("error", "error_description");
            assertThat(answer.string("error_description")).matches("[ -!#-\\[\\]-~]+");
        }
    }

    // 5.2: a request that is otherwise malformed
    @Test
    void aBodyThatIsNoTextIsAnInvalidRequest() throws Exception {
        byte[] body = "grant_type=\u00FF\u00FE".getBytes(StandardCharsets.ISO_8859_1);
        var request = HttpRequest.newBuilder(URI.create(rig.issuer() + TOKEN))
                .header("Content-Type", FORM)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        try (var client = HttpClient.newBuilder().sslContext(rig.trust).build()) {
            var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            new Answer(answer.statusCode(), answer.body(), answer.headers()).refused(400, "invalid_request");
        }
    }

    private static String[] exchange(String code) {
        return new String[] {"grant_type", "authorization_code", "code", code, "redirect_uri", BACK};
    }

    private static String[] renewal(Pair pair, String... more) {
        return with(new String[] {"grant_type", "refresh_token", "refresh_token", pair.refresh()}, more);
    }

    private static String[] with(String[] pairs, String... more) {
        var all = new ArrayList<>(List.of(pairs));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }
}
