package dev.lintel.controller.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PkceTest {
    /// RFC 7636, appendix B.
    private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    @Test
    void theExampleOfTheRfcVerifies() {
        assertThat(Pkce.challengeOf(VERIFIER)).isEqualTo(CHALLENGE);
        assertThat(Pkce.verifies(CHALLENGE, VERIFIER)).isTrue();
        assertThat(Pkce.isChallenge(CHALLENGE)).isTrue();
    }

    @Test
    void nothingElseVerifies() {
        assertThat(Pkce.verifies(CHALLENGE, VERIFIER.toLowerCase(java.util.Locale.ROOT)))
                .isFalse();
        assertThat(Pkce.verifies(CHALLENGE, CHALLENGE)).as("plain").isFalse();
        assertThat(Pkce.verifies(CHALLENGE, null)).as("no verifier").isFalse();
        assertThat(Pkce.verifies(null, VERIFIER))
                .as("a challenge that was taken out")
                .isFalse();
        assertThat(Pkce.verifies(null, null)).as("no PKCE at all").isTrue();
        assertThat(Pkce.isChallenge(CHALLENGE + "=")).isFalse();
        assertThat(Pkce.isChallenge("short")).isFalse();
        String tooShort = "a".repeat(42);
        assertThat(Pkce.verifies(Pkce.challengeOf(tooShort), tooShort))
                .as("section 4.1: 43 characters")
                .isFalse();
        String tooLong = "a".repeat(129);
        assertThat(Pkce.verifies(Pkce.challengeOf(tooLong), tooLong))
                .as("section 4.1: 128 characters")
                .isFalse();
    }
}
