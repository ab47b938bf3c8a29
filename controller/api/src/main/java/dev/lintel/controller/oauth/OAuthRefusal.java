package dev.lintel.controller.oauth;

import dev.lintel.controller.http.Reply;
import java.util.LinkedHashMap;
import java.util.Map;

/// A program's request at `/oauth/…` is refused: the code of RFC 6749 and a sentence. Undoes the transaction it is
/// thrown in. The sentences are those that clients of this API have seen so far.
final class OAuthRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String error;

    private OAuthRefusal(int status, String error, String description) {
        super(description, null, false, false);
        this.status = status;
        this.error = error;
    }

    /// The request itself is not as it must be.
    static OAuthRefusal invalidRequest(String description) {
        return new OAuthRefusal(400, "invalid_request", description);
    }

    static OAuthRefusal missing(String parameter) {
        return invalidRequest("Missing required parameter: " + parameter + ".");
    }

    /// 400 as the specification says (7.3), not RFC 6749's 401.
    static OAuthRefusal invalidClient() {
        return new OAuthRefusal(
                400,
                "invalid_client",
                "Client authentication failed due to unknown client, no client authentication included, or unsupported"
                        + " authentication method.");
    }

    static OAuthRefusal invalidGrant() {
        return new OAuthRefusal(
                400,
                "invalid_grant",
                "The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used"
                        + " in the authorization request, or was issued to another client.");
    }

    static OAuthRefusal invalidScope() {
        return new OAuthRefusal(400, "invalid_scope", "The requested scope is invalid, unknown, or malformed.");
    }

    static OAuthRefusal unauthorizedClient() {
        return new OAuthRefusal(
                400, "unauthorized_client", "The client is not authorized to perform this request using this method.");
    }

    static OAuthRefusal unsupportedGrantType() {
        return new OAuthRefusal(
                400,
                "unsupported_grant_type",
                "The authorization grant type is not supported by the authorization server.");
    }

    /// Of `/oauth/revoke`.
    static OAuthRefusal mayNotRevoke() {
        return new OAuthRefusal(403, "unauthorized_client", "You are not authorized to revoke this token");
    }

    Reply reply() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("error", error);
        body.put("error_description", String.valueOf(getMessage()));
        return new Reply.Json(status, body).with("Pragma", "no-cache"); // Cache-Control: no-store has every JSON answer
    }
}
