package dev.lintel.controller.acme;

import dev.lintel.controller.acme.AcmeException.Kind;
import dev.lintel.controller.acme.AcmeSession.Reply;
import dev.lintel.controller.tls.BoxKey;
import dev.lintel.controller.tls.CertificateRequest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One step of an order: looks what stands there, does what is to be done, and says what comes next. Keeps nothing
/// itself, so a step after a crash is a step like any other. One thread.
final class AcmeOrder {
    private static final int AUTHORIZATIONS_MAX = 100; // one a name

    private final AcmeSession session;
    private final BoxKey account;
    private final Challenges challenges;

    /// @param account the account's key
    AcmeOrder(AcmeSession session, BoxKey account, Challenges challenges) {
        this.session = session;
        this.account = account;
        this.challenges = challenges;
    }

    /// What comes next.
    sealed interface Next {
        /// Look again, after as many seconds as the authority asked for; 0: it did not.
        record Wait(long seconds) implements Next {}

        /// It is signed: a chain of certificates (PEM).
        record Signed(String chain) implements Next {}
    }

    /// Throws [AcmeException]; `REFUSED` and `GONE` end the order.
    ///
    /// @param key of the certificate that is ordered
    Next step(URI order, BoxKey key, List<String> names) {
        Reply now = session.look(order);
        return switch (status(now.json())) {
            case "pending" -> new Next.Wait(authorize(now));
            case "ready" -> finalise(now, order, key, names);
            case "processing" -> new Next.Wait(now.waitS());
            case "valid" -> new Next.Signed(session.certificate(AcmeSession.url(now.json(), "certificate")));
            case "invalid" -> throw new AcmeException(Kind.REFUSED, whyInvalid(now));
            case String other -> throw new AcmeException(Kind.REFUSED, "the authority calls the order '" + other + "'");
        };
    }

    private Next finalise(Reply order, URI at, BoxKey key, List<String> names) {
        String csr = Jws.base64(CertificateRequest.of(key, names));
        Reply done = session.post(AcmeSession.url(order.json(), "finalize"), Map.of("csr", csr));
        if (!status(done.json()).equals("valid")) return new Next.Wait(done.waitS());
        Reply now = session.look(at);
        return new Next.Signed(session.certificate(AcmeSession.url(now.json(), "certificate")));
    }

    /// Seconds that the authority asks to be given.
    private long authorize(Reply order) {
        long waitS = order.waitS();
        for (URI at : authorizations(order.json())) {
            Reply authorization = session.look(at);
            String status = status(authorization.json());
            if (status.equals("pending")) waitS = Math.max(waitS, answer(authorization.json()));
            else if (!status.equals("valid")) { // valid: proved already, now or of late
                throw new AcmeException(Kind.REFUSED, whyInvalid(authorization.json()));
            }
        }
        return waitS;
    }

    /// Has the box answer, then tells the authority to come and look.
    private long answer(Map<String, @Nullable Object> authorization) {
        Map<String, @Nullable Object> challenge = httpChallenge(authorization);
        if (challenge == null) {
            throw new AcmeException(
                    Kind.REFUSED,
                    "the authority does not offer http-01 for " + name(authorization) + ", only that is known");
        }
        String token = String.valueOf(challenge.get("token"));
        if (!Challenges.isToken(token)) {
            throw new AcmeException(
                    Kind.REFUSED, "the authority's challenge for " + name(authorization) + " has no token");
        }
        challenges.answer(token, Jws.authorization(account, token));
        if (!status(challenge).equals("pending")) return 0; // told before: it is on its way
        return session.post(AcmeSession.url(challenge, "url"), Map.of()).waitS();
    }

    private static @Nullable Map<String, @Nullable Object> httpChallenge(Map<String, @Nullable Object> authorization) {
        for (Map<String, @Nullable Object> one : objects(authorization.get("challenges"))) {
            if ("http-01".equals(one.get("type"))) return one;
        }
        return null;
    }

    /// The order's own words, or those of the challenge that failed.
    private String whyInvalid(Reply order) {
        for (URI at : authorizations(order.json())) {
            Map<String, @Nullable Object> authorization = session.look(at).json();
            if (!status(authorization).equals("valid")) return whyInvalid(authorization);
        }
        AcmeProblem problem = AcmeProblem.within(order.json().get("error"));
        return problem == null ? "the authority refused the order" : "the authority says: " + problem.words();
    }

    private static String whyInvalid(Map<String, @Nullable Object> authorization) {
        for (Map<String, @Nullable Object> one : objects(authorization.get("challenges"))) {
            AcmeProblem problem = AcmeProblem.within(one.get("error"));
            if (problem != null) return name(authorization) + ": the authority says: " + problem.words();
        }
        return name(authorization) + ": the authority did not find that it is this box (" + status(authorization) + ")";
    }

    private static String name(Map<String, @Nullable Object> authorization) {
        Object value = authorization.get("identifier") instanceof Map<?, ?> who ? who.get("value") : null;
        return value instanceof String text && text.matches("[A-Za-z0-9.*-]{1,253}") ? text : "a name";
    }

    private static List<URI> authorizations(Map<String, @Nullable Object> order) {
        var found = new ArrayList<URI>();
        if (!(order.get("authorizations") instanceof List<?> list)) return found;
        for (Object one : list.subList(0, Math.min(list.size(), AUTHORIZATIONS_MAX))) {
            URI url = one instanceof String text ? AcmeSession.https(text) : null;
            if (url != null) found.add(url);
        }
        return found;
    }

    @SuppressWarnings("unchecked") // Json makes no other kind of map
    private static List<Map<String, @Nullable Object>> objects(@Nullable Object list) {
        var found = new ArrayList<Map<String, @Nullable Object>>();
        if (!(list instanceof List<?> all)) return found;
        for (Object one : all) {
            if (one instanceof Map<?, ?> map) found.add((Map<String, @Nullable Object>) map);
        }
        return found;
    }

    private static String status(Map<String, @Nullable Object> json) {
        return json.get("status") instanceof String text && text.matches("[a-z]{1,20}") ? text : "nothing known";
    }
}
