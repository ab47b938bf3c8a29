package dev.lintel.controller.console;

import dev.lintel.controller.store.ApplicationStore.Application;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The steps from a user's Allow to a call of the API and back, as lines for a shell, with everything filled in that is
/// known here. A secret is not: it stands in a variable.
final class TryLines {
    private static final List<String> HARMLESS =
            List.of("account.person.readonly", "account.channel.readonly", "account.event.readonly");

    private static final String CURL = "curl --cacert \"$CA\" --silent --show-error";

    private final Application application;
    private final boolean open;
    private final String redirect;
    private final String who;

    private TryLines(Application application) {
        this.application = application;
        this.open = application.isPublic();
        this.redirect = application.details().redirects().getFirst();
        this.who = open ? "--data-urlencode \"client_id=$CLIENT_ID\"" : "--user \"$CLIENT_ID:$CLIENT_SECRET\"";
    }

    /// One step.
    ///
    /// @param text for a shell; several lines
    record Step(String title, String hint, String text) {}

    static List<Step> of(Application application, String base) {
        var lines = new TryLines(application);
        var steps = new ArrayList<Step>();
        steps.add(lines.known(base));
        if (lines.open) steps.add(PROOF);
        steps.add(lines.ask(base));
        steps.add(lines.exchange());
        steps.add(lines.call());
        steps.add(lines.renew());
        steps.add(lines.letGo());
        return List.copyOf(steps);
    }

    private Step known(String base) {
        String secret = open ? "" : " The client secret was shown when it was made.";
        return new Step(
                "What stays the same",
                "CA is this box's own authority: the file tls/ca.crt of its data folder." + secret,
                lines(
                        "BASE=" + quoted(base),
                        "CA='ca.crt'",
                        "CLIENT_ID=" + quoted(application.clientId()),
                        open ? "" : "CLIENT_SECRET='…'",
                        "REDIRECT_URI=" + quoted(redirect)));
    }

    private static final Step PROOF = new Step(
            "A proof for this one sign-in (PKCE)",
            "A new one each time. The challenge goes into the address, the verifier stays with you.",
            lines(
                    "VERIFIER=$(openssl rand 32 | base64 -w0 | tr '+/' '-_' | tr -d '=')",
                    "CHALLENGE=$(printf %s \"$VERIFIER\" | openssl dgst -sha256 -binary | base64 -w0"
                            + " | tr '+/' '-_' | tr -d '=')",
                    "echo \"$CHALLENGE\""));

    private Step ask(String base) {
        Set<String> scopes = new TreeSet<>(HARMLESS);
        scopes.addAll(application.approved());
        String query = "response_type=code&client_id=" + encoded(application.clientId()) + "&redirect_uri="
                + encoded(redirect) + "&scope=" + encoded(String.join(" ", scopes)) + "&state=anything"
                + (open ? "&code_challenge_method=S256&code_challenge=$CHALLENGE" : "");
        return new Step(
                "Ask a user",
                "Open this address in a browser, sign in and allow it. The browser goes to your redirect address; copy"
                        + " the code from there. It is good for ten minutes, once.",
                lines("echo \"" + base + "/oauth/authorize?" + query + "\""));
    }

    private Step exchange() {
        String last = "  --data-urlencode \"redirect_uri=$REDIRECT_URI\"";
        if (open) last += " \\\n  --data-urlencode \"code_verifier=$VERIFIER\"";
        return new Step(
                "Exchange the code for tokens",
                "Keep the refresh token: it is the only way to a new pair without asking the user again.",
                lines(
                        "CODE='…'",
                        CURL + " " + who + " \\",
                        "  --data grant_type=authorization_code --data-urlencode \"code=$CODE\" \\",
                        last + " \"$BASE/oauth/token\""));
    }

    private Step call() {
        String ask = CURL + " --header \"Authorization: Bearer $ACCESS_TOKEN\" \"$BASE";
        return new Step(
                "Call the API",
                "An access token is good for an hour.",
                lines("ACCESS_TOKEN='…'", ask + "/api/3/account\"", ask + "/oauth/token/info\""));
    }

    private Step renew() {
        return new Step(
                "Renew",
                "The old pair ends with this call. Two at once: one wins, the other gets invalid_grant.",
                lines(
                        "REFRESH_TOKEN='…'",
                        CURL + " " + who + " \\",
                        "  --data grant_type=refresh_token --data-urlencode \"refresh_token=$REFRESH_TOKEN\""
                                + " \"$BASE/oauth/token\""));
    }

    private Step letGo() {
        return new Step(
                "Let go",
                "When a user disconnects on your side. Ends both tokens.",
                lines(
                        "REFRESH_TOKEN='…'",
                        CURL + " " + who + " --data-urlencode \"token=$REFRESH_TOKEN\" \"$BASE/oauth/revoke\""));
    }

    private static String lines(String... lines) {
        return String.join(
                "\n", List.of(lines).stream().filter(line -> !line.isEmpty()).toList());
    }

    /// For a shell: an address may have a quote in it.
    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
