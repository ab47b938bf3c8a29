package dev.lintel.controller.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `upstream` in `controller.yaml` says. Immutable.
public sealed interface UpstreamConfig {
    /// Where the hub is that this box has joined, in place of the address that it was joined at.
    record Hub(URI url) implements UpstreamConfig {}

    /// A service that offers only the public API.
    ///
    /// @param url what the API's paths are below, without a slash at its end
    /// @param clientId this box as an application of the service
    /// @param secretFile holds the client secret; null: it is given to `lintel sync authorise`
    /// @param authorities files with certificates (PEM) that are believed besides the usual ones
    /// @param account the service's id of the account whose webhooks count; empty: any
    /// @param redirect where the service sends an operator's browser back to, as it is registered there
    /// @param scope what the operator is asked to allow, with spaces between
    record Api(
            URI url,
            String clientId,
            @Nullable Path secretFile,
            List<Path> authorities,
            String account,
            String redirect,
            String scope)
            implements UpstreamConfig {
        public Api {
            authorities = List.copyOf(authorities);
        }
    }
}
