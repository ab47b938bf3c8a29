package dev.lintel.controller.api;

import dev.lintel.controller.net.WebAddress;
import org.jspecify.annotations.Nullable;

/// Those who tell others of what happens here, as the API sees them. Any thread; returns at once.
public interface Announcements {
    /// Nobody is told of anything.
    Announcements NONE = new Announcements() {
        @Override
        public void fetched(Fetched what) {}

        @Override
        public void rulesChanged(long accountId) {}

        @Override
        public @Nullable String refusal(String url) {
            return WebAddress.fault(url, "A call back address");
        }
    };

    /// What a client asked for with an `ack_token`.
    ///
    /// @param token as it was sent; any text
    /// @param type `event`, `credential` or, for the account itself, `test`
    record Fetched(String token, String type, long resourceId, long accountId) {}

    /// A client that may read it has asked for something with an `ack_token`, whether it is still there or not: if that
    /// was announced by a webhook with this token, the webhook has arrived.
    void fetched(Fetched what);

    /// Notification rules of an account were made, changed or removed, and that is on disk.
    void rulesChanged(long accountId);

    /// Why nothing is posted to this address, as a sentence; null when it may be. No name is looked up.
    @Nullable
    String refusal(String url);
}
