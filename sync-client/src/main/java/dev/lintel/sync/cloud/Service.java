package dev.lintel.sync.cloud;

import dev.lintel.sync.cloud.CloudException.Kind;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Signed-in requests to the service: a 401 renews the token once, 429, 5xx and broken connections are tried
/// again after a while, and no minute has more requests than the budget. Any thread.
final class Service {
    private final URI base;
    private final Http http;
    private final Tokens tokens;
    private final Budget budget;
    private final Heard heard;

    /// What goes on beside.
    ///
    /// @param contact hears of each answer
    /// @param late hears of each answer that did not come
    record Heard(CloudPace pace, Waits waits, Consumer<Http.Reply> contact, Runnable late) {}

    Service(URI base, Http http, Tokens tokens, Budget budget, Heard heard) {
        this.base = base;
        this.http = http;
        this.tokens = tokens;
        this.budget = budget;
        this.heard = heard;
    }

    /// The answer to a GET of `path`, which begins with `/api/3/` and may have a query. Throws for any status
    /// but 200, after several attempts where that may help.
    Http.Reply get(String path) throws InterruptedException {
        var backoff = new Backoff();
        for (int attempt = 1; ; attempt++) {
            try {
                return getOnce(path);
            } catch (CloudException e) {
                if (e.isLate()) heard.late.run();
                if (e.kind() != Kind.AWAY || attempt == Limits.ATTEMPTS) throw e;
                heard.waits.until(heard.pace.nowNs() + backoff.nextNs(heard.pace.random()));
            }
        }
    }

    /// As [#get(String)], with one attempt.
    Http.Reply getOnce(String path) throws InterruptedException {
        URI uri = URI.create(base + path);
        String token = tokens.access();
        Http.Reply reply = send(uri, token);
        if (reply.status() == 401) {
            token = tokens.instead(token);
            reply = send(uri, token);
        }
        int status = reply.status();
        if (status == 200) return reply;
        String what = path.replaceFirst("\\?.*", "");
        if (status == 429 || status >= 500) {
            throw new CloudException(Kind.AWAY, status, "it answered " + what + " with " + status);
        }
        throw switch (status) {
            case 401 -> new CloudException(Kind.ODD, status, "it refuses a token that it has just given");
            case 403 -> new CloudException(Kind.ODD, status, "it does not let this application read " + what);
            case 301, 302, 303, 307, 308 ->
                new CloudException(Kind.ODD, status, "it sends " + what + " elsewhere, which is not followed");
            default -> new CloudException(Kind.ODD, status, "it answered " + what + " with " + status);
        };
    }

    private Http.Reply send(URI uri, String token) throws InterruptedException {
        budget.take();
        Http.Reply reply = http.get(uri, "Bearer " + token);
        if (reply.status() == 429 || reply.status() == 503) {
            long seconds = reply.retryAfterS();
            if (seconds > 0) budget.rest(heard.pace.nowNs() + TimeUnit.SECONDS.toNanos(seconds));
        } else if (reply.status() < 500) {
            heard.contact.accept(reply);
        }
        return reply;
    }
}
