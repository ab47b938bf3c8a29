package dev.lintel.controller.oauth;

import static dev.lintel.controller.oauth.OAuthClient.FORM;
import static dev.lintel.controller.oauth.OAuthClient.REVOKE;
import static dev.lintel.controller.oauth.OAuthClient.form;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuthClient.Answer;
import dev.lintel.controller.oauth.OAuthClient.Pair;
import dev.lintel.controller.store.ApplicationStore.State;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// OAuth 2.0 token revocation, by its sections.
class Rfc7009Test {
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

    private static void accepted(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json()).isEqualTo(Map.of());
    }

    private void isOver(Pair pair) {
        assertThat(rig.works(pair)).isFalse();
        rig.renew(desk, pair.refresh()).refused(400, "invalid_grant");
    }

    // 2.1
    @Test
    void theTokenToBeRevokedIsRequired() {
        rig.revoke(desk).refused(400, "invalid_request");
        rig.revoke(desk, "token", "").refused(400, "invalid_request");
        rig.revoke(desk, "token_type_hint", "refresh_token").refused(400, "invalid_request");
    }

    // 2.1: a refresh token's access tokens SHOULD go with it
    @Test
    void revokingARefreshTokenInvalidatesItsAccessTokens() {
        Pair pair = rig.connect(desk);
        accepted(rig.revoke(desk, "token", pair.refresh()));
        isOver(pair);
    }

    // 2.1: an access token's refresh token MAY go with it
    @Test
    void revokingAnAccessTokenRevokesItsRefreshToken() {
        Pair pair = rig.connect(desk);
        accepted(rig.revoke(desk, "token", pair.access()));
        isOver(pair);
    }

    // 2.1: the server extends its search across all of its token types; an invalid hint is ignored
    @Test
    void theHintIsNeverNeededAndNeverInTheWay() {
        for (String hint : List.of("access_token", "refresh_token", "password", "", "x".repeat(500))) {
            Pair byRefresh = rig.connect(desk);
            accepted(rig.revoke(desk, "token", byRefresh.refresh(), "token_type_hint", hint));
            isOver(byRefresh);
            Pair byAccess = rig.connect(desk);
            accepted(rig.revoke(desk, "token_type_hint", hint, "token", byAccess.access()));
            isOver(byAccess);
        }
    }

    // 2.1
    @Test
    void theServerVerifiesThatTheTokenWasIssuedToTheClientThatAsks() {
        Pair pair = rig.connect(desk);
        Registered other = rig.register("Other", false, State.LIVE, OAuthRig.BACK);
        rig.revoke(other, "token", pair.refresh()).refused(403, "unauthorized_client");
        rig.revoke(other, "token", pair.access()).refused(403, "unauthorized_client");
        rig.http.post(REVOKE, "token", pair.access()).refused(403, "unauthorized_client");
        assertThat(rig.works(pair)).isTrue();
    }

    // 2.1
    @Test
    void theInvalidationTakesPlaceImmediately() {
        Pair pair = rig.connect(desk);
        assertThat(rig.works(pair)).isTrue();
        accepted(rig.revoke(desk, "token", pair.access()));
        assertThat(rig.works(pair)).isFalse();
    }

    // 2.1 and 5: a public client names itself
    @Test
    void aPublicClientRevokesByItsClientIdAlone() {
        Registered phone = rig.open();
        Pair pair = rig.connect(phone);
        Registered tablet = rig.register("Tablet", true, State.LIVE, OAuthRig.BACK);
        rig.http.post(REVOKE, OAuthRig.as(tablet, "token", pair.refresh())).refused(403, "unauthorized_client");
        assertThat(rig.works(pair)).isTrue();
        accepted(rig.http.post(REVOKE, OAuthRig.as(phone, "token", pair.refresh())));
        assertThat(rig.works(pair)).isFalse();
    }

    // 2.1: as RFC 6749 2.3 has it, by the body as well
    @Test
    void theClientAuthenticatesAsAtTheTokenEndpoint() {
        Pair pair = rig.connect(desk);
        accepted(rig.http.post(REVOKE, OAuthRig.as(desk, "token", pair.access())));
        isOver(pair);
    }

    // 2.2
    @Test
    void anInvalidTokenDoesNotCauseAnError() {
        Pair pair = rig.connect(desk);
        for (String token : List.of("unknown", "x".repeat(5_000), "a b c", "é", rig.code(desk))) {
            accepted(rig.revoke(desk, "token", token));
        }
        accepted(rig.revoke(desk, "token", pair.refresh()));
        accepted(rig.revoke(desk, "token", pair.refresh()));
        accepted(rig.revoke(desk, "token", pair.access()));
    }

    // 2.2
    @Test
    void whatWasRenewedAlreadyIsInvalidAndEndsNothing() {
        Pair first = rig.connect(desk);
        Pair second = rig.renew(desk, first.refresh()).pair();
        accepted(rig.revoke(desk, "token", first.refresh()));
        accepted(rig.revoke(desk, "token", first.access()));
        assertThat(rig.works(second)).isTrue();
    }

    // 2.3: callbacks for JSONP are optional, and a way to leak
    @Test
    void thereIsNoJsonp() {
        Answer answer = rig.http.send(
                "POST",
                REVOKE + "?callback=package.hello",
                form(OAuthRig.as(desk, "token", "x", "callback", "package.hello")),
                "Content-Type",
                FORM);
        accepted(answer);
        assertThat(answer.text()).doesNotContain("hello");
        assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
    }

    // 2.1: POST, a form, and never in an address
    @Test
    void theTokenIsInAFormBody() {
        Pair pair = rig.connect(desk);
        rig.http.post(REVOKE + "?token=" + pair.access(), OAuthRig.as(desk)).refused(400, "invalid_request");
        rig.http
                .send("POST", REVOKE, "{\"token\":\"x\"}", "Content-Type", "application/json")
                .refused(400, "invalid_request");
        assertThat(rig.works(pair)).isTrue();
    }
}
