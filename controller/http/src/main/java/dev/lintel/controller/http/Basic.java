package dev.lintel.controller.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// What an `Authorization: Basic …` header carries (RFC 7617). Both alphabets of Base64 are taken, as the
/// specification's clients use either.
///
/// @param user what stands before the first colon
/// @param password the rest; null without a colon
public record Basic(String user, @Nullable String password) {
    /// Longer than any header of ours.
    private static final int HEADER_MAX = 1_000;

    private static final String SCHEME = "Basic ";

    /// Null when the header is another one, too long, no Base64, or names nobody.
    public static @Nullable Basic of(@Nullable String header) {
        if (header == null || header.length() > HEADER_MAX) return null;
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) return null;
        String encoded =
                header.substring(SCHEME.length()).strip().replace('-', '+').replace('_', '/');
        try {
            String pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            String user = colon < 0 ? pair : pair.substring(0, colon);
            return user.isEmpty() ? null : new Basic(user, colon < 0 ? null : pair.substring(colon + 1));
        } catch (IllegalArgumentException e) {
            return null; // not Base64: nobody's
        }
    }
}
