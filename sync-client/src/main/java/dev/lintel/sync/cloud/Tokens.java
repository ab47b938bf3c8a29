package dev.lintel.sync.cloud;

import dev.lintel.sync.cloud.CloudException.Kind;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The access token, and its renewal by a refresh token that each use spends. Any thread; one renewal at a time, for
/// which nobody else waits while the token of before holds.
///
/// ```
///   underWay on disk ─► POST /oauth/token ─► rotated on disk ─► the new access token is used
///                            │
///                            ├─ no answer: the token may be spent. The same request again, which tells
///                            └─ invalid_grant: nothing is tried until there is another refresh token
/// ```
final class Tokens {
    /// Renewed so long before its end: longer than any request takes (the spec advises it).
    private static final long MARGIN_S = 300;
    /// Between two attempts while the token of before holds.
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(10);
    /// Of a token that says nothing of its end. Its end then shows as a 401.
    private static final long USUAL_S = 3_600;
    /// Longest that is believed.
    private static final long LONGEST_S = 30L * 24 * 3_600;

    /// What fits a header that any server takes.
    private static final Pattern ACCESS = Pattern.compile("[!-~]{1,4096}");
    /// What fits a line of a file; real ones have some hundred characters.
    private static final Pattern REFRESH = Pattern.compile("[ -~]{1,16384}");

    private final URI endpoint;
    private final String clientId;
    private final Supplier<String> secret;
    private final Grant grant;
    private final Parts parts;
    /// Held by who renews.
    private final ReentrantLock turn = new ReentrantLock();

    private volatile @Nullable Access access;
    private boolean basic;
    private @Nullable Stop stop;

    /// @param http to ask with
    /// @param pace to tell when a token ends
    /// @param budget that renewals count in as well
    record Parts(Http http, CloudPace pace, Budget budget) {}

    /// What requests are signed in with.
    ///
    /// @param dueNs when it is to be renewed, on the pace's clock
    /// @param endNs up to when it is used all the same; it ends later
    private record Access(String token, long dueNs, long endNs) {}

    /// Nothing works with this token and this secret.
    private record Stop(String refresh, String secret, String why) {}

    Tokens(URI endpoint, String clientId, Supplier<String> secret, Grant grant, Parts parts) {
        this.endpoint = endpoint;
        this.clientId = clientId;
        this.secret = secret;
        this.grant = grant;
        this.parts = parts;
    }

    /// An access token that holds for longer than a request takes.
    String access() throws InterruptedException {
        Access now = access;
        long nowNs = parts.pace.nowNs();
        if (now != null && now.dueNs - nowNs > 0) return now.token;
        if (!turn.tryLock()) {
            if (now != null && now.endNs - nowNs > 0) return now.token; // somebody is renewing it
            turn.lockInterruptibly();
        }
        try {
            now = access;
            return now != null && now.dueNs - parts.pace.nowNs() > 0 ? now.token : renew();
        } catch (CloudException e) {
            long failedNs = parts.pace.nowNs();
            if (now == null || now.endNs - failedNs <= 0 || e.kind() != Kind.AWAY) throw e;
            access = new Access(now.token, failedNs + Math.min(AGAIN_NS, now.endNs - failedNs), now.endNs);
            return now.token; // what answers no renewal may answer requests
        } finally {
            turn.unlock();
        }
    }

    /// Another one than `refused`, to which the service answered 401.
    String instead(String refused) throws InterruptedException {
        turn.lockInterruptibly();
        try {
            Access now = access;
            if (now != null && !now.token.equals(refused)) return now.token;
            access = null;
            return renew();
        } finally {
            turn.unlock();
        }
    }

    private String renew() throws InterruptedException {
        String refresh = grant.refreshToken();
        String secret = this.secret.get();
        if (stop != null && stop.refresh.equals(refresh) && stop.secret.equals(secret)) {
            throw new CloudException(Kind.STOPPED, stop.why);
        }
        if (!parts.budget.take(Limits.WRITE_WAIT_NS)) { // not longer: a write may wait for it
            throw new CloudException(Kind.AWAY, "it is not asked for another token yet: it wants to be left alone");
        }
        boolean wasLost = grant.isUnderWay();
        grant.underWay();
        Http.Reply reply = ask(refresh, secret);
        if (isClientRefused(reply)) {
            basic = !basic;
            reply = ask(refresh, secret);
        }
        if (reply.status() != 200) {
            throw refused(reply, wasLost, new Stop(refresh, secret, ""));
        }
        return accepted(reply, refresh);
    }

    private Http.Reply ask(String refresh, String secret) throws InterruptedException {
        Http.Reply reply = post(refresh, secret);
        parts.budget.rest(reply);
        return reply;
    }

    private Http.Reply post(String refresh, String secret) throws InterruptedException {
        String form = "grant_type=refresh_token&refresh_token=" + encoded(refresh);
        if (!basic) {
            form += "&client_id=" + encoded(clientId) + "&client_secret=" + encoded(secret);
            return parts.http.post(endpoint, form, null);
        }
        byte[] pair = (encoded(clientId) + ":" + encoded(secret)).getBytes(StandardCharsets.UTF_8);
        return parts.http.post(endpoint, form, "Basic " + Base64.getEncoder().encodeToString(pair));
    }

    private static boolean isClientRefused(Http.Reply reply) {
        return (reply.status() == 400 || reply.status() == 401) && "invalid_client".equals(error(reply));
    }

    private String accepted(Http.Reply reply, String refresh) {
        Map<String, @Nullable Object> answer = Json.object(Json.parse(reply.body()), "token");
        String token = Json.text(answer, "access_token");
        String next = Json.text(answer, "refresh_token");
        boolean good = token != null && ACCESS.matcher(token).matches();
        if (next != null && !REFRESH.matcher(next).matches()) {
            throw new CloudException(Kind.ODD, "its answer to a refresh has a refresh token that cannot be kept");
        }
        // Before the access token is judged: whatever that is, the service has spent the refresh token of before.
        if (next != null || good) grant.rotated(Objects.requireNonNullElse(next, refresh));
        if (token == null || !good) {
            throw new CloudException(Kind.ODD, "its answer to a refresh has no access token that can be used");
        }
        Long given = Json.id(answer.get("expires_in"));
        long seconds = given == null ? USUAL_S : Math.min(given, LONGEST_S);
        long margin = Math.min(MARGIN_S, seconds / 5); // a token of a minute is renewed after 48 s
        long dueNs = reply.sentNs() + TimeUnit.SECONDS.toNanos(seconds - margin);
        access = new Access(token, dueNs, dueNs + TimeUnit.SECONDS.toNanos(margin / 2)); // its clock may be ahead
        stop = null;
        return token;
    }

    private CloudException refused(Http.Reply reply, boolean wasLost, Stop with) {
        int status = reply.status();
        if (status == 429 || status >= 500) {
            return new CloudException(Kind.AWAY, status, "it answered a refresh with " + status);
        }
        String why = switch (error(reply)) {
            case "invalid_grant" ->
                wasLost
                        ? "the answer to the last refresh was lost, and the service has spent the token:"
                                + " an operator must allow this box again"
                        : "the service no longer accepts this box's permission (revoked, or used elsewhere):"
                                + " an operator must allow this box again";
            case "invalid_client" -> "the service does not accept client id and secret";
            case "unauthorized_client" -> "the service does not let this application refresh its permission";
            default -> null;
        };
        if (why == null) return new CloudException(Kind.ODD, status, "it answered a refresh with " + status);
        stop = new Stop(with.refresh, with.secret, why);
        return new CloudException(Kind.STOPPED, status, why);
    }

    /// The code of an error; empty: there is none.
    private static String error(Http.Reply reply) {
        try {
            String error = Json.text(Json.object(Json.parse(reply.body()), "error"), "error");
            return error == null ? "" : error;
        } catch (CloudException e) {
            return "";
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
