package dev.lintel.controller.http;

/// The `WWW-Authenticate` header of RFC 6750, section 3.
///
/// ```
///   401, nothing was shown that we know     Bearer realm
///   401, what was shown is not good         Bearer realm, error="invalid_token", error_description
///   403, it is good, but not for this       Bearer realm, error="insufficient_scope", error_description, scope
/// ```
public final class Challenge {
    static final String HEADER = "WWW-Authenticate";

    private static final String BEARER = "Bearer realm=\"Lintel\"";

    private Challenge() {}

    /// 401 for who showed nothing, or something of another kind: the header has no error code (section 3.1).
    public static Reply nothingShown(String description) {
        return new Reply.Unauthorized(description).with(HEADER, BEARER);
    }

    /// The header's value for what is unknown, expired or malformed. `description`: of our own words, without quotes.
    static String invalidToken(String description) {
        return error("invalid_token", description);
    }

    /// 403 for a token that does not reach as far.
    ///
    /// @param scope scopes that would do, with spaces between; empty where none would
    public static Reply insufficientScope(String description, String scope) {
        String header = error("insufficient_scope", description);
        return new Reply.Forbidden("insufficient_scope", description)
                .with(HEADER, scope.isEmpty() ? header : header + ", scope=\"" + scope + "\"");
    }

    private static String error(String code, String description) {
        return BEARER + ", error=\"" + code + "\", error_description=\"" + description + "\"";
    }
}
