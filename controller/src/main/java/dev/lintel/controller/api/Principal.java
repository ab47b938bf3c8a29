package dev.lintel.controller.api;

import dev.lintel.controller.event.Listing;
import java.util.Set;

/// Who is asking.
///
/// @param kind what they showed
/// @param credentialId the id of the key, token or session row; never the secret
/// @param client whom `Idempotency-Key`s belong to, such as `api_key 3`: it outlasts a token that is renewed
/// @param userId the user it belongs to
/// @param accountId the account of that user
/// @param email that user's address
/// @param shape how answers look to this client
/// @param listing which event codes this client sees
/// @param scopes what it may do; [Scope#ALL] for API keys and sessions
/// @param operator it is the key or the session of who runs the box
public record Principal(
        Kind kind,
        long credentialId,
        String client,
        long userId,
        long accountId,
        String email,
        Shape shape,
        Listing listing,
        Set<Scope> scopes,
        boolean operator) {
    /// The account of a box, which has one.
    public static final long ACCOUNT = 1;

    /// What was shown.
    public enum Kind {
        API_KEY,
        TOKEN,
        SESSION;

        private String word() {
            return switch (this) {
                case API_KEY -> "api_key ";
                case TOKEN -> "token ";
                case SESSION -> "session ";
            };
        }

        /// Names one of the kind in logs, audit events and limits, such as `token 3`.
        public String named(long id) {
            return word() + id;
        }
    }

    public Principal {
        scopes = Set.copyOf(scopes);
    }

    /// Names the credential in logs and audit events, such as `api_key 3`.
    public String credential() {
        return kind.named(credentialId);
    }
}
