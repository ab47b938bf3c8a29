package dev.lintel.controller.oauth;

import dev.lintel.controller.http.Scope;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Lists of scopes as they travel: texts with spaces between (RFC 6749 3.3).
final class Scopes {
    /// More than there are: a longer list repeats itself.
    private static final int COUNT_MAX = 64;

    private Scopes() {}

    /// Of what a user once allowed, what still stands: sensitive scopes as far as operators still approve them.
    static Set<String> standing(String allowed, Set<String> approved) {
        Set<String> standing = split(allowed);
        standing.removeIf(text -> {
            Scope scope = Scope.of(text);
            return scope != null && scope.sensitive() && !approved.contains(text);
        });
        return standing;
    }

    /// Each once, in the order given; empty texts are left out.
    static Set<String> split(String text) {
        var scopes = new LinkedHashSet<>(List.of(text.strip().split("\\s+", COUNT_MAX)));
        scopes.remove("");
        return scopes;
    }
}
