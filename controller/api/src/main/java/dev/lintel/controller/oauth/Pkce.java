package dev.lintel.controller.oauth;

import dev.lintel.controller.secret.Tokens;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Proof Key for Code Exchange (RFC 7636), method S256 alone: `plain` protects against nobody who sees the request.
final class Pkce {
    static final String METHOD = "S256";

    private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}"); // 32 bytes, without padding
    private static final Pattern VERIFIER = Pattern.compile("[A-Za-z0-9._~-]{43,128}");

    private Pkce() {}

    static boolean isChallenge(String text) {
        return CHALLENGE.matcher(text).matches();
    }

    /// Whether the verifier is the one that the challenge was made of; where there was no challenge there must be no
    /// verifier either: somebody took the challenge out on its way (RFC 9700 4.8.2).
    static boolean verifies(@Nullable String challenge, @Nullable String verifier) {
        if (challenge == null || verifier == null) return challenge == null && verifier == null;
        return VERIFIER.matcher(verifier).matches() && Tokens.same(challenge, challengeOf(verifier));
    }

    static String challengeOf(String verifier) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
