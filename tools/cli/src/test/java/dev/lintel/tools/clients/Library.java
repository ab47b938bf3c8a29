package dev.lintel.tools.clients;

import dev.lintel.controller.json.Json;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An OAuth library as one application uses it. Keeps state and verifier of the request that it began last.
interface Library {
    /// The issuer that it discovered; null where it has no discovery.
    @Nullable
    String issuer();

    /// The address for the browser.
    URI authorization() throws Exception;

    /// The tokens for the code in the address that the browser was sent back to.
    Answer exchange(URI redirected) throws Exception;

    Answer refresh(String refreshToken) throws Exception;

    /// A request with the token to a path of the box.
    Called get(String path, String accessToken) throws Exception;

    void revoke(String refreshToken) throws Exception;

    /// Of the token endpoint, as the library understood it.
    sealed interface Answer {}

    /// A pair.
    ///
    /// @param expiresIn seconds
    record Tokens(String access, String refresh, String type, long expiresIn, String scope) implements Answer {}

    /// No pair.
    ///
    /// @param error the OAuth error code, or `refused by the library` when it did not even ask
    record Refused(String error) implements Answer {
        static final Refused BY_THE_LIBRARY = new Refused("refused by the library");
    }

    /// An answer of the API.
    ///
    /// @param error the code in the `WWW-Authenticate` header; null without one
    /// @param body null unless it was answered with 200
    record Called(
            int status, @Nullable String error, @Nullable Map<String, @Nullable Object> body) {
        static Called of(int status, @Nullable String challenge, @Nullable String text) {
            String error = challenge != null && challenge.contains("error=\"")
                    ? challenge.replaceFirst(".*error=\"", "").replaceFirst("\".*", "")
                    : null;
            return new Called(status, error, status == 200 && text != null ? Json.parseObject(text) : null);
        }
    }
}
