package dev.lintel.controller.oauth;

import static dev.lintel.controller.oauth.OAuthClient.FORM;
import static dev.lintel.controller.oauth.OAuthClient.REVOKE;
import static dev.lintel.controller.oauth.OAuthClient.TOKEN;
import static dev.lintel.controller.oauth.OAuthClient.form;
import static dev.lintel.controller.oauth.OAuthRig.BACK;
import static dev.lintel.controller.oauth.OAuthRig.CHALLENGE;
import static dev.lintel.controller.oauth.OAuthRig.SCOPE;
import static dev.lintel.controller.oauth.OAuthRig.VERIFIER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.console.UserDesk;
import dev.lintel.controller.oauth.Applications.By;
import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.OAuthClient.Answer;
import dev.lintel.controller.oauth.OAuthClient.Pair;
import dev.lintel.controller.store.ApplicationStore.State;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What somebody with a stolen or a guessed secret tries at the token endpoint, at revocation and at the API.
class TokenAttacksTest {
    private static final String EVENTS = "/api/3/events";

    @TempDir
    Path folder;

    private OAuthRig rig;
    private Registered desk;
    private Registered mallory;

    @BeforeEach
    void start() {
        rig = new OAuthRig(folder);
        desk = rig.confidential();
        mallory = rig.register("Mallory", false, State.LIVE, BACK);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private static String[] exchange(String code) {
        return new String[] {"grant_type", "authorization_code", "code", code, "redirect_uri", BACK};
    }

    @Test
    void aReplayedCodeEndsWhatItHadIssuedAndTheUserIsTold() {
        String code = rig.code(desk);
        Pair pair = rig.redeem(desk, code).pair();
        rig.redeem(desk, code).refused(400, "invalid_grant");
        assertThat(rig.works(pair)).isFalse();
        assertThat(rig.oauth.cutOff(rig.olga)).hasSize(1);
        rig.redeem(desk, code).refused(400, "invalid_grant");
        assertThat(rig.oauth.cutOff(rig.olga)).as("told once").hasSize(1);
    }

    @Test
    void aForeignCodeIsNotRedeemedAndReplayingItElsewhereEndsNothing() {
        String code = rig.code(desk);
        rig.redeem(mallory, code).refused(400, "invalid_grant");
        Pair pair = rig.redeem(desk, code).pair();
        rig.redeem(mallory, code).refused(400, "invalid_grant");
        assertThat(rig.works(pair)).isTrue();
    }

    @Test
    void aForeignTokenIsNeitherRenewedNorRevoked() {
        Pair pair = rig.connect(desk);
        rig.renew(mallory, pair.refresh()).refused(400, "invalid_grant");
        rig.revoke(mallory, "token", pair.refresh()).refused(403, "unauthorized_client");
        rig.revoke(mallory, "token", pair.access()).refused(403, "unauthorized_client");
        assertThat(rig.works(pair)).isTrue();
    }

    @Test
    void anAccessTokenIsNoRefreshTokenAndTheReverse() {
        Pair pair = rig.connect(desk);
        rig.renew(desk, pair.access()).refused(400, "invalid_grant");
        rig.http.bearer(EVENTS, pair.refresh()).refused(401, "invalid_token");
        String code = rig.code(desk);
        rig.http.bearer(EVENTS, code).refused(401, "invalid_token");
        rig.renew(desk, code).refused(400, "invalid_grant");
        rig.redeem(desk, pair.refresh()).refused(400, "invalid_grant");
    }

    @Test
    void aRefreshCannotWidenItsScope() {
        Pair pair = rig.connect(desk, "account.event.readonly");
        for (String wider : List.of("account.person", "account.event.readonly account.channel.admit", "*", "account")) {
            rig.renew(desk, pair.refresh(), "scope", wider).refused(400, "invalid_scope");
        }
        Pair narrow = rig.renew(desk, pair.refresh()).pair();
        assertThat(narrow.scope()).isEqualTo("account.event.readonly");
    }

    @Test
    void theScopeParameterOfACodesExchangeGrantsNothing() {
        String code = rig.code(desk, "account.event.readonly", null);
        assertThat(rig.redeem(desk, code, "scope", "account.person account.channel.admit")
                        .pair()
                        .scope())
                .isEqualTo("account.event.readonly");
    }

    @Test
    void aCodeWithoutItsChallengeIsNotRedeemedWithAVerifier() { // RFC 9700 4.8.2: the challenge was taken out
        String code = rig.code(desk, SCOPE, null);
        rig.redeem(desk, code, "code_verifier", VERIFIER).refused(400, "invalid_grant");
        String proved = rig.code(desk, SCOPE, CHALLENGE);
        rig.redeem(desk, proved).refused(400, "invalid_grant");
        rig.redeem(desk, proved, "code_verifier", CHALLENGE, "code_challenge_method", "plain")
                .refused(400, "invalid_grant");
    }

    @Test
    void aStolenRefreshTokenOfAPublicApplicationEndsAllOfIt() {
        Registered phone = rig.open();
        Pair stolen = rig.connect(phone);
        Pair thiefs = rig.renew(phone, stolen.refresh()).pair();
        rig.time.advance(Duration.ofSeconds(61));
        rig.renew(phone, stolen.refresh()).refused(400, "invalid_grant");
        assertThat(rig.works(thiefs)).isFalse();
        rig.renew(phone, thiefs.refresh()).refused(400, "invalid_grant");
        assertThat(rig.oauth.cutOff(rig.olga)).hasSize(1);
    }

    @Test
    void whoHasASpentRefreshTokenButNotTheSecretEndsNothing() {
        Pair spent = rig.connect(desk);
        Pair live = rig.renew(desk, spent.refresh()).pair();
        rig.time.advance(Duration.ofDays(1));
        rig.http
                .post(
                        TOKEN,
                        "client_id",
                        desk.application().clientId(),
                        "grant_type",
                        "refresh_token",
                        "refresh_token",
                        spent.refresh())
                .refused(400, "invalid_client");
        rig.renew(mallory, spent.refresh()).refused(400, "invalid_grant");
        assertThat(rig.renew(desk, live.refresh()).status()).isEqualTo(200);
    }

    @Test
    void aTokenInAnAddressIsNoTokenAndASecretThereIsRefused() {
        Pair pair = rig.connect(desk);
        for (String path : List.of(EVENTS, "/api/3/people", OAuthClient.INFO)) {
            for (String name : List.of("access_token", "token", "bearer_token", "authorization")) {
                rig.http.get(path + "?" + name + "=" + pair.access()).refused(401, "invalid_token");
            }
        }
        for (String name : List.of(
                "client_secret", "code", "code_verifier", "refresh_token", "access_token", "token", "token[]")) {
            for (String path : List.of(TOKEN, REVOKE)) {
                String[] renewal = {"grant_type", "refresh_token", "refresh_token", pair.refresh(), "token", "x"};
                rig.http
                        .post(path + "?" + name.replace("[]", "%5B%5D") + "=x", OAuthRig.as(desk, renewal))
                        .refused(400, "invalid_request");
            }
        }
        assertThat(rig.works(pair)).isTrue();
    }

    @Test
    void twoAuthorizationHeadersAreRefused() {
        Pair pair = rig.connect(desk);
        String good = "Bearer " + pair.access();
        for (var both : List.of(List.of(good, "Bearer x"), List.of("Bearer x", good), List.of(good, good))) {
            Answer answer = rig.http.get(EVENTS, "Authorization", both.getFirst(), "Authorization", both.getLast());
            answer.refused(400, "bad_request");
        }
        String basic = OAuthRig.basic(desk).getLast();
        for (String path : List.of(TOKEN, REVOKE)) {
            Answer answer = rig.http.post(
                    path,
                    List.of(
                            "Authorization",
                            basic,
                            "Authorization",
                            OAuthRig.basic(mallory).getLast()),
                    "grant_type",
                    "refresh_token",
                    "refresh_token",
                    pair.refresh(),
                    "token",
                    pair.refresh());
            assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        }
        assertThat(rig.works(pair)).isTrue();
    }

    @Test
    void anAccessTokenInBasicIsNobody() {
        Pair pair = rig.connect(desk);
        String id = desk.application().clientId();
        for (String header : List.of(
                OAuthClient.basic(pair.access(), ""),
                OAuthClient.basic(pair.access(), "x"),
                OAuthClient.basic("x", pair.access()),
                OAuthRig.basic(desk).getLast())) {
            rig.http.get(EVENTS, "Authorization", header).refused(401, "invalid_token");
        }
        rig.http
                .post(TOKEN, List.of("Authorization", OAuthClient.basic(id, pair.access())), exchange("x"))
                .refused(400, "invalid_client");
    }

    @Test
    void longAndOddTokensAreRefusedInWords() {
        for (String token : List.of("x".repeat(900), "x".repeat(2_000), "x".repeat(8_000), "a b", "\"", "a,b", "'--")) {
            rig.http.bearer(EVENTS, token).refused(401, "invalid_token");
            rig.renew(desk, token).refused(400, "invalid_grant");
            rig.redeem(desk, token).refused(400, "invalid_grant");
            String basic = OAuthClient.basic(token, "x");
            rig.http.post(TOKEN, List.of("Authorization", basic), exchange("x")).refused(400, "invalid_client");
        }
        assertThat(rig.http
                        .get(EVENTS, "Authorization", "Bearer " + "x".repeat(20_000))
                        .status())
                .isEqualTo(431);
        rig.renew(desk, "\u0000\u0001\r\n'; DROP TABLE token; --").refused(400, "invalid_grant");
        rig.token(desk, "grant_type", "refresh_token", "refresh_token", "𝄞".repeat(300))
                .refused(400, "invalid_grant");
    }

    @Test
    void aTokenIsWorthNothingWithoutItsUserItsConnectionOrItsApplication() {
        var applications = rig.oauth.applications();
        Pair disconnected = rig.connect(desk);
        assertThat(rig.works(disconnected)).isTrue();
        rig.oauth.disconnect(rig.olga, desk.application().id(), "olga@example.com");
        assertThat(rig.works(disconnected)).isFalse();
        Pair idle = rig.connect(desk);
        assertThat(rig.works(idle)).isTrue();
        applications.setState(desk.application().id(), State.INACTIVE, By.COMMAND_LINE);
        assertThat(rig.works(idle)).isFalse();
        applications.setState(desk.application().id(), State.LIVE, By.COMMAND_LINE);
        Pair orphan = rig.connect(desk);
        assertThat(rig.works(orphan)).isTrue();
        rig.desk.remove(UserDesk.By.COMMAND_LINE, rig.olga);
        assertThat(rig.works(orphan)).isFalse();
        rig.renew(desk, orphan.refresh()).refused(400, "invalid_grant");
        applications.delete(desk.application().id(), By.COMMAND_LINE);
        rig.renew(desk, orphan.refresh()).refused(400, "invalid_client");
    }

    @Test
    void aRotatedClientSecretEndsTheOldOneAtOnce() {
        Pair pair = rig.connect(desk);
        Registered rotated = rig.oauth.applications().rotate(desk.application().id(), By.COMMAND_LINE);
        rig.renew(desk, pair.refresh()).refused(400, "invalid_client");
        assertThat(rig.renew(rotated, pair.refresh()).status()).isEqualTo(200);
    }

    @Test
    void aPublicApplicationIsNotImpersonatedWithASecretNorAConfidentialOneWithout() {
        Registered phone = rig.open();
        String code = rig.code(phone);
        for (String secret : List.of("x", String.valueOf(desk.clientSecret()), phone.webhookSecret())) {
            rig.redeem(phone, code, "code_verifier", VERIFIER, "client_secret", secret)
                    .refused(400, "invalid_client");
        }
        String id = desk.application().clientId();
        for (String header : List.of(OAuthClient.basic(id, ""), OAuthClient.basic(id, null))) {
            rig.http
                    .post(TOKEN, List.of("Authorization", header), exchange(rig.code(desk)))
                    .refused(400, "invalid_client");
        }
        rig.http
                .post(
                        TOKEN,
                        List.of("Authorization", OAuthClient.basic(id, desk.webhookSecret())),
                        exchange(rig.code(desk)))
                .refused(400, "invalid_client");
    }

    @Test
    void unknownClientsAndWrongSecretsAreToldApartNeitherByWordsNorByWork() {
        String id = desk.application().clientId();
        Answer unknown = rig.http.post(TOKEN, with("nobody", "wrong"));
        Answer wrong = rig.http.post(TOKEN, with(id, "wrong"));
        assertThat(unknown.text()).isEqualTo(wrong.text());
        assertThat(unknown.status()).isEqualTo(wrong.status());
        // Both look for the application, hash what was sent and compare: of one order of magnitude. A comparison that
        // stops at the first difference, or none at all, is nanoseconds and cannot be seen from here; a slow hash for
        // known clients alone would be seen, at many times this bound.
        long medianUnknown = median("nobody");
        long medianWrong = median(id);
        assertThat(Math.max(medianUnknown, medianWrong)).isLessThan(10 * Math.min(medianUnknown, medianWrong));
    }

    private String[] with(String id, String secret) {
        return new String[] {
            "grant_type", "refresh_token", "refresh_token", "x", "client_id", id, "client_secret", secret
        };
    }

    private long median(String id) {
        long[] took = new long[41];
        for (int i = 0; i < took.length; i++) {
            long begin = System.nanoTime();
            rig.http.post(TOKEN, with(id, "wrong" + i)).refused(400, "invalid_client");
            took[i] = System.nanoTime() - begin;
        }
        Arrays.sort(took);
        return took[took.length / 2];
    }

    @Test
    void aMethodOverrideIsNone() {
        Pair pair = rig.connect(desk);
        String body = form(OAuthRig.as(desk, "token", pair.access(), "_method", "POST"));
        var answer = rig.http.send("GET", REVOKE, null, "X-HTTP-Method-Override", "POST");
        answer.refused(405, "method_not_allowed");
        rig.http.send("PUT", REVOKE, body, "Content-Type", FORM).refused(405, "method_not_allowed");
        assertThat(rig.works(pair)).isTrue();
    }

    @Test
    void anotherSpellingOfThePathIsNoWayAroundTheGuards() {
        Pair pair = rig.connect(desk);
        for (String path : List.of("/oauth//token/info", "/oauth/token/info/", "/oauth/token/../token/info")) {
            assertThat(rig.http.get(path).status()).as(path).isIn(401, 404);
            assertThat(rig.http.get(path + "?access_token=" + pair.access()).status())
                    .isIn(401, 404);
        }
    }
}
