package dev.lintel.controller.http;

import dev.lintel.reader.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Has a request answered that came inside of another one: who asks is known already. Any thread that may
/// block.
public final class Reentry {
    /// Headers of an answer that are the client's to see; the rest belongs to the connection.
    private static final Set<String> SHOWN =
            Set.of("content-type", "location", "retry-after", "www-authenticate", "link", "allow");

    private Reentry() {}

    /// A request inside of another.
    ///
    /// @param path raw, with its query
    /// @param body null: none
    /// @param idempotencyKey null: none
    /// @param base of absolute addresses in the answer
    public record Inner(
            Method method,
            String path,
            @Nullable String body,
            @Nullable String idempotencyKey,
            String base) {
        /// It may hold PINs.
        @Override
        public String toString() {
            return "Inner[" + method + "]";
        }
    }

    /// What came of it.
    ///
    /// @param headers by name
    /// @param body null: none
    public record Outcome(
            int status,
            Map<String, String> headers,
            @Nullable String body) {
        public Outcome {
            headers = Map.copyOf(headers);
        }
    }

    /// `outer` is the request that it came in.
    public static Outcome answer(Endpoints endpoints, Request outer, Principal who, Inner inner) {
        int mark = inner.path.indexOf('?');
        String path = mark < 0 ? inner.path : inner.path.substring(0, mark);
        String query = mark < 0 ? "" : inner.path.substring(mark + 1);
        byte[] body = inner.body == null ? new byte[0] : inner.body.getBytes(StandardCharsets.UTF_8);
        var head = new Request.Head(
                inner.method,
                path,
                query,
                name -> header(inner, name),
                outer.remoteAddress(),
                outer.requestId(),
                inner.base);
        var route = new Request.Route("a forwarded request", Map.of());
        Request asked = new Request(head, route, () -> Bytes.copyOf(body)).withPrincipal(who);
        return outcome(Rendering.of(Faults.answered(asked, endpoints::answerSignedIn)));
    }

    private static @Nullable String header(Inner inner, String name) {
        if (name.equalsIgnoreCase(Request.IDEMPOTENCY_KEY)) return inner.idempotencyKey;
        return name.equalsIgnoreCase("Content-Type") ? "application/json" : null;
    }

    /// An answer that no route gives.
    public static Outcome outcome(Reply reply) {
        return outcome(Rendering.of(reply));
    }

    private static Outcome outcome(Rendering rendering) {
        if (rendering.stream() != null) throw new IllegalStateException("a write is answered with a stream");
        var headers = new LinkedHashMap<String, String>();
        for (Reply.Header header : rendering.headers()) {
            if (SHOWN.contains(header.name().toLowerCase(Locale.ROOT))) headers.put(header.name(), header.value());
        }
        Bytes body = rendering.body();
        String text = body == null || body.size() == 0 ? null : new String(body.toArray(), StandardCharsets.UTF_8);
        return new Outcome(rendering.status(), headers, text);
    }
}
