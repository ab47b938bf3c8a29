package dev.lintel.controller.oauth;

import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The form of a request to `/oauth/token` or `/oauth/revoke`: each parameter once at most (RFC 6749 3.2), an empty one
/// as good as none.
final class Parameters {
    private static final String FORM = "application/x-www-form-urlencoded";
    /// Never in an address, where logs and histories keep them.
    private static final Set<String> SECRETS =
            Set.of("client_secret", "code", "code_verifier", "refresh_token", "access_token", "token");

    private final Map<String, List<String>> values;

    private Parameters(Map<String, List<String>> values) {
        this.values = values;
    }

    /// Throws [OAuthRefusal] for a body that is no form and for secrets in the address.
    static Parameters read(Request request) {
        String type = request.header("Content-Type");
        if (type == null
                || !type.toLowerCase(Locale.ROOT).split(";", 2)[0].strip().equals(FORM)) {
            throw OAuthRefusal.invalidRequest("The body must be " + FORM + ".");
        }
        for (String name : request.queryNames()) {
            if (SECRETS.contains(name)) {
                throw OAuthRefusal.invalidRequest("Send " + name + " in the body, never in the address.");
            }
        }
        Map<String, List<String>> values = form(request);
        for (var entry : values.entrySet()) {
            if (entry.getValue().size() > 1) {
                throw OAuthRefusal.invalidRequest("The parameter " + entry.getKey() + " is there more than once.");
            }
        }
        return new Parameters(values);
    }

    /// What cannot be read is refused in OAuth's words, too.
    private static Map<String, List<String>> form(Request request) {
        try {
            return request.form();
        } catch (RefusedException e) {
            if (e.reply() instanceof Reply.BadRequest(String why)) throw OAuthRefusal.invalidRequest(why);
            throw e;
        }
    }

    @Nullable
    String get(String name) {
        List<String> found = values.get(name);
        if (found == null || found.getFirst().isEmpty()) return null;
        return found.getFirst();
    }

    /// Throws [OAuthRefusal] when it is missing.
    String need(String name) {
        String value = get(name);
        if (value == null) throw OAuthRefusal.missing(name);
        return value;
    }
}
