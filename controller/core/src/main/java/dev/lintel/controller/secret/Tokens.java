package dev.lintel.controller.secret;

import dev.lintel.reader.Bytes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Random secrets for cookies, links, forms and clients: 43 characters of URL-safe Base64. Only their SHA-256 is ever
/// stored: 256 random bits need no slow hash. Any thread.
public final class Tokens {
    private static final int TOKEN_BYTES = 32;

    private final SecureRandom random = new SecureRandom();

    public String make() {
        byte[] token = new byte[TOKEN_BYTES];
        random.nextBytes(token);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    public static Bytes hash(String token) {
        try {
            return Bytes.copyOf(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /// Compares in a time that does not tell where the two differ.
    public static boolean same(String expected, @Nullable String given) {
        if (given == null) return false;
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }
}
