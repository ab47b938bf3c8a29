package dev.lintel.controller.oauth;

import static dev.lintel.controller.oauth.OAuthBrowser.AUTHORIZE;
import static dev.lintel.controller.oauth.OAuthBrowser.form;
import static dev.lintel.controller.oauth.OAuthRig.BACK;
import static dev.lintel.controller.oauth.OAuthRig.CHALLENGE;
import static dev.lintel.controller.oauth.OAuthRig.VERIFIER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuthClient.Answer;
import dev.lintel.controller.oauth.OAuthClient.Pair;
import dev.lintel.controller.store.ApplicationStore.State;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Best current practice for OAuth 2.0 security, by its sections.
class Rfc9700Test {
    @TempDir
    Path folder;

    private OAuthRig rig;
    private Registered desk;
    private Registered phone;
    private OAuthBrowser olga;

    @BeforeEach
    void start() {
        rig = new OAuthRig(folder);
        desk = rig.confidential();
        phone = rig.open();
        olga = rig.browser().signedIn("olga@example.com");
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    // 2.1 and 4.1.3
    @Test
    void redirectUrisAreComparedByExactStringMatching() {
        Registered two = rig.register("Two", false, State.LIVE, BACK, "https://desk.example/back%2Fx");
        assertThat(olga.ask(two, "redirect_uri", "https://desk.example/back%2Fx")
                        .status())
                .isEqualTo(200);
        for (String near : List.of("https://desk.example/back%2fx", "https://desk.example/back/x", BACK + "?")) {
            assertThat(olga.ask(two, "redirect_uri", near).status()).as(near).isEqualTo(400);
        }
    }

    // 2.1
    @Test
    void thereIsNoOpenRedirector() {
        assertThat(rig.browser().get("/sign-in?next=https://evil.example/").text())
                .doesNotContain("evil.example");
        assertThat(olga.get("/sign-in?next=//evil.example/").header("Location")).isEqualTo("/");
    }

    // 2.1.1
    @Test
    void publicClientsMustUsePkceAndItIsSupportedForOthers() {
        assertThat(olga.ask(phone, "code_challenge", "", "code_challenge_method", "")
                        .sentWith())
                .containsEntry("error", "invalid_request");
        String code = olga.code(desk, "code_challenge", CHALLENGE, "code_challenge_method", "S256");
        rig.redeem(desk, code).refused(400, "invalid_grant");
        assertThat(rig.redeem(desk, code, "code_verifier", VERIFIER).status()).isEqualTo(200);
    }

    // 2.1.2
    @Test
    void noAccessTokenIsEverInAnAuthorizationResponse() {
        for (String type : List.of("token", "code token", "id_token token")) {
            Answer answer = olga.ask(desk, "response_type", type);
            assertThat(answer.sentWith()).containsEntry("error", "unsupported_response_type");
            assertThat(answer.header("Location")).doesNotContain("access_token", "#");
        }
    }

    // 2.2.2 and 4.14
    @Test
    void refreshTokensOfPublicClientsAreRotatedAndReuseRevokesThem() {
        Pair first = rig.connect(phone);
        Pair second = rig.renew(phone, first.refresh()).pair();
        assertThat(second.refresh()).isNotEqualTo(first.refresh());
        rig.time.advance(Duration.ofMinutes(5));
        rig.renew(phone, first.refresh()).refused(400, "invalid_grant");
        rig.renew(phone, second.refresh()).refused(400, "invalid_grant");
        assertThat(rig.works(second)).isFalse();
    }

    // 4.14.2: of confidential clients they are bound to the client by its secret
    @Test
    void refreshTokensOfConfidentialClientsAreBoundToThem() {
        Pair pair = rig.connect(desk);
        rig.http
                .post(
                        OAuthClient.TOKEN,
                        "client_id",
                        desk.application().clientId(),
                        "grant_type",
                        "refresh_token",
                        "refresh_token",
                        pair.refresh())
                .refused(400, "invalid_client");
        assertThat(rig.renew(desk, pair.refresh()).status()).isEqualTo(200);
    }

    // 2.3
    @Test
    void accessTokensAreRestrictedToTheScopesThatWereAsked() {
        Pair pair = rig.redeem(desk, olga.code(desk, "scope", "account.role.readonly"))
                .pair();
        assertThat(rig.http.bearer("/api/3/roles", pair.access()).status()).isEqualTo(200);
        rig.http.bearer("/api/3/people", pair.access()).refused(403, "insufficient_scope");
    }

    // 2.4
    @Test
    void thereIsNoPasswordGrant() {
        rig.token(desk, "grant_type", "password", "username", "olga@example.com", "password", OAuthRig.PASSWORD)
                .refused(400, "unsupported_grant_type");
    }

    // 2.6
    @Test
    void metadataIsPublishedAndEndpointsHaveNoCors() {
        Answer metadata = rig.http.get("/.well-known/oauth-authorization-server", "Origin", "https://evil.example");
        assertThat(metadata.status()).isEqualTo(200);
        Answer page = rig.http.get(OAuthBrowser.address(OAuthBrowser.request(desk)), "Origin", "https://evil.example");
        assertThat(page.header("Access-Control-Allow-Origin")).isEmpty();
    }

    // 4.1.1
    @Test
    void whatIsRegisteredHasNoWildcard() {
        Registered wild = rig.register("Wild", false, State.LIVE, "https://desk.example/*");
        for (String other : List.of("https://desk.example/back", "https://evil.desk.example/*")) {
            assertThat(olga.ask(wild, "redirect_uri", other).status()).isEqualTo(400);
        }
    }

    // 4.2.4
    @Test
    void refererDoesNotTellOfCodesAndStates() {
        for (Answer answer : List.of(olga.ask(desk), olga.decide("allow", desk), olga.decide("deny", desk))) {
            assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
            assertThat(answer.text()).doesNotContain("href=\"http", "src=\"http");
        }
    }

    // 4.2.4: codes are spent by their first use
    @Test
    void aCodeOfAHistoryIsWorthNothing() {
        String code = olga.code(desk);
        rig.redeem(desk, code).pair();
        rig.redeem(desk, code).refused(400, "invalid_grant");
    }

    // 4.3.2
    @Test
    void accessTokensAreNotTakenFromAddresses() {
        Pair pair = rig.connect(desk);
        rig.http.get("/api/3/events?access_token=" + pair.access()).refused(401, "invalid_token");
    }

    // 4.4.2.1 and RFC 9207
    @Test
    void theIssuerIsInEveryAuthorizationResponse() {
        for (Answer answer :
                List.of(olga.decide("allow", desk), olga.decide("deny", desk), olga.ask(desk, "response_type", "x"))) {
            assertThat(answer.sentWith()).containsEntry("iss", rig.issuer());
        }
    }

    // 4.5.3.1
    @Test
    void aCodeInjectedIntoAnotherSessionFailsByItsVerifier() {
        String code = olga.code(phone);
        String others = "another-session-of-the-same-application-43c";
        rig.redeem(phone, code, "code_verifier", others).refused(400, "invalid_grant");
    }

    // 4.8.2
    @Test
    void pkceIsNotDowngraded() {
        String stripped = olga.code(desk);
        rig.redeem(desk, stripped, "code_verifier", VERIFIER).refused(400, "invalid_grant");
        assertThat(olga.ask(desk, "code_challenge", CHALLENGE, "code_challenge_method", "plain")
                        .sentWith())
                .containsEntry("error", "invalid_request");
        assertThat(olga.ask(desk, "code_challenge", CHALLENGE).sentWith()).containsEntry("error", "invalid_request");
    }

    // 4.11.2
    @Test
    void theServerRedirectsAutomaticallyOnlyToAddressesItTrusts() {
        Answer answer = rig.browser().ask(desk, "scope", "nothing");
        assertThat(URI.create(answer.header("Location")).getHost()).isEqualTo("desk.example");
        assertThat(rig.browser()
                        .ask(desk, "redirect_uri", "https://evil.example", "scope", "x")
                        .header("Location"))
                .isEmpty();
    }

    // 4.11.2
    @Test
    void anApplicationThatIsTriedOutSendsNoStrangerAnywhere() {
        Registered trial = rig.register("Trial", false, State.TESTING, OAuthRig.BACK);
        Answer stranger = rig.browser().ask(trial, "scope", "nothing");
        assertThat(stranger.status()).isEqualTo(400);
        assertThat(stranger.header("Location")).isEmpty();
        assertThat(olga.ask(trial, "scope", "nothing").header("Location")).isEmpty();
        OAuthBrowser tess = rig.browser();
        tess.signIn("tess@example.com", "/");
        assertThat(tess.ask(trial, "scope", "nothing").header("Location")).contains("error=invalid_scope");
    }

    // 4.12
    @Test
    void redirectsAfterFormsAre303() {
        OAuthBrowser stranger = rig.browser();
        assertThat(stranger.signIn("olga@example.com", "/").status()).isEqualTo(303);
        assertThat(olga.decide("allow", desk).status()).isEqualTo(303);
        assertThat(olga.decide("deny", desk).status()).isEqualTo(303);
        var fields = form(olga.ask(desk), AUTHORIZE);
        fields.put("decision", "allow");
        fields.put("scope", "nothing");
        assertThat(olga.post(AUTHORIZE, fields).status()).isEqualTo(303);
    }

    // 4.16
    @Test
    void clickjackingIsPrevented() {
        Answer page = olga.ask(desk);
        assertThat(page.header("Content-Security-Policy")).contains("frame-ancestors 'none'");
        assertThat(page.header("X-Frame-Options")).isEqualTo("DENY");
    }
}
