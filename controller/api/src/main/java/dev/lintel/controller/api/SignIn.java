package dev.lintel.controller.api;

import dev.lintel.controller.http.Basic;
import dev.lintel.controller.http.Challenge;
import dev.lintel.controller.http.Faults;
import dev.lintel.controller.http.Filter;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.Principal;
import dev.lintel.controller.http.RateLimit;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import dev.lintel.controller.http.Scope;
import dev.lintel.controller.http.Shape;
import dev.lintel.controller.store.ApiKeyStore;
import dev.lintel.controller.store.ApiKeyStore.ApiKey;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Stands before everything under `/api/`: finds out who asks from the `Authorization` header, and counts the request.
///
/// ```
///   Bearer TOKEN         an access token; nowhere else is one looked for: not in the query, not in a form
///   Basic BASE64         the user name is an API key; the password is ignored
/// ```
final class SignIn implements Filter {
    /// Longer than any header of ours.
    private static final int HEADER_MAX = 1_000;

    private static final String BASIC = "Basic";
    private static final String BEARER = "Bearer";
    /// RFC 6750, section 2.1.
    private static final Pattern TOKEN = Pattern.compile(" +([A-Za-z0-9._~+/-]+=*)");

    /// The contract announces that API keys go, without a date (section 9). Tokens take their place from this day on:
    /// 2026-11-01T00:00:00Z, as RFC 9745 writes it. Nothing is said of when keys end, so there is no `Sunset`.
    private static final Reply.Header DEPRECATION = new Reply.Header("Deprecation", "@1793491200");

    private final ApiKeyStore keys;
    private final Api.Bearers bearers;
    private final RateLimit limit;
    private final Api.Operators operators;

    SignIn(ApiKeyStore keys, Api.Bearers bearers, RateLimit limit, Api.Operators operators) {
        this.keys = keys;
        this.bearers = bearers;
        this.limit = limit;
        this.operators = operators;
    }

    @Override
    public Reply answer(Request request, Handler next) {
        String header = request.header("Authorization");
        Principal operator = header == null ? operator(request) : null;
        if (operator != null) return counted(request, operator, next);
        if (header != null && isOf(BASIC, header)) return answer(request, key(header, true), next);
        return bearer(request, next);
    }

    /// As [#answer], for tokens alone.
    Reply bearer(Request request, Handler next) {
        String header = request.header("Authorization");
        if (header == null || header.isBlank()) return Challenge.nothingShown("The Authorization header is missing");
        if (!isOf(BEARER, header)) return Challenge.nothingShown("The Authorization header has no bearer token");
        return answer(request, token(header), next);
    }

    private Reply answer(Request request, @Nullable Principal who, Handler next) {
        if (who == null) return new Reply.Unauthorized("The access token or API key is invalid or expired");
        return counted(request, who, next);
    }

    private Reply counted(Request request, Principal who, Handler next) {
        Handler caught = signedIn -> Faults.answered(signedIn, next); // its answer has the headers, too
        Reply reply = limit.limit(request.withPrincipal(who), who.credential(), caught);
        return who.kind() == Principal.Kind.API_KEY ? reply.with(List.of(DEPRECATION)) : reply;
    }

    /// Who is signed in to the console, for images only: an address of one is opened in a browser. What changes
    /// anything is for keys and tokens alone, so no page elsewhere can have an operator's browser do it.
    private @Nullable Principal operator(Request request) {
        boolean image = request.route().pattern().startsWith(ImagesResource.PATTERN);
        return image ? operators.of(request) : null;
    }

    /// Names the credential of a header that was sent in the clear: its id, never the secret.
    String nameOf(String header) {
        Principal who = isOf(BASIC, header) ? key(header, false) : isOf(BEARER, header) ? token(header) : null;
        return who == null ? "an unknown credential" : who.credential();
    }

    private @Nullable Principal token(String header) {
        if (header.length() > HEADER_MAX) return null;
        Matcher token = TOKEN.matcher(header.substring(BEARER.length()).stripTrailing());
        return token.matches() ? bearers.of(token.group(1)) : null;
    }

    private @Nullable Principal key(String header, boolean used) {
        Basic basic = Basic.of(header);
        if (basic == null) return null;
        ApiKey key = used ? keys.use(basic.user()) : keys.find(basic.user());
        if (key == null) return null;
        return new Principal(
                Principal.Kind.API_KEY,
                key.id(),
                Principal.Kind.API_KEY.named(key.id()),
                key.userId(),
                Principal.ACCOUNT,
                key.email(),
                Shape.of(key.shape()),
                key.listing(),
                Scope.ALL,
                key.operator());
    }

    /// Whether the header is of that scheme, which may be in any case.
    private static boolean isOf(String scheme, String header) {
        return header.regionMatches(true, 0, scheme, 0, scheme.length())
                && (header.length() == scheme.length() || header.charAt(scheme.length()) == ' ');
    }
}
