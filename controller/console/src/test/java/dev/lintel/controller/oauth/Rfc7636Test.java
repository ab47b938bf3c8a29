package dev.lintel.controller.oauth;

import static dev.lintel.controller.oauth.OAuthRig.CHALLENGE;
import static dev.lintel.controller.oauth.OAuthRig.SCOPE;
import static dev.lintel.controller.oauth.OAuthRig.VERIFIER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lintel.controller.oauth.Applications.Registered;
import dev.lintel.controller.oauth.AuthorizeRequest.Outcome;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Proof key for code exchange, by its sections.
class Rfc7636Test {
    @TempDir
    Path folder;

    private OAuthRig rig;
    private Registered desk;
    private Registered phone;

    @BeforeEach
    void start() {
        rig = new OAuthRig(folder);
        desk = rig.confidential();
        phone = rig.open();
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    /// What becomes of an authorization request of the phone.
    private Outcome asked(String... pairs) {
        var query = new java.util.HashMap<>(Map.of(
                "client_id",
                phone.application().clientId(),
                "redirect_uri",
                OAuthRig.BACK,
                "response_type",
                "code",
                "scope",
                SCOPE));
        for (int i = 0; i < pairs.length; i += 2) query.put(pairs[i], pairs[i + 1]);
        return AuthorizeRequest.read(
                name -> query.containsKey(name) ? List.of(query.get(name)) : List.of(), rig.database, rig.issuer());
    }

    private static void sentBack(Outcome outcome, String error) {
        assertThat(outcome).isInstanceOfSatisfying(Outcome.SentBack.class, back -> {
            var parameters = OAuthClient.parameters(URI.create(back.location()).getRawQuery());
            assertThat(parameters).containsEntry("error", error).doesNotContainKey("code");
        });
    }

    // 4.1
    @Test
    void theVerifierHas43To128UnreservedCharacters() {
        for (String good : List.of("a".repeat(43), "a-._~Z9".repeat(18), "~".repeat(128))) {
            String code = rig.code(phone, SCOPE, Pkce.challengeOf(good));
            assertThat(rig.redeem(phone, code, "code_verifier", good).status())
                    .as(good)
                    .isEqualTo(200);
        }
        for (String bad : List.of("a".repeat(42), "a".repeat(129), "a".repeat(42) + "!", "é".repeat(43))) {
            String code = rig.code(phone, SCOPE, Pkce.challengeOf(bad));
            rig.redeem(phone, code, "code_verifier", bad).refused(400, "invalid_grant");
        }
    }

    // 4.2 and appendix B
    @Test
    void theChallengeIsTheBase64UrlOfTheSha256OfTheVerifier() {
        assertThat(Pkce.challengeOf(VERIFIER)).isEqualTo(CHALLENGE);
        String code = rig.code(phone, SCOPE, CHALLENGE);
        assertThat(rig.redeem(phone, code, "code_verifier", VERIFIER).status()).isEqualTo(200);
    }

    // 4.3
    @Test
    void theMethodDefaultsToPlainWhichIsRefused() {
        sentBack(asked("code_challenge", CHALLENGE), "invalid_request");
        sentBack(asked("code_challenge", CHALLENGE, "code_challenge_method", "plain"), "invalid_request");
        sentBack(asked("code_challenge", CHALLENGE, "code_challenge_method", "s256"), "invalid_request");
        assertThat(asked("code_challenge", CHALLENGE, "code_challenge_method", "S256"))
                .isInstanceOf(Outcome.Asks.class);
    }

    // 4.3
    @Test
    void aChallengeThatIsNoneIsRefusedBeforeAnybodyIsAsked() {
        for (String bad : List.of("x", CHALLENGE + "=", CHALLENGE + "a", CHALLENGE.replace('-', '+'), "é".repeat(43))) {
            sentBack(asked("code_challenge", bad, "code_challenge_method", "S256"), "invalid_request");
        }
        sentBack(asked("code_challenge_method", "S256"), "invalid_request");
    }

    // 4.4.1
    @Test
    void aPublicClientWithoutAChallengeGetsInvalidRequest() {
        sentBack(asked(), "invalid_request");
        sentBack(asked("code_challenge", ""), "invalid_request");
    }

    // 4.5
    @Test
    void theClientSendsTheVerifierWithTheCode() {
        String code = rig.code(phone, SCOPE, CHALLENGE);
        rig.redeem(phone, code).refused(400, "invalid_grant");
        rig.redeem(phone, code, "code_verifier", "").refused(400, "invalid_grant");
        assertThat(rig.redeem(phone, code, "code_verifier", VERIFIER).status()).isEqualTo(200);
    }

    // 4.6
    @Test
    void whenTheValuesAreNotEqualTheErrorIsInvalidGrant() {
        for (Registered app : List.of(desk, phone)) {
            String code = rig.code(app, SCOPE, CHALLENGE);
            rig.redeem(app, code, "code_verifier", CHALLENGE).refused(400, "invalid_grant");
            rig.redeem(app, code, "code_verifier", VERIFIER + "a").refused(400, "invalid_grant");
            rig.redeem(app, code, "code_verifier", VERIFIER.toLowerCase(java.util.Locale.ROOT))
                    .refused(400, "invalid_grant");
            assertThat(rig.redeem(app, code, "code_verifier", VERIFIER).status())
                    .as("a wrong try spends nothing")
                    .isEqualTo(200);
        }
    }

    // 4.6, for a confidential client that chose to send one
    @Test
    void aStoredChallengeNeedsItsVerifierWhoeverSentIt() {
        String code = rig.code(desk, SCOPE, CHALLENGE);
        rig.redeem(desk, code).refused(400, "invalid_grant");
        assertThat(rig.redeem(desk, code, "code_verifier", VERIFIER).status()).isEqualTo(200);
    }
}
