package dev.lintel.controller.oauth;

import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.oauth.Permissions.Issued;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.ApplicationStore.State;
import java.util.LinkedHashMap;
import java.util.Map;

/// `POST /oauth/token` (RFC 6749 4.1.3 and 6) and `POST /oauth/revoke` (RFC 7009). What is answered is on disk.
final class TokenEndpoint {
    private final Clients clients;
    private final Permissions permissions;
    private final Turnstile turnstile;

    TokenEndpoint(Clients clients, Permissions permissions, Turnstile turnstile) {
        this.clients = clients;
        this.permissions = permissions;
        this.turnstile = turnstile;
    }

    Reply token(Request request) {
        return turnstile.pass(request, form -> {
            String grant = form.need("grant_type");
            Application application = clients.authenticate(request, form);
            if (application == null) throw OAuthRefusal.invalidClient();
            turnstile.count(request, application);
            boolean known = grant.equals("authorization_code") || grant.equals("refresh_token");
            if (!known) throw OAuthRefusal.unsupportedGrantType();
            if (application.state() == State.INACTIVE) throw OAuthRefusal.unauthorizedClient();
            return answer(grant.equals("refresh_token") ? renewed(application, form) : redeemed(application, form));
        });
    }

    private Issued redeemed(Application application, Parameters form) {
        var shown = new Permissions.Shown(form.need("code"), form.need("redirect_uri"), form.get("code_verifier"));
        return permissions.redeem(application, shown);
    }

    private Issued renewed(Application application, Parameters form) {
        String refresh = form.need("refresh_token");
        String scope = form.get("scope");
        return permissions.renew(application, refresh, scope == null ? null : Scopes.split(scope));
    }

    private static Reply answer(Issued issued) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("access_token", issued.access());
        body.put("token_type", "Bearer");
        body.put("expires_in", Permissions.ACCESS_LIFE.toSeconds());
        body.put("refresh_token", issued.refresh());
        body.put("scope", issued.scope());
        body.put("created_at", issued.createdAtMs() / 1000);
        return new Reply.Ok(body).with("Pragma", "no-cache");
    }

    /// The hint is not needed: both kinds are looked for.
    Reply revoke(Request request) {
        return turnstile.pass(request, form -> {
            Application application = clients.authenticate(request, form);
            if (application == null) throw OAuthRefusal.mayNotRevoke();
            turnstile.count(request, application);
            permissions.revoke(application, form.need("token"));
            return new Reply.Ok(Map.of());
        });
    }
}
