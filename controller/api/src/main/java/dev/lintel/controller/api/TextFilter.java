package dev.lintel.controller.api;

import dev.lintel.controller.http.Query;
import dev.lintel.controller.http.RefusedException;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.text.TextKey;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads texts of a request's query, for the lists that are filtered by an address, an id or a name.
///
/// A plus sign in a query has two readings: form encoding writes it for a space, and clients that encode no plus sign
/// mean the sign itself. A plus sign that is encoded (`%2B`) has one.
final class TextFilter {
    private TextFilter() {}

    /// The different readings of a parameter, without spaces at their ends: a list finds what has one of them. Empty
    /// when the parameter is missing or blank.
    static List<String> readings(Request request, String name) {
        return Stream.of(request.query(name), plusAsItself(request, name))
                .map(text -> text == null ? "" : TextKey.strip(text))
                .filter(text -> !text.isEmpty())
                .distinct()
                .toList();
    }

    /// An email address, or null when the parameter is missing or blank. A plus sign is a plus sign, since an address
    /// has no spaces: [RefusedException] with 400 for one that has.
    static @Nullable String email(Request request, String name) {
        String value = plusAsItself(request, name);
        String email = value == null ? "" : value.strip();
        if (email.isEmpty()) return null;
        if (email.codePoints().anyMatch(point -> Character.isWhitespace(point) || Character.isSpaceChar(point))) {
            throw RefusedException.badRequest(name + " must be an email address, which has no spaces");
        }
        return email;
    }

    private static @Nullable String plusAsItself(Request request, String name) {
        List<String> values =
                Query.parse(request.queryText().replace("+", "%2B")).get(name);
        return values == null ? null : values.getFirst();
    }
}
