package dev.lintel.controller.oauth;

import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.store.PermissionStore.Pair;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `GET /oauth/token/info`: what the access token that asks is good for (the specification's 2.10). Behind the API's
/// sign-in, which counts it and refuses tokens that are not good.
final class TokenInfo {
    private static final String SCHEME = "Bearer ";

    private final Bearers bearers;
    private final Permissions permissions;

    TokenInfo(Bearers bearers, Permissions permissions) {
        this.bearers = bearers;
        this.permissions = permissions;
    }

    Reply get(Request request) {
        Pair pair = pair(request.header("Authorization"));
        if (pair == null) return new Reply.Unauthorized("The access token is invalid or expired");
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("resource_owner_id", pair.allowed().userId());
        body.put("account_id", pair.allowed().accountId());
        body.put("scope", Bearers.standing(pair));
        body.put("expires_in", permissions.expiresInS(pair));
        body.put("application", Map.of("uid", pair.client().clientId()));
        body.put("created_at", pair.createdAtMs() / 1000);
        return new Reply.Ok(body);
    }

    private @Nullable Pair pair(@Nullable String header) {
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) return null;
        return bearers.pair(header.substring(SCHEME.length()).strip());
    }
}
