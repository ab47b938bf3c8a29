package dev.lintel.controller.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads an email address of a request's query, for the lists that are filtered by one.
final class EmailFilter {
    private EmailFilter() {}

    /// Null when it is missing or blank. A plus sign stands for itself, not for a space, since no address has a
    /// space in it: [RefusedException] with 400 for one that has.
    static @Nullable String read(Request request, String name) {
        List<String> values =
                Query.parse(request.queryText().replace("+", "%2B")).get(name);
        String email = values == null ? "" : values.getFirst().strip();
        if (email.isEmpty()) return null;
        if (email.codePoints().anyMatch(point -> Character.isWhitespace(point) || Character.isSpaceChar(point))) {
            throw RefusedException.badRequest(name + " must be an email address, which has no spaces");
        }
        return email;
    }
}
