package dev.lintel.controller.metrics;

import dev.lintel.controller.http.Addresses;
import dev.lintel.controller.http.Endpoints;
import dev.lintel.controller.http.Filter;
import dev.lintel.controller.http.Handler;
import dev.lintel.controller.http.Method;
import dev.lintel.controller.http.Reply;
import dev.lintel.controller.http.Request;
import java.util.List;

/// `GET /metrics`, for Prometheus: free for a program on the box itself, for others with an API key or an access
/// token of the box's account.
///
/// Behind a reverse proxy on the box everybody comes from the box: a request that says that it was handed on, in any
/// of the usual headers, has to sign in.
public final class MetricsResource {
    private static final String PATH = "/metrics";
    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
    /// Of RFC 7239 and RFC 9110, and those that proxies wrote before.
    private static final List<String> HANDED_ON =
            List.of("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP");

    private final Metrics metrics;
    private final Filter signIn;

    /// `signIn` lets those pass who showed a credential that is good, and refuses everybody else.
    public MetricsResource(Metrics metrics, Filter signIn) {
        this.metrics = metrics;
        this.signIn = signIn;
    }

    public void mount(Endpoints endpoints) {
        endpoints.guard(PATH, this::guarded);
        endpoints.on(Method.GET, PATH, _ -> new Reply.Text(200, TYPE, metrics.text()));
    }

    private Reply guarded(Request request, Handler next) {
        return isOfTheBox(request) ? next.handle(request) : signIn.answer(request, next);
    }

    private static boolean isOfTheBox(Request request) {
        return Addresses.isLoopback(request.remoteAddress())
                && HANDED_ON.stream().allMatch(name -> request.header(name) == null);
    }
}
