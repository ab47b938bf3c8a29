package dev.lintel.controller.api;

import dev.lintel.controller.http.Request;

/// Hands on the `ack_token` that a webhook's receiver fetches something with. Called by handlers, so of requests
/// that are signed in and have the scope; before they know whether it is there, for one that is gone was
/// announced, too.
///
/// @param accountId as answers show it
record AckTokens(Announcements announcements, long accountId) {
    /// Tokens of ours are shorter; what is longer is none.
    private static final int CHARS_MAX = 100;

    /// @param type as in [Announcements.Fetched]
    void fetched(Request request, String type, long id) {
        String token = request.query("ack_token");
        if (token == null || token.isBlank() || token.length() > CHARS_MAX) return;
        announcements.fetched(new Announcements.Fetched(token, type, id, accountId));
    }
}
