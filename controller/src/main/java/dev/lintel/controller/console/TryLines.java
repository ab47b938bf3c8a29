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

    private TryLines() {}

    /// One step.
    ///
    /// @param text for a shell; several lines
    record Step(String title, String hint, String text) {}

    static List<Step> of(Application application, String base) {
        boolean open = application.isPublic();
        String redirect = application.details().redirects().getFirst();
        Set<String> scopes = new TreeSet<>(HARMLESS);
        scopes.addAll(application.approved());
        String who = open ? "--data-urlencode \"client_id=$CLIENT_ID\"" : "--user \"$CLIENT_ID:$CLIENT_SECRET\"";
        String curl = "curl --cacert \"$CA\" --silent --show-error";
        var steps = new ArrayList<Step>();
        steps.add(new Step(
                "What stays the same",
                "CA is this box's own authority: the file tls/ca.crt of its data folder."
                        + (open ? "" : " The client secret was shown when it was made."),
                lines(
                        "BASE=" + quoted(base),
                        "CA='ca.crt'",
                        "CLIENT_ID=" + quoted(application.clientId()),
                        open ? "" : "CLIENT_SECRET='…'",
                        "REDIRECT_URI=" + quoted(redirect))));
        if (open) {
            steps.add(new Step(
                    "A proof for this one sign-in (PKCE)",
                    "A new one each time. The challenge goes into the address, the verifier stays with you.",
                    lines(
                            "VERIFIER=$(openssl rand 32 | base64 -w0 | tr '+/' '-_' | tr -d '=')",
                            "CHALLENGE=$(printf %s \"$VERIFIER\" | openssl dgst -sha256 -binary | base64 -w0"
                                    + " | tr '+/' '-_' | tr -d '=')",
                            "echo \"$CHALLENGE\"")));
        }
        String query = "response_type=code&client_id=" + encoded(application.clientId()) + "&redirect_uri="
                + encoded(redirect) + "&scope=" + encoded(String.join(" ", scopes)) + "&state=anything"
                + (open ? "&code_challenge_method=S256&code_challenge=$CHALLENGE" : "");
        steps.add(new Step(
                "Ask a user",
                "Open this address in a browser, sign in and allow it. The browser goes to your redirect address; copy"
                        + " the code from there. It is good for ten minutes, once.",
                lines("echo \"" + base + "/oauth/authorize?" + query + "\"")));
        String exchange = "  --data-urlencode \"redirect_uri=$REDIRECT_URI\"";
        if (open) exchange += " \\\n  --data-urlencode \"code_verifier=$VERIFIER\"";
        steps.add(new Step(
                "Exchange the code for tokens",
                "Keep the refresh token: it is the only way to a new pair without asking the user again.",
                lines(
                        "CODE='…'",
                        curl + " " + who + " \\",
                        "  --data grant_type=authorization_code --data-urlencode \"code=$CODE\" \\",
                        exchange + " \"$BASE/oauth/token\"")));
        steps.add(new Step(
                "Call the API",
                "An access token is good for an hour.",
                lines(
                        "ACCESS_TOKEN='…'",
                        curl + " --header \"Authorization: Bearer $ACCESS_TOKEN\" \"$BASE/api/3/account\"",
                        curl + " --header \"Authorization: Bearer $ACCESS_TOKEN\" \"$BASE/oauth/token/info\"")));
        steps.add(new Step(
                "Renew",
                "The old pair ends with this call. Two at once: one wins, the other gets invalid_grant.",
                lines(
                        "REFRESH_TOKEN='…'",
                        curl + " " + who + " \\",
                        "  --data grant_type=refresh_token --data-urlencode \"refresh_token=$REFRESH_TOKEN\""
                                + " \"$BASE/oauth/token\"")));
        steps.add(new Step(
                "Let go",
                "When a user disconnects on your side. Ends both tokens.",
                lines(
                        "REFRESH_TOKEN='…'",
                        curl + " " + who + " --data-urlencode \"token=$REFRESH_TOKEN\" \"$BASE/oauth/revoke\"")));
        return List.copyOf(steps);
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
