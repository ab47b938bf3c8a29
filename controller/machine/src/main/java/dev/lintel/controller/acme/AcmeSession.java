package dev.lintel.controller.acme;

import dev.lintel.controller.acme.AcmeException.Kind;
import dev.lintel.controller.acme.AcmeHttp.Answer;
import dev.lintel.controller.json.Json;
import dev.lintel.controller.json.JsonException;
import dev.lintel.controller.tls.BoxKey;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Signed requests to one authority, for one step. Every fault is an [AcmeException] in words. One thread.
final class AcmeSession {
    /// A nonce may have run out meanwhile: the answer brings the next.
    private static final int NONCES_MAX = 4;

    private static final int URL_CHARS_MAX = 2_000;
    private static final String JSON = "application/json";

    private final AcmeHttp http;
    private final BoxKey key;
    private final Map<String, @Nullable Object> directory;
    private final RetryAfter waits;
    private @Nullable URI account;
    private @Nullable String nonce;

    /// Asks for the directory.
    ///
    /// @param key the account's
    /// @param account its address; null: not known yet
    AcmeSession(AcmeHttp http, URI directory, BoxKey key, @Nullable URI account, RetryAfter waits) {
        this.http = http;
        this.key = key;
        this.account = account;
        this.waits = waits;
        this.directory = object(directory, good(directory, http.get(directory)));
    }

    /// What came of a request.
    ///
    /// @param location where it stands from now on; null: it does not say
    /// @param waitS seconds after which to ask again; 0: it does not say
    record Reply(
            Map<String, @Nullable Object> json, @Nullable URI location, long waitS) {}

    /// The account of the key, made where there is none. Agrees to the terms: who configures this has read them.
    URI signUp(String email) {
        if (directory.get("meta") instanceof Map<?, ?> meta
                && Boolean.TRUE.equals(meta.get("externalAccountRequired"))) {
            throw new AcmeException(
                    Kind.REFUSED, "the authority wants accounts that it opened itself (external account binding)");
        }
        URI at = url("newAccount");
        account = null;
        Reply made = post(at, Map.of("termsOfServiceAgreed", true, "contact", List.of("mailto:" + email)));
        account = located(at, made);
        return account;
    }

    /// Orders a certificate; the answer's location is the order.
    Reply order(List<String> names) {
        URI at = url("newOrder");
        var identifiers =
                names.stream().map(name -> Map.of("type", "dns", "value", name)).toList();
        Reply made = post(at, Map.of("identifiers", identifiers));
        return new Reply(made.json, located(at, made), made.waitS);
    }

    /// What stands there.
    Reply look(URI at) {
        return post(at, null);
    }

    /// Sends it; null as payload only looks.
    Reply post(URI at, @Nullable Object payload) {
        Answer answer = send(at, payload, JSON);
        return new Reply(object(at, answer), location(at, answer), waits.of(answer.headers()));
    }

    /// A chain of certificates (PEM).
    String certificate(URI at) {
        return send(at, null, "application/pem-certificate-chain").body();
    }

    private Answer send(URI at, @Nullable Object payload, String accept) {
        for (int tries = 1; ; tries++) {
            Answer answer = http.post(at, Jws.of(key, account, takeNonce(), at, payload), accept);
            nonce = answer.headers().firstValue("Replay-Nonce").orElse(null);
            if (tries == NONCES_MAX || !AcmeProblem.of(answer).is("badNonce")) return good(at, answer);
        }
    }

    private String takeNonce() {
        String taken = nonce;
        nonce = null; // good for one request
        if (taken != null) return taken;
        URI at = url("newNonce");
        String fresh =
                good(at, http.head(at)).headers().firstValue("Replay-Nonce").orElse(null);
        if (fresh == null) throw unreadable(at, "brings no nonce");
        return fresh;
    }

    private Answer good(URI at, Answer answer) {
        if (answer.status() >= 200 && answer.status() < 300) return answer;
        throw AcmeProblem.of(answer).exception(at, waits.of(answer.headers()));
    }

    private URI url(String name) {
        return url(directory, name);
    }

    /// A web address out of an answer. Throws [AcmeException].
    static URI url(Map<String, @Nullable Object> json, String name) {
        URI found = json.get(name) instanceof String text ? https(text) : null;
        if (found == null)
            throw new AcmeException(Kind.REFUSED, "the authority's answer has no address '" + name + "'");
        return found;
    }

    /// Null for what is no address of HTTPS.
    static @Nullable URI https(String text) {
        if (text.length() > URL_CHARS_MAX) return null;
        try {
            var uri = new URI(text);
            return "https".equalsIgnoreCase(uri.getScheme()) && uri.getHost() != null ? uri : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }

    private static URI located(URI at, Reply reply) {
        URI location = reply.location;
        if (location == null) throw unreadable(at, "does not say where it stands");
        return location;
    }

    private static @Nullable URI location(URI at, Answer answer) {
        String text = answer.headers().firstValue("Location").orElse("");
        try {
            return text.isEmpty() ? null : https(at.resolve(text).toString());
        } catch (IllegalArgumentException e) {
            return null; // no address
        }
    }

    private static Map<String, @Nullable Object> object(URI at, Answer answer) {
        try {
            return Json.parseObject(answer.body());
        } catch (JsonException e) {
            throw unreadable(at, "is " + e.getMessage());
        }
    }

    private static AcmeException unreadable(URI at, String what) {
        return new AcmeException(Kind.AWAY, "the answer of " + at.getHost() + at.getPath() + " " + what);
    }
}
