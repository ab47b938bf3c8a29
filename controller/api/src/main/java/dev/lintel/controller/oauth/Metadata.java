package dev.lintel.controller.oauth;

import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// `GET /.well-known/oauth-authorization-server` (RFC 8414): what a client library configures itself from.
final class Metadata {
    private Metadata() {}

    static Reply get(Request request) {
        String base = request.base();
        List<String> ways = List.of("client_secret_basic", "client_secret_post", "none");
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("issuer", base);
        body.put("authorization_endpoint", base + "/oauth/authorize");
        body.put("token_endpoint", base + "/oauth/token");
        body.put("revocation_endpoint", base + "/oauth/revoke");
        body.put("scopes_supported", Stream.of(Scope.values()).map(Scope::text).toList());
        body.put("response_types_supported", List.of("code"));
        body.put("response_modes_supported", List.of("query"));
        body.put("grant_types_supported", List.of("authorization_code", "refresh_token"));
        body.put("token_endpoint_auth_methods_supported", ways);
        body.put("revocation_endpoint_auth_methods_supported", ways);
        body.put("code_challenge_methods_supported", List.of(Pkce.METHOD));
        body.put("authorization_response_iss_parameter_supported", true);
        body.put("service_documentation", base + "/docs");
        return new Reply.Ok(body);
    }
}
