package dev.lintel.controller.oauth;

import dev.lintel.controller.http.Basic;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.secret.Tokens;
import dev.lintel.controller.store.ApplicationStore;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.SideDatabase;
import dev.lintel.reader.Bytes;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/// Finds out which application asks, by HTTP Basic or by `client_id` and `client_secret` in the form; a public one has
/// its `client_id` alone.
final class Clients {
    /// Compared with where there is no such application: the answer's time must not tell.
    private static final Bytes NOBODY = Tokens.hash("");

    private final SideDatabase database;

    Clients(SideDatabase database) {
        this.database = database;
    }

    /// The application, or null when nobody proves to be one. Throws [OAuthRefusal] for a request that proves it in
    /// two ways at once (RFC 6749 2.3).
    @Nullable
    Application authenticate(Request request, Parameters form) {
        String header = request.header("Authorization");
        String id = form.get("client_id");
        String secret = form.get("client_secret");
        if (header != null) {
            Basic basic = Basic.of(header);
            if (basic == null) return null;
            if (secret != null) throw OAuthRefusal.invalidRequest("The client authenticates in two ways at once.");
            String user = decoded(basic.user());
            if (id != null && !id.equals(user)) return null;
            id = user;
            secret = basic.password() == null || basic.password().isEmpty() ? null : decoded(basic.password());
        }
        if (id == null) return null;
        String clientId = id;
        Application found = database.read(sql -> ApplicationStore.find(sql, clientId));
        return isIt(found, secret) ? found : null;
    }

    /// RFC 6749 2.3.1 has both encoded as in a form, and half of the clients do it; ours have no `%` or `+` of their
    /// own.
    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text; // no such encoding: nobody's
        }
    }

    private static boolean isIt(@Nullable Application found, @Nullable String secret) {
        Bytes expected = found == null ? null : found.secrets().hash();
        if (found != null && expected == null) return secret == null; // public: whoever sends a secret is another
        Bytes given = Tokens.hash(secret == null ? "" : secret);
        boolean same = MessageDigest.isEqual((expected == null ? NOBODY : expected).toArray(), given.toArray());
        return same && expected != null && secret != null;
    }
}
