package dev.lintel.controller.acme;

import dev.lintel.controller.acme.AcmeException.Kind;
import dev.lintel.controller.acme.AcmeHttp.Answer;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What an authority says is wrong (RFC 7807, RFC 8555, 6.7). Immutable.
///
/// @param status of HTTP
/// @param type after `urn:ietf:params:acme:error:`; empty: not said
/// @param detail in its words, shortened; empty: none
record AcmeProblem(int status, String type, String detail) {
    private static final String URN = "urn:ietf:params:acme:error:";
    private static final int DETAIL_CHARS_MAX = 300;
    private static final int SUBPROBLEMS_MAX = 5;
    /// What the box has remembered is not there any more.
    private static final Set<String> GONE = Set.of("accountDoesNotExist");

    /// Of an answer that is no success; of a success it says nothing.
    static AcmeProblem of(Answer answer) {
        if (answer.status() < 400) return new AcmeProblem(answer.status(), "", "");
        try {
            return of(answer.status(), Json.parseObject(answer.body()));
        } catch (JsonException e) {
            return new AcmeProblem(answer.status(), "", ""); // a proxy's page, or nothing at all
        }
    }

    /// Of the `error` inside an order or a challenge; null: there is none.
    static @Nullable AcmeProblem within(@Nullable Object error) {
        return error instanceof Map<?, ?> map ? of(0, map) : null;
    }

    private static AcmeProblem of(int status, Map<?, ?> json) {
        String type = json.get("type") instanceof String text ? text : "";
        var words = new StringBuilder(json.get("detail") instanceof String text ? text : "");
        if (json.get("subproblems") instanceof List<?> more) {
            for (Object one : more.subList(0, Math.min(more.size(), SUBPROBLEMS_MAX))) {
                if (!(one instanceof Map<?, ?> sub) || !(sub.get("detail") instanceof String text)) continue;
                Object whose = sub.get("identifier") instanceof Map<?, ?> name ? name.get("value") : null;
                words.append("; ").append(whose == null ? "" : whose + ": ").append(text);
            }
        }
        return new AcmeProblem(status, type.startsWith(URN) ? type.substring(URN.length()) : type, shown(words));
    }

    /// One line, without what a terminal takes for a command.
    private static String shown(CharSequence words) {
        String line = words.toString().replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.length() <= DETAIL_CHARS_MAX ? line : line.substring(0, DETAIL_CHARS_MAX) + "…";
    }

    boolean is(String wanted) {
        return type.equals(wanted);
    }

    /// In words: `DNS problem: NXDOMAIN (dns)`.
    String words() {
        if (detail.isEmpty()) return type.isEmpty() ? "status " + status : shown(type);
        return type.isEmpty() ? detail : detail + " (" + shown(type) + ")";
    }

    AcmeException exception(URI at, long waitS) {
        if (GONE.contains(type))
            return new AcmeException(Kind.GONE, "the authority knows this box no more: " + words());
        if (is("rateLimited") || status == 429) {
            return new AcmeException(Kind.REFUSED, "the authority has been asked too often: " + words(), waitS, null);
        }
        if (status == 404 || status == 410) {
            return new AcmeException(Kind.GONE, at.getHost() + at.getPath() + " is not there any more");
        }
        boolean isAway = status >= 500 || (type.isEmpty() && detail.isEmpty());
        return isAway
                ? new AcmeException(Kind.AWAY, at.getHost() + " answers " + words(), waitS, null)
                : new AcmeException(Kind.REFUSED, "the authority says: " + words(), waitS, null);
    }
}
