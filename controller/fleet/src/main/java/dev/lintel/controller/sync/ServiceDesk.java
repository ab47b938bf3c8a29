package dev.lintel.controller.sync;

import dev.lintel.reader.Bytes;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// An operator's permission at a service that offers only the public API, as the command line and the service ask for
/// it. Which service that is stands in `controller.yaml`. Any thread that may block. Throws [UplineException] in words
/// for what cannot be done.
public interface ServiceDesk {
    /// What is to be done first. The address is good until the next one is asked for, or lintel is restarted.
    Begun begin();

    /// Tries what was given at the service, and says what following it would replace here. Nothing is changed before
    /// [#confirm]; one that is asked for later takes this one's place.
    Plan plan(Given given);

    /// Follows as was planned. Returns the copy of the database as it was; null: this box follows that service
    /// already, and only its permission is another one. The log names `by`.
    @Nullable
    Path confirm(String by);

    /// Does not follow after all.
    void drop();

    /// From now on webhooks are signed with that; null: none are taken.
    void webhookSecret(@Nullable String secret);

    /// Whether there is a service whose webhooks are taken.
    boolean takesWebhooks();

    /// Takes a webhook. Returns the status of HTTP to answer with; 404 where no service is followed.
    int webhook(Hook hook);

    /// Where an operator allows this box.
    ///
    /// @param address for a browser
    /// @param redirect where the browser comes back to, with a code
    /// @param needsSecret the client secret is not known here yet
    record Begun(URI service, String clientId, URI address, String redirect, boolean needsSecret) {}

    /// What an operator brought.
    ///
    /// @param refreshToken null: there is an address instead
    /// @param address that the browser was sent back to, with its code; null: there is a token
    /// @param clientSecret null: it is known here
    record Given(
            @Nullable String refreshToken,
            @Nullable String address,
            @Nullable String clientSecret) {
        /// No secrets.
        @Override
        public String toString() {
            return "Given[]";
        }
    }

    /// What following would do.
    ///
    /// @param name what the service calls the account, else its host
    /// @param peopleThere how many the service has; null: it does not tell
    /// @param people here, who are replaced by the service's
    /// @param again this box follows that service already
    record Plan(URI service, String name, @Nullable Long peopleThere, long people, boolean again) {}

    /// A webhook as it came.
    ///
    /// @param timestamp header `Timestamp`
    /// @param signature header `Signature`
    /// @param next header `Signature-Next`
    record Hook(
            @Nullable String timestamp,
            @Nullable String signature,
            @Nullable String next,
            Bytes body) {}
}
