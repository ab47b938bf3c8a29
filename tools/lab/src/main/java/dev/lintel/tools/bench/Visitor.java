package dev.lintel.tools.bench;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Asks a box for a page and for what integrators ask most, over TLS: the start-up cache is made from a run that was
/// asked for them, or each start would load what an answer needs by itself. What the answers say does not matter: a
/// board
/// without a clock is not well yet, and has no people. Main thread; called by `scripts/train`.
final class Visitor {
    /// The second connection resumes no session: both shake hands in full, as two clients do.
    private static final int CONNECTIONS = 2;
    /// On a slow board, beside doors that go first, the first handshake may take longer than the box waits for one:
    /// both sides load all of TLS for it, and have it at the next.
    private static final int ATTEMPTS_MAX = 5;

    private static final List<String> OPEN = List.of("/health", "/sign-in", "/assets/console.css");
    private static final List<String> WITH_KEY =
            List.of("/api/3/people?n=1", "/api/3/people/1", "/api/3/channels", "/api/3/events?n=1", "/api/3/account");

    private Visitor() {}

    /// `arguments`: the page's address, the data folder, an API key.
    public static void main(String[] arguments) {
        URI page = URI.create(arguments[0]);
        SSLContext trust = Https.trust(Path.of(arguments[1]));
        byte[] user = (arguments[2] + ":").getBytes(StandardCharsets.US_ASCII);
        String authorization = "Basic " + Base64.getEncoder().encodeToString(user);
        for (int i = 0; i < CONNECTIONS; i++) {
            visit(trust, page, null, OPEN);
            visit(trust, page, authorization, WITH_KEY);
        }
    }

    private static void visit(SSLContext trust, URI page, @Nullable String authorization, List<String> paths) {
        for (int attempt = 1; ; attempt++) {
            try (var https = new Https(trust, page, authorization)) {
                paths.forEach(https::visit);
                return;
            } catch (BenchException e) {
                if (attempt == ATTEMPTS_MAX) throw e;
            }
        }
    }
}
