package dev.lintel.tools.clients;

import dev.lintel.tools.clients.Library.Answer;
import dev.lintel.tools.clients.Library.Called;
import dev.lintel.tools.clients.Library.Refused;
import dev.lintel.tools.clients.Library.Tokens;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an integration does in its life, with one of Java's libraries: the same steps as `flow.mjs` takes with Node's.
final class LibraryRun {
    private final Library library;
    private final Administrator administrator;
    private final List<Map<String, @Nullable Object>> steps = new ArrayList<>();

    private LibraryRun(Library library, Administrator administrator) {
        this.library = library;
        this.administrator = administrator;
    }

    /// What was seen, a map for each step.
    static List<Map<String, @Nullable Object>> of(Library library, Administrator administrator) throws Exception {
        var run = new LibraryRun(library, administrator);
        run.run();
        return run.steps;
    }

    private void run() throws Exception {
        if (library.issuer() != null) say("server").put("issuer", library.issuer());
        URI redirected = administrator.answers(library.authorization(), "allow");
        if (library.issuer() != null) refused("issuer of another", library.exchange(ofAnother(redirected)));
        Tokens first = tokens(library.exchange(redirected));
        seen("code", first);
        called("account", "/api/3/account", first);
        called("events", "/api/3/events", first);
        called("info", "/oauth/token/info", first);

        Tokens second = tokens(library.refresh(first.refresh()));
        boolean fresh =
                !second.access().equals(first.access()) && !second.refresh().equals(first.refresh());
        seen("refresh", second).put("fresh", fresh);
        called("account with the spent token", "/api/3/account", first);
        refused("refresh with the spent token", library.refresh(first.refresh()));
        called("account with the new token", "/api/3/account", second);

        library.revoke(second.refresh());
        say("revoke");
        called("account when revoked", "/api/3/account", second);
        called("info when revoked", "/oauth/token/info", second);
        refused("refresh when revoked", library.refresh(second.refresh()));
        refused("code again", library.exchange(redirected));

        URI denied = administrator.answers(library.authorization(), "deny");
        refused("denied", library.exchange(denied));
    }

    /// Mix-up: the answer says that it comes from another server (RFC 9207).
    private static URI ofAnother(URI redirected) {
        return URI.create(redirected.toString().replaceFirst("iss=[^&]*", "iss=https%3A%2F%2Fanother.example"));
    }

    private static Tokens tokens(Answer answer) {
        if (answer instanceof Tokens tokens) return tokens;
        throw new AssertionError("no tokens: " + answer);
    }

    private Map<String, @Nullable Object> say(String step) {
        var said = new LinkedHashMap<String, @Nullable Object>();
        said.put("step", step);
        steps.add(said);
        return said;
    }

    private Map<String, @Nullable Object> seen(String step, Tokens tokens) {
        Map<String, @Nullable Object> said = say(step);
        said.put("tokens", !tokens.access().isEmpty() && !tokens.refresh().isEmpty());
        said.put("type", tokens.type().toLowerCase(Locale.ROOT));
        said.put("expires_in", tokens.expiresIn());
        said.put("scope", tokens.scope());
        return said;
    }

    private void called(String step, String path, Tokens tokens) throws Exception {
        Called called = library.get(path, tokens.access());
        Map<String, @Nullable Object> said = say(step);
        said.put("status", (long) called.status());
        said.put("error", called.error());
        said.put("body", called.body());
    }

    private void refused(String step, Answer answer) {
        say(step).put("error", answer instanceof Refused(String error) ? error : null);
    }
}
