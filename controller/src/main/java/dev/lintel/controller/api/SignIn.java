package dev.lintel.controller.api;

import dev.lintel.controller.store.ApiKeyStore;
import dev.lintel.controller.store.ApiKeyStore.ApiKey;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Stands before everything under `/api/`: finds out who asks from the `Authorization` header, and counts the request.
/// An API key is the user name of HTTP Basic; the password is ignored.
final class SignIn implements Filter {
    /// Longer than any header of ours.
    private static final int HEADER_MAX = 1_000;

    private final ApiKeyStore keys;
    private final RateLimit limit;
    private final Api.Operators operators;

    SignIn(ApiKeyStore keys, RateLimit limit, Api.Operators operators) {
        this.keys = keys;
        this.limit = limit;
        this.operators = operators;
    }

    @Override
    public Reply answer(Request request, Handler next) {
        String header = request.header("Authorization");
        Principal operator = header == null ? operator(request) : null;
        if (operator != null) return limit.limit(request.withPrincipal(operator), operator, next);
        if (header == null || header.isBlank()) return new Reply.Unauthorized("The Authorization header is missing");
        String secret = basicUser(header);
        ApiKey key = secret == null ? null : keys.use(secret);
        if (key == null) return new Reply.Unauthorized("The access token or API key is invalid or expired");
        var who = new Principal(
                Principal.Kind.API_KEY, key.id(), key.userId(), key.email(), Shape.of(key.shape()), key.listing());
        return limit.limit(request.withPrincipal(who), who, next);
    }

    /// Who is signed in to the console, for images only: an address of one is opened in a browser. What changes
    /// anything is for keys alone, so no page elsewhere can have an operator's browser do it.
    private @Nullable Principal operator(Request request) {
        boolean image = request.route().pattern().startsWith(ImagesResource.PATTERN);
        return image ? operators.of(request) : null;
    }

    /// Names the credential of a header that was sent in the clear: its id, never the secret.
    String nameOf(String header) {
        String secret = basicUser(header);
        ApiKey key = secret == null ? null : keys.find(secret);
        return key == null ? "an unknown credential" : "api_key " + key.id();
    }

    private static @Nullable String basicUser(String header) {
        if (header.length() > HEADER_MAX || !header.regionMatches(true, 0, "Basic ", 0, 6)) return null;
        String encoded = header.substring(6).strip().replace('-', '+').replace('_', '/');
        try {
            String pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            String user = colon < 0 ? pair : pair.substring(0, colon);
            return user.isEmpty() ? null : user;
        } catch (IllegalArgumentException e) {
            return null; // not Base64: nobody's key
        }
    }
}
