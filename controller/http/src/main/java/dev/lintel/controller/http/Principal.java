package dev.lintel.controller.http;

import dev.lintel.controller.event.Listing;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
/// @param via the box that forwarded the request to this hub; null: none did
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
        boolean operator,
        @Nullable Via via) {
    /// The account of a box, which has one.
    public static final long ACCOUNT = 1;

    /// What was shown.
    public enum Kind {
        API_KEY,
        TOKEN,
        SESSION,
        /// The certificate of a box that forwards a write of one of its clients.
        BOX;

        private String word() {
            return switch (this) {
                case API_KEY -> "api_key ";
                case TOKEN -> "token ";
                case SESSION -> "session ";
                case BOX -> "box ";
            };
        }

        /// Names one of the kind in logs, audit events and limits, such as `token 3`.
        public String named(long id) {
            return word() + id;
        }
    }

    /// The box that forwarded a request. The hub knows the box by its certificate; it cannot check the rest.
    ///
    /// @param name as channels in site.yaml name it
    /// @param everything the box gets all people, not only those of its own doors
    /// @param claims the user that the box says has asked; for the log only
    public record Via(String name, boolean everything, String claims) {
        /// Names the claim in events.
        public static final String CLAIMED = "claimed_by";
    }

    public Principal {
        scopes = Set.copyOf(scopes);
    }

    /// A client that has asked here, and not at a box.
    public Principal(
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
        this(kind, credentialId, client, userId, accountId, email, shape, listing, scopes, operator, null);
    }

    /// Names the credential in logs and audit events, such as `api_key 3`.
    public String credential() {
        return kind.named(credentialId);
    }
}
