package dev.lintel.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.http.Access;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Scope;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bearer tokens as RFC 6750 has them, by its sections.
class Rfc6750Test {
    private static final String ACCOUNT = "/api/3/account";
    private static final String INFO = "/oauth/token/info";
    private static final String BARE = "Bearer realm=\"Lintel\"";
    private static final String INVALID = BARE + ", error=\"invalid_token\", error_description=\"The access token or"
            + " API key is invalid or expired\"";

    @TempDir
    Path folder;

    private ApiBox box;
    private ApiClient stranger;

    @BeforeEach
    void start() {
        box = new ApiBox(
                folder,
                1_000,
                endpoints -> endpoints.on(
                        Method.GET,
                        INFO,
                        Access.ANY_TOKEN,
                        request -> new Reply.Ok(request.signedIn().credential())));
        stranger = box.client("");
    }

    @AfterEach
    void stop() {
        box.close();
    }

    private ApiClient.Answer show(String authorization) {
        return stranger.send("GET", ACCOUNT, null, "Authorization", authorization);
    }

    private static void assertRefused(ApiClient.Answer answer, String challenge) {
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.object()).containsEntry("error", "invalid_token").containsKey("error_description");
        assertThat(answer.header("WWW-Authenticate")).isEqualTo(challenge);
        assertThat(answer.raw().headers().allValues("WWW-Authenticate")).hasSize(1);
    }

    @Test
    void section21TheTokenStandsInTheHeaderAfterASchemeInAnyCase() {
        String token = box.token("application A");
        for (String scheme : List.of("Bearer ", "bearer ", "BEARER ", "bEARER   ")) {
            var answer = show(scheme + token);
            assertThat(answer.status()).as(scheme).isEqualTo(200);
            assertThat(answer.header("WWW-Authenticate")).isEmpty();
        }
    }

    @Test
    void section21WhatIsNotOfTheSyntaxIsNoToken() {
        Principal who = Objects.requireNonNull(box.tokens.get(box.token("application A")));
        String tooLong = "x".repeat(1_000);
        for (String odd : List.of("", "=", "a b", "a,b", "a=b", "\"a\"", "a:b", "a%41", tooLong)) {
            box.tokens.put(odd, who); // whoever would ask for it would find it
            assertRefused(show("Bearer " + odd), INVALID);
        }
        box.tokens.put("x".repeat(900), who);
        assertThat(show("Bearer " + "x".repeat(900)).status()).isEqualTo(200);
        assertThat(show("Bearer" + "x".repeat(900)).status()).isEqualTo(401);
    }

    @Test
    void section22ATokenInAFormIsNone() {
        String token = box.token("application A", Scope.PERSON);
        var answer = stranger.post(
                "/api/3/people",
                "access_token=" + token + "&first_name=A&last_name=B",
                "Content-Type",
                "application/x-www-form-urlencoded");
        assertRefused(answer, BARE);
    }

    @Test
    void section23ATokenInTheQueryIsNone() {
        String plain = "plain";
        box.tokens.put(plain, Objects.requireNonNull(box.tokens.get(box.token("application A"))));
        assertThat(show("Bearer " + plain).status()).isEqualTo(200);
        for (String name : List.of("access_token", "token", "bearer")) {
            assertRefused(stranger.get(ACCOUNT + "?" + name + "=" + plain), BARE);
        }
    }

    @Test
    void section3TheHeaderHasRealmErrorDescriptionAndScope() {
        assertRefused(show("Bearer unknown"), INVALID);
        assertThat(box.bearer().get("/api/3/people").header("WWW-Authenticate"))
                .isEqualTo(BARE + ", error=\"insufficient_scope\", error_description=\"the token needs the scope"
                        + " account.person.readonly or account.person\", scope=\"account.person.readonly\"");
        assertThat(box.bearer().post("/api/3/decisions/simulate", "").header("WWW-Authenticate"))
                .endsWith(", scope=\"account.person.readonly account.channel.readonly\"");
        assertThat(box.bearer(Scope.values())
                        .post("/api/3/channels/1/remove_encryption_key", "")
                        .header("WWW-Authenticate"))
                .isEqualTo(BARE + ", error=\"insufficient_scope\", error_description=\"this is for operators and"
                        + " their API keys, not for tokens\"");
    }

    @Test
    void section31WithoutCredentialsThereIsNoErrorCode() {
        assertRefused(stranger.get(ACCOUNT), BARE);
        assertRefused(stranger.get("/api/3/nothing"), BARE);
        assertRefused(show("Digest username=\"x\""), BARE);
        assertRefused(show("Bearerx"), BARE);
    }

    @Test
    void section31AnUnknownOrRevokedTokenIsInvalid() {
        String token = box.token("application A");
        ApiClient client = box.bearer(token);
        assertThat(client.get(ACCOUNT).status()).isEqualTo(200);
        box.tokens.remove(token);
        assertRefused(client.get(ACCOUNT), INVALID);
        assertRefused(box.client("wrong").get(ACCOUNT), INVALID);
        assertRefused(show("Bearer"), INVALID);
    }

    @Test
    void section31TooFewScopesAre403() {
        var refused = box.bearer(Scope.ROLE_READONLY).get("/api/3/people");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.object()).containsEntry("error", "insufficient_scope");
        assertThat(refused.header("X-RateLimit-Remaining")).isEqualTo("999");
    }

    @Test
    void section5ATokenThatWasSentInTheClearIsNamedByItsNumber() {
        String token = box.token("application A");
        assertThat(box.endpoints.nameOf("Bearer " + token)).isEqualTo("token 1");
        assertThat(box.endpoints.nameOf("bearer nobody")).isEqualTo("an unknown credential");
        assertThat(box.endpoints.nameOf("Digest x")).isEqualTo("an unknown credential");
        assertThat(box.endpoints.nameOf(ApiClient.basic(box.documentedKey))).isEqualTo("api_key 1");
    }

    @Test
    void theSameSignInStandsBeforeWhatIsForTokensAloneAndCountsThere() {
        ApiClient client = box.bearer();
        assertThat(client.get(INFO).json()).isEqualTo("token 1");
        assertThat(client.get(ACCOUNT).header("X-RateLimit-Remaining")).isEqualTo("998");
        assertRefused(box.client().get(INFO), BARE);
        assertRefused(stranger.get(INFO), BARE);
        assertRefused(box.bearer("unknown").get(INFO), INVALID);
    }
}
