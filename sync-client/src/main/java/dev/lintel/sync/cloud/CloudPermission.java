package dev.lintel.sync.cloud;

import dev.lintel.sync.UpstreamException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a box comes by an operator's permission at a service: the authorization code grant with PKCE (RFC 6749
/// section 4.1, RFC 7636), and a first look with a refresh token. Each call blocks; any thread. What does not work is
/// an [UpstreamException] in words.
public final class CloudPermission {
    private CloudPermission() {}

    /// What an operator's browser is sent to the service with.
    ///
    /// @param redirect where the service sends it back to, as it is registered there
    /// @param scope with spaces between
    /// @param state comes back with the code
    /// @param verifier 43 to 128 characters, a secret until the code is redeemed
    public record Asking(String redirect, String scope, String state, String verifier) {
        /// Not the verifier.
        @Override
        public String toString() {
            return "Asking[" + redirect + "]";
        }
    }

    /// What a service shows of itself.
    ///
    /// @param account the service's id of whose people these are; null: it does not tell
    /// @param name of that account; null: it does not tell
    /// @param people how many it has; null: it does not tell
    public record Seen(
            @Nullable String account,
            @Nullable String name,
            @Nullable Long people) {}

    /// Where the operator's browser goes.
    public static URI address(CloudFollower.Settings settings, Asking asking) {
        return URI.create(settings.base() + "/oauth/authorize?response_type=code&client_id="
                + encoded(settings.clientId()) + "&redirect_uri=" + encoded(asking.redirect) + "&scope="
                + encoded(asking.scope).replace("+", "%20") + "&state=" + encoded(asking.state) + "&code_challenge="
                + challenge(asking.verifier) + "&code_challenge_method=S256");
    }

    /// The refresh token that `code` is good for.
    public static String redeem(CloudFollower.Settings settings, Asking asking, String code, CloudPace pace) {
        String form = "grant_type=authorization_code&code=" + encoded(code) + "&redirect_uri="
                + encoded(asking.redirect) + "&code_verifier=" + encoded(asking.verifier);
        URI endpoint = URI.create(settings.base() + "/oauth/token");
        try (var http = new Http(Trust.context(settings.authorities()), Limits.USUAL, pace)) {
            Http.Reply reply = http.post(endpoint, form + shown(settings), null);
            // RFC 6749 2.3.1: a server may know clients by the header only. Who is not known has spent no code.
            if (isClientRefused(reply)) reply = http.post(endpoint, form, basic(settings));
            if (reply.status() != 200) throw refused(reply);
            String refresh = Json.text(Json.object(Json.parse(reply.body()), "token"), "refresh_token");
            if (refresh != null) return refresh;
            throw new UpstreamException("the service gives no refresh token, without which a box cannot follow it");
        } catch (CloudException e) {
            throw new UpstreamException("the service: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static UpstreamException refused(Http.Reply reply) {
        Map<String, @Nullable Object> answer;
        try {
            answer = Json.object(Json.parse(reply.body()), "error");
        } catch (CloudException e) {
            answer = Map.of();
        }
        return new UpstreamException(
                switch (String.valueOf(Json.text(answer, "error"))) {
                    case "invalid_grant" ->
                        "the service does not accept the code: it is good once and for some minutes only";
                    case "invalid_client" -> "the service does not accept client id and secret";
                    default -> "the service answered " + reply.status() + " to the code";
                });
    }

    /// Uses the refresh token once, and looks at the service with what came. `grant` has the next token then.
    public static Seen look(CloudFollower.Settings settings, Grant grant, CloudPace pace) {
        return look(settings, grant, pace, new Waker(pace));
    }

    static Seen look(CloudFollower.Settings settings, Grant grant, CloudPace pace, Waits waits) {
        try (var http = new Http(Trust.context(settings.authorities()), Limits.USUAL, pace)) {
            var budget = new Budget(Limits.USUAL.perMinute(), pace, waits);
            var tokens = new Tokens(
                    URI.create(settings.base() + "/oauth/token"),
                    settings.clientId(),
                    settings.secret(),
                    grant,
                    new Tokens.Parts(http, pace, budget));
            var service = new Service(
                    settings.base(), http, tokens, budget, new Service.Heard(pace, waits, _ -> {}, () -> {}));
            Http.Reply people = service.getOnce("/api/3/people?page=1&per_page=1");
            Object listed = Json.parse(people.body());
            var _ = Json.rows(listed, "people", "person"); // throws for what is no list
            Map<String, @Nullable Object> account = account(service);
            return new Seen(Json.text(account, "id"), Json.text(account, "name"), Pages.total(people, listed));
        } catch (CloudException e) {
            throw new UpstreamException("the service: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static boolean isClientRefused(Http.Reply reply) {
        if (reply.status() != 400 && reply.status() != 401) return false;
        try {
            return "invalid_client".equals(Json.text(Json.object(Json.parse(reply.body()), "error"), "error"));
        } catch (CloudException e) {
            return false;
        }
    }

    private static String shown(CloudFollower.Settings settings) {
        return "&client_id=" + encoded(settings.clientId()) + "&client_secret="
                + encoded(settings.secret().get());
    }

    /// Value of the header by which a client shows who it is.
    static String basic(CloudFollower.Settings settings) {
        String pair =
                encoded(settings.clientId()) + ":" + encoded(settings.secret().get());
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    /// Gives the permission back (RFC 7009), as the contract has it: the client in the header. A service that knows
    /// clients by the form only refuses that, and is shown it so.
    public static void revoke(CloudFollower.Settings settings, String refreshToken, CloudPace pace) {
        String form = "token=" + encoded(refreshToken) + "&token_type_hint=refresh_token";
        URI endpoint = URI.create(settings.base() + "/oauth/revoke");
        try (var http = new Http(Trust.context(settings.authorities()), Limits.USUAL, pace)) {
            int status = http.post(endpoint, form, basic(settings)).status();
            if (status == 400 || status == 401 || status == 403) {
                status = http.post(endpoint, form + shown(settings), null).status();
            }
            if (status != 200) throw new UpstreamException("the service answered " + status + " to it");
        } catch (CloudException e) {
            throw new UpstreamException("the service: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /// Nothing where this permission does not reach as far, or the service has no such thing. Whoever is only away just
    /// now would make any account pass for the one that is followed: that is tried again, and else thrown.
    private static Map<String, @Nullable Object> account(Service service) throws InterruptedException {
        try {
            Http.Reply reply = service.get("/api/3/account");
            return Json.object(Json.parse(reply.body()), "account");
        } catch (CloudException e) {
            if (e.isRefusal() || e.status() == 401) return Map.of();
            throw e;
        }
    }

    private static UpstreamException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new UpstreamException("this box is stopping", e);
    }

    /// RFC 7636 section 4.2.
    private static String challenge(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
