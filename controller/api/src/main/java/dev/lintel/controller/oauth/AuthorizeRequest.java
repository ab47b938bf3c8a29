package dev.lintel.controller.oauth;

import dev.lintel.controller.http.Scope;
import dev.lintel.controller.store.ApplicationStore;
import dev.lintel.controller.store.ApplicationStore.Application;
import dev.lintel.controller.store.SideDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What an application asks a user for (RFC 6749 4.1.1), read and judged before anybody signs in. As long as it is
/// not sure whose request it is and where its answer belongs, the browser is sent nowhere (RFC 6749 4.1.2.1).
public final class AuthorizeRequest {
    /// Longer states are refused: they come back in an address.
    private static final int STATE_MAX = 2_000;
    /// What is carried through the consent page's form.
    private static final List<String> CARRIED = List.of(
            "client_id",
            "redirect_uri",
            "response_type",
            "response_mode",
            "scope",
            "state",
            "code_challenge",
            "code_challenge_method");

    private AuthorizeRequest() {}

    /// What becomes of a request.
    public sealed interface Outcome {
        /// The user is told, and sent nowhere.
        record Told(int status, String title, String text) implements Outcome {}

        /// The browser goes back to the application with an error. While that is tried out, only its own users do:
        /// nobody has looked at it yet, and a link to this box must not lead strangers where its maker likes
        /// (RFC 9700 4.11.2).
        record SentBack(Application application, String location, String why) implements Outcome {}

        /// The user is asked.
        record Asks(Ask ask) implements Outcome {}
    }

    /// A good request.
    ///
    /// @param scopes asked for, as texts, each once
    /// @param challenge of PKCE, or null
    /// @param carried the request's parameters, for the consent page's form
    public record Ask(
            Application application,
            String redirectUri,
            Set<String> scopes,
            @Nullable String state,
            @Nullable String challenge,
            Map<String, String> carried) {}

    /// Finds all values of a parameter.
    @FunctionalInterface
    public interface Values {
        List<String> of(String name);
    }

    /// Judges a request. `issuer`: the address this server is known by.
    public static Outcome read(Values values, SideDatabase database, String issuer) {
        String clientId = single(values, "client_id");
        Application application = clientId == null ? null : database.read(sql -> ApplicationStore.find(sql, clientId));
        if (application == null) {
            return new Outcome.Told(
                    400,
                    "This application is not known here",
                    "The link you followed names no application of this door controller. Ask whoever sent you here.");
        }
        String redirectUri = single(values, "redirect_uri");
        boolean registered = redirectUri != null
                && RedirectUris.isRegistered(application.details().redirects(), redirectUri, application.isPublic());
        if (redirectUri == null || !registered) {
            return new Outcome.Told(
                    400,
                    "This link does not lead back where it should",
                    "The address to which " + application.details().name()
                            + " wants to send you afterwards is not one that it has registered. You were sent nowhere,"
                            + " and nothing was allowed. Ask whoever makes "
                            + application.details().name()
                            + " to mend it.");
        }
        if (application.state() == ApplicationStore.State.INACTIVE) {
            return new Outcome.Told(
                    403,
                    application.details().name() + " is not active yet",
                    "It has been registered, but the people who run this door controller have not let it in yet.");
        }
        var asked = new Asked(values, application, redirectUri, issuer);
        try {
            return new Outcome.Asks(asked.judged());
        } catch (SendBack e) {
            return new Outcome.SentBack(application, back(asked, e), String.valueOf(e.getMessage()));
        }
    }

    /// A request of a known application that may be answered by sending the browser back.
    private record Asked(Values values, Application application, String redirectUri, String issuer) {
        Ask judged() {
            for (String name : CARRIED) {
                if (values.of(name).size() > 1)
                    throw new SendBack("invalid_request", name + " is there more than once");
            }
            String type = single(values, "response_type");
            if (type == null) throw new SendBack("invalid_request", "Missing required parameter: response_type.");
            if (!type.equals("code")) {
                throw new SendBack(
                        "unsupported_response_type", "The authorization server does not support this response type.");
            }
            String mode = single(values, "response_mode");
            if (mode != null && !mode.equals("query")) throw new SendBack("invalid_request", "response_mode is query");
            if (single(values, "request") != null || single(values, "request_uri") != null) {
                throw new SendBack("request_not_supported", "Requests are sent as parameters here");
            }
            String state = single(values, "state");
            if (state != null && state.length() > STATE_MAX) throw new SendBack("invalid_request", "state is too long");
            String challenge = challenge();
            return new Ask(application, redirectUri, scopes(), state, challenge, carried());
        }

        private @Nullable String challenge() {
            String challenge = single(values, "code_challenge");
            String method = single(values, "code_challenge_method");
            if (challenge == null) {
                if (method != null) throw new SendBack("invalid_request", "code_challenge is missing");
                if (application.isPublic()) {
                    throw new SendBack("invalid_request", "A public application must send a code_challenge (PKCE)");
                }
                return null;
            }
            if (!Pkce.METHOD.equals(method)) {
                throw new SendBack("invalid_request", "code_challenge_method must be " + Pkce.METHOD);
            }
            if (!Pkce.isChallenge(challenge)) throw new SendBack("invalid_request", "code_challenge is invalid");
            return challenge;
        }

        private Set<String> scopes() {
            String text = single(values, "scope");
            Set<String> scopes = text == null ? Set.of() : Scopes.split(text);
            if (scopes.isEmpty()) throw new SendBack("invalid_scope", "Missing required parameter: scope.");
            for (String name : scopes) {
                Scope scope = Scope.of(name);
                if (scope == null) {
                    throw new SendBack("invalid_scope", "The requested scope is invalid, unknown, or malformed.");
                }
                if (scope.sensitive() && !application.approved().contains(name)) {
                    throw new SendBack("invalid_scope", "This application is not approved for " + name);
                }
            }
            return scopes;
        }

        private Map<String, String> carried() {
            Map<String, String> carried = new LinkedHashMap<>();
            for (String name : CARRIED) {
                String value = single(values, name);
                if (value != null) carried.put(name, value);
            }
            return carried;
        }
    }

    /// Back to the application with an error, and with the state as far as it has one.
    private static final class SendBack extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String error;

        SendBack(String error, String description) {
            super(description, null, false, false);
            this.error = error;
        }
    }

    private static String back(Asked asked, SendBack refusal) {
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        parameters.put("error", refusal.error);
        parameters.put("error_description", refusal.getMessage());
        List<String> states = asked.values.of("state");
        String state = states.size() == 1 ? states.getFirst() : null;
        boolean fits = state != null && !state.isEmpty() && state.length() <= STATE_MAX;
        parameters.put("state", fits ? state : null);
        parameters.put("iss", asked.issuer);
        return RedirectUris.with(asked.redirectUri, parameters);
    }

    /// Where the browser goes when the user agreed.
    public static String allowed(Ask ask, String code, String issuer) {
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        parameters.put("code", code);
        parameters.put("state", ask.state);
        parameters.put("iss", issuer);
        return RedirectUris.with(ask.redirectUri, parameters);
    }

    /// Where the browser goes when the user did not agree.
    public static String denied(Ask ask, String issuer) {
        Map<String, @Nullable String> parameters = new LinkedHashMap<>();
        parameters.put("error", "access_denied");
        parameters.put("error_description", "The resource owner or authorization server denied the request.");
        parameters.put("state", ask.state);
        parameters.put("iss", issuer);
        return RedirectUris.with(ask.redirectUri, parameters);
    }

    /// The asked scopes, the sensitive ones first, otherwise in the order of [Scope].
    public static List<Scope> inWords(Set<String> scopes) {
        var asked = new ArrayList<Scope>();
        for (Scope scope : Scope.values()) if (scopes.contains(scope.text())) asked.add(scope);
        var ordered = new ArrayList<>(asked.stream().filter(Scope::sensitive).toList());
        ordered.addAll(asked.stream().filter(scope -> !scope.sensitive()).toList());
        return ordered;
    }

    /// The one value; null when there is none, an empty one, or several.
    private static @Nullable String single(Values values, String name) {
        List<String> all = values.of(name);
        return all.size() == 1 && !all.getFirst().isEmpty() ? all.getFirst() : null;
    }
}
