package dev.lintel.controller.api;

import dev.lintel.controller.event.Listing;

/// Who is asking.
///
/// @param kind what they showed
/// @param credentialId the id of the key, token or session row; never the secret
/// @param userId the user it belongs to
/// @param email that user's address
/// @param shape how answers look to this client
/// @param listing which event codes this client sees
public record Principal(Kind kind, long credentialId, long userId, String email, Shape shape, Listing listing) {
    /// What was shown.
    public enum Kind {
        API_KEY,
        TOKEN,
        SESSION
    }

    /// Names the credential in logs and audit events, such as `api_key 3`.
    public String credential() {
        String name = switch (kind) {
            case API_KEY -> "api_key ";
            case TOKEN -> "token ";
            case SESSION -> "session ";
        };
        return name + credentialId;
    }
}
