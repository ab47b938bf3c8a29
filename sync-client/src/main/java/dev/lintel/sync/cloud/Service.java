package dev.lintel.sync.cloud;

import dev.lintel.sync.cloud.CloudException.Kind;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Signed-in requests to the service: a 401 renews the token once, 429, 5xx and broken connections are tried
/// again after a while, and no minute has more requests than the budget. Any thread.
final class Service {
    /// Whoever waits for longer wonders.
    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(30);

    /// A service whose limit is too low for this box says so each minute, for good: who reads the log knows it.
    private static final long TOLD_AGAIN_NS = TimeUnit.HOURS.toNanos(1);

    private final URI base;
    private final Http http;
    private final Tokens tokens;
    private final Budget budget;
    private final Heard heard;
    private volatile @Nullable Long toldNs; // when its wish to be left alone was last told

    /// What goes on beside.
    ///
    /// @param answered hears of each answer that is no refusal, whatever it is of
    /// @param late hears of each answer that did not come
    record Heard(CloudPace pace, Waits waits, Consumer<Http.Reply> answered, Runnable late) {}

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
        if (isAway(status)) throw away(status, what);
        throw switch (status) {
            case 401 -> new CloudException(Kind.ODD, status, "it refuses a token that it has just given");
            case 403 -> new CloudException(Kind.ODD, status, "it does not let this application read " + what);
            case 301, 302, 303, 307, 308 ->
                new CloudException(Kind.ODD, status, "it sends " + what + " elsewhere, which is not followed");
            default -> new CloudException(Kind.ODD, status, "it answered " + what + " with " + status);
        };
    }

    /// The service's answer to a write, once: it is the caller's to try again. Throws where it is not there, or sends
    /// elsewhere; any other answer is the answer.
    Http.Reply write(CloudWrite write) throws InterruptedException {
        URI uri = URI.create(base + write.path());
        String token = tokens.access();
        Http.Reply reply = sendWrite(uri, token, write);
        if (reply.status() == 401) reply = sendWrite(uri, tokens.instead(token), write); // it did nothing
        int status = reply.status();
        if (isAway(status)) throw away(status, write.method());
        if (status == 401 || status < 200 || status / 100 == 3) {
            throw new CloudException(Kind.ODD, status, "it answered " + write.method() + " with " + status);
        }
        return reply;
    }

    private Http.Reply sendWrite(URI uri, String token, CloudWrite write) throws InterruptedException {
        if (!budget.take(Limits.WRITE_WAIT_NS)) {
            throw new CloudException(Kind.AWAY, "this box asks no more of it within this minute");
        }
        return noted(http.write(uri, "Bearer " + token, write));
    }

    private static boolean isAway(int status) {
        return status == 429 || status >= 500;
    }

    private static CloudException away(int status, String what) {
        return new CloudException(Kind.AWAY, status, "it answered " + what + " with " + status);
    }

    private Http.Reply send(URI uri, String token) throws InterruptedException {
        budget.takeForReading();
        return noted(http.get(uri, "Bearer " + token));
    }

    /// Why nothing is asked of it for longer than somebody would wait, in words; null: nothing keeps from that.
    @Nullable
    String rests() {
        long ns = budget.restsNs();
        if (ns <= LONG_NS) return null;
        return "it is asked too often and wants to be left alone for " + TimeUnit.NANOSECONDS.toSeconds(ns) + " s more";
    }

    private Http.Reply noted(Http.Reply reply) {
        if (budget.rest(reply)) {
            if (budget.restsNs() > LONG_NS) tellOfRest();
        } else if (reply.status() < 500 && !isRefused(reply.status())) {
            heard.answered.accept(reply);
        }
        return reply;
    }

    private void tellOfRest() {
        long nowNs = heard.pace.nowNs();
        Long before = toldNs;
        if (before != null && nowNs - before < TOLD_AGAIN_NS) return;
        toldNs = nowNs;
        heard.late.run();
    }

    private static boolean isRefused(int status) {
        return status == 401 || status == 403;
    }
}
