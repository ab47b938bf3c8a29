package dev.lintel.controller.http;

import dev.lintel.controller.server.WebServer;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/// The client at the other end of a request's connection.
@FunctionalInterface
public interface Peer {
    /// The certificate that the client has shown and that [WebServer.Settings#clients] has taken for good; null: none.
    @Nullable
    X509Certificate certificate();

    /// The client has signed in.
    default void signedIn() {}
}
